import fc from "fast-check";
import { expect, test } from "vitest";
import { examplePage } from "../../test/llmstxt/example-page.ts";
import { pageFileName, renderLlmsFull, renderPages } from "./full.ts";

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

test.each([
  ["https://x.dev/", "index.md"],
  ["https://x.dev/docs/", "docs.md"],
  ["https://x.dev/docs/start.html", "docs/start.md"],
  ["https://x.dev/docs/start.md?v=2", "docs/start_v-2.md"],
  ["https://x.dev/%E5%85%A5%E9%97%A8", "入门.md"],
  ["https://x.dev/a%2F..%2Fb", "a-..-b.md"],
])("the file of %s is %s", (url, name) => {
  expect(pageFileName(url)).toBe(name);
});

test("no address names a file outside its folder, or a hidden one", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom("..", "%2e%2e", "%2F", "\\", "~", "con")), { maxLength: 6 }),
      (parts) => {
        const segments = pageFileName(`https://x.dev/${parts.join("/")}`).split("/");
        for (const segment of segments) expect(segment).toMatch(/^[^./\\][^/\\:*?"<>|]*$/u);
      },
    ),
  );
});
