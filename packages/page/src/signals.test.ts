import { expect, test } from "vitest";
import { readPage } from "./page.ts";

const signalsOf = (html: string, isRendered = false) =>
  readPage(Buffer.from(html), { url: "https://a.test/", isRendered }).signals;

test.each([
  ["app-root", '<title>App</title><div id="root"></div><script src="/main.js"></script>'],
  [
    "unfilled-template",
    "<title>Orders</title><script src=x.js></script><p>{{ order.name }}</p><p>{{ order.total }}</p>",
  ],
  ["needs-javascript", "<h1>Sorry</h1><p>This site requires JavaScript. Please turn it on.</p>"],
  ["challenge", "<title>Just a moment...</title><h1>a.test</h1><p>This may take a few seconds.</p>"],
  ["challenge", "<title>a.test</title><p>You have been blocked. Incapsula incident ID: 1-2</p>"],
  ["error-page", "<title>404 Not Found</title><center><h1>404 Not Found</h1></center><hr><center>nginx</center>"],
  ["error-page", "<title>My site</title><h1>Page not found</h1><p>We could not find what you were looking for.</p>"],
  [
    "error-page",
    "<title>Oh dear</title><h1>Oh dear</h1><p>The document you requested has been moved or no longer exists.</p>",
  ],
  ["error-page", "<h1>Whoops</h1><p>Sorry, we can’t find that page. Use the menu above.</p>"],
  ["consent-wall", "<title>Before you continue</title><p>We use cookies and data. Accept all cookies?</p>"],
])("a page is recognised as %s: %s", (mark, html) => {
  expect(signalsOf(html).marks).toContain(mark);
});

const SENTENCE = "This paragraph explains the matter at some length, as documentation does. ";
const MENU = ["/", "/docs", "/api", "/blog"].map((href) => `<a href="${href}">${href}</a>`).join(" ");

test.each([
  [
    "mentions captchas",
    `<title>Captchas</title><main><p>When you must verify you are human. ${SENTENCE.repeat(15)}</p></main>`,
  ],
  [
    "documents a challenge",
    `<nav>${MENU.repeat(3)}</nav><h1>Challenges</h1><p>Cloudflare shows “Checking your browser”. ${SENTENCE}</p>`,
  ],
  [
    "explains status 404",
    `<title>404 Not Found - HTTP</title><main><h1>404 Not Found</h1><p>${SENTENCE.repeat(20)}</p></main>`,
  ],
  ["shows a template in code", `<main><p>Write <code>{{ name }}</code> where the name goes. ${SENTENCE}</p></main>`],
  [
    "has a cookie banner",
    `<div class="cookie-banner">We use cookies. Accept?</div><main><p>${SENTENCE.repeat(3)}</p></main>`,
  ],
  ["is short", "<h1>Hello</h1><p>World</p>"],
])("a page that %s is recognised as ordinary", (_what, html) => {
  expect(signalsOf(html).marks).toEqual([]);
});

test("after a browser has rendered the page, noscript and an app root are ignored", () => {
  const html = `<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"><h1>Hours</h1>
    <p>We are open from nine to five.</p></div><script src="/main.js"></script>`;
  expect(signalsOf(html).marks).toEqual(["needs-javascript", "app-root"]);
  expect(signalsOf(html, true).marks).toEqual([]);
  const thread = `<noscript><div>${Array.from({ length: 12 }, (_, at) => `<p>${at}. ${SENTENCE}</p>`).join("")}</div></noscript><main><h1>Shown</h1><p>${SENTENCE}</p></main>`;
  const text = (isRendered: boolean) =>
    readPage(Buffer.from(thread), { url: "https://a.test/", isRendered }).textLength;
  expect(text(false)).toBeGreaterThan(2 * text(true));
});

test("fields of the page's own forms are counted, the search box of its menu is not", () => {
  const form = "<main><form><input type=password><input name=q><input type=hidden><input name=city></form></main>";
  expect(signalsOf(`<header><input type=search></header>${form}`).fields).toEqual(["password", "search", "text"]);
  expect(signalsOf("<nav><input type=search></nav><p>Text</p>").fields).toEqual([]);
  expect(signalsOf("<div><input type=search></div><main><input name=city></main><input name=name>").fields).toEqual([
    "text",
  ]);
});

test("frames of a frameset are links, and text for browsers without frames is ignored", () => {
  const html = `<html><head><title>API</title></head><frameset cols="20%,80%"><frame src="list.html"><FRAME SRC="start.html">
    <noframes><p>This document is made of frames, which your browser does not show. <a href="plain.html">Without</a></p></noframes></frameset>`;
  const page = readPage(Buffer.from(html), { url: "https://a.test/api/" });
  expect(page.signals.frames).toBe(2);
  expect(page.text).toBe("");
  expect(page.description).toBeUndefined();
  expect(page.links.map(({ url }) => url)).toEqual(
    ["list", "start", "plain"].map((name) => `https://a.test/api/${name}.html`),
  );
});

test("characters in links are counted if links are the content", () => {
  const items = Array.from({ length: 8 }, (_, at) => `<li><a href="/${at}">Lamp ${at}</a> of brass, for halls</li>`);
  const { contentCharacters, linkedCharacters } = signalsOf(`<main><h1>Lamps</h1><ul>${items.join("")}</ul></main>`);
  expect(linkedCharacters).toBe(contentCharacters - "Lamps".length);
  expect(signalsOf(`<main><p>${SENTENCE}<a href=/x>More</a></p></main>`).linkedCharacters).toBe(4);
});

test("sections whose headings link to themselves and whose code has links are no list of links", () => {
  const section = (name: string) =>
    `<div class=section><h2>${name}<a href="#${name}">#</a></h2><pre><a href=/open>open</a>("${name}")</pre></div>`;
  const { linkedCharacters } = signalsOf(
    `<main><h1>open</h1>${["Usage", "Value", "Notes", "Examples"].map(section)}</main>`,
  );
  expect(linkedCharacters).toBeLessThan(30);
});
