import { expect, test } from "vitest";
import { cpuGrowth } from "../../../../test/cpu-growth.ts";
import { apply, BASE, codes, outline } from "../../../../test/llmstxt/example-overlay.ts";
import { parseLlmsTxt } from "../check/check.ts";
import { writeLlmsTxt } from "../document.ts";
import { type Overlay, type OverlayFinding, overlaid } from "./overlay.ts";

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
  const long = "First sentence here, which is as long as a phrase. Then a second one that is long.";
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
  const found = overlaid({ text }, { pages }, { descLength: 500, documentBudget: 400 });
  expect(found).toMatchObject({ shortened: 1 });
  expect(found?.text).toContain(`a: ${long}`);
  expect(found?.text).toContain(`Mine. ${long}`);
  expect(found?.text).toContain("c: First sentence here, which is as long as a phrase.\n");
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
