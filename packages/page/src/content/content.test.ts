import { expect, test } from "vitest";
import { readPage } from "../page.ts";

const PARAGRAPH =
  "This paragraph is long enough, in words and in signs, to be what the page is about, whoever reads it.";
const SHELL = (
  main: string,
) => `<header><a href="/">Site</a></header><nav><ul><li><a href="/a">One</a><li><a href="/b">Two</a>
  <li><a href="/c">Three</a><li><a href="/d">Four</a></ul></nav><div id="page">${main}</div>
  <footer><p>Some words on the firm, its address and its telephone number, for whoever needs them.</p></footer>`;

const read = (main: string, type = "website") =>
  readPage(
    Buffer.from(`<meta charset=utf-8><meta property="og:type" content="${type}"><title>T</title>${SHELL(main)}`),
    {
      url: "https://a.test/x",
    },
  );

const card = (number: number) =>
  `<div class="c"><a href="/p/${number}"><img alt=""></a><h3><a href="/p/${number}">Lamp ${number}</a></h3><span>${number},99 €</span></div>`;
const cards = Array.from({ length: 12 }, (_, number) => card(number)).join("");

test("a page that is a grid of products gives the products", () => {
  const { text, items } = read(`<h1>Lamps</h1><div class="grid">${cards}</div>`);
  expect(text).toContain("Lamp 0\n0,99 €");
  expect(text).toContain("Lamp 11");
  expect(text).not.toMatch(/telephone|Two/);
  expect(items).toEqual(Array.from({ length: 12 }, (_, number) => `Lamp ${number}`));
});

test("a page that is a list of threads gives the threads, in any script", () => {
  const rows = ["天気の話", "新しい電車", "図書館の時間", "夏祭りの予定", "犬の散歩"];
  const { text, items } = read(
    `<h1>掲示板</h1><ul>${rows.map((row, at) => `<li><a href="/t/${at}">${row}について話しましょう</a> <span>${at} 件</span>`).join("")}</ul>`,
  );
  expect(items).toEqual(rows.map((row) => `${row}について話しましょう`));
  for (const row of rows) expect(text).toContain(row);
});

test("an article above a grid of other articles gives the article only", () => {
  const { text } = read(`<article><h1>T</h1>${`<p>${PARAGRAPH}</p><p>And so on, ${PARAGRAPH}</p>`.repeat(6)}</article>
    <div class="grid">${cards}</div>`);
  expect(text).toContain(PARAGRAPH);
  expect(text).not.toContain("Lamp 3");
});

test("a thread gives its posts without signatures", () => {
  const post = (
    at: number,
  ) => `<article><div class="message-user"><h4>User ${at}</h4><span>Joined in May of 2019, from afar.</span></div>
    <div class="message-userContent"><p>${at}. ${PARAGRAPH}</p></div><div class="message-signature">My lamps: ${at} of them, and a torch.</div></article>`;
  const { text } = read(`<h1>T</h1>${[1, 2, 3, 4, 5].map(post).join("")}`);
  expect(text.split("\n")).toEqual([1, 2, 3, 4, 5].map((at) => `${at}. ${PARAGRAPH}`));
});

test("a repeated paragraph is read once, except in code and tables", () => {
  const row = `<tr><td>The name of the lamp, as it is shown to whoever looks at the list of lamps.</td></tr>`;
  const { text } = read(`<main><h1>T</h1><p>${PARAGRAPH}</p><div class="mobile"><p>${PARAGRAPH}</p></div>
    <table>${row}${row}</table><pre>${PARAGRAPH}</pre><pre>${PARAGRAPH}</pre></main>`);
  expect(text.split(PARAGRAPH)).toHaveLength(4);
  expect(text.split("The name of the lamp")).toHaveLength(3);
});

test.each(["tsd-comment tsd-typography", "doc-comment", "code-comment"])(
  "API descriptions in a block named as a comment (%s) are kept",
  (name) => {
    const member = (at: number) =>
      `<section><h3>run${at}</h3><ul><li><div class="signature">run${at}(value: T): boolean</div></li><li><div class="${name}"><p>Checks value ${at} of the kind that runs.</p></div><h4>Parameters</h4><ul><li>value: T</li></ul><h4>Returns boolean</h4></li></ul></section>`;
    const members = Array.from({ length: 6 }, (_, at) => member(at)).join("");
    const { text } = read(
      `<h1>Interface Run</h1><section class="${name}"><p>What can be run, and asked for its result.</p></section>${members}`,
    );
    expect(text).toContain("What can be run");
    for (let at = 0; at < 6; at++) expect(text).toContain(`Checks value ${at}`);
  },
);

test.each(['<section id="ID">', '<section id="ID" class="level2">', '<div class="section" id="ID">'])(
  "a section is kept though its id sounds like boilerplate, if the id is made of its heading: %s",
  (open) => {
    const close = open.startsWith("<div") ? "</div>" : "</section>";
    const section = (id: string, heading: string, words: string) =>
      `${open.replace("ID", id)}<h2>${heading}</h2><p>${words} It is <code>short</code>, <a href="#x">said</a> <a href="#y">twice</a>.</p>${close}`;
    const { text } = read(
      `<h1>Questions</h1>${section("general", "General", `What all ask. ${PARAGRAPH.repeat(9)}`)}${section("for-library-authors", "For library authors", "What authors ask.")}${section("placeholder-meta-variable", "Placeholder / Meta Variable", "What it holds.")}`,
    );
    for (const words of ["What all ask.", "What authors ask.", "What it holds."]) expect(text).toContain(words);
  },
);

test("containers of a framework are not taken for consent banners", () => {
  const { text } = read(
    `<div class="cmp-container" id="container-1"><div class="cmp-text"><p>${PARAGRAPH}</p></div></div><div class="cmp-banner"><p>We use partners.</p></div>`,
  );
  expect(text).toBe(PARAGRAPH);
});

test("an introduction does not displace a list three times as long", () => {
  const rows = Array.from(
    { length: 30 },
    (_, at) => `<li><a href="/p/${at}">Lamp number ${at} of the house</a> <span>in brass, for halls</span></li>`,
  );
  const intro = `<div class="intro">${`<p>${PARAGRAPH}</p>`.repeat(1)}<p>Again: ${PARAGRAPH}</p><p>Once more: ${PARAGRAPH}</p></div>`;
  expect(read(`${intro}<div><ul>${rows.join("")}</ul></div>`).text).toContain("Lamp number 29");
  const article = `<article>${intro}</article><div><ul>${rows.join("")}</ul></div>`;
  expect(read(article).text).not.toContain("Lamp number 29");
});

test("layout classes such as overflow-hidden and outline-none do not hide text", () => {
  const box = (name: string) => `<div class="${name}"><p>${name}. ${PARAGRAPH}</p></div>`;
  const { text } = read(
    `<h1>T</h1>${["overflow-hidden", "gutter-lg", "focus:outline-none", "hidden md:block", "hidden"].map(box).join("")}${`<p>${PARAGRAPH}</p><p>And: ${PARAGRAPH}</p>`.repeat(6)}`,
  );
  expect(text).toContain("overflow-hidden.");
  expect(text).toContain("gutter-lg.");
  expect(text).toContain("outline-none.");
  expect(text).toContain("hidden md:block.");
  expect(text).not.toMatch(/^hidden\. /m);
});

test("text that unfolds on a click is content, a hidden dialog is not", () => {
  const { text } = read(
    `<main><h1>Questions</h1><p>${PARAGRAPH}</p><h3>How?</h3><div class="c-accordion__content" aria-hidden="true"><p>Like this, one folded answer says.</p></div>
    <div aria-hidden="true"><p>Choose a country first, an unseen window says.</p></div></main>`,
  );
  expect(text).toContain("one folded answer");
  expect(text).not.toContain("unseen window");
});

test("a thread of two posts gives both, though the second is much longer", () => {
  const post = (words: string) => `<article class="comment"><div class="comment-body"><p>${words}</p></div></article>`;
  const { text } = read(
    `<main><h1>Roads ahead</h1><div id="comments"><form>${post(`Which roads are planned? ${PARAGRAPH}`)}${post(`Many. ${PARAGRAPH} `.repeat(9))}</form></div></main>`,
  );
  expect(text).toContain("Which roads are planned?");
  expect(text).toContain("Many.");
});

test("a button that is the whole heading is the heading, a button beside its words is not", () => {
  const { headings } = read(
    `<main><h1>Questions</h1><p>${PARAGRAPH}</p><h2><button>How do I begin?</button></h2><p>So: ${PARAGRAPH}</p><h2>And then? <button>Copy</button></h2><p>Thus: ${PARAGRAPH}</p><button><h3>At last?</h3></button><p>Yes: ${PARAGRAPH}</p></main>`,
  );
  expect(headings.map(({ text }) => text)).toEqual(["Questions", "How do I begin?", "And then?", "At last?"]);
});

test("ruby annotations are left out", () => {
  const { text } = read(
    `<main><h1>T</h1><p><ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rt>きょう</ruby>の図書館を案内します。${PARAGRAPH}</p></main>`,
  );
  expect(text).toContain("東京の図書館を案内します。");
});

test("an article is kept without much longer comments, and a thread is kept with its replies", () => {
  const told = Array.from({ length: 6 }, (_, at) => `<p>Told ${at}: ${PARAGRAPH}</p>`).join("");
  const comments = `<ol class="commentlist">${Array.from({ length: 30 }, (_, at) => `<li class="comment"><p>Reply ${at}: ${PARAGRAPH}</p></li>`).join("")}</ol>`;
  const page = (type: string) => read(`<h1>T</h1><div class="post">${told}${comments}</div>`, type).text;
  expect(page("article")).toContain("Told 3:");
  expect(page("article")).not.toContain("Reply 3:");
  expect(page("website")).toContain("Reply 3:");
});

test("a product page with little text is not replaced by its menu", () => {
  const menu = Array.from({ length: 40 }, (_, at) => `<li><a href="/m/${at}">Department ${at} of lamps</a></li>`);
  const { text } = read(
    `<ul class="items">${menu.join("")}</ul>
    <div id="product"><h1>Lamp</h1><p>A small lamp of brass, for a desk or for the wall beside a bed.</p></div>`,
    "product",
  );
  expect(text).toContain("A small lamp of brass");
  expect(text).not.toContain("Department 3");
});

test("a long menu named navigation is not taken for the text of a page with little text", () => {
  const menu = Array.from({ length: 40 }, (_, number) => `<li><a href="/c/${number}">A chapter on lamp ${number}</a>`);
  const main = `<div><ul class="navigation">${menu.join("")}</ul></div><div><p>Write to us: lamps@a.test</p></div>`;
  expect(read(main).text).toBe("Write to us: lamps@a.test");
});

test("a site's footer is left out even if the page has little other text", () => {
  const { text } = read(`<h1>Lamps</h1><div class="intro"><p>Lamps of brass.</p></div>
    <div class="site-footer">${`<p>${PARAGRAPH}</p>`.repeat(5)}</div>`);
  expect(text).not.toContain(PARAGRAPH);
});

test("a shop's footer is left out even if it is the only running text", () => {
  const about = `<div class="footer-info-container"><div class="inner"><h4>About us</h4><p>${PARAGRAPH} ${PARAGRAPH} ${PARAGRAPH}</p></div></div>`;
  const { text } = readPage(Buffer.from(`<title>T</title><h1>Lamps</h1><div class="grid">${cards}</div>${about}`), {
    url: "https://a.test/x",
  });
  expect(text).toContain("Lamp 3");
  expect(text).not.toContain(PARAGRAPH);
});

test("an element named as the content is the content, even if most of its words are links", () => {
  const links = (names: readonly string[]) => names.map((name) => `<li><a href="/${name}">${name}</a></li>`).join("");
  const lamp = (at: number) => `<li><a href="/${at}">A lamp for room ${at}</a> <i>from ${at},99 € on</i></li>`;
  const rows = [1, 4, 7].map((at) => `<ul>${[at, at + 1, at + 2].map(lamp).join("")}</ul>`).join("");
  const { text } = read(`<p>Free to your door.</p><ul>${links(["Dollar", "Pound", "Krone"])}</ul>
    <div class="col-main"><h2>Lamps</h2>${rows}</div>`);
  expect(text).toContain("A lamp for room 7");
  expect(text).not.toMatch(/Free to your door|Krone/);
});

test("a list of posts keeps its titles, though they are links", () => {
  const posts = Array.from(
    { length: 20 },
    (_, at) => `<div><div><a href="/${at}">Lamp of day ${at}</a></div><p>${at}. ${PARAGRAPH}</p></div>`,
  );
  expect(read(`<div>${posts.join("")}</div>`).text).toContain("Lamp of day 7");
});

test.each(["Items 1 - 28 of 74", "Artikel 1 - 28 von 74", "[VIDEO] code is On, as always."])(
  "%s is not taken as an excerpt",
  (line) => {
    expect(read(`<h1>Lamps</h1><p>All about old lamps.</p><div>${line}</div>`).excerpt).toBe("All about old lamps.");
  },
);

test("a short page with code lines made of elements keeps all its words", () => {
  const line = (number: number) =>
    `<div><span style="user-select:none">${number}</span><div>lamp-${number}.md</div></div>`;
  const { text } = read(`<article><h1>Lamps</h1><p>Here is the layout of the project:</p>
    <div><code><pre>${[1, 2, 3, 4, 5, 6, 7, 8].map(line).join("")}</pre></code></div><p>${PARAGRAPH}</p></article>`);
  expect(text).toMatch(/Here is the layout.*lamp-6.md.*whoever reads it/s);
});

const NEWS = "There is no tour in the winter. From April on, there is one on each Sunday, at three in the afternoon.";
const NUMBERED = [1, 2, 3, 4].map((at) => `<p>${at}. ${PARAGRAPH}</p>`).join("");

test.each([
  ["in a box that is called so", `${NUMBERED}<div id="recent"><p>${NEWS}</p></div>`],
  [
    "before the title",
    `<p>${NEWS}</p><p>In March: ${NEWS}</p><p>In May: ${NEWS}</p><p>Last year: ${NEWS}</p><h1>T</h1>${NUMBERED}`,
  ],
])("the site's news %s are left out", (_, html) => {
  const { text } = read(html);
  expect(text).not.toContain("winter");
  expect(text).toContain(`4. ${PARAGRAPH}`);
});

test("a title at the end of a page removes nothing before it", () => {
  const { text } = read(
    `<div><p>${PARAGRAPH}</p><p>And so on: ${PARAGRAPH}</p></div><div><h1>The lamp</h1><p>Soon.</p></div>`,
  );
  expect(text).toContain(`And so on: ${PARAGRAPH}`);
});

test("sentences in the element of a heading are text", () => {
  const { text, headings } = read(`<body><h1>Our school</h1><h4>${PARAGRAPH} ${PARAGRAPH}</h4></body>`);
  expect([text.includes(PARAGRAPH), headings.map((one) => one.text)]).toEqual([true, ["Our school"]]);
});

test("a first-level heading within the text, behind the page's own, removes nothing before it", () => {
  const { text } =
    read(`<header><h1>The lamp</h1></header><article><p>Lamps give light to a room, and to those in it.</p>
    <h1>Parts</h1><p>${PARAGRAPH.repeat(4)}</p><p>And so on: ${PARAGRAPH.repeat(5)}</p></article>`);
  expect(text).toContain("Lamps give light");
  expect(text).toContain("Parts");
});

test("an advertisement before the title is left out, though it is three times as long as the text", () => {
  const html = `<div><p>${PARAGRAPH}</p></div><div><h1>Translations</h1><p>${PARAGRAPH.slice(0, Math.ceil(PARAGRAPH.length / 3))}.</p></div>`;
  expect(read(html).text).not.toContain(PARAGRAPH);
});

test("a banner before the title of an empty page is left out", () => {
  expect(read(`<div><p>${PARAGRAPH}</p></div><div><h1>Not found</h1></div>`).text).not.toContain(PARAGRAPH);
});

test.each(["website", "article"])("a list of titles is kept, a sidebar's text beside it is not (%s)", (type) => {
  const titles = [
    "The lamps of last year",
    "One lamp for all the rooms",
    "A new shop in the town",
    "What a lamp can do for you",
    "The end of the bulb",
  ];
  const items = titles.map(
    (title, at) =>
      `<div class="item"><h4><a href="/${at}">${title}</a></h4><a href="/d">The ${at + 1}th of May, in the town</a></div>`,
  );
  const { text } = read(
    `<div class="col"><div class="holder">${items.join("")}</div></div><aside class="sidebar"><h5>News by mail</h5>
    <p>There is something wrong with your address. Please try again, in a minute or in two.</p>
    <p>Thank you, we have it now and we will write to it as soon as there is anything new.</p><p>${PARAGRAPH}</p></aside>`,
    type,
  );
  expect(text).toContain("The lamps of last year");
  expect(text).not.toContain("wrong with your address");
});

test("a chapter is kept whatever its id, if that is made of its heading", () => {
  const chapter = (id: string, heading: string) =>
    `<section id="${id}"><h2>${heading}<a href="#${id}">¶</a></h2><p>On ${id}: ${PARAGRAPH}</p></section>`;
  const { text } = read(
    `<main><h1>Client</h1><p>${PARAGRAPH}</p>${chapter("cookies", "Cookies")}${chapter("discussion", "Discussion of <i>all</i>")}${chapter("sidebar", "Elsewhere")}</main>`,
  );
  expect(text).toContain("On cookies:");
  expect(text).toContain("On discussion:");
  expect(text).not.toContain("On sidebar:");
});

test("code in a box named as a toolbar is kept, without its buttons", () => {
  const { text } = read(
    `<main><h1>T</h1><p>${PARAGRAPH.repeat(3)}</p><div class="code-toolbar"><pre><code>npm install lamp<span aria-live="polite">Copied</span></code></pre><div class="toolbar">Show more of it</div></div></main>`,
  );
  expect(text).toContain("npm install lamp");
  expect(text).not.toMatch(/Copied|Show more/);
});

test("an unfolded answer is kept: behind its heading, or named by its button", () => {
  const { text } = read(
    `<main><h1>Lamps</h1><p>${PARAGRAPH.repeat(3)}</p><h3 aria-expanded="false">How tall?</h3><div style="display:none"><p>As tall as a chair, said one.</p></div>
    <button aria-expanded="false" aria-controls="b2">How wide?</button><div id="b2" role="region" hidden><p>As wide as a door, said two.</p></div><div hidden><p>Nobody opens this box.</p></div></main>`,
  );
  expect(text).toContain("said one.");
  expect(text).toContain("said two.");
  expect(text).not.toContain("Nobody opens");
});

test("spaces that fill a main element are no content", () => {
  const logos = `<a href="/s"><img src="/s.png" alt="A sponsor of the week"></a><p>${"&nbsp; ".repeat(60)}</p>`.repeat(
    3,
  );
  const words =
    "The week of science takes place each autumn, and all schools of the district take part in it for free.";
  const html = `<body><div><h1>Week</h1><p>${words}</p><p>${words.replace("science", "the arts")}</p></div><main>${logos}</main>`;
  expect(readPage(Buffer.from(html), { url: "https://x.dev/" }).descriptions.paragraph).toBe(words);
});
