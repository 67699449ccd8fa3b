// Serves a deterministic site of documentation pages from a process of its own, so that only the crawler is measured.
//   node bench/crawl-site.ts PAGES KILOBYTES LATENCY_MS [tls]     prints its origin
// GET /arrivals: milliseconds since 1970 at which each request came since GET /reset
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { gzipSync } from "node:zlib";

const [pages = 1000, kilobytes = 14, latencyMs = 0] = process.argv.slice(2, 5).map(Number);
const isTls = process.argv[5] === "tls";

const SECTIONS = ["guide", "reference", "recipes", "integrations", "blog", "releases", "concepts", "operations"];
const WORDS =
  "a reader finds what the page is about in its first sentence and everything around it says where else to look for more of the same kind when that was not it".split(
    " ",
  );

/** The same numbers for the same seed (a linear congruential generator). */
function randomOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 12_345;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

const indexes = SECTIONS.map((section) => `/${section}/`);
const topics = Array.from({ length: pages }, (_, index) => `/${SECTIONS[index % SECTIONS.length]}/topic-${index + 1}`);
const paths = ["/", ...indexes, ...topics].slice(0, pages);

/**
 * A page like those of documentation generators: navigation, a breadcrumb, paragraphs with links, a table, code, a
 * footer.
 */
function pageHtml(number: number): string {
  const random = randomOf(number + 1);
  const sentence = () => {
    const words = Array.from({ length: 8 + random(14) }, () => WORDS[random(WORDS.length)]).join(" ");
    return `${words[0]?.toUpperCase()}${words.slice(1)}, topic ${number}.`;
  };
  const link = () => {
    const to = random(paths.length);
    return `<a href="${paths[to]}">Topic ${to}</a>`;
  };
  const parts = [
    () => `<p>${sentence()} ${sentence()} See ${link()}. ${sentence()}</p>`,
    () => `<h2 id="s${random(1000)}">${sentence()}</h2><p>${sentence()} ${sentence()}</p>`,
    () => `<ul>${Array.from({ length: 4 }, () => `<li>${sentence()}</li>`).join("")}</ul>`,
    () => `<pre><code class="language-ts">const topic = open(${random(1000)});\nawait topic.read();</code></pre>`,
    () => `<table><tr><th>Name</th><th>Meaning</th></tr><tr><td>n${random(99)}</td><td>${sentence()}</td></tr></table>`,
  ];
  const nav = Array.from({ length: 40 }, (_, index) => {
    const to = (Math.floor(number / 40) * 40 + index) % paths.length;
    return `<li class="nav-item"><a class="nav-link" href="${paths[to]}">Topic ${to}</a></li>`;
  }).join("");
  const section = paths[number]?.split("/")[1] ?? "";
  const head = `<title>Topic ${number} | Bench</title><meta name="description" content="${sentence()}"><link rel="canonical" href="${paths[number]}"><link rel="stylesheet" href="/site.css"><script>window.page = ${number};</script>`;
  const body: string[] = [];
  for (let size = 6000; size < kilobytes * 1024; size += body.at(-1)?.length ?? 0)
    body.push(parts[random(parts.length)]?.() ?? "");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body><header><a href="/">Bench</a></header><aside class="sidebar"><nav><ul>${nav}</ul></nav></aside><main><nav aria-label="breadcrumb"><ol><li><a href="/">Home</a></li><li><a href="/${section}/">${section}</a></li></ol></nav><article><h1>Topic ${number}</h1>${body.join("\n")}</article></main><footer><p>Made for measuring. <a href="/">Home</a></p></footer></body></html>`;
}

let arrivals: number[] = [];
const scheme = isTls ? "https" : "http";

// Pages are made before the first request, so that making them is not measured.
const bodies = new Map(paths.map((path, number) => [path, gzipSync(pageHtml(number), { level: 6 })]));

function respond(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? "/";
  if (path === "/arrivals") return void response.end(JSON.stringify(arrivals));
  if (path === "/reset") {
    arrivals = [];
    return void response.end();
  }
  arrivals.push(performance.timeOrigin + performance.now());
  const answer = () => {
    const body = bodies.get(path);
    if (path === "/sitemap.xml") {
      const urls = paths.map((to) => `<url><loc>${scheme}://${request.headers.host}${to}</loc></url>`).join("");
      response.writeHead(200, { "content-type": "application/xml" });
      response.end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`);
    } else if (body === undefined) response.writeHead(404, { "content-type": "text/plain" }).end("not here");
    else {
      const etag = `"${path}"`;
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip", etag });
      response.end(request.method === "HEAD" ? undefined : body);
    }
  };
  if (latencyMs > 0) setTimeout(answer, latencyMs);
  else answer();
}

/** A certificate of the tests, which clients must trust explicitly (NODE_EXTRA_CA_CERTS). */
const pem = (name: string) => readFileSync(new URL(`../test/fixtures/loopback-${name}.pem`, import.meta.url));
const server = isTls ? createTlsServer({ key: pem("key"), cert: pem("certificate") }, respond) : createServer(respond);
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address !== "string") console.log(`${scheme}://127.0.0.1:${address.port}`);
});
