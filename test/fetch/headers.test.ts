import { openFetching } from "@llmstxt-service/crawler/fetch/open";
import { afterEach, expect, test } from "vitest";
import { siteHeaders } from "../../packages/cli/src/headers.ts";
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

/** An answer for clients with the right header and cookie only. */
const forFriends =
  (body: string, type = "text/html"): SiteAnswer =>
  ({ headers }, response) => {
    const isFriend = headers.authorization === `Basic ${CANARY}` && headers.cookie === `session=${CANARY}`;
    response.writeHead(isFriend ? 200 : 401, { "content-type": type }).end(isFriend ? body : "");
  };

function crawlOf({ origin }: Site, notices: string[] = []) {
  const onNotice = (notice: string) => notices.push(notice);
  const fetching = openFetching({ userAgent: "t/1", browser: BROWSER, allowPrivateNetworks: true, onNotice });
  closers.push(fetching.close);
  const credentials = siteHeaders(`${origin}/docs`, {
    authorization: `Basic ${CANARY}`,
    cookie: `session=${CANARY}`,
  });
  return fetching.forCrawl({ credentials });
}

const told = ({ requests }: Site) => JSON.stringify(requests.map(({ headers }) => headers)).includes(CANARY);

test("a private site opens with its header fields, and a redirect to another site does not take them along", async () => {
  const elsewhere = await site({ "*": "<h1>Elsewhere</h1>" });
  const own = await site({
    "/": forFriends("<h1>Inside</h1>"),
    "/away": { status: 302, headers: { location: `${elsewhere.origin}/there` } },
  });
  const crawl = crawlOf(own);
  expect((await crawl.plain({ url: `${own.origin}/` }, never)).status).toBe(200);
  expect((await crawl.plain({ url: `${own.origin}/away` }, never)).url).toBe(`${elsewhere.origin}/there`);
  expect([elsewhere.requests.length, told(elsewhere)]).toEqual([1, false]);
});

test("the browser sends header fields to the site's own origin only, not to scripts, frames or redirects of another", async () => {
  const elsewhere = await site({
    "/lib.js": { headers: { "content-type": "text/javascript" }, body: "document.title = 'Ran'" },
    "*": "<p>Elsewhere</p>",
  });
  const own = await site({
    "/": forFriends(
      `<h1>Inside</h1><script src="/own.js"></script><script src="${elsewhere.origin}/lib.js"></script>
       <iframe src="${elsewhere.origin}/frame"></iframe><iframe src="/away"></iframe>`,
    ),
    "/own.js": forFriends("document.body.append('Own script ran')", "text/javascript"),
    "/away": { status: 302, headers: { location: `${elsewhere.origin}/redirected` } },
  });
  const { body, status } = await crawlOf(own).page({ url: `${own.origin}/`, rung: "browser" }, never);
  expect([status, new TextDecoder().decode(body).includes("Own script ran")]).toEqual([200, true]);
  expect(elsewhere.requests.map(({ path }) => path).sort()).toEqual(["/frame", "/lib.js", "/redirected"]);
  expect(told(elsewhere)).toBe(false);
});

test("no error message contains a header field", async () => {
  const own = await site({ "/": { status: 302, headers: { location: "http://127.0.0.1:1/" } }, "*": { status: 401 } });
  const crawl = crawlOf(own);
  for (const path of ["/", "/other"]) {
    const failure = await crawl.page({ url: own.origin + path }, never).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(Error);
    expect(JSON.stringify(failure) + String(failure)).not.toContain(CANARY);
  }
});
