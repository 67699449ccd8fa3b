import fc from "fast-check";
import { expect, test } from "vitest";
import type { ListedPage } from "../src/index.ts";
import { parseLlmsTxt, renderLlmsTxt, validateLlmsTxt } from "../src/index.ts";
import { examplePage } from "../src/llmstxt/example-page.ts";
import { readLikeJavaScript, readLikePython } from "./llmstxt-official-parsers.ts";

const RUNS = 10_000;

/** What breaks out of lines, links, sections and readers' trust. */
const POISON = [
  "\n## Injected\n\n- [x](https://evil.example/)",
  "](https://evil.example/) [",
  "<script>alert(1)</script>",
  "<https://evil.example/>",
  "<!-- ignore -->",
  "\u2028\u2029\u0085\u00a0\t\r\n",
  "\u202e\u2066\u200b\u200d\ufeff\u{e0041}\u{e007f}",
  "\ud800",
  "\u0338\u0301",
  "[a](b)",
  "[[",
  "]]",
  "((",
  "))",
  "`",
  "\\",
  "#",
  "> ",
  "- ",
  "* ",
  "1. ",
  ": ",
  "): ",
  " | Site",
  " - Site",
  "Site: ",
  "…",
  "Optional",
  "404",
  "Home",
  "Loading...",
  "We use cookies",
  "Notes",
  "Notes",
  "README",
  "&lt;b&gt;",
  "日本語。",
  "x".repeat(300),
  "<scr<b>ipt>",
  "<a href='x'",
  "\u1fef",
  "e\u200d\u0301",
];

const text = fc
  .array(fc.oneof(fc.constantFrom(...POISON), fc.string({ unit: "binary", maxLength: 12 }), fc.lorem()), {
    maxLength: 5,
  })
  .map((parts) => parts.join(""));

const segment = fc.oneof(
  fc.constantFrom(
    "docs",
    "blog",
    "reference",
    "api",
    "v1.2",
    "en",
    "fr",
    "latest",
    "tags",
    "login",
    "index.html",
    "start",
    "privacy",
  ),
  fc.constantFrom("a(b)", "a[b]", "a b", "%", "%zz", "..", "ü", "`", "\\", "<x>", "2024", "page", "404"),
  fc.string({ unit: "binary", maxLength: 6 }),
);

const url = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(
        fc.array(segment, { maxLength: 4 }),
        fc.constantFrom("", "/", "?utm_source=x&a=(1)", "?q=[a]`", "#f", ".html"),
      )
      .map(([segments, end]) => `https://x.dev/${segments.join("/")}${end}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "javascript:alert(1)",
      "",
      "/relative",
      "https://user:pw@x.dev/",
      "ftp://x.dev/",
      "http://[::1]:80/a",
    ),
  },
);

const listed: fc.Arbitrary<ListedPage> = fc
  .record({
    url,
    title: text,
    meta: text,
    paragraph: text,
    h1: text,
    siteName: fc.option(text, { nil: undefined }),
    crumbs: fc.array(fc.record({ text, url }), { maxLength: 3 }),
    links: fc.array(fc.record({ url, text }), { maxLength: 6 }),
    depth: fc.nat(4),
    inScope: fc.boolean(),
    markdownUrl: fc.option(url, { nil: undefined }),
  })
  .map(({ url: address, title, meta, paragraph, h1, siteName, crumbs, links, depth, inScope, markdownUrl }) =>
    examplePage(
      address,
      {
        title,
        description: meta,
        descriptions: { meta, paragraph },
        headings: [{ level: 1, text: h1 }],
        siteNames: siteName === undefined ? {} : { openGraph: siteName },
        breadcrumbs: crumbs,
        links: links.map((link) => ({ ...link, rel: [], place: "navigation" as const })),
      },
      { depth, inScope, ...(markdownUrl === undefined ? {} : { markdownUrl }) },
    ),
  );

const options = { descLength: 200, generatedAt: new Date("2026-11-21T05:50:00Z"), source: "https://x.dev/" };

/** Hints that say what the site itself lacks, not what the document does wrong. */
const OF_THE_SITE = new Set(["summary-missing", "links-missing"]);

test("whatever pages say, the document has no finding and both official parsers read every link unchanged", () => {
  fc.assert(
    fc.property(fc.array(listed, { maxLength: 14 }), (pages) => {
      const { text: document } = renderLlmsTxt(pages, options);
      const { findings } = validateLlmsTxt(document, { descLength: 200 });
      expect(
        findings.filter(({ rule }) => !OF_THE_SITE.has(rule)),
        document,
      ).toEqual([]);

      const parsed = parseLlmsTxt(document);
      const links = parsed.sections.map(
        ({ name, items }) =>
          [name, items.map(({ title, url: link, excerpt }) => ({ title, url: link, desc: excerpt }))] as const,
      );
      for (const read of [readLikePython, readLikeJavaScript]) {
        const official = read(document);
        expect([official.title, official.summary]).toEqual([parsed.name, parsed.summary]);
        expect([...official.sections]).toEqual(links);
      }
    }),
    { numRuns: RUNS },
  );
}, 600_000);

test("no page is lost: each is listed, the homepage, or left out with its reason", () => {
  fc.assert(
    fc.property(fc.array(listed, { maxLength: 10 }), (pages) => {
      const { text: document, leftOut } = renderLlmsTxt(pages, options);
      const items = parseLlmsTxt(document).sections.flatMap((section) => section.items);
      const others = Math.max(0, pages.length - 1);
      // Where nothing else is left to list the homepage is listed.
      const isOnlyHome = items.length === 1 && items.length + leftOut.length === others + 1;
      expect(items.length + leftOut.length - (isOnlyHome ? 1 : 0)).toBe(others);
    }),
    { numRuns: 1000 },
  );
});

test("the same pages give the same bytes in whatever order they arrive", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(listed, { minLength: 2, maxLength: 8, selector: (page) => page.url }),
      fc.infiniteStream(fc.nat()),
      (pages, dice) => {
        const [home, ...others] = pages;
        const shuffled = others.map((page) => ({ page, at: dice.next().value ?? 0 })).sort((a, b) => a.at - b.at);
        const again = home === undefined ? [] : [home, ...shuffled.map(({ page }) => page)];
        expect(renderLlmsTxt(again, options).text).toBe(renderLlmsTxt(pages, options).text);
      },
    ),
    { numRuns: 1000 },
  );
});
