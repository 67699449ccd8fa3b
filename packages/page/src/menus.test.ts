import { expect, test } from "vitest";
import { readPage } from "./page.ts";

const MENUS: Readonly<Record<string, string>> = {
  "captions before a list (Sphinx)": `<p class="caption"><span class="caption-text">Basics</span></p>
    <ul><li><a href="/a">A</a></li></ul><p class="caption">Advanced</p><ul><li><a href="/b">B</a></li></ul>`,
  "summaries (Starlight)": `<ul><li><details open><summary><div><span>Basics</span></div></summary>
    <ul><li><a href="/a">A</a></li></ul></details></li><li><details><summary>Advanced</summary><ul><li><a href="/b">B</a></li></ul>
    </details></li></ul>`,
  "items that hold a list (Docusaurus)": `<ul><li><div><a href="/basics">Basics</a><button>x</button></div>
    <ul><li><a href="/a">A</a></li></ul></li><li><div><a href="/adv">Advanced</a></div><ul><li><a href="/b">B</a></li></ul></li></ul>`,
  "labels of nested menus (MkDocs)": `<ul><li><label for="n1">Basics</label><nav><label>Basics</label>
    <ul><li><a href="/a">A</a></li></ul></nav></li><li><label>Advanced</label><nav><label>Advanced</label><ul><li><a href="/b">B</a>
    </li></ul></nav></li></ul>`,
  "items between the others (GitBook, HonKit, Maven)": `<ul><li class="header">Basics</li><li><a href="/a">A</a></li>
    <li class="divider"></li><li class="header">Advanced</li><li><a href="/b">B</a></li></ul>`,
  "headings in items of their own (Hexo)": `<ul><li><h3>Basics</h3></li><li><a href="/a">A</a></li><li><div><h3>Advanced</h3></div></li>
    <li><a href="/b">B</a></li></ul>`,
  "text beside a smaller list (Antora)": `<ul><li><span class="nav-text">Basics</span><ul><li><a href="/a">A</a></li></ul></li>
    <li><span class="nav-text">Advanced</span><ul><li><a href="/b">B</a></li></ul></li></ul>`,
  "text right in a list, between its items": `<ul><b>Basics</b><li><a href="/a">A</a></li><b>Advanced</b><li>
    <a href="/b">B</a></li></ul>`,
  "buttons that open a list (Bootstrap)": `<button class="toggler">Menu</button><ul><li><a href="/">Home</a></li>
    <li class="dropdown"><button class="dropdown-toggle" data-x="a>b">Basics <svg><title>Arrow</title></svg></button>
    <ul><li><a href="/a">A</a></li></ul></li>
    <li><div><button><span>Advanced</span></button></div><div><ul><li><a href="/b">B</a></li></ul></div></li></ul>`,
  "items that unfold links without a list (Bootstrap 4)": `<ul><li><a class="toggle">Basics</a><div><a href="/a">A</a>
    <a href="/c">C</a></div></li><li><a href="#">Advanced</a><div><a href="/b">B</a><a href="/d">D</a></div></li></ul>`,
  "headings in elements without lists (VitePress)": `<div><section><div role=button><h2>Basics</h2></div><div class=items>
    <div><div><a href="/a"><p>A</p></a></div></div></div></section></div><div><section><div role=button><h2>Advanced</h2></div>
    <div class=items><div><div><a href="/b"><p>B</p></a></div></div></div></section></div>`,
  "items before the item of the list (mdBook)": `<ol><li><a href="/basics"><b>Basics</b></a><a class="toggle"><div>❱</div></a>
    </li><li><ol><li><a href="/a">A</a></li></ol></li><li><div>Advanced</div></li><li><ol><li><a href="/b">B</a></li></ol></li></ol>`,
  "headings in sections (VuePress)": `<section><p class="sidebar-heading"><span>Basics</span></p><ul><li><a href="/a">A</a></li></ul>
    </section><section><p>Advanced</p><ul><li><a href="/b">B</a></li></ul></section>`,
};

function groups(menu: string): Record<string, readonly string[] | undefined> {
  const html = `<body><nav>${menu}</nav><main><h1>T</h1><p>${"Some words of a page. ".repeat(20)}</p></main>`;
  const { links } = readPage(Buffer.from(html), { url: "https://x.dev/" });
  return Object.fromEntries(links.map(({ text, group }) => [text, group]));
}

test.each(Object.entries(MENUS))("links of a menu have the labels above them: %s", (_name, menu) => {
  expect(groups(menu)).toMatchObject({ A: ["Basics"], B: ["Advanced"] });
});

test("a link to another host is no label of the list behind it, and takes none from it", () => {
  const list = (before: string, path: string) => `<div>${before}<ul><li><a href="${path}">${path}</a></li></ul></div>`;
  const away = list(`<a href="https://code.test/x">Code</a>`, "/a");
  const own = list(`<a href="http://www.x.dev/guide">Guide</a>`, "/b");
  const icon = list(`<a href="https://code.test/x"><i></i></a><h3>Topics</h3>`, "/c");
  expect(groups(away + own + icon)).toMatchObject({ "/a": undefined, "/b": ["Guide"], "/c": ["Topics"] });
});

test("links of the text's lists have the labels above them, too, and words of a line are none", () => {
  const { links } = readPage(
    Buffer.from(`<main><h1>T</h1><p>${"Some words of a page. ".repeat(20)}</p><dl><dt><a href="/1">Part 1</a></dt>
      <dd><dl><dt><a href="/a">A</a></dt></dl></dd></dl><p>Cranes: <a href="/c">C</a></p></main>`),
    { url: "https://x.dev/" },
  );
  expect(links.map(({ text, group }) => [text, group])).toEqual([
    ["Part 1", undefined],
    ["A", ["Part 1"]],
    ["C", undefined],
  ]);
});

test("labels are nested from the outside in, and a preceding link is no label", () => {
  const menu = `<h3>Product</h3><ul><li><a href="/x">X</a></li><li>Guides<ul><li><a href="/y">Y</a></li></ul></li></ul>
    <ul><li><a href="/z">Z</a></li></ul>`;
  expect(groups(menu)).toMatchObject({ X: ["Product"], Y: ["Product", "Guides"] });
  expect(groups(menu).Z).toBeUndefined();
});

test("the date above the only link of an item is no label", () => {
  const dated = (date: string, path: string) =>
    `<li><div>${date}</div><div><a href="${path}"><img alt="x"></a><a href="${path}">${path}</a></div></li>`;
  expect(groups(`<ul>${dated("12 May", "/a")}${dated("13 May", "/b")}</ul>`)).toEqual({
    x: undefined,
    "/a": undefined,
    "/b": undefined,
  });
});

test("a button beside a link is no label, and neither is the button that opens the menu", () => {
  const menu = `<button>Menu</button><ul><li><a href="/x">X</a></li>
    <li><a href="/guides">Guides</a><button>Show submenu</button><ul><li><a href="/y">Y</a></li></ul></li>
    <li><button>${"A long sentence about what is below. ".repeat(3)}</button><ul><li><a href="/z">Z</a></li></ul></li></ul>`;
  expect(groups(menu)).toMatchObject({ Y: ["Guides"] });
  expect([groups(menu).X, groups(menu).Z]).toEqual([undefined, undefined]);
});

test("text behind other text in an element beside a list is no label", () => {
  const menu = `<div class="bar"><p>Harbour</p><a href="/berth">Book a berth</a><button>Menu</button></div>
    <div><ul><li><a href="/x">X</a></li></ul></div>`;
  expect(groups(menu).X).toBeUndefined();
});

test("the line below the h1 and the first paragraph are found; a card's text is neither", () => {
  const body = "Some words of a page, and more of them. ".repeat(10);
  const read = (html: string) => readPage(Buffer.from(html), { url: "https://x.dev/" }).descriptions;
  expect(read(`<main><h1>X</h1><p>The small library for tables</p><p>${body}</p></main>`)).toMatchObject({
    subtitle: "The small library for tables",
  });
  const long = `<h2>X helps you to keep tables${" and to print them".repeat(8)}.</h2>`;
  expect(read(`<main><h1>X</h1>${long}<p>${body}</p></main>`).subtitle).toContain("X helps you");
  expect(read(`<main><h1>X</h1><h3>The X Global Development Group</h3><p>${body}</p></main>`).subtitle).toBeUndefined();
  const cards = `<main><h1>Latest posts</h1><article><h2>One</h2><p>${body}</p></article><article><h2>Two</h2><p>${body}</p></article></main>`;
  expect(read(cards).opening).toBeUndefined();
  expect(read(cards).subtitle).toBeUndefined();
});

test("the page's own heading is no label of the links beside it", () => {
  expect(groups('<div><h1>Harbour</h1><div><a href="/a">A</a> <a href="/b">B</a></div></div>')).toMatchObject({
    A: undefined,
  });
});
