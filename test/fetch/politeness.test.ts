import type { ServerResponse } from "node:http";
import type { Attempt, CrawlFetch, CrawlFetchOptions } from "@llmstxt-service/crawler/fetch";
import { type FetchingOptions, openFetching } from "@llmstxt-service/crawler/fetch/open";
import type { CrawlError } from "@llmstxt-service/page/errors";
import { afterEach, expect, test } from "vitest";
import { rateLimit, type Site, type SiteAnswer, serveSite } from "../servers/site.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const never = new AbortController().signal;
const PAGE = "<h1>A page</h1>";

async function site(answers: Record<string, SiteAnswer>): Promise<Site> {
  const served = await serveSite(answers);
  closers.push(served.close);
  return served;
}

/** Crawls of one process that may reach only this server. */
function crawlsOf(server: Site, options: Partial<FetchingOptions> = {}) {
  const fetching = openFetching({ userAgent: "llmstxt-test/1", browser: { enabled: false }, ...options });
  closers.push(fetching.close);
  return (more: Partial<CrawlFetchOptions> = {}): CrawlFetch => fetching.forCrawl({ typed: server.origin, ...more });
}

const code = (run: Promise<unknown>) =>
  run.then(
    () => "ok",
    (error: CrawlError) => error.code,
  );

const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** Milliseconds between one request's arrival and the next one's. */
const gaps = ({ requests }: Site) => requests.slice(1).map(({ atMs }, i) => atMs - (requests[i]?.atMs ?? 0));

const after = (ms: number, response: ServerResponse) => setTimeout(() => response.end(PAGE), ms);

test("all requests of two crawls share a host's concurrency: four at first, never more than the limit", async () => {
  const held: ServerResponse[] = [];
  let together = 4;
  // Answered when as many wait as may be open at once, and a moment later, in which more would come.
  const server = await site({
    "*": (_, response) => {
      held.push(response);
      if (held.length === together) setTimeout(() => held.splice(0).map((one) => one.end(PAGE)), 50);
    },
  });
  const crawlOf = crawlsOf(server, { maxConcurrency: 6 });
  const [one, two] = [crawlOf(), crawlOf()];
  const ask = (n: number) => {
    const request = { url: `${server.origin}/${n}` };
    return n % 3 === 0 ? one.page(request, never) : n % 3 === 1 ? two.page(request, never) : one.plain(request, never);
  };
  await Promise.all(range(4).map(ask));
  expect(server.mostOpen()).toBe(4);
  together = 6;
  await Promise.all(range(60).map(ask));
  expect(server.mostOpen()).toBe(6);
});

test("a 429 halves the concurrency, and the host gets no request before Retry-After is over", async () => {
  let refused = 0;
  const server = await site({
    "*": (_, response) =>
      refused++ === 0 ? response.writeHead(429, { "retry-after": "1" }).end() : response.writeHead(200).end(PAGE),
  });
  const slower: string[] = [];
  const crawl = crawlsOf(server)({ onSlower: ({ reason, concurrency }) => slower.push(`${reason}: ${concurrency}`) });
  expect(await code(crawl.page({ url: `${server.origin}/first` }, never))).toBe("ok");
  await Promise.all(range(6).map((n) => crawl.page({ url: `${server.origin}/${n}` }, never)));
  expect(gaps(server)[0]).toBeGreaterThanOrEqual(995);
  expect(slower).toEqual(["429 Too Many Requests: 2"]);
});

test("a host that accepts two requests at a time soon gets two, and no page is lost", async () => {
  let busy = 0;
  let refusals = 0;
  const server = await site({
    "*": (_, response) => {
      if (busy === 2) {
        refusals++;
        return response.writeHead(429).end();
      }
      busy++;
      response.on("finish", () => busy--);
      return after(30, response);
    },
  });
  const crawl = crawlsOf(server)();
  const asking = range(40).map((n) => code(crawl.page({ url: `${server.origin}/${n}` }, never)));
  expect(await Promise.all(asking)).toEqual(range(40).map(() => "ok"));
  expect(refusals).toBeLessThanOrEqual(6);
});

test("a host that allows twenty requests a second, and refuses the rest with 503, loses no page either", async () => {
  const mayPass = rateLimit({ most: 5, everyMs: 50 });
  const server = await site({
    "*": (_, response) => (mayPass() ? after(10, response) : response.writeHead(503).end()),
  });
  const crawl = crawlsOf(server)();
  await crawl.page({ url: server.origin }, never);
  const asking = range(60).map((n) => code(crawl.page({ url: `${server.origin}/${n}` }, never)));
  expect(await Promise.all(asking)).toEqual(range(60).map(() => "ok"));
  expect(server.requests.length).toBeLessThanOrEqual(2 * 61);
});

test("Retry-After may be a date", async () => {
  const at = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000);
  let refused = 0;
  const server = await site({
    "*": (_, response) =>
      refused++ === 0
        ? response.writeHead(503, { "retry-after": at.toUTCString() }).end()
        : response.writeHead(200).end(PAGE),
  });
  await crawlsOf(server)().page({ url: `${server.origin}/` }, never);
  expect(Date.now()).toBeGreaterThanOrEqual(at.getTime() - 5);
});

test("a host whose Retry-After is days gets no more requests", async () => {
  const server = await site({ "*": { status: 429, headers: { "retry-after": "999999999" } } });
  const crawl = crawlsOf(server)();
  expect(await Promise.all(range(8).map((n) => code(crawl.page({ url: `${server.origin}/${n}` }, never))))).toEqual(
    range(8).map((n) => (n < 4 ? "http_status_passing" : "host_asks_to_wait")),
  );
  expect(server.requests.length).toBeLessThanOrEqual(4);
});

test("under a Crawl-delay requests are sent one at a time, that far apart", async () => {
  const server = await site({ "*": (_, response) => after(20, response) });
  const crawl = crawlsOf(server)();
  crawl.setDelay(server.origin, 150);
  await Promise.all(range(5).map((n) => crawl.page({ url: `${server.origin}/${n}` }, never)));
  expect(server.mostOpen()).toBe(1);
  expect(Math.min(...gaps(server))).toBeGreaterThanOrEqual(145);
});

test("after ten failures in a row a host gets no more requests", async () => {
  const server = await site({ "*": { status: 500 } });
  const crawl = crawlsOf(server)();
  const codes: string[] = [];
  for (const n of range(30)) codes.push(await code(crawl.page({ url: `${server.origin}/${n}` }, never)));
  expect(codes).toEqual([...range(10).map(() => "http_status_passing"), ...range(20).map(() => "host_failing")]);
  // Ten pages, and a budget of ten retries plus one for each five of them.
  expect(server.requests.length).toBeLessThanOrEqual(22);
});

test("missing pages do not count as failures of the host", async () => {
  const server = await site({ "/there": PAGE });
  const crawl = crawlsOf(server)();
  for (const n of range(12))
    expect(await code(crawl.page({ url: `${server.origin}/${n}` }, never))).toBe("http_status");
  expect(await code(crawl.page({ url: `${server.origin}/there` }, never))).toBe("ok");
  expect(server.requests).toHaveLength(13);
});

test("a page's duration is that of its answer, without the wait for a slot", async () => {
  const HELD_MS = 300;
  const server = await site({ "/slow": (_, response) => after(HELD_MS, response), "/quick": PAGE });
  const attempts = new Map<string, Attempt>();
  const onAttempt = (url: string, attempt: Attempt) => void attempts.set(new URL(url).pathname, attempt);
  const { page } = crawlsOf(server, { maxConcurrency: 1 })({ onAttempt });
  const startedAt = performance.now();
  await Promise.all(["/slow", "/quick"].map((path) => page({ url: server.origin + path }, never)));
  const totalMs = performance.now() - startedAt;
  const [slowMs = 0, quickMs = 0] = ["/slow", "/quick"].map((path) => attempts.get(path)?.elapsedMs);
  expect(slowMs).toBeGreaterThanOrEqual(HELD_MS - 5);
  expect(quickMs).toBeLessThanOrEqual(totalMs - HELD_MS + 5);
});

test("a pause that a host asks for is reported once", async () => {
  let refused = false;
  const server = await site({
    "*": (_, response) => {
      if (refused) return void response.end(PAGE);
      refused = true;
      response.writeHead(429, { "retry-after": "1" }).end();
    },
  });
  const pauses: { host: string; leftMs: number }[] = [];
  const { page } = crawlsOf(server)({ onPause: (pause) => void pauses.push(pause) });
  await Promise.all(range(6).map((n) => page({ url: `${server.origin}/${n}` }, never)));
  expect(pauses.map(({ host }) => host)).toEqual([new URL(server.origin).host]);
  expect(pauses[0]?.leftMs).toBeLessThanOrEqual(1_000);
});
