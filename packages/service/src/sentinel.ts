import { siteKey } from "@llmstxt-service/page/address/site";
import type { CrawlWorld } from "./job.ts";

const PROBE_TIMEOUT_MS = 5_000;
/** The sitemaps protocol's limit. */
const MAX_BYTES = 50 * 2 ** 20;

const plainOf = ({ fetching }: CrawlWorld) => fetching.forCrawl({ judge: () => undefined }).plain;

/** The sitemap that tells cheaply of changes: the first usual place that answers HEAD with 200, or null. */
export async function findSentinel(siteUrl: string, world: CrawlWorld, signal: AbortSignal): Promise<string | null> {
  const plain = plainOf(world);
  for (const name of ["sitemap.xml", "sitemap_index.xml"]) {
    const url = `${siteKey(siteUrl) ?? siteUrl}/${name}`;
    try {
      if ((await plain({ url, method: "HEAD", timeoutMs: PROBE_TIMEOUT_MS }, signal)).status === 200) return url;
    } catch {
      signal.throwIfAborted(); // else the place cannot be asked: the next one may answer
    }
  }
  return null;
}

/** The newest lastmod of a sitemap; undefined where there is none. @throws if it cannot be fetched */
export async function newestLastmod(url: string, world: CrawlWorld, signal: AbortSignal): Promise<Date | undefined> {
  const { status, body } = await plainOf(world)({ url, maxBytes: MAX_BYTES }, signal);
  if (status !== 200) return undefined;
  const reader = world.reader({ withMarkdown: false }, signal);
  const sitemap = await reader.sitemap(body, signal);
  return sitemap?.newest === undefined ? undefined : new Date(sitemap.newest);
}
