import { expect, test } from "vitest";
import { openSearch, type SearchedPage } from "./search.ts";

const page = (url: string, title: string, text: string): SearchedPage => ({ url, title, text });
const HARBOUR = [
  page("https://x.dev/", "Harbour", "A museum of ropes, lamps and tides."),
  page("https://x.dev/tides", "Tides", "The moon pulls the water twice a day.\n\n## Spring tides\n\nHigh water."),
  page("https://x.dev/lamps", "Lamps", "A lighthouse lamp turns on a bath of mercury, and flashes."),
  page("https://x.dev/ropes/hemp", "Hemp", "Cords shrink when they get wet. The moon does not matter."),
];
const found = (pages: readonly SearchedPage[], question: string) =>
  openSearch(pages)(question, 5).map(({ url }) => url.replace("https://x.dev", ""));

test("a question finds pages with its words, the page about them first", () => {
  expect(found(HARBOUR, "What does the moon do to the tides?")[0]).toBe("/tides");
  expect(found(HARBOUR, "mercury")).toEqual(["/lamps"]);
  expect(found(HARBOUR, "zeppelin")).toEqual([]);
  expect(found(HARBOUR, "")).toEqual([]);
});

test("a word is found in other forms, and in the page's path", () => {
  expect(found(HARBOUR, "flashing")).toEqual(["/lamps"]);
  expect(found(HARBOUR, "ropes")).toContain("/ropes/hemp");
});

test("scripts without spaces between words are searched, too, and accents may be left out", () => {
  const pages = [
    page("https://x.dev/a", "所有权", "所有权是 Rust 用于管理内存的一组规则。"),
    page("https://x.dev/b", "并发", "线程可以同时运行代码的不同部分。"),
    page("https://x.dev/c", "การเริ่มต้น", "ติดตั้งโปรแกรมบนเครื่องของคุณ"),
    page("https://x.dev/d", "Překlad do češtiny", "Jak přeložit modul."),
  ];
  expect(found(pages, "如何管理内存")[0]).toBe("/a");
  expect(found(pages, "线程")[0]).toBe("/b");
  expect(found(pages, "ติดตั้ง")[0]).toBe("/c");
  expect(found(pages, "preklad cestiny")).toEqual(["/d"]);
});

const passage = (text: string, question: string) =>
  openSearch([page("https://x.dev/a", "moon", text)])(question, 1)[0]?.passage;

test("a passage is shown with its heading, without the lines around a page", () => {
  const text = `> All pages of this site are listed in [llms.txt](https://x.dev/llms.txt).

# Tides

The water comes and goes.

## Spring

The moon pulls twice a day.

Source: https://x.dev/tides
`;
  expect(passage(text, "what does the moon pull?")).toBe("## Spring\nThe moon pulls twice a day.");
  expect(passage(text, "moon")).not.toMatch(/llms\.txt|Source:|^# /);
  expect(passage("", "moon")).toBe("");
});

test("a passage is never longer than its limit", () => {
  for (const text of [
    "x".repeat(5_000),
    "😀 ".repeat(2_000),
    "## a\n\n".repeat(900),
    `moon ${"```\n".repeat(900)}`,
    "水".repeat(999),
  ])
    expect(passage(text, "moon x a")?.length).toBeLessThanOrEqual(400);
});
