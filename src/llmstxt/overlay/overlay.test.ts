import fc from "fast-check";
import { expect, test } from "vitest";
import { cpuGrowth } from "../../../test/cpu-growth.ts";
import { readLikeJavaScript, readLikePython } from "../../../test/llmstxt/official-parsers.ts";
import { parseLlmsTxt, validateLlmsTxt } from "../check/check.ts";
import { type LlmsTxt, writeLlmsTxt } from "../document.ts";
import { type Overlay, type OverlayFinding, overlaid } from "./overlay.ts";

const BASE = writeLlmsTxt({
  name: "X",
  summary: "Tables for terminals.",
  metadata: "Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 6",
  sections: [
    {
      name: "Docs",
      items: [
        { title: "Install", url: "https://x.dev/docs/install.md", excerpt: "Install it." },
        { title: "Tables", url: "https://x.dev/docs/tables/", excerpt: "Draw a table." },
      ],
    },
    { name: "API", items: [{ title: "render", url: "https://x.dev/api/render.html" }] },
    {
      name: "Optional",
      items: [
        { title: "Changelog", url: "https://x.dev/changelog", excerpt: "What changed." },
        { title: "Legal", url: "https://x.dev/legal?lang=en" },
      ],
    },
  ],
});

function apply(overlay: Overlay, text = BASE) {
  const found = overlaid({ text }, overlay, { descLength: 500 });
  if (found === undefined) throw new Error("The base is no document of ours");
  return found;
}

const outline = (overlay: Overlay) =>
  parseLlmsTxt(apply(overlay).text).sections.map(
    ({ name, items }) => `${name}: ${items.map(({ title }) => title).join(", ")}`,
  );

const codes = (overlay: Overlay) => apply(overlay).findings.map(({ code }) => code);

test("an overlay that says nothing leaves every byte", () => {
  expect(apply({}).text).toBe(BASE);
  expect(apply({ notes: [], sections: [], pages: [] })).toMatchObject({ text: BASE, findings: [] });
});

test("name, summary and notes stand in the head, the notes below the metadata line; an empty summary removes it", () => {
  const { text } = apply({
    name: "X for teams",
    summary: "Better tables.",
    notes: ["Ask us.", "Version 2 is current."],
  });
  expect(text.split("\n## ")[0]).toBe(
    "# X for teams\n\n> Better tables.\n\nGenerated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 6\n\nAsk us.\n\nVersion 2 is current.\n",
  );
  expect(apply({ summary: "" }).text).toContain("# X\n\nGenerated:");
});

test("the sections named come first and in that order, the others follow, and Optional is last", () => {
  expect(outline({ sections: ["API"] })).toEqual([
    "API: render",
    "Docs: Install, Tables",
    "Optional: Changelog, Legal",
  ]);
  expect(outline({ sections: ["Optional", "API"] })).toEqual([
    "API: render",
    "Docs: Install, Tables",
    "Optional: Changelog, Legal",
  ]);
  expect(codes({ sections: ["Optional", "API"] })).toEqual(["optionalIsLast"]);
});

test("a section is renamed by the crawl's name; one that gets the name of another joins it, which is told", () => {
  expect(outline({ sections: [{ name: "docs", as: "Guides" }] })[0]).toBe("Guides: Install, Tables");
  expect(outline({ sections: [{ name: "API", as: "Docs" }] })).toEqual([
    "Docs: Install, Tables, render",
    "Optional: Changelog, Legal",
  ]);
  expect(apply({ sections: [{ name: "API", as: "Docs" }] }).findings).toEqual([
    { code: "sectionsJoined", path: ["sections", 0], section: "API", as: "Docs" },
  ]);
  const swapped = [
    { name: "API", as: "Docs" },
    { name: "Docs", as: "API" },
  ];
  expect(outline({ sections: swapped }).slice(0, 2)).toEqual(["Docs: render", "API: Install, Tables"]);
  expect(codes({ sections: swapped })).toEqual([]);
});

test("a page is found by its address, by its path, and by that of its Markdown version, with a slash or without", () => {
  for (const page of [
    { url: "https://x.dev/docs/install" },
    { url: "http://www.x.dev/docs/install.html" },
    { path: "/docs/install.md" },
    { path: "/docs/install/" },
  ])
    expect(outline({ pages: [{ ...page, title: "Set up" }] })[0]).toBe("Docs: Set up, Tables");
  expect(codes({ pages: [{ path: "/legal", hide: true }] })).toEqual(["pageGone"]);
  expect(codes({ pages: [{ path: "/legal?lang=en", hide: true }] })).toEqual([]);
});

test("a page is found by its own address where another is listed", () => {
  const text = BASE.replace("docs/install.md", "raw/7f.md");
  const base = { text, addresses: { "https://x.dev/raw/7f.md": "https://x.dev/docs/install" } };
  const found = overlaid(base, { pages: [{ path: "/docs/install", hide: true }] }, { descLength: 500 });
  expect(found).toMatchObject({ findings: [], hidden: [{ was: { title: "Install" } }] });
});

test("pages are retitled, described, pinned in the order of the overlay, moved behind the others, and hidden", () => {
  const { text } = apply({
    pages: [
      { path: "/changelog", section: "Docs", title: "News" },
      { path: "/docs/tables", pin: true, description: "Rows and columns." },
      { path: "/legal?lang=en", hide: true },
    ],
  });
  expect(
    text.slice(text.indexOf("Generated")),
  ).toBe(`Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 5

## Docs

- [Tables](https://x.dev/docs/tables/): Rows and columns.
- [Install](https://x.dev/docs/install.md): Install it.
- [News](https://x.dev/changelog): What changed.

## API

- [render](https://x.dev/api/render.html)
`);
  expect(
    outline({
      pages: [
        { path: "/docs/tables", pin: true },
        { path: "/docs/install", pin: true },
      ],
    })[0],
  ).toBe("Docs: Tables, Install");
  expect(apply({ pages: [{ path: "/changelog", description: "" }] }).text).toContain("changelog)\n");
});

test("a page is moved to a section by its new name or its old one; another name makes a section before Optional", () => {
  const sections = [{ name: "Docs", as: "Guides" }];
  for (const section of ["Guides", "docs"])
    expect(outline({ sections, pages: [{ path: "/changelog", section }] })[0]).toBe(
      "Guides: Install, Tables, Changelog",
    );
  expect(outline({ pages: [{ path: "/changelog", section: "News" }] })).toEqual([
    "Docs: Install, Tables",
    "API: render",
    "News: Changelog",
    "Optional: Legal",
  ]);
  expect(outline({ sections: ["News"], pages: [{ path: "/changelog", section: "News" }] })[0]).toBe("News: Changelog");
});

test("what has no effect is told with its place, and does nothing else", () => {
  const overlay: Overlay = {
    sections: ["Gone", { name: "Lost", as: "Found" }, "API", "api"],
    pages: [
      { path: "/gone", title: "Gone" },
      { path: "/", title: "Home" },
      { path: "/docs/install", title: "First" },
      { url: "https://x.dev/docs/install.md", title: "Second", section: "API" },
      { path: "/docs/tables" },
      { path: "/changelog", hide: true, pin: true },
    ],
  };
  expect(apply(overlay).findings).toEqual([
    { code: "sectionGone", path: ["sections", 0], section: "Gone" },
    { code: "sectionGone", path: ["sections", 1], section: "Lost" },
    { code: "sectionRepeated", path: ["sections", 3], section: "api" },
    { code: "pageGone", path: ["pages", 0], page: "/gone" },
    { code: "pageIsHome", path: ["pages", 1], page: "/" },
    { code: "pageRepeated", path: ["pages", 3], page: "https://x.dev/docs/install.md", first: 2 },
    { code: "pageUnchanged", path: ["pages", 4], page: "/docs/tables" },
    { code: "pinnedAndHidden", path: ["pages", 5], page: "/changelog" },
  ] satisfies OverlayFinding[]);
  expect(outline(overlay)).toEqual(["API: render, First", "Docs: Tables", "Optional: Legal"]);
});

test("an owner's words obey the rules of strangers' text, and what was changed of them is told", () => {
  const { text, findings } = apply({
    name: "# X\n## Evil",
    summary: "See [us](https://evil.test/)",
    notes: ["## A heading", "> quote", "- [a](https://a.test/)", "```js", "1. One", "​", "[a]: https://a.test/"],
    pages: [{ path: "/docs/tables", title: "a](https://evil.test/) [b", description: "x ".repeat(400) }],
  });
  expect(text.split("\n## ")[0]).toBe(`# X ## Evil

> See [us] (https://evil.test/)

Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 6

A heading

quote

[a] (https://a.test/)

\`\`js

One

a: https://a.test/
`);
  expect(findings.map(({ code, path }) => `${code} ${path.join(".")}`)).toEqual([
    "textCleaned name",
    "textCleaned summary",
    "textCleaned notes.0",
    "textCleaned notes.1",
    "textCleaned notes.2",
    "textCleaned notes.3",
    "textCleaned notes.4",
    "textEmpty notes.5",
    "textCleaned notes.6",
    "textCleaned pages.0.title",
    "textCut pages.0.description",
  ]);
});

test("with everything hidden the homepage is listed, and that is told", () => {
  const pages = parseLlmsTxt(BASE).links.map(({ url }) => ({ url, hide: true }));
  expect(outline({ pages })).toEqual(["Pages: X"]);
  expect(apply({ pages }).text).toContain("Pages: 1\n\n## Pages\n\n- [X](https://x.dev/)\n");
  expect(codes({ pages })).toEqual(["everythingHidden"]);
});

test("over the budget other excerpts shorten, never one that is pinned or written by the owner", () => {
  const long = "First sentence here. Then a second one that is long.";
  const items = ["a", "b", "c"].map((name) => ({
    title: name,
    url: `https://x.dev/${name}`,
    excerpt: `${name}: ${long}`,
  }));
  const text = writeLlmsTxt({
    name: "X",
    metadata: "Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 4",
    sections: [{ name: "Docs", items }],
  });
  const pages = [
    { path: "/a", pin: true },
    { path: "/b", description: `Mine. ${long}` },
  ];
  const found = overlaid({ text }, { pages }, { descLength: 500, budgetCharacters: 300 });
  expect(found).toMatchObject({ shortened: 1 });
  expect(found?.text).toContain(`a: ${long}`);
  expect(found?.text).toContain(`Mine. ${long}`);
  expect(found?.text).toContain("c: First sentence here.\n");
});

test("twice the pages and changes take twice as long", () => {
  const prepare = (size: number) => {
    const items = Array.from({ length: size }, (_, at) => ({ title: `Page ${at}`, url: `https://x.dev/p/${at}` }));
    const metadata = `Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: ${size + 1}`;
    const text = writeLlmsTxt({ name: "X", metadata, sections: [{ name: "Docs", items }] });
    const pages = items.map(({ url }, at) => ({
      url,
      title: `T ${at}`,
      section: `S ${at % (size / 4)}`,
      pin: at % 2 === 0,
    }));
    return () => apply({ pages }, text);
  };
  expect(cpuGrowth(prepare, 1_000)).toBeLessThan(3);
});

test("what is no document of ours is left alone", () => {
  for (const text of ["", "# X\n", "# X\n\n- [a](b)\n", BASE.replace("Generated", "Made"), `${BASE}\nProse.\n`])
    expect(overlaid({ text }, { name: "Y" }, { descLength: 500 })).toBeUndefined();
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
  .array(fc.tuple(fc.constantFrom("Docs", "API", "Guides", "Optional", "入門"), fc.integer({ min: 1, max: 4 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts): LlmsTxt => {
    const sizes = new Map(parts);
    const sections = [...sizes].map(([name, size]) => ({
      name,
      items: Array.from({ length: size }, (_, at) => ({
        title: `${name} ${at}`,
        url: `https://x.dev/${encodeURIComponent(name)}/${at}${at % 2 ? ".md" : ""}`,
        ...(at % 3 === 0 ? {} : { excerpt: `What ${name} ${at} says.` }),
      })),
    }));
    const last = sections.filter(({ name }) => name === "Optional");
    const listed = [...sections.filter(({ name }) => name !== "Optional"), ...last];
    const pages = listed.flatMap(({ items }) => items).length + 1;
    return {
      name: "X",
      metadata: `Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: ${pages}`,
      sections: listed,
    };
  });

const pageChange = fc.record(
  {
    path: fc
      .tuple(fc.constantFrom("Docs", "API", "Guides", "Optional", "入門", "gone"), fc.nat(4))
      .map(([name, at]) => `/${encodeURIComponent(name)}/${at}`),
    title: words,
    description: fc.oneof(words, fc.constant("")),
    section: sectionName,
    pin: fc.boolean(),
    hide: fc.boolean(),
  },
  { requiredKeys: ["path"] },
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
    pages: fc.array(pageChange, { maxLength: 8 }),
  },
  { requiredKeys: [] },
);

const urlsIn = (text: string) => parseLlmsTxt(text).sections.flatMap(({ items }) => items.map(({ url }) => url));

test("whatever an overlay says, each page is listed once or hidden, and every reader reads the document whole", () => {
  fc.assert(
    fc.property(document, overlay, (base, changes) => {
      const before = writeLlmsTxt(base);
      const { text, hidden, sections } = apply(changes, before);
      expect(validateLlmsTxt(text, { profile: "strict" }).findings.filter(({ level }) => level === "error")).toEqual(
        [],
      );
      const kept = sections.flatMap(({ items }) => items.map(({ item }) => item.url));
      expect([...kept, ...hidden.map(({ was }) => was.url)].sort()).toEqual(urlsIn(before).sort());
      const own = parseLlmsTxt(text);
      if (kept.length > 0) expect(urlsIn(text)).toEqual(kept);
      expect(text).toContain(`Pages: ${Math.max(1, urlsIn(before).length - hidden.length + 1)}\n`);
      for (const read of [readLikePython, readLikeJavaScript]) {
        const official = read(text);
        expect([official.title, official.summary]).toEqual([own.name, own.summary]);
        expect([...official.sections.keys()]).toEqual(own.sections.map(({ name }) => name));
        expect([...official.sections.values()].flat().map(({ url }) => url)).toEqual(urlsIn(text));
      }
    }),
    { numRuns: 300 },
  );
});

test("the order of its pages counts for nothing but pins and repetitions, and a second time changes nothing", () => {
  fc.assert(
    fc.property(document, overlay, fc.infiniteStream(fc.nat()), (base, changes, numbers) => {
      const before = writeLlmsTxt(base);
      const seen = new Set<string>();
      const pages = (changes.pages ?? [])
        .map(({ pin: _, ...rest }) => rest)
        .filter(({ path = "" }) => !seen.has(path) && seen.add(path));
      const { text } = apply({ ...changes, pages }, before);
      expect(apply({ ...changes, pages }, before).text).toBe(text);
      const shuffled = pages.map((page) => ({ page, key: numbers.next().value ?? 0 })).sort((a, b) => a.key - b.key);
      expect(apply({ ...changes, pages: shuffled.map(({ page }) => page) }, before).text).toBe(text);
      // Renamed sections aside, which are called otherwise then, and a document that lost all its pages.
      const again = { ...changes, sections: [], pages };
      const once = apply(again, before);
      if (once.sections.length > 0) expect(apply(again, once.text).text).toBe(once.text);
    }),
    { numRuns: 150 },
  );
});
