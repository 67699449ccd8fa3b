import { readSitemap, SITEMAP_MAX_BYTES } from "../crawl/sitemap.ts";
import type { CrawlFetch } from "../fetch/fetch.ts";
import { siteKey } from "../sites/base-url.ts";
import type { GenerateWorld } from "./world.ts";

const PROBE_TIMEOUT_MS = 5_000;

const fetchOf = (world: GenerateWorld): CrawlFetch =>
  world.fetching.forCrawl({ useProxy: false, judge: () => undefined });

/** The site's sitemap for cheap checks: the first of two places that answers HEAD with 200, or null. */
export async function findSentinel(url: string, world: GenerateWorld, signal: AbortSignal): Promise<string | null> {
  const base = siteKey(url) ?? url;
  const { plain } = fetchOf(world);
  for (const name of ["sitemap.xml", "sitemap_index.xml"]) {
    const place = `${base}/${name}`;
    try {
      const { status } = await plain({ url: place, method: "HEAD", timeoutMs: PROBE_TIMEOUT_MS }, signal);
      if (status === 200) return place;
    } catch (error) {
      signal.throwIfAborted();
      // A place that cannot be asked is no sentinel; the next one may be.
      if (!(error instanceof Error)) throw error;
    }
  }
  return null;
}

/**
 * The newest `lastmod` of a sitemap or a sitemap index, its time zone removed; undefined when it has none or is no
 * sitemap.
 * @throws CrawlError when it cannot be fetched
 */
export async function newestLastModified(
  url: string,
  world: GenerateWorld,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const { status, body } = await fetchOf(world).plain({ url, maxBytes: SITEMAP_MAX_BYTES }, signal);
  if (status !== 200 || (await readSitemap(body)) === undefined) return undefined;
  return newestStamp(Buffer.from(body).toString("latin1"));
}

const LASTMOD = /<(?:[\w-]+:)?lastmod[^>]*>\s*(?:<!\[CDATA\[)?\s*([\d:T .Z+-]{4,40})/gi;

/** As the specification compares: the date and time as written, whatever zone they were meant in. */
export function newestStamp(xml: string): Date | undefined {
  const stamps = [...xml.matchAll(LASTMOD)].flatMap(([, stamp = ""]) => withoutZone(stamp.trim()) ?? []);
  return stamps.length === 0 ? undefined : new Date(stamps.reduce((newest, stamp) => Math.max(newest, stamp)));
}

/** W3C datetime: year, month, day, then perhaps a time. */
const STAMP = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?)?)?)?/;

function withoutZone(stamp: string): number | undefined {
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00", fraction = ""] =
    STAMP.exec(stamp) ?? [];
  if (year === undefined) return undefined;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`);
  return Number.isNaN(at) ? undefined : at;
}
