import { afterEach, expect, test } from "vitest";
import { credentialFields, parseCookieFile } from "../../packages/crawler/src/fetch/credentials/credentials.ts";
import { openFetching } from "../../packages/crawler/src/fetch/open.ts";
import { BROWSER } from "../servers/chromium-processes.ts";
import { type Site, type SiteAnswer, serveSite } from "../servers/site.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const never = new AbortController().signal;
const CANARY = "canary-5f1d";

async function site(answers: Record<string, SiteAnswer>): Promise<Site> {
  const served = await serveSite(answers);
  closers.push(served.close);
  return served;
}

/** What a site answers to whoever has the header and the cookie, and to nobody else. */
const forFriends =
  (body: string, type = "text/html"): SiteAnswer =>
  ({ headers }, response) => {
    const isFriend = headers.authorization === `Basic ${CANARY}` && headers.cookie === `session=${CANARY}`;
    response.writeHead(isFriend ? 200 : 401, { "content-type": type }).end(isFriend ? body : "");
  };

function crawlOf({ origin }: Site) {
  const fetching = openFetching({ userAgent: "llmstxt-test/1", browser: BROWSER, allowPrivateNetworks: true });
  closers.push(fetching.close);
  const parsed = parseCookieFile(`127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\t${CANARY}\n`);
  if ("problem" in parsed) throw new Error(parsed.problem);
  const headers = { Authorization: `Basic ${CANARY}`, "X-Canary": CANARY };
  const credentials = credentialFields(`${origin}/docs`, { headers, cookies: parsed.cookies });
  return fetching.forCrawl({ useProxy: false, judge: () => undefined, credentials });
}

const told = ({ requests }: Site) => JSON.stringify(requests.map(({ headers }) => headers)).includes(CANARY);

test("a site behind a door opens to its header and its cookie, and a redirect to elsewhere takes neither along", async () => {
  const elsewhere = await site({ "*": "<h1>Elsewhere</h1>" });
  const own = await site({
    "/": forFriends("<h1>Inside</h1>"),
    "/away": { status: 302, headers: { location: `${elsewhere.origin}/there` } },
  });
  const crawl = crawlOf(own);
  expect((await crawl.plain({ url: `${own.origin}/` }, never)).status).toBe(200);
  expect((await crawl.plain({ url: `${own.origin}/away` }, never)).url).toBe(`${elsewhere.origin}/there`);
  expect((await crawl.plain({ url: `${elsewhere.origin}/sitemap.xml` }, never)).status).toBe(200);
  expect(elsewhere.requests).toHaveLength(2);
  expect(told(elsewhere)).toBe(false);
});

test("the same port under another name is another origin", async () => {
  const own = await site({ "*": "<h1>Inside</h1>" });
  const crawl = crawlOf(own);
  await crawl.plain({ url: `http://localhost:${own.port}/` }, never);
  expect(told(own)).toBe(false);
});

test("in the browser every request of the page to its own origin carries them, and no other", async () => {
  const elsewhere = await site({
    "*": ({ url }, response) => {
      response.writeHead(200, {
        "content-type": url?.endsWith(".js") ? "text/javascript" : "text/html",
        "access-control-allow-origin": "*",
      });
      response.end(url?.endsWith(".js") ? "window.elsewhere = true" : "<h1>A frame</h1>");
    },
  });
  const own: Site = await site({
    "/": forFriends(`<!doctype html><title>Inside</title><div id="root"></div>
      <link rel="stylesheet" href="${elsewhere.origin}/a.css"><iframe src="${elsewhere.origin}/frame"></iframe>
      <script src="${elsewhere.origin}/b.js"></script><script src="/away.js"></script><script src="/own.js"></script>`),
    "/own.js": forFriends(
      `fetch("/data.json").then(r => r.json()).then(async ({ text }) => {
        await fetch("/away.json").catch(() => undefined);
        document.getElementById("root").innerHTML = "<h1>" + text + "</h1>";
      })`,
      "text/javascript",
    ),
    "/data.json": forFriends(JSON.stringify({ text: "Read by a friend" }), "application/json"),
    "/away.js": { status: 302, headers: { location: `${elsewhere.origin}/c.js` } },
    "/away.json": { status: 307, headers: { location: `${elsewhere.origin}/d.json` } },
  });
  const { status, body } = await crawlOf(own).page({ url: `${own.origin}/`, rung: "browser" }, never);
  expect(status).toBe(200);
  expect(new TextDecoder().decode(body)).toContain("<h1>Read by a friend</h1>");
  // A style sheet is not asked for.
  expect(elsewhere.requests.map(({ path }) => path).sort()).toEqual(["/b.js", "/c.js", "/d.json", "/frame"]);
  expect(told(elsewhere)).toBe(false);
});
