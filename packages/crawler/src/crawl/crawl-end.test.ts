import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import { crawlExample, SMALL, wide } from "../../../../test/crawl/example-crawl.ts";
import { exampleSite, HOST } from "../../../../test/crawl/example-site.ts";
import type { Fetch } from "../fetch/fetch.ts";
import { type CrawlEvent, crawl } from "./crawl.ts";

/** A server that takes the request and never answers. */
const never: Fetch = (_, signal) =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(new CrawlError("aborted", {}))));

test("a watcher that stops ends every fetch before the loop returns", async () => {
  const site = exampleSite(wide(60), 3);
  for await (const event of crawl(
    HOST,
    { fetch: site.fetch, maxPages: 50, productToken: "llmstxt" },
    AbortSignal.timeout(15_000),
  ))
    if (event.type === "page" && event.done === 5) break;
  const asked = site.requests.length;
  expect(site.open()).toBe(0);
  await new Promise(setImmediate);
  expect(site.requests).toHaveLength(asked);
});

test("an aborted crawl throws, with the abort's own reason where it has one", async () => {
  for (const [reason, code] of [
    [undefined, "aborted"],
    [new CrawlError("interrupted", {}), "interrupted"],
  ] as const) {
    const stop = new AbortController();
    const site = exampleSite(wide(60), 3);
    const crawling = async () => {
      const options = { fetch: site.fetch, maxPages: 50, productToken: "llmstxt" };
      for await (const event of crawl(HOST, options, stop.signal)) if (event.type === "page") stop.abort(reason);
    };
    await expect(crawling()).rejects.toMatchObject({ code });
    expect(site.open()).toBe(0);
  }
});

test("a crawl whose time is over ends with the pages it has", async () => {
  const { fetch: whole } = exampleSite(wide(20));
  const page: Fetch = (request, signal) =>
    request.url.endsWith("/p3") ? never(request, signal) : whole.page(request, signal);
  const fetch = { ...whole, page };
  const events: CrawlEvent[] = [];
  const options = { fetch, maxPages: 20, productToken: "llmstxt", timeoutMs: 200 };
  for await (const event of crawl(HOST, options, AbortSignal.timeout(15_000))) events.push(event);
  const end = events.at(-1);
  expect(end).toMatchObject({ type: "end", why: "timeout" });
  // Pages that were read while the slow one held up the order are in the result.
  expect(end?.type === "end" && end.pages.length).toBe(19);
});

test("a crawl whose time is over before its first page fails", async () => {
  const options = { fetch: { ...exampleSite(SMALL).fetch, plain: never }, timeoutMs: 20 };
  await expect(crawlExample({}, options)).rejects.toMatchObject({
    code: "crawl_timeout",
    message: "Crawl timeout exceeded",
  });
});

test("what fails before the walk begins leaves nothing under way, nor a failure that nobody hears of", async () => {
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", onUnhandled);
  const { fetch } = exampleSite(SMALL, 3);
  const plain: Fetch = (request, signal) =>
    request.url.endsWith(".xml") ? never(request, signal) : fetch.plain(request, signal);
  const broken = new Proxy([], {
    get: () => {
      throw new Error("broken");
    },
  });
  await expect(crawlExample({}, { fetch: { ...fetch, plain }, exclude: broken })).rejects.toThrow("broken");
  await new Promise(setImmediate);
  process.off("unhandledRejection", onUnhandled);
  expect(unhandled).toEqual([]);
});
