import { expect, test } from "vitest";
import { DOCC_TYPE, doccData, fromDocc, isDoccPage } from "./docc-source.ts";
import { pageMarkdown } from "./markdown/markdown.ts";
import { readPage } from "./page.ts";
import { contentProblem } from "./problem.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const SHELL = bytes(
  `<!DOCTYPE html><title>Documentation</title><script>var baseUrl = "/kit/"</script><div id="app"></div>`,
);

async function read(data: unknown, url = "https://docs.test/kit/documentation/kit/radio/") {
  const source = { url, headers: { "content-type": DOCC_TYPE } };
  const html = await fromDocc({ bytes: bytes(typeof data === "string" ? data : JSON.stringify(data)), source });
  return { page: readPage(html.bytes, html.source), markdown: pageMarkdown(html.bytes, html.source) };
}

const text = (words: string) => ({ type: "text", text: words });
const paragraph = (words: string) => ({ type: "paragraph", inlineContent: [text(words)] });

const RADIO = {
  metadata: { title: "Radio", modules: [{ name: "Kit" }] },
  abstract: [text("Receives stations & plays "), { type: "codeVoice", code: "Array<Song>" }, text(".")],
  hierarchy: { paths: [["doc://kit"]] },
  primaryContentSections: [
    { kind: "declarations", declarations: [{ languages: ["swift"], tokens: [{ text: "class" }, { text: " Radio" }] }] },
    { kind: "parameters", parameters: [{ name: "band", content: [paragraph("Where to look.")] }] },
    {
      kind: "content",
      content: [
        { type: "heading", level: 2, text: "Overview" },
        { type: "unorderedList", items: [{ content: [paragraph("First")] }, { content: [paragraph("Second")] }] },
        {
          type: "table",
          header: "row",
          rows: [
            [[paragraph("Band")], [paragraph("MHz")]],
            [[paragraph("FM")], [paragraph("88")]],
          ],
        },
        { type: "aside", style: "note", name: "Note", content: [paragraph("Mind the antenna.")] },
      ],
    },
  ],
  topicSections: [{ title: "Tuning", identifiers: ["doc://tune", "doc://nowhere"] }],
  references: {
    "doc://kit": { title: "Kit", url: "/documentation/kit", kind: "symbol" },
    "doc://tune": {
      title: "tune(to:)",
      url: "/documentation/kit/radio/tune(to:)",
      kind: "symbol",
      abstract: [text("Turns the knob.")],
    },
  },
};

test.each([
  ["https://docs.test/kit/documentation/kit/radio/", "https://docs.test/kit/data/documentation/kit/radio.json"],
  ["https://docs.test/kit/tutorials/kit", "https://docs.test/kit/data/tutorials/kit.json"],
  ["https://docs.test/kit/", "https://docs.test/kit/index/index.json"],
])("the data of the DocC page %s is %s", (url, data) => {
  expect(doccData(SHELL, url)).toBe(data);
});

test("a page elsewhere, or with another script, names no data", () => {
  expect(doccData(SHELL, "https://docs.test/other/documentation/kit/")).toBeUndefined();
  expect(doccData(bytes('<script>var baseUrl = "//evil.test/"</script>'), "https://docs.test/")).toBeUndefined();
  expect(doccData(bytes("<h1>Kit</h1>"), "https://docs.test/kit/")).toBeUndefined();
});

test("data that stands for a page is known by its type alone", () => {
  const page = (contentType: string) => ({ bytes: bytes("{}"), source: { url: "https://docs.test/", contentType } });
  expect([isDoccPage(page(DOCC_TYPE)), isDoccPage(page("application/json"))]).toEqual([true, false]);
});

test("a symbol's data gives title, site, description, trail and links", async () => {
  const { page } = await read(RADIO);
  expect(page).toMatchObject({
    title: "Radio",
    siteNames: { openGraph: "Kit" },
    description: "Receives stations & plays Array<Song>.",
    breadcrumbs: [{ text: "Kit", url: "https://docs.test/kit/documentation/kit" }],
    links: [{ url: "https://docs.test/kit/documentation/kit/radio/tune(to:)", text: "tune(to:)" }],
  });
});

test("a symbol's data gives Markdown with its declaration, lists, tables and asides", async () => {
  const { markdown } = await read(RADIO);
  expect(markdown).toMatchInlineSnapshot(`
    "Receives stations & plays \`Array<Song>\`.

    \`\`\`swift
    class Radio
    \`\`\`

    ## Parameters

    **\`band\`**

    Where to look.

    ## Overview

    - First
    - Second

    | Band | MHz |
    | --- | --- |
    | FM | 88 |

    > Note
    >
    > Mind the antenna.

    ## Tuning

    - [\`tune(to:)\`](https://docs.test/kit/documentation/kit/radio/tune%28to:%29): Turns the knob."
  `);
});

test("the list of all pages is the page of the application's folder", async () => {
  const children = [
    { title: "Classes", type: "groupMarker" },
    { title: "Radio", path: "/documentation/kit/radio" },
  ];
  const index = { interfaceLanguages: { swift: [{ title: "Kit", path: "/documentation/kit", children }] } };
  const { page } = await read(index, "https://docs.test/kit/");
  expect([page.title, page.links.map(({ url }) => url)]).toEqual([
    "Kit",
    ["https://docs.test/kit/documentation/kit", "https://docs.test/kit/documentation/kit/radio"],
  ]);
});

test("a tutorial's data gives its sections, steps and the files that they show", async () => {
  const step = { type: "step", content: [paragraph("Write it down.")], code: "radio.swift" };
  const { markdown } = await read({
    sections: [
      { kind: "hero", title: "First station", content: [paragraph("You will hear something.")] },
      {
        kind: "tasks",
        tasks: [
          {
            title: "Tune",
            contentSection: [{ kind: "contentAndMedia", content: [paragraph("Go on.")] }],
            stepsSection: [step],
          },
        ],
      },
    ],
    references: { "radio.swift": { type: "file", syntax: "swift", content: ["let radio = Radio()"] } },
  });
  expect(markdown).toBe(
    "You will hear something.\n\n## Tune\n\nGo on.\n\nWrite it down.\n\n```swift\nlet radio = Radio()\n```",
  );
});

test("a page of few words that was made of data is no shell", async () => {
  const { page } = await read({
    metadata: { title: "init()" },
    hierarchy: RADIO.hierarchy,
    references: RADIO.references,
  });
  expect(contentProblem(page)).toBeUndefined();
});

const deep = (levels: number) => {
  let content: unknown = [paragraph("below")];
  for (let level = 0; level < levels; level++) content = [{ type: "aside", content }];
  return { kind: "content", content };
};

test.each<[string, unknown]>([
  ["no JSON", "{"],
  ["a list", []],
  [
    "other types everywhere",
    { metadata: 1, abstract: "x", references: [], sections: { a: 1 }, primaryContentSections: [null, 1] },
  ],
  ["content in content 2,000 times", { primaryContentSections: [deep(2_000)] }],
  ["a script as an address", { abstract: [{ type: "link", destination: "javascript:alert(1)", title: "x" }] }],
  ["markup as text", { metadata: { title: "</title><script>" }, abstract: [text("<img src=x>")] }],
])("data with %s gives a page without links or elements of its own", async (_, data) => {
  const { page, markdown } = await read(data);
  expect([page.links, page.signals.scripts]).toEqual([[], 0]);
  expect(markdown).not.toContain("below");
});

test("a long reference that a list names 100,000 times is written until the page is full", async () => {
  const references = { long: { title: "x".repeat(10_000), url: "/documentation/x" } };
  const { page } = await read({ topicSections: [{ identifiers: Array(100_000).fill("long") }], references });
  expect(page.textLength).toBeLessThan(2_100_000);
});
