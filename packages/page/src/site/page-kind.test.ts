import { expect, test } from "vitest";
import { readPage } from "../page.ts";

const AROUND = `<header><a href="/">Site</a><form action="/search"><input type="search" name="q"></form></header>
  <nav><a href="/docs">Docs</a><a href="/api">API</a></nav>`;
const FOOTER = `<footer><form><input type="email" name="email"><button>Subscribe</button></form><p>© Site</p></footer>`;
const SENTENCE = "This paragraph explains how the matter is done, step by step. ";

const each = (piece: (n: number) => string) => Array.from({ length: 8 }, (_, n) => piece(n)).join("");
const LINKS = each((n) => `<li><a href="/a${n}">How the first thing is done</a></li>`);
const ROWS = Array.from(
  { length: 150 },
  (_, n) => `<tr><td><a href="/t${n}">How to draw sprites</a></td><td>Wed Aug 27, 2014 10:41 pm</td><td>${n}</td></tr>`,
).join("");
const ELSEWHERE = each((n) => `<li><a href="https://${n}.test/">How others say it is done</a></li>`);
const POSTS = each(
  (n) =>
    `<article><a href="/forums/profile/m${n}">Member</a> <a href="#post-${n}">May 4</a> <a href="/posting.php?mode=quote&p=${n}">Quote</a><p>${SENTENCE}</p></article>`,
);
const TEASERS = each((n) => `<article><h2><a href="/b${n}">Title of a piece</a></h2><p>${SENTENCE}</p></article>`);

const kindOf = (html: string, url = "https://a.test/x") =>
  readPage(Buffer.from(`<title>T</title>${AROUND}<main>${html}</main>${FOOTER}`), { url }).kind;

test.each([
  [
    "utility",
    '<h1>Sign in</h1><form><input type="email"><input type="PASSWORD"><p>By signing in you agree.</p></form>',
  ],
  ["utility", "<form><label>Passwort</label><input type=password></form><p>Haben Sie Ihr Passwort vergessen?</p>"],
  ["utility", '<h1>Search</h1><form><input name="q"></form><p>No results.</p>'],
  ["utility", "<h1>検索</h1><form role=search><input type=search></form>"],
  ["form", "<h1>Contact</h1><form><input name=name><input type=email><textarea></textarea></form>"],
  ["stub", "<h1>Your cart</h1><p>Your cart is empty.</p>"],
  ["content", `<h1>Login</h1><p>${SENTENCE.repeat(6)}</p><pre>POST /login</pre>`],
  ["content", `<h1>Search</h1><p>${SENTENCE.repeat(20)}</p><input type=search>`],
  ["list", `<h1>All guides</h1><p>${SENTENCE}</p><ul>${LINKS}</ul>`],
  ["list", `<h1>News</h1>${TEASERS}`],
  ["list", `<h1>Board</h1><p>${SENTENCE}</p><table>${ROWS}</table>`],
  ["list", '<h1>Tagged: tea</h1><p><a href="/a1">How the first thing is done</a></p>'],
  ["content", `<h1>Episode 5</h1><p>${SENTENCE}</p><ul>${ELSEWHERE}</ul>`],
  ["content", `<h1>Topic: how to do it</h1>${POSTS}`],
  ["content", `<h1>Guide</h1><p>${SENTENCE.repeat(20)}</p><ul>${LINKS}</ul>`],
])("a page is a %s by what stands on it: %s", (kind, html) => {
  expect(kindOf(html)).toBe(kind);
});

test("a topic of a forum is no list, though rows of links to its posts and its orders stand on it", () => {
  const rows = `<h1>Board</h1><p>${SENTENCE}</p><table>${ROWS}</table>`;
  expect(["viewforum.php?f=7", "viewtopic.php?t=7"].map((name) => kindOf(rows, `https://a.test/${name}`))).toEqual([
    "list",
    "content",
  ]);
});
