import { readPage } from "@llmstxt-service/page";
import { expect, test } from "vitest";
import { renderLlmsTxt } from "../llmstxt.ts";
import { findability, pagesAskedAbout } from "./findability.ts";

const SITE = "https://x.dev";
const subjects = ["tides", "lamps", "ropes", "sails", "charts", "anchors", "bells", "pilots"];
const listed = (path: string, html: string) => {
  const url = `${SITE}${path}`;
  return { url, page: readPage(Buffer.from(html), { url }), depth: 1, inScope: true };
};
const pages = [
  listed("/", "<title>Harbour</title><main><h1>Harbour</h1><p>A museum of the harbour by the sea.</p></main>"),
  ...subjects.map((name) => ({
    ...listed(
      `/rooms/${name}`,
      `<title>${name}</title><main><h1>${name}</h1><p>Here ${name} are shown to everybody who comes along.</p>
       <p>Whoever wants to know how ${name} were made in older times asks keeper${name} on a Sunday.</p><p>The ${name} of the old ${name}wright hang beside the ${name}shop and the ${name}yard.</p></main>`,
    ),
    markdownUrl: `${SITE}/raw/${name.length}-${name}`,
  })),
];
const { text } = renderLlmsTxt(pages, { descLength: 200, generatedAt: new Date(0), source: `${SITE}/` });

test("a document is measured by its own pages, whatever their Markdown versions are called", () => {
  const made = findability(text, pages);
  expect(made.questions).toBeGreaterThan(subjects.length / 2);
  expect(made.hit3).toBeGreaterThan(0.5);
  expect(made.unfound.length).toBeLessThan(subjects.length);
  expect(findability(text, pages)).toEqual(made);
});

test("a document without notes is found by its titles alone, and pages without any word of theirs are named", () => {
  const bare = text.replace(/^- \[(.*?)\]\((.*?)\).*$/gm, "- [Room]($2)");
  const { hit3, unfound } = findability(bare, pages);
  expect(hit3).toBe(0);
  expect(unfound[0]?.reason).toEqual({ type: "noWords", hasNote: false });
});

test("no more than 100 pages are looked at, and none that the document does not list", () => {
  const many = Array.from({ length: 300 }, (_, n) => listed(`/p/${n}`, `<title>${n}</title><p>Page ${n}</p>`));
  const links = many
    .slice(0, 200)
    .map(({ url }) => `- [x](${url})`)
    .join("\n");
  const asked = pagesAskedAbout(`# A\n\n## B\n\n${links}\n`, many);
  expect(asked).toHaveLength(100);
  expect(asked.every((one) => many.indexOf(one) < 200)).toBe(true);
});

test("an empty document, and one of nothing, have no questions", () => {
  expect(findability("", pages)).toMatchObject({ questions: 0, hit3: 0, unfound: [] });
  expect(findability(text, [])).toMatchObject({ questions: 0, hit3: 0, unfound: [] });
});
