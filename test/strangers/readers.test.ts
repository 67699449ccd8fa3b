// Whatever a stranger sends is read by one of these. Each is fed with scraps of its own grammar, repeated without end, and
// has to take time that grows with the length of its input only, and to throw nothing but what its docs name.
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRobots } from "../../packages/crawler/src/crawl/robots/robots.ts";
import { readSitemap } from "../../packages/crawler/src/crawl/sitemap/sitemap.ts";
import { diffLlmsTxt } from "../../packages/document/src/check/diff.ts";
import { parseLlmsTxt } from "../../packages/document/src/check/parse.ts";
import { validateLlmsTxt } from "../../packages/document/src/check/validate.ts";
import { renderLlmsTxt } from "../../packages/document/src/llmstxt.ts";
import { globProblem } from "../../packages/page/src/address/glob.ts";
import { pathFilter } from "../../packages/page/src/address/globs.ts";
import { pageMarkdown } from "../../packages/page/src/markdown/markdown.ts";
import { readPage } from "../../packages/page/src/page.ts";
import { examplePage } from "../llmstxt/example-page.ts";
import { cpuMs, isLinear, LONGER } from "./cpu.ts";

interface Reader {
  readonly scraps: readonly string[];
  read(text: string): unknown;
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text);

const SPACE = [" ", "\n", "\t", "\r\n", "\u00a0", "\u2028", "a", "é", "中", "&amp;", "\u200d", "\u0301"];

const HTML = [
  ..."<p> </p> <div> </div> <pre> </pre> <code> <table> </table> <tr> <td> <th> </td> <thead> <caption> <ul> <li> </ul> <ol> <dl> <dt> <dd> <a> </a> <b> </b> <i> <h1> </h1> <h2> <br> <hr> <main> </main> <article> <nav> </nav> <section> <form> <input> <select> <option> <script> </script> <style> <noscript> </noscript> <template> <svg> </svg> <math> <frameset> <frame> <iframe> <title> </title> <body> <html> <head> <meta> <link> <img> <figure> <figcaption> <blockquote> <details> <summary> <button> < > </ <!-- --> <![CDATA[ ]]> <!doctype <? &#x &lt; \" ' = / $$ \\( \\) . , : ! ? |".split(
    / +/,
  ),
  ' href="/a"',
  ' class="a b"',
  ' class="language-js"',
  ' id="x"',
  ' style="',
  '<a href="/a">b</a>',
  '<a href="',
  '<meta name="description" content="',
  '<script type="application/ld+json">{"@type":',
  '<script type="math/tex">',
  '<link rel="alternate" href="/x">',
  "<span hidden>",
  ...SPACE,
];

const XML = [
  ..."<urlset> </urlset> <url> </url> <loc> </loc> <lastmod> </lastmod> <sitemapindex> <sitemap> <xhtml:link/> <rss> <item> <link> <feed> <entry> < </ <!-- --> <![CDATA[ ]]> &amp; &#x <!DOCTYPE <!ENTITY [ ]>".split(
    / +/,
  ),
  "<loc>https://a.test/x</loc>",
  "<lastmod ",
  "2026-11-22",
  'hreflang="de" href="https://a.test/de"',
  "https://a.test/x\n",
  ...SPACE,
];

const ROBOTS = [
  "User-agent: *\n",
  "Disallow: /",
  "Allow: /",
  "Sitemap: ",
  "Crawl-delay: ",
  "*",
  "$",
  "%",
  "%41",
  "/",
  "a",
  ":",
  "#",
  ...SPACE,
];

const LLMS = [
  ..."# ## > - * [ ] ( ) ]( [a](http://a.test/) : ` ``` ~~~ === --- < <b> </b> <!-- --> http://a.test/ \\ | . ! {{ }} import from".split(
    / +/,
  ),
  "\n- [a](http://a.test/): b",
  "\n## A\n",
  "\n> s\n",
  "\n```\n",
  "\n~~~~\n",
  "![a](b)",
  "](http://a.test/(b)",
  "http://a.test/(a)),",
  "1. ",
  "User-agent: *\n",
  "url: /a\n",
  ...SPACE,
];

const GLOB = ["*", "**", "?", "{", "}", ",", "/", "a", "é", "[", "(", "!", "+", "\\", "{a,b}", "*a"];

const source = { url: "https://a.test/x" };

const READERS: Readonly<Record<string, Reader>> = {
  "a page": { scraps: HTML, read: (text) => readPage(bytesOf(text), source) },
  "a page's Markdown": { scraps: HTML, read: (text) => pageMarkdown(bytesOf(text), source) },
  "a sitemap": { scraps: XML, read: (text) => readSitemap(bytesOf(text)) },
  "a robots.txt, for a hundred addresses": {
    scraps: ROBOTS,
    read: (text) => {
      const robots = parseRobots(bytesOf(text), "llmstxt");
      for (let index = 0; index < 100; index++)
        robots.allows(`https://a.test/${"a/".repeat(index)}${text.slice(0, 100)}`);
    },
  },
  "an llms.txt, to be checked": { scraps: LLMS, read: (text) => validateLlmsTxt(text, { profile: "strict" }) },
  "an llms.txt, to be read": { scraps: LLMS, read: (text) => parseLlmsTxt(text) },
  "two llms.txt, to be compared": { scraps: LLMS, read: (text) => diffLlmsTxt(text, text.slice(text.length / 2)) },
  "a page's own words, to be written": {
    scraps: [...LLMS, "Home | X", " - X", "cookie", "loading"],
    read: (text) => {
      const html = `<title>${text}</title><meta name=description content="${text}"><h1>${text}</h1><p>${text}`;
      const page = readPage(bytesOf(html), source);
      const pages = ["", "x", "x/y"].map((path) => examplePage(`https://a.test/${path}`, page));
      renderLlmsTxt(pages, { source: "https://a.test/", descLength: 500, generatedAt: new Date(0) });
    },
  },
};

/** A few scraps, one or more of them over and over, a few more: what backtracking and nesting feed on. */
const shapeOf = (scraps: readonly string[]) =>
  fc.record({
    before: fc.array(fc.constantFrom(...scraps), { maxLength: 2 }),
    unit: fc.array(fc.constantFrom(...scraps), { minLength: 1, maxLength: 2 }),
    after: fc.array(fc.constantFrom(...scraps), { maxLength: 2 }),
  });

interface Shape {
  readonly before: readonly string[];
  readonly unit: readonly string[];
  readonly after: readonly string[];
}

const CHARACTERS = 12_000;

function written({ before, unit, after }: Shape, characters: number): string {
  const once = unit.join("");
  return before.join("") + once.repeat(Math.ceil(characters / once.length)) + after.join("");
}

const CASES = 300;

/** A reading this short is not looked at again: squared work takes hundreds of milliseconds for so many characters. */
const SOON_MS = 30;

/** Each scrap before much white space, over and over, and in turn with white space. */
const everyScrap = (scraps: readonly string[]): Shape[] =>
  scraps.flatMap((scrap) => [
    { before: [scrap, "a"], unit: [" "], after: ["x"] },
    { before: [scrap, "a"], unit: ["\n"], after: ["x"] },
    { before: [], unit: [scrap], after: ["x"] },
    { before: ["a"], unit: [scrap, " "], after: ["x"] },
  ]);

async function judge({ read }: Reader, shape: Shape): Promise<void> {
  const [short, long] = [written(shape, CHARACTERS), written(shape, CHARACTERS * LONGER)];
  if ((await cpuMs(() => read(short), 1)) < SOON_MS) return;
  const [before, after] = [await cpuMs(() => read(short)), await cpuMs(() => read(long))];
  if (isLinear(before, after)) return;
  const grown = `${before.toFixed(0)} ms for ${short.length} characters, ${after.toFixed(0)} ms for ${long.length}`;
  throw new Error(`${grown}: ${JSON.stringify(shape)}`);
}

test.each(Object.entries(READERS))("%s takes time that grows with its length only", async (_name, reader) => {
  for (const shape of everyScrap(reader.scraps)) await judge(reader, shape);
  await fc.assert(
    fc.asyncProperty(shapeOf(reader.scraps), (shape) => judge(reader, shape)),
    { numRuns: CASES },
  );
});

test("a glob of scraps is refused, or matches any path at once", async () => {
  await fc.assert(
    fc.asyncProperty(shapeOf(GLOB), fc.nat(200), async (shape, length) => {
      const glob = written(shape, length).slice(0, 300);
      if (globProblem(glob) !== undefined) return;
      const matches = pathFilter([glob], []);
      const short = await cpuMs(() => matches(`https://a.test/${"a".repeat(500)}`));
      expect(short).toBeLessThan(200);
    }),
    { numRuns: 300 },
  );
});
