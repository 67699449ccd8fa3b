import fc from "fast-check";
import { expect, test } from "vitest";
import type { LlmsTxt } from "../../packages/document/src/document.ts";
import { outlineOf } from "../../packages/document/src/outline.ts";
import type { ListedPage } from "../../src/index.ts";
import { parseLlmsTxt, renderLlmsTxt, validateLlmsTxt } from "../../src/index.ts";
import { examplePage } from "./example-page.ts";
import { readLikeJavaScript, readLikePython } from "./official-parsers.ts";

const RUNS = 300;

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
  "Types , such as:",
  "例如：",
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

const heading = fc.record({ level: fc.integer({ min: 1, max: 6 }), text });
/** A heading of few levels and often of few words, so that it can name a section. */
const shortHeading = fc.record({
  level: fc.integer({ min: 2, max: 3 }),
  text: fc.oneof(
    text,
    fc.constantFrom(...POISON).map((poison) => `Part ${poison}`),
    fc.lorem({ maxCount: 2 }),
  ),
});
const place = fc.constantFrom("navigation", "content", "footer");
const link = fc.record({ url, text, place, heading: fc.nat(6) }).map((facts) => ({ ...facts, rel: [] }));

const listed: fc.Arbitrary<ListedPage> = fc
  .record({
    url,
    title: text,
    meta: text,
    paragraph: text,
    h1: text,
    headings: fc.array(heading, { maxLength: 4 }),
    siteName: fc.option(text, { nil: undefined }),
    crumbs: fc.array(fc.record({ text, url }), { maxLength: 3 }),
    links: fc.array(link, { maxLength: 6 }),
    depth: fc.nat(4),
    inScope: fc.boolean(),
    markdownUrl: fc.option(url, { nil: undefined }),
  })
  .map(({ url: address, title, meta, paragraph, h1, headings, siteName, crumbs, links, depth, inScope, markdownUrl }) =>
    examplePage(
      address,
      {
        title,
        description: meta,
        descriptions: { meta, paragraph },
        excerpt: paragraph,
        headings: [{ level: 1, text: h1 }, ...headings],
        siteNames: siteName === undefined ? {} : { openGraph: siteName },
        breadcrumbs: crumbs,
        links,
      },
      { depth, inScope, ...(markdownUrl === undefined ? {} : { markdownUrl }) },
    ),
  );

/** A folder of pages and an index page that lists them under headings: its sections bear strangers' names. */
const indexed: fc.Arbitrary<ListedPage[]> = fc
  .record({
    home: listed,
    index: listed,
    pages: fc.array(fc.tuple(listed, fc.nat(5)), { minLength: 12, maxLength: 16 }),
    headings: fc.array(shortHeading, { minLength: 3, maxLength: 5 }),
  })
  .map(({ home, index, pages, headings }) => {
    const folder = pages.map(([facts, under], number) => ({ facts, under, address: `https://x.dev/a/p${number}` }));
    const links = folder.map(({ under, address }) => ({
      ...{ url: address, text: "x", rel: [], heading: Math.min(under, headings.length) },
      place: "content" as const,
    }));
    return [
      home,
      { ...index, url: "https://x.dev/a/", inScope: true, page: { ...index.page, headings, links } },
      ...folder.map(({ facts, address }) => ({ ...facts, url: address, inScope: true })),
    ];
  });

const site = fc.oneof({ weight: 4, arbitrary: fc.array(listed, { maxLength: 14 }) }, { weight: 1, arbitrary: indexed });

/** As a reader gets it: the same names, titles, addresses and excerpts in the same order. */
function readBack(text: string): LlmsTxt {
  const { name, summary, details, sections } = parseLlmsTxt(text);
  return {
    name,
    ...(summary === undefined ? {} : { summary }),
    metadata: details.map((detail) => detail.text).join("\n"),
    sections: sections.map((section) => ({
      name: section.name,
      items: section.items.map(({ line: _, ...item }) => item),
    })),
  };
}

const options = { descLength: 200, generatedAt: new Date("2026-11-21T05:50:00Z"), source: "https://x.dev/" };

/** Hints that say what the site itself lacks, not what the document does wrong. */
const OF_THE_SITE = new Set([
  "summary-missing",
  "links-missing",
  "links-single",
  "links-few",
  "sections-missing",
  "title-affix",
  "title-missing",
  "words-few",
  "page-facet",
  "page-translated",
  "section-large",
  "section-name",
  "order-secondary",
  "name-poor",
  "excerpts-missing",
  "excerpts-few",
  "content-missing",
  "page-versions",
  // Pages whose text is nothing but that keep it where no description at all would be worse.
  "excerpt-boilerplate",
  "excerpt-menu",
  "excerpt-repeated",
  "excerpt-title",
  // Strangers' texts may name other pages, all end after so many characters, and lie in any folder and on any host.
  "excerpt-misplaced",
  "title-misplaced",
  "excerpt-cut",
  "section-mixed",
  "other-site",
]);

test("whatever pages say, the document has no finding, and our parser and both official ones read it back unchanged", () => {
  fc.assert(
    fc.property(site, (pages) => {
      const plain = { ...options, topics: false };
      expect(readBack(renderLlmsTxt(pages, plain).text)).toEqual(outlineOf(pages, plain).document);
      const { text: document } = renderLlmsTxt(pages, options);
      const { findings } = validateLlmsTxt(document, { profile: "strict", descLength: 200 });
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
    fc.property(site, (pages) => {
      const { text: document, leftOut } = renderLlmsTxt(pages, options);
      const items = parseLlmsTxt(document).sections.flatMap((section) => section.items);
      const others = Math.max(0, pages.length - 1);
      // Where nothing else is left to list the homepage is listed.
      const isOnlyHome = items.length === 1 && items.length + leftOut.length === others + 1;
      expect(items.length + leftOut.length - (isOnlyHome ? 1 : 0)).toBe(others);
    }),
    { numRuns: RUNS },
  );
});

test("the same pages give the same bytes in whatever order they arrive", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.uniqueArray(listed, { minLength: 2, maxLength: 8, selector: (page) => page.url }), indexed),
      fc.infiniteStream(fc.nat()),
      (pages, dice) => {
        const [home, ...others] = pages;
        const shuffled = others.map((page) => ({ page, at: dice.next().value ?? 0 })).sort((a, b) => a.at - b.at);
        const again = home === undefined ? [] : [home, ...shuffled.map(({ page }) => page)];
        expect(renderLlmsTxt(again, options).text).toBe(renderLlmsTxt(pages, options).text);
      },
    ),
    { numRuns: RUNS },
  );
});
