import { expect, test } from "vitest";
import { examplePage } from "../../../test/llmstxt/example-page.ts";
import { renderLlmsFull, renderPages } from "./full.ts";

const options = { descLength: 500, generatedAt: new Date("2026-11-21T05:50:00Z"), source: "https://x.dev/" };

const PAGES = [
  examplePage("https://x.dev/", { title: "X", descriptions: { meta: "Tables." } }, { markdown: "# X\n\nWelcome." }),
  examplePage("https://x.dev/docs/start", { title: "Start | X" }, { markdown: "Install\r\nit.\u0000" }),
  examplePage("https://x.dev/docs/api", { title: "API | X", text: "Only text." }),
];

test("llms-full.txt is the head of the document and each page's content, the homepage first", () => {
  expect(renderLlmsFull(PAGES, options)).toBe(`# X

> Tables.

Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 3

# X

Source: https://x.dev/

Welcome.

# Start

Source: https://x.dev/docs/start

Install
it.

# API

Source: https://x.dev/docs/api

Only text.
`);
});

test("a page's text begins no line that only some readers see", () => {
  const markdown = "a\u2028# b\u2029- c\u0085d\u000be\u000cf";
  const pages = [PAGES[0], examplePage("https://x.dev/a", { title: "A" }, { markdown })].flatMap((page) => page ?? []);
  expect(renderLlmsFull(pages, options)).toContain("\na # b - c d e f\n");
  expect(renderPages(pages, options)[1]?.markdown).toContain("\na # b - c d e f\n");
});

test("single pages are the same blocks under names of their own", () => {
  const pages = renderPages([...PAGES, examplePage("https://x.dev/Docs/Start.html", { title: "Other" })], options);
  expect(pages.map(({ fileName }) => fileName)).toEqual([
    "index.md",
    "Docs/Start.md",
    "docs/start-2.md",
    "docs/api.md",
  ]);
  expect(pages[2]?.markdown).toBe("# Start\n\nSource: https://x.dev/docs/start\n\nInstall\nit.\n");
});
