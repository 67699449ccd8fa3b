import { setImmediate } from "node:timers/promises";
import type { CrawledPage } from "@llmstxt-service/crawler";
import { renderLlmsTxt } from "@llmstxt-service/document";
import { validateLlmsTxt } from "@llmstxt-service/document/check";
import { readPage } from "@llmstxt-service/page";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";

const PAGES = 6;
const SENTENCE = "Every guide says in its first sentence what it is about, and then what to read next.";

/**
 * Reads a few made-up pages, writes their document and validates it while answers are awaited. V8 compiles a function when it
 * first runs: that takes 50 ms, which the crawl would cost otherwise. An answer that comes meanwhile waits for one step of it.
 */
export async function warmUp(): Promise<void> {
  const pages: CrawledPage[] = [];
  for (let n = 0; n < PAGES; n++) {
    await setImmediate();
    const url = `http://warm-up.invalid/${n === 0 ? "" : `${n % 2 ? "guide" : "reference"}/topic-${n}`}` as PageUrl;
    const page = readPage(Buffer.from(pageAt(n)), { url });
    pages.push({ url, depth: 1, inScope: true, page, validators: {}, rung: "plain", bytes: 0 });
  }
  await setImmediate();
  const { text } = renderLlmsTxt(pages, {
    source: "http://warm-up.invalid/",
    descLength: 200,
    generatedAt: new Date(0),
  });
  await setImmediate();
  validateLlmsTxt(text);
}

/** What a page of documentation is made of. */
function pageAt(n: number): string {
  const items = Array.from({ length: 12 }, (_, to) => `<li><a href="/guide/topic-${to}">Topic ${to}</a></li>`).join("");
  const part = `<h2 id="a">Part</h2><p>${SENTENCE} <a href="/reference/topic-${n + 3}">More</a></p><ul><li>${SENTENCE}</li></ul>
    <pre><code class="language-ts">a();</code></pre><table><tr><th>Name</th><td>${SENTENCE}</td></tr></table>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Topic ${n} | Site</title>
    <meta name="description" content="${SENTENCE}"><link rel="canonical" href="/guide/topic-${n}"><script>a;</script></head>
    <body><header><a href="/">Site</a></header><nav><ul>${items}</ul></nav><main><article><h1>Topic ${n}</h1>${part.repeat(6)}
    </article></main><footer><p>${SENTENCE} <a href="/">Home</a></p></footer></body></html>`;
}
