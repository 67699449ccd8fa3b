import { expect, test } from "vitest";
import { examplePage } from "../../../test/llmstxt/example-page.ts";
import { diffLlmsTxt, validateLlmsTxt } from "./check/check.ts";
import { countsOf } from "./document-counts.ts";
import { renderLlmsTxt } from "./llmstxt.ts";
import { withTimeOf } from "./metadata.ts";
import { overlaid } from "./overlay/overlay.ts";

const options = { descLength: 500, generatedAt: new Date("2026-11-21T05:50:00.250Z"), source: "https://x.dev/" };
const page = (path: string, title: string) => examplePage(`https://x.dev${path}`, { title });

test("the pages of a document are its links and the homepage, as its own line says", () => {
  const { text } = renderLlmsTxt([page("/", "X"), page("/a/b", "B"), page("/a/c", "C"), page("/d/e", "E")], options);
  const { pages, sections } = countsOf(text);
  expect(text).toContain(`| Pages: ${pages}\n`);
  expect(pages).toBe(4);
  expect(sections.reduce((sum, section) => sum + section.pages, 0)).toBe(3);
});

test("a document of a crawl that was stopped says so, and is read, counted and changed as any other", () => {
  const pages = [page("/", "X"), page("/a/b", "B"), page("/a/c", "C"), page("/d/e", "E")];
  const { text } = renderLlmsTxt(pages, { ...options, stoppedEarly: true });
  const whole = renderLlmsTxt(pages, options).text;
  expect(text).toContain("| Pages: 4 (stopped early)\n");
  expect(countsOf(text).pages).toBe(4);
  const rules = (document: string) => validateLlmsTxt(document, { profile: "strict" }).findings.map(({ rule }) => rule);
  expect(rules(text)).toEqual(rules(whole));
  expect(diffLlmsTxt(whole, text)).toMatchObject({ added: [], removed: [], changed: [] });
  const later = text.replace("Generated: 2026", "Generated: 2027");
  expect(withTimeOf(later, text)).toBe(later);
  const hidden = overlaid({ text }, { pages: [{ path: "/a/b", hide: true }] }, { descLength: 500 });
  expect(hidden?.text).toContain("| Pages: 3 (stopped early)\n");
});

test("the homepage counts once where it is the only page, and so is listed", () => {
  expect(countsOf(renderLlmsTxt([page("/", "X")], options).text)).toMatchObject({
    pages: 1,
    sections: [{ name: "Pages", pages: 1 }],
  });
});

test("characters are code points, of the document and of its sections", () => {
  const { text } = renderLlmsTxt([page("/", "X"), page("/docs/a", "𝔸𝔹 😀")], options);
  const { characters, sections } = countsOf(text);
  expect(characters).toBe([...text].length);
  expect(characters).toBeLessThan(text.length);
  expect(sections).toMatchObject([{ characters: [...text.slice(text.indexOf("## ")).trimEnd()].length }]);
});

test("a document by another hand has the pages that it links to, each once", () => {
  const text = "# X\n\n## A\n\n- [A](/a)\n- [A again](/a)\n\n## B\n\n- [B](/b): Words.\n";
  expect(countsOf(text)).toMatchObject({ pages: 2, lines: 10, sections: [{ line: 3, pages: 2 }, { line: 8 }] });
  expect(countsOf("")).toMatchObject({ pages: 0, characters: 0, lines: 0, sections: [] });
});
