import { READERS_HERE } from "@llmstxt-service/crawler/crawl/reading";
import type { Fetch } from "@llmstxt-service/crawler/fetch";
import { WRITER_HERE } from "@llmstxt-service/document/bundle/writer";
import { expect, test } from "vitest";
import { newestLastModified } from "./sentinel.ts";

const PLACE = "https://x.dev/sitemap.xml";

/** Expected newest date of the sitemap. */
async function newestIn(xml: string): Promise<string | undefined> {
  const plain: Fetch = async ({ url }) => {
    const body = new TextEncoder().encode(xml);
    const sent = { wireBytes: body.length, rung: "plain", elapsedMs: 0, attempts: [] } as const;
    return { url, chain: [url], status: 200, headers: {}, body, ...sent };
  };
  const crawlFetch = { page: plain, plain, setDelay: () => {} };
  const fetching = { forCrawl: () => crawlFetch, restMs: () => 0, close: async () => {} };
  const settings = {
    concurrency: 1,
    timeoutMs: 1000,
    respectRobots: true,
    productToken: "llmstxt",
    budget: {},
    documents: { topics: false },
  };
  const world = {
    fetching,
    readers: READERS_HERE,
    writer: WRITER_HERE,
    enhance: undefined,
    settings,
    now: () => new Date(0),
  };
  const site = { url: PLACE, sentinelUrl: PLACE };
  return (await newestLastModified(site, world, AbortSignal.timeout(10_000)))?.toISOString();
}

const sitemap = (...stamps: string[]) =>
  `<urlset>${stamps.map((stamp) => `<url><loc>https://x.dev/</loc><lastmod>${stamp}</lastmod></url>`).join("")}</urlset>`;

test("the newest lastmod counts, as written and without its time zone", async () => {
  const newest = await newestIn(sitemap("2026-01-01", "2026-03-04T05:06:07+09:00", "2026-02-02T10:00Z"));
  expect(newest).toBe("2026-03-04T05:06:07.000Z");
});

test("the newest lastmod of an index counts", async () => {
  const index = `<sitemapindex><sitemap><loc>${PLACE}</loc><lastmod>2026-05-06</lastmod></sitemap></sitemapindex>`;
  expect(await newestIn(index)).toBe("2026-05-06T00:00:00.000Z");
});

test("the lastmod of an entry without an address counts, and a feed's own date does not", async () => {
  expect(await newestIn("<urlset><url><lastmod>2026-05-06</lastmod></url></urlset>")).toBe("2026-05-06T00:00:00.000Z");
  const entry = "<entry><link href='https://x.dev/'/><updated>2026-01-01</updated></entry>";
  expect(await newestIn(`<feed><updated>2026-05-06</updated>${entry}</feed>`)).toBe("2026-01-01T00:00:00.000Z");
});

test("days and times that there are none of are no dates, the end of a day and leap days are", async () => {
  for (const none of ["2026-02-29", "2100-02-29", "2026-04-31", "2026-01-01T24:01Z", "2026-01-01T10:60Z", "0001-01-01"])
    expect(await newestIn(sitemap(none))).toBeUndefined();
  expect(await newestIn(sitemap("2000-02-29T24:00:00Z"))).toBe("2000-03-01T00:00:00.000Z");
  expect(await newestIn(sitemap("2028-02-29T01:02:03.0409+05:30"))).toBe("2028-02-29T01:02:03.040Z");
});

test("a text that is no date gives none", async () => {
  expect(await newestIn(sitemap("yesterday", "", "2026-99-99"))).toBeUndefined();
  expect(await newestIn("<urlset/>")).toBeUndefined();
  expect(await newestIn("<!doctype html><p>Not found")).toBeUndefined();
});
