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
  listed(path, `<html lang=en><title>${title}</title><main><h1>${title}</h1>${body}</main>`);

const home = pageOf("/", "Harbour", "<p>A museum of the harbour, its ships and all who worked there.</p>");
const rooms = ["Tides", "Lamps", "Ropes", "Sails", "Charts", "Anchors"];
const room = (name: string, n: number): ListedPage =>
  pageOf(
    `/rooms/${name.toLowerCase()}`,
    name,
    `<p>The room of ${name.toLowerCase()} is number ${n} on the way through the old museum.</p>
     <h2>How ${name} work</h2><h2>Opening hours</h2><h3>Inside the ${["one", "two", "three", "four", "five", "six"][n]}yard</h3>
     ${`<ul><li>Something about HempFibre${"abcdef"[n]} that keep_${["one", "two", "three", "four", "five", "six"][n]}() told here</li></ul>`.repeat(4)}`,
  );
const site = [home, ...rooms.map(room)];
const options = { descLength: 200, generatedAt: new Date(0), source: `${SITE}/` };
const notesOf = (text: string) =>
  new Map(
    parseLlmsTxt(text)
      .sections.flatMap(({ items }) => items)
      .map(({ title, excerpt }) => [title, excerpt ?? ""]),
  );

test("behind its excerpt a page has its own headings, names and phrases; not what other pages have, too", () => {
  const plain = notesOf(renderLlmsTxt(site, { ...options, topics: false }).text);
  const notes = notesOf(renderLlmsTxt(site, options).text);
  expect(notes.get("Tides")).toBe(`${plain.get("Tides")} Covers: Inside the oneyard; HempFibrea; keep_one()`);
  for (const [title, note] of notes) {
    expect(note.startsWith(plain.get(title) ?? "-")).toBe(true);
    expect(note).not.toContain("Opening hours");
  }
});

test("a page without an excerpt has its topics alone, and is told as such", () => {
  const bare = pageOf("/bare", "Bare", "<h2>Knots and splices</h2><ul><li>one</li></ul>");
  const { text, undescribed } = renderLlmsTxt([...site, bare], options);
  expect(notesOf(text).get("Bare")).toBe("Covers: Knots and splices");
  expect(undescribed).toEqual([`${SITE}/bare`]);
});

test("excerpts and topics share one budget: the smaller it is, the shorter each note, and the first words go first", () => {
  const at = (documentBudget: number) => renderLlmsTxt(site, { ...options, documentBudget });
  const whole = codePoints(at(50_000).text);
  for (const budget of [whole, whole - 1, whole - 60, whole - 120]) {
    expect(codePoints(at(budget).text)).toBeLessThanOrEqual(budget);
    for (const note of notesOf(at(budget).text).values()) expect(note).toMatch(/^(?:The room of |$)/);
  }
  expect(at(whole)).toMatchObject({ shortened: 0, over: 0 });
  expect(at(whole - 120).text).toContain("Covers:");
});

test("however small the budget is, no page goes, and pages have 80 characters each", () => {
  const { text, over } = renderLlmsTxt(site, { ...options, documentBudget: 10 });
  expect(over).toBe(codePoints(text) - 10);
  const notes = [...notesOf(text).values()];
  expect(notes).toHaveLength(rooms.length);
  expect(codePoints(notes.join(""))).toBeLessThanOrEqual(80 * rooms.length);
  for (const note of notes) expect(note).toMatch(/^The room of/);
});

test("a note is no longer than an excerpt may be", () => {
  for (const descLength of [100, 130, 200]) {
    const { text } = renderLlmsTxt(site, { ...options, descLength });
    for (const note of notesOf(text).values()) expect(codePoints(note)).toBeLessThanOrEqual(descLength);
    expect(text).toContain("Covers:");
  }
});

test("the label is in the page's language, and pages that do not say theirs have none", () => {
  const inLanguage = (lang: string) =>
    renderLlmsTxt(
      site.map((one) => ({ ...one, page: { ...one.page, lang } })),
      options,
    ).text;
  expect(inLanguage("de-AT")).toContain(" Themen: Inside the oneyard");
  expect(inLanguage("")).toContain("museum. Inside the oneyard");
  expect(inLanguage("ja")).toContain("museum. Inside the oneyard");
});

test("a text whose language writes many words with a capital has no proper names that stand there once", () => {
  const german = (n: number) =>
    pageOf(
      `/de/${n}`,
      `Seite ${n}`,
      `<p>Der Hafen ist ein Ort mit Schiffen, Kränen, Möwen und Menschen, und die Fahrt auf dem Wasser Nummer${"abcdef"[n]} kostet Geld.</p>`,
    );
  const { text } = renderLlmsTxt([home, ...[0, 1, 2, 3, 4, 5].map(german)], options);
  expect(text).not.toContain("; ");
});

test("headings of other pages' teasers, and titles of other pages, say nothing of this one", () => {
  const list = pageOf(
    "/all",
    "All rooms",
    `<p>Every room of the museum has its own page.</p>${rooms.map((name) => `<h2>${name}</h2>`).join("")}`,
  );
  expect(notesOf(renderLlmsTxt([...site, list], options).text).get("All rooms")).not.toContain("Ropes");
});

test("5,000 headings of 1,000 characters, and pages with the same words, cost no more than their number", () => {
  const headings = Array.from({ length: 5_000 }, (_, n) => `<h2>${`Heading ${n} `.repeat(90)}</h2>`).join("");
  const hostile = pageOf("/hostile", "Hostile", headings);
  const same = Array.from({ length: 500 }, (_, n) =>
    pageOf(`/same/${n}`, `Same ${n}`, "<p>The same words stand on this page, and on that.</p>"),
  );
  const { text } = renderLlmsTxt([...site, hostile, ...same], options);
  expect(validateLlmsTxt(text, { descLength: 200 }).valid).toBe(true);
  expect(notesOf(text).size).toBeGreaterThan(500);
});

test("a note lists at most twenty-four headings and names, and no labels of figures", () => {
  const letters = "bcdfghklmnprstvwz";
  const names = Array.from({ length: 60 }, (_, n) => `${letters[n % 17]}o${letters[n >> 2]}a_rope`);
  const body = `<p>The long room of the museum shows its ropes, see fig:cut_plane.</p><h2>Ropes</h2><p>${names.join(" ")}</p>`;
  const { text } = renderLlmsTxt([...site, pageOf("/long", "Long", body)], { ...options, descLength: 2_000 });
  const listed = (notesOf(text).get("Long") ?? "").replace(/^.*Covers: /, "").split("; ");
  expect(listed.filter((topic) => topic.endsWith("_rope"))).toHaveLength(24);
  expect(listed).not.toContain("fig:cut_plane");
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
  const { text } = renderLlmsTxt(pages, options);
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
  const { text } = renderLlmsTxt([home, ...pages], options);
  expect(text).toContain("潮汐");
  expect(text).toContain("灯塔");
});

test("the order in which pages arrive changes nothing", () => {
  const [first, ...rest] = site;
  const turned = first === undefined ? [] : [first, ...rest.toReversed()];
  expect(renderLlmsTxt(turned, options).text).toBe(renderLlmsTxt(site, options).text);
});

test("sentences of the page follow its excerpt: whole ones, each once, none of another page, no boilerplate", () => {
  const pages = rooms.map((name, n) =>
    pageOf(
      `/more/${name}`,
      name,
      `<p>Here is a talk about ${name.toLowerCase()} and all those who keep them.</p><p>Keeper number${n} shows how the weaver${n} twisted hemp${n} by the lantern${n}.</p>
       <p>Tickets are sold at the gate on each day of the year, except on Mondays.</p><p>Thanks for your feedback!</p>
       <p>The workshop${n} takes it in the following steps of the trade${n}:</p>`,
    ),
  );
  const notes = notesOf(renderLlmsTxt([home, ...pages], options).text);
  const plain = notesOf(renderLlmsTxt([home, ...pages], { ...options, topics: false }).text);
  for (const [n, name] of rooms.entries()) {
    const note = notes.get(name) ?? "";
    expect(note).toContain(plain.get(name) ?? "-");
    expect(note.split(`twisted hemp${n} by the lantern${n}.`)).toHaveLength(2);
    expect(note).not.toMatch(/Mondays|feedback|following steps/);
  }
});
