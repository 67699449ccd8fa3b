import { expect, test } from "vitest";
import { bundleOf, exampleSite } from "../../../../test/llmstxt/example-bundle.ts";
import { examplePage } from "../../../../test/llmstxt/example-page.ts";
import { type SearchedPage, SearchIndex, searchText } from "./search.ts";

const page = (url: string, title: string, text: string, headings: readonly string[] = []): SearchedPage => ({
  url,
  title,
  headings,
  text,
});

const harbour = [
  page("/", "Harbour", "A museum of ropes, lamps and tides."),
  page("/tides", "Tides", "The moon pulls the water of the harbour twice a day.", ["Spring tides"]),
  page("/lamps", "Lamps", "A lighthouse lamp turns on a bath of mercury, and flashes."),
  page("/ropes/hemp", "Hemp", "Ropes shrink when they get wet in the rain. The moon does not matter."),
];
const urlsOf = (search: SearchIndex, question: string, most = 5) => search.find(question, most).map(({ url }) => url);
const made = (pages: readonly SearchedPage[], maxBytes = 100_000) => new SearchIndex(searchText(pages, maxBytes));

test("a question finds the pages that have its words, the one that is about them first", () => {
  const search = made(harbour);
  expect(urlsOf(search, "What does the moon do to the tides?")[0]).toBe("/tides");
  expect(urlsOf(search, "mercury")).toEqual(["/lamps"]);
  expect(urlsOf(search, "zeppelin")).toEqual([]);
  expect(urlsOf(search, "")).toEqual([]);
  expect(search.find("mercury", 1)).toEqual([{ url: "/lamps", title: "Lamps" }]);
});

test("a word is found by its other endings, and by where its page lies", () => {
  const search = made(harbour);
  expect(urlsOf(search, "flashing")).toEqual(["/lamps"]);
  expect(urlsOf(search, "rope")).toContain("/ropes/hemp");
});

test("scripts without spaces between words are searched, too", () => {
  const search = made([
    page("/a", "所有权", "所有权是 Rust 用于管理内存的一组规则。"),
    page("/b", "并发", "线程可以同时运行代码的不同部分。"),
    page("/c", "การเริ่มต้น", "ติดตั้งโปรแกรมบนเครื่องของคุณ"),
    page("/d", "Übersicht", "Die Anlage reinigt das Wasser der Straße."),
  ]);
  expect(urlsOf(search, "如何管理内存")[0]).toBe("/a");
  expect(urlsOf(search, "线程")).toEqual(["/b"]);
  expect(urlsOf(search, "ติดตั้ง")).toEqual(["/c"]);
  expect(urlsOf(search, "STRASSE straße")).toEqual(["/d"]);
});

test("accents and vowel signs may be left out of a question, or be too many in it", () => {
  const search = made([
    page("/a", "Překlad do češtiny", "Jak přeložit modul."),
    page("/b", "Le résumé", "Un naïf écrit en français."),
    page("/c", "كِتَاب", "اَلْبَحْرُ وَالْقَمَر"),
    page("/d", "港の灯り", "ガラスのランプ"),
  ]);
  expect(urlsOf(search, "preklad cestiny")).toEqual(["/a"]);
  expect(urlsOf(search, "resumé du naif")).toEqual(["/b"]);
  expect(urlsOf(search, "كتاب")).toEqual(["/c"]);
  expect(urlsOf(search, "ガラス")).toEqual(["/d"]);
});

test("the same pages give the same bytes, no more than there is room for, and the rarest words stay longest", () => {
  const pages = Array.from({ length: 300 }, (_, n) =>
    page(`/p${n}`, `Page ${n}`, `common words stand here and there; only here stands rare${n} and half${n % 150}`),
  );
  const bare = searchText(pages, 0);
  const limit = bare.length + 4_000;
  const text = searchText(pages, limit);
  expect(searchText(pages, limit)).toBe(text);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
  expect(Buffer.byteLength(text)).toBeGreaterThan(limit - 2_000);
  expect(new SearchIndex(bare).pages).toHaveLength(300);
  expect(urlsOf(new SearchIndex(text), "common")).toEqual([]);
  expect(urlsOf(made(pages), "rare7")[0]).toBe("/p7");
});

test("a bundle has the index of its pages, a tenth of its Markdown or twenty thousand bytes", () => {
  const own = examplePage(
    "https://x.dev/own",
    { title: "Own", text: "Kept by hand: quetzal." },
    { markdownUrl: "https://x.dev/own.txt" },
  );
  const bundle = bundleOf([...exampleSite(400), own]);
  const text = bundle.get(".llmstxt/search.json") ?? "";
  const search = new SearchIndex(text);
  expect(search.pages).toHaveLength(402);
  expect(urlsOf(search, "Subject 77")[0]).toBe("/part5/page-77");
  expect(urlsOf(search, "quetzal")).toEqual(["/own"]);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(30_000);
});

test("an index of the version before is searched as it is", () => {
  const file = {
    version: 1,
    pages: [
      ["/a", "A"],
      ["/b", "B"],
    ],
    words: "0moon",
    postings: "HD",
  };
  expect(urlsOf(new SearchIndex(JSON.stringify(file)), "moon")).toEqual(["/a", "/b"]);
});

test("a text that is no index is refused", () => {
  for (const text of ["", "{", "null", "[]", "{}", '{"version":3,"pages":[],"words":"","postings":""}'])
    expect(() => new SearchIndex(text)).toThrow();
  expect(() => new SearchIndex('{"version":1,"pages":[["/a"]],"words":"","postings":""}')).toThrow();
});

test("an index that says what cannot be finds nothing, or a page that there is", () => {
  const pages = [["/a", "A"]];
  for (const postings of ["", "A", "________", "A A A A A", "\u0000ÿ€", "AAAAAAAA", "_".repeat(100_000)])
    for (const words of ["", "0a", "zword 9x 0é", " ", "0a 0a 0a", "0b 0a"]) {
      const search = new SearchIndex(JSON.stringify({ version: 1, pages, words, postings }));
      for (const question of ["a", "word", "b a", "é"])
        expect(search.find(question, 5).every(({ url }) => url === "/a")).toBe(true);
    }
});

test("a question of any length is answered by its first words", () => {
  const search = made(harbour);
  expect(urlsOf(search, `mercury ${"x ".repeat(100_000)}`)).toEqual(["/lamps"]);
});
