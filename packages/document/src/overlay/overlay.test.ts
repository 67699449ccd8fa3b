import fc from "fast-check";
import { expect, test } from "vitest";
import { readLikeJavaScript, readLikePython } from "../../../../test/check/official-parsers.ts";
import { parse, validate } from "../check/check.ts";
import { layout } from "../write.ts";
import { type Overlay, overlaid } from "./overlay.ts";

const TEXT = `# X

> Tables.

Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 6

## Docs

- [Start](https://x.dev/start.md): Install and render.
- [Colours](https://x.dev/colours): Sixteen names.

## API

- [Table](https://x.dev/api/table): The class.
- [Cell](https://x.dev/api/cell)

## Optional

- [Changes](https://x.dev/changes)
`;

const apply = (overlay: Overlay, options = {}) => overlaid({ text: TEXT }, overlay, options);
const linesOf = (overlay: Overlay) =>
  apply(overlay)
    .text.split("\n")
    .slice(4)
    .filter((line) => /^(?:##|- )/.test(line));
const messages = (overlay: Overlay) =>
  apply(overlay).findings.map(({ path, message }) => `${path.join(".")}: ${message}`);

test("an empty overlay gives the same bytes", () => {
  expect(apply({})).toEqual({ text: TEXT, findings: [] });
});

test("name, summary and notes come from the owner; an empty summary removes it", () => {
  const { text } = apply({ name: "Y", summary: "Better tables.", notes: ["Mind the gap.", "> And the doors."] });
  expect(text.split("\n").slice(0, 9)).toEqual([
    "# Y",
    "",
    "> Better tables.",
    "",
    "Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 6",
    "",
    "Mind the gap.",
    "",
    "\\> And the doors.",
  ]);
  expect(apply({ summary: "" }).text).not.toContain("Tables.");
});

test("named sections come first and may be renamed, and Optional stays last", () => {
  const found = linesOf({ sections: ["Optional", { name: "API", as: "Reference" }] });
  expect(found.filter((line) => line.startsWith("##"))).toEqual(["## Reference", "## Docs", "## Optional"]);
});

test("two sections with the same new name are joined", () => {
  const found = linesOf({ sections: [{ name: "API", as: "Docs" }] });
  expect(found.filter((line) => line.startsWith("##"))).toEqual(["## Docs", "## Optional"]);
});

test("a page is found by its address, its path, or its own address if its Markdown is listed", () => {
  const pages = [{ url: "https://x.dev/guide/start/", markdownUrl: "https://x.dev/start.md" }];
  const change = (page: { url: string } | { path: string }) =>
    overlaid({ text: TEXT, pages }, { pages: [{ ...page, title: "Changed" }] }).text.match(/^- \[Changed\].*/gm);
  const start = ["- [Changed](https://x.dev/start.md): Install and render."];
  expect(change({ path: "/guide/start" })).toEqual(start);
  expect(change({ url: "https://x.dev/start.md" })).toEqual(start);
  expect(change({ path: "/colours" })).toEqual(["- [Changed](https://x.dev/colours): Sixteen names."]);
});

test("a page can get a title, a description, a section and the first place, or be hidden", () => {
  expect(
    linesOf({
      pages: [
        { path: "/api/cell", pin: true, description: "One cell." },
        { path: "/colours", section: "API", description: "" },
        { path: "/api/table", section: "New" },
        { path: "/changes", hide: true },
      ],
    }),
  ).toEqual([
    "## Docs",
    "- [Start](https://x.dev/start.md): Install and render.",
    "## API",
    "- [Cell](https://x.dev/api/cell): One cell.",
    "- [Colours](https://x.dev/colours)",
    "## New",
    "- [Table](https://x.dev/api/table): The class.",
  ]);
  expect(apply({ pages: [{ path: "/changes", hide: true }] }).text).toContain("Pages: 5\n");
});

test("an entry for a missing page is reported and ignored", () => {
  expect(
    messages({ pages: [{ path: "/gone", title: "G" }, { path: "/" }, { path: "/start" }, { path: "/start.md" }] }),
  ).toEqual([
    "pages.0: /gone is not listed: the entry waits until it is",
    "pages.1: / is the homepage, the head of the document: use name and summary",
    "pages.3: /start.md has an entry already, which counts",
  ]);
  expect(messages({ sections: ["Gone", "Docs", "docs"] })).toEqual([
    "sections.0: There is no section Gone: the entry waits until there is",
    "sections.2: docs has an entry already, which counts",
  ]);
});

test("a text over the document's limit is cut and reported", () => {
  const { text, findings } = apply(
    { pages: [{ path: "/colours", description: `${"Words and words. ".repeat(20)}` }] },
    { descLength: 100 },
  );
  expect(findings[0]?.path).toEqual(["pages", 0, "description"]);
  expect(parse(text).sections[0]?.items[1]?.excerpt).toMatch(/^(?:Words and words\. ?)+$/);
});

test("if every page is hidden, the homepage is listed", () => {
  const pages = ["/start", "/colours", "/api/table", "/api/cell", "/changes"].map((path) => ({ path, hide: true }));
  const { text, findings } = apply({ pages });
  expect(text).toContain("Pages: 1\n\n## Pages\n\n- [X](https://x.dev/)\n");
  expect(findings).toHaveLength(1);
});

const word = fc.constantFrom(
  ..."Docs API Optional optional: Guides 入門 مرحبا 3 # ## > - * ` [ ] ]( <b> \n \u2028 \u202e ](https://evil.test/) 😀 === ``` 1.".split(
    " ",
  ),
  "\n## New\n",
  "\n- [x](https://x.test/)",
);
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(" "));
const sectionName = fc.oneof(fc.constantFrom("Docs", "API", "Guides", "Optional", "入門"), words);
const document = fc
  .uniqueArray(fc.constantFrom("Docs", "API", "Guides", "入門", "Optional"), { minLength: 1 })
  .map((names) =>
    layout({
      name: "X",
      summary: "",
      metadata: `Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: ${names.length * 2 + 1}`,
      sections: names
        .sort((a, b) => Number(a === "Optional") - Number(b === "Optional"))
        .map((name) => ({
          name,
          items: [0, 1].map((at) => ({
            title: `${name} ${at}`,
            url: `https://x.dev/${encodeURIComponent(name)}/${at}`,
            excerpt: at === 0 ? "" : `What ${name} says.`,
          })),
        })),
    }),
  );
const overlay: fc.Arbitrary<Overlay> = fc.record(
  {
    name: words,
    summary: fc.oneof(words, fc.constant("")),
    notes: fc.array(words, { maxLength: 3 }),
    sections: fc.array(
      fc.oneof(sectionName, fc.record({ name: sectionName, as: sectionName }, { requiredKeys: ["name"] })),
      { maxLength: 4 },
    ),
    pages: fc.array(
      fc.record(
        {
          path: fc
            .tuple(fc.constantFrom("Docs", "API", "Guides", "Optional", "入門", "gone"), fc.nat(2))
            .map(([name, at]) => `/${encodeURIComponent(name)}/${at}`),
          title: words,
          description: fc.oneof(words, fc.constant("")),
          section: sectionName,
          pin: fc.boolean(),
          hide: fc.boolean(),
        },
        { requiredKeys: ["path"] },
      ),
      { maxLength: 8 },
    ),
  },
  { requiredKeys: [] },
);
const urlsIn = (text: string) => parse(text).sections.flatMap(({ items }) => items.map(({ url }) => url));

test("with any overlay each page is listed once or hidden, and both official parsers read the whole document", () => {
  fc.assert(
    fc.property(document, overlay, (text, changes) => {
      const changed = overlaid({ text }, changes).text;
      expect(validate(changed).findings.filter(({ level }) => level === "error")).toEqual([]);
      const urls = urlsIn(changed);
      expect(new Set(urls).size).toBe(urls.length);
      if (changes.pages?.every(({ hide }) => !hide) !== false) expect(new Set(urls)).toEqual(new Set(urlsIn(text)));
      const listed = parse(changed).sections.map(({ name, items }) => [name, items.map(({ url }) => url)]);
      for (const read of [readLikePython, readLikeJavaScript])
        expect([...read(changed).sections].map(([name, links]) => [name, links.map(({ url }) => url)])).toEqual(listed);
    }),
    { numRuns: 500 },
  );
});
