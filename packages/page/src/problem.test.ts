import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPage } from "./page.ts";
import { contentProblem } from "./problem.ts";

const problem = (html: string) => contentProblem(readPage(Buffer.from(html), { url: "https://a.test/" }));

test.each([
  ["empty", "<html><head><title>T</title></head><body></body></html>"],
  ["empty", ""],
  ["shell", '<title>App</title><div id="root"></div><script src="/main.js"></script>'],
  ["shell", '<div id="__next"><div>Loading…</div></div><script src="/_next/main.js"></script>'],
  [
    "shell",
    '<div id=app><header><a href="https://a.test/">Acme</a></header><h1>Acme</h1></div><script src="/main.js"></script>',
  ],
  ["shell", "<title>Orders</title><script src=x.js></script><p>{{ order.name }}</p><p>{{ order.total }}</p>"],
  [
    "needs JavaScript",
    "<div id=app></div><noscript>You need to enable JavaScript to run this app.</noscript><script></script>",
  ],
  ["needs JavaScript", "<h1>Sorry</h1><p>This site requires JavaScript. Please turn it on.</p>"],
  [
    "challenge",
    "<title>Just a moment...</title><h1>a.test</h1><p>Verifying you are human. This may take a few seconds.</p>",
  ],
  ["challenge", "<title>Access denied</title><p>You have been blocked. Incapsula incident ID: 1-2</p>"],
  ["challenge", "<title>Robot check</title><p>Press and hold the button to go on.</p><button>Hold</button>"],
  ["error page", "<title>404 Not Found</title><center><h1>404 Not Found</h1></center><hr><center>nginx</center>"],
  ["error page", "<title>My site</title><h1>Page not found</h1><p>We could not find what you were looking for.</p>"],
  ["error page", "<title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>"],
  [
    "consent wall",
    "<title>Before you continue</title><p>We use cookies and data to deliver our services. Accept all cookies?</p><form><button>Accept</button></form>",
  ],
])("it is %s: %s", (kind, html) => {
  expect(problem(html)).toBe(kind);
});

const SENTENCE = "This paragraph explains the matter at some length, as documentation does. ";
const NAVIGATION = ["/", "/docs", "/api", "/blog"].map((href) => `<a href="${href}">${href}</a>`).join(" ");

test("a front page that its generator wrote is no shell, however short it is", () => {
  const hero = '<h1>Heron</h1><p>Heron watches rivers.</p><a href="/guide/start">Start</a>';
  const html = `<div id="app"><header><a href="/">Heron</a></header><div>${hero}</div></div><script type=module src=a.js></script>`;
  expect(problem(html)).toBeUndefined();
});

test.each([
  [
    "mentions captchas",
    `<title>Captchas</title><main><p>When a visitor must verify you are human, show a captcha. ${SENTENCE.repeat(15)}</p></main>`,
  ],
  [
    "documents a challenge page, shortly",
    `<title>Challenges</title><nav>${NAVIGATION.repeat(3)}</nav><h1>Challenges</h1><p>Cloudflare shows “Checking your browser”. ${SENTENCE}</p>`,
  ],
  [
    "explains status 404",
    `<title>404 Not Found - HTTP</title><main><h1>404 Not Found</h1><p>${SENTENCE.repeat(20)}</p></main>`,
  ],
  [
    "shows a template in code",
    `<title>Templates</title><main><p>Write <code>{{ name }}</code> where the name goes. ${SENTENCE}</p></main>`,
  ],
  [
    "explains how to enable JavaScript",
    `<title>Help</title><main><h1>How to enable JavaScript</h1><p>${SENTENCE.repeat(6)}</p></main>`,
  ],
  [
    "has a cookie banner",
    `<title>T</title><div class="cookie-banner">We use cookies. Accept all cookies?</div><main><p>${SENTENCE.repeat(3)}</p></main>`,
  ],
  [
    "is about cookies",
    `<title>Cookie policy</title><main><h1>Cookies</h1><p>Cookies are small files. ${SENTENCE.repeat(15)}</p></main>`,
  ],
  [
    "is rendered into the root of an app",
    `<div id="root"><main><h1>T</h1><p>${SENTENCE.repeat(4)}</p></main></div><script src=a.js></script>`,
  ],
  ["is short and has no scripts", "<h1>Hello</h1><p>World</p>"],
  ["is a list of links", `<title>Links</title><body>${NAVIGATION}</body>`],
  [
    "only refreshes to another",
    '<title>Redirecting</title><meta http-equiv="refresh" content="0; url=/en/"><script>1</script>',
  ],
  ["wants no index", '<meta name="robots" content="noindex"><h1>Draft</h1><p>Not yet.</p>'],
])("a page that %s has no problem", (_what, html) => {
  expect(problem(html)).toBeUndefined();
});

test("after a browser has run its scripts a short page is what it is, whatever its noscript says", () => {
  const html = `<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"><h1>Hours</h1>
    <p>We are open from nine to five.</p><a href="/a">A</a></div><script src="/main.js"></script>`;
  const source = { url: "https://a.test/" };
  expect(contentProblem(readPage(Buffer.from(html), source))).toBe("needs JavaScript");
  expect(contentProblem(readPage(Buffer.from(html), { ...source, isRendered: true }))).toBeUndefined();
});

test("a page that shows nothing after its scripts have run is still a shell", () => {
  const html = `<div id="root"><div>Loading…</div></div><script src="/main.js"></script>`;
  expect(contentProblem(readPage(Buffer.from(html), { url: "https://a.test/", isRendered: true }))).toBe("shell");
});

test("a frameset is no shell: its frames are links, and so is what browsers without frames are shown", () => {
  const html = `<html><head><title>API</title><script>load()</script></head><frameset cols="20%,80%">
    <frame src="overview-frame.html" name="list"><FRAME SRC="overview-summary.html">
    <noscript><div>JavaScript is disabled on your browser.</div></noscript>
    <noframes><p>This document is designed to be viewed using frames. <a href="plain.html">Without</a></p></noframes></frameset></html>`;
  const page = readPage(Buffer.from(html), { url: "https://a.test/api/" });
  expect(contentProblem(page)).toBeUndefined();
  expect(page.kind).toBe("frameset");
  expect(page.links.map(({ url }) => url)).toEqual([
    "https://a.test/api/overview-frame.html",
    "https://a.test/api/overview-summary.html",
    "https://a.test/api/plain.html",
  ]);
});

test("no page of the fixtures has a problem", () => {
  const folder = join(import.meta.dirname, "../../../test/fixtures/pages");
  const pages = readdirSync(folder).filter((name) => name.endsWith(".html"));
  expect(pages.filter((name) => problem(readFileSync(join(folder, name), "utf8")) !== undefined)).toEqual([]);
});
