import { readPage } from "@llmstxt-service/page";
import { expect, test } from "vitest";
import { codePoints } from "../budget.ts";
import { parseLlmsTxt, validateLlmsTxt } from "../check/check.ts";
import type { ListedPage } from "../listed-page.ts";
import { renderLlmsTxt } from "../llmstxt.ts";

const SITE = "https://x.dev";
const listed = (path: string, html: string): ListedPage => {
  const url = `${SITE}${path}`;
  return { url, page: readPage(Buffer.from(html), { url }), depth: path === "/" ? 0 : 1, inScope: true };
};
const pageOf = (path: string, title: string, body: string): ListedPage =>
  listed(path, `<title>${title}</title><main><h1>${title}</h1>${body}</main>`);

const home = pageOf("/", "Harbour", "<p>A museum of the harbour, its ships and all who worked there.</p>");
const rooms = ["Tides", "Lamps", "Ropes", "Sails", "Charts", "Anchors"];
const room = (name: string, n: number): ListedPage =>
  pageOf(
    `/rooms/${name.toLowerCase()}`,
    name,
    `<p>The room of ${name.toLowerCase()} is number ${n} on the way through the old museum.</p>
     <h2>How ${name} work</h2><h2>Opening hours</h2><h3>What number ${["one", "two", "three", "four", "five", "six"][n]} holds</h3>
     ${`<p>Something about HempFibre${"abcdef"[n]} that is told here.</p>`.repeat(4)}`,
  );
const site = [home, ...rooms.map(room)];
const options = { descLength: 200, generatedAt: new Date(0), source: `${SITE}/` };
const notesOf = (text: string) =>
  new Map(
    parseLlmsTxt(text)
      .sections.flatMap(({ items }) => items)
      .map(({ title, excerpt }) => [title, excerpt ?? ""]),
  );

test("a page's own headings stand behind its excerpt, which stays as it is; those that all pages have do not", () => {
  const plain = notesOf(renderLlmsTxt(site, options).text);
  const notes = notesOf(renderLlmsTxt(site, { ...options, topics: true }).text);
  expect(notes.get("Tides")).toBe(`${plain.get("Tides")} Covers: How Tides work; What number one holds; HempFibrea`);
  for (const [title, note] of notes) {
    expect(note.startsWith(plain.get(title) ?? "-")).toBe(true);
    expect(note).not.toContain("Opening hours");
  }
});

test("a page without an excerpt has its headings alone", () => {
  const bare = pageOf("/bare", "Bare", "<h2>Knots and splices</h2><ul><li>one</li></ul>");
  expect(notesOf(renderLlmsTxt([...site, bare], { ...options, topics: true }).text).get("Bare")).toBe(
    "Covers: Knots and splices",
  );
});

test("topics take the room that the budget leaves, and none where excerpts had to be shortened", () => {
  const text = (documentBudget: number) => renderLlmsTxt(site, { ...options, topics: true, documentBudget }).text;
  const plain = renderLlmsTxt(site, options).text;
  for (const budget of [codePoints(plain), codePoints(plain) + 300, 5_000]) {
    expect(codePoints(text(budget))).toBeLessThanOrEqual(budget);
  }
  expect(text(5_000).length).toBeGreaterThan(text(codePoints(plain) + 300).length);
  expect(text(codePoints(plain) - 10)).not.toContain("Covers:");
});

test("headings by strangers are harmless, and the document stays valid", () => {
  const hostile = [
    "[x](https://evil.example/)",
    "<script>alert(1)</script> of the harbour",
    "## Section\n- [y](https://evil.example/)",
    "Nice \u202e heading \u{e0041}",
    "`code` ; more; and [brackets]",
    "__proto__ and constructor",
    "x".repeat(5_000),
  ];
  const body = hostile.map((heading) => `<h2>${heading.replaceAll("<", "&lt;")}</h2>`).join("");
  const pages = [...site, pageOf("/hostile", "Hostile", body), pageOf("/again", "Again", body)];
  const { text } = renderLlmsTxt(pages, { ...options, topics: true });
  const { valid, findings } = validateLlmsTxt(text, { descLength: 200 });
  expect(findings.filter(({ level }) => level === "error")).toEqual([]);
  expect(valid).toBe(true);
  expect(text).toContain("Covers:");
  expect(text).not.toMatch(/\]\(https:\/\/evil/);
});

test("the words a page deals with are told in scripts without spaces, too", () => {
  const subjects = ["潮汐", "灯塔", "麻绳", "船帆", "海图", "船锚"];
  const pages = subjects.map((subject, n) =>
    pageOf(
      `/zh/${n}`,
      `第${n}页`,
      `<p>这里是博物馆的一个房间。</p>${`<p>我们讨论${subject}的历史和用途。</p>`.repeat(4)}`,
    ),
  );
  const { text } = renderLlmsTxt([home, ...pages], { ...options, topics: true });
  const covers = [...notesOf(text).values()].filter((note) => note.includes("Covers:"));
  expect(covers.length).toBeGreaterThan(3);
});

test("the order in which pages arrive changes nothing", () => {
  const topics = { ...options, topics: true };
  const [first, ...rest] = site;
  const turned = first === undefined ? [] : [first, ...rest.toReversed()];
  expect(renderLlmsTxt(turned, topics).text).toBe(renderLlmsTxt(site, topics).text);
});
