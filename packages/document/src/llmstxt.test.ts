import { expect, test } from "vitest";
import { examplePage } from "../../../test/llmstxt/example-page.ts";
import { renderLlmsTxt } from "./llmstxt.ts";

const options = { descLength: 500, generatedAt: new Date("2026-11-21T05:50:00.250Z"), source: "https://x.dev/" };

test("a document has a name, a summary, one line of metadata and sections of links", () => {
  const { text, sections } = renderLlmsTxt(
    [
      examplePage("https://x.dev/", { title: "X", descriptions: { meta: "Tables for terminals." } }),
      examplePage("https://x.dev/docs/start", {
        title: "Getting started",
        descriptions: { meta: "Install and render." },
      }),
      examplePage("https://x.dev/docs/colours", { title: "Colours" }, { markdownUrl: "https://x.dev/docs/colours.md" }),
    ],
    options,
  );
  expect(text).toBe(`# X

> Tables for terminals.

Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 3

## Docs

- [Getting started](https://x.dev/docs/start): Install and render.
- [Colours](https://x.dev/docs/colours.md)
`);
  expect(sections).toEqual([{ name: "Docs", pages: 2, characters: 118, line: 7 }]);
});

test("the only page's excerpt goes on where the summary ends", () => {
  const says = "Tables for terminals.";
  const { text } = renderLlmsTxt(
    [
      examplePage("https://x.dev/", {
        title: `X - ${says}`,
        siteNames: { openGraph: "X" },
        descriptions: { meta: says, paragraph: says },
        excerpt: `${says} They fit any width. Colours are kept.`,
      }),
    ],
    options,
  );
  expect(text).toContain(`> ${says}\n`);
  expect(text).toContain("- [X](https://x.dev/): They fit any width. Colours are kept.\n");
});

test("a site of one page lists it: a document without a link leads nowhere", () => {
  expect(renderLlmsTxt([examplePage("https://x.dev/", { title: "X" })], options).text).toBe(
    "# X\n\nGenerated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 1\n\n## Pages\n\n- [X](https://x.dev/)\n",
  );
});

test("Pages counts the links and the homepage, not what was read", () => {
  const { text } = renderLlmsTxt(
    [
      examplePage("https://x.dev/", { title: "X" }),
      examplePage("https://x.dev/a", { title: "A" }),
      examplePage("https://x.dev/private", { title: "P", robots: { index: false, follow: true } }),
    ],
    options,
  );
  expect(text).toContain("| Pages: 2\n");
});
