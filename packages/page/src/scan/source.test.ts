import { expect, test } from "vitest";
import { readPage } from "../page.ts";

const title = (bytes: Uint8Array, contentType = "text/html") =>
  readPage(bytes, { url: "https://a.test/", contentType }).title;

const page = (text: string, head = "") => `<html><head>${head}<title>${text}</title></head>`;

const latin1 = (text: string) => Buffer.from(text, "latin1");

test("a byte order mark wins over the header", () => {
  const utf16 = Buffer.from(`\ufeff${page("Zürich €")}`, "utf16le");
  expect(title(utf16, "text/html; charset=iso-8859-1")).toBe("Zürich €");
  expect(title(utf16.swap16())).toBe("Zürich €");
  expect(title(Buffer.from(`\ufeff${page("Zürich €")}`), "text/html; charset=koi8-r")).toBe("Zürich €");
});

test("a page gives the same in UTF-16 as in UTF-8, emoji, Arabic questions and all", () => {
  const html = `<title>Zürich 🙂</title><h1>Zürich</h1><button>كيف أبدأ اليوم هنا؟</button>
    <p class="größe">A page about Zürich 🙂, 日本。 and more of it.</p><pre>café\n🙂</pre>`;
  const of = (bytes: Uint8Array) => readPage(bytes, { url: "https://a.test/" });
  expect(of(Buffer.from(`\ufeff${html}`, "utf16le"))).toEqual(of(Buffer.from(html)));
});

test("the header wins over the meta tag", () => {
  const bytes = latin1(page("\xf0\xf2\xe9", '<meta charset="utf-8">'));
  expect(title(bytes, 'text/html; charset="KOI8-R"')).toBe("ПРИ");
});

test("the meta tag counts if the header names no charset", () => {
  const meta = '<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">';
  expect(title(latin1(page("\x93\xfa\x96\x7b", meta)))).toBe("日本");
  expect(title(latin1(page("caf\xc3\xa9", "<meta charset=utf-16>")))).toBe("café");
  expect(title(latin1(page("caf\xc3\xa9", "<!-- <meta charset=koi8-r> -->")))).toBe("café");
});

test("a late meta tag counts if the bytes are not UTF-8", () => {
  const late = `<script>${"x".repeat(2_000)}</script><meta charset=windows-1251>`;
  expect(title(latin1(page("\xcd\xee\xe2\xee\xf1\xf2\xe8", late)))).toBe("Новости");
  expect(title(Buffer.from(page("café", late)))).toBe("café");
});

test("a page without a charset is read as UTF-8 if that is valid, else as windows-1252", () => {
  expect(title(latin1(page("caf\xc3\xa9")))).toBe("café");
  expect(title(latin1(page("\x93caf\xe9\x94 \x80")))).toBe("“café” €");
});

test("an unknown charset is ignored", () => {
  expect(title(latin1(page("caf\xe9")), "text/html; charset=klingon")).toBe("café");
  expect(title(latin1(page("caf\xe9", "<meta charset=hz-gb-2312>")))).toBe("café");
});

test("all names of windows-1252 are known", () => {
  for (const label of ["latin1", "iso-8859-1", "ascii", "cp1252", "x-user-defined"]) {
    expect(title(latin1(page("\x93x\x94")), `text/html; charset=${label}`)).toBe("“x”");
  }
});

test.each([
  ["iso-8859-2", "\xb1\xe6\xea", "ąćę"],
  ["windows-1251", "\xcf\xf0\xe8", "При"],
  ["gb18030", "\xd6\xd0\xce\xc4", "中文"],
  ["big5", "\xa4\xa4\xa4\xe5", "中文"],
  ["euc-kr", "\xc7\xd1\xb1\xdb", "한글"],
  ["euc-jp", "\xc6\xfc\xcb\xdc", "日本"],
  ["windows-1256", "\xe3\xd1\xcd\xc8\xc7", "مرحبا"],
  ["iso-8859-8", "\xf9\xec\xe5\xed", "שלום"],
])("the charset %s is decoded", (label, bytes, text) => {
  expect(title(latin1(page(bytes)), `text/html; charset=${label}`)).toBe(text);
});
