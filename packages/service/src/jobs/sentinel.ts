import { SITEMAP_MAX_BYTES } from "@llmstxt-service/crawler/crawl/sitemap";
import type { CrawlFetch } from "@llmstxt-service/crawler/fetch";
import { credentialFields } from "@llmstxt-service/crawler/fetch/credentials";
import { siteKey } from "@llmstxt-service/page/address/site-key";
import type { CrawlRequest } from "./request.ts";
import type { GenerateWorld } from "./world.ts";

const PROBE_TIMEOUT_MS = 5_000;

/** The site whose sitemap is checked, with its credentials. */
export type SentinelSite = Pick<CrawlRequest, "url" | "credentials" | "sitemaps">;

export const fetchOf = ({ url, credentials }: SentinelSite, world: GenerateWorld): CrawlFetch =>
  world.fetching.forCrawl({
    useProxy: false,
    judge: () => undefined,
    credentials: credentials && credentialFields(url, credentials),
  });

/** The site's sitemap for cheap checks: the first usual place that answers HEAD with 200, or null. */
export async function findSentinel(
  site: SentinelSite,
  world: GenerateWorld,
  signal: AbortSignal,
): Promise<string | null> {
  const base = siteKey(site.url) ?? site.url;
  const { plain } = fetchOf(site, world);
  const usual = ["sitemap.xml", "sitemap_index.xml"].map((name) => `${base}/${name}`);
  for (const place of site.sitemaps?.length ? site.sitemaps : usual) {
    try {
      const { status } = await plain({ url: place, method: "HEAD", timeoutMs: PROBE_TIMEOUT_MS }, signal);
      if (status === 200) return place;
    } catch (error) {
      signal.throwIfAborted();
      // A place that cannot be requested is skipped; the next one may answer.
      if (!(error instanceof Error)) throw error;
    }
  }
  return null;
}

/**
 * The newest `lastmod` of a sitemap or sitemap index, also of entries without an address. The time zone is dropped and
 * the time compared as written, as the specification asks. Undefined if it has none, or is no sitemap.
 * @throws CrawlError when it cannot be fetched
 */
export async function newestLastModified(
  { sentinelUrl: url, ...site }: SentinelSite & { readonly sentinelUrl: string },
  world: GenerateWorld,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const reader = world.readers.forCrawl({ withMarkdown: false }, signal);
  const { status, body } = await fetchOf(site, world).plain({ url, maxBytes: SITEMAP_MAX_BYTES }, signal);
  const sitemap = status === 200 ? await reader.sitemap({ url, body }, signal) : undefined;
  return sitemap?.newest === undefined ? undefined : new Date(sitemap.newest);
}
