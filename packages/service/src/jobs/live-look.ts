import { tryPercentDecoded } from "@llmstxt-service/page/address/percent";
import type { CrawlError } from "@llmstxt-service/page/errors";
import { toCrawlError } from "@llmstxt-service/page/errors";
import { type LiveMark, type LiveVerdict, markOf } from "../sites/live.ts";
import type { Site } from "../sites/site.ts";
import { tryAbout } from "../store/about.ts";
import { NOTES } from "../store/written.ts";
import type { Job } from "./generate/generate.ts";
import { type BundleIndex, checkLive, type LiveReport } from "./live-check.ts";
import { retryUntilDatabaseIsBack } from "./retry-until-database-is-back.ts";
import { findStoredBundle, indexVersions, type StoredBundle } from "./storage/storage.ts";
import type { SiteWorld } from "./world.ts";

/** A check of a site's own addresses after a crawl. */
export type LiveProgress =
  | { readonly type: "liveChecked"; readonly verdict: LiveVerdict; readonly behind?: number }
  | { readonly type: "liveNotChecked"; readonly error: CrawlError };

/** Milliseconds to read a bundle's lists from the store. */
const READ_MS = 60_000;

/** Most pages whose Markdown is compared. */
const MAX_PAGES = 3;

/** Most versions of the plain document that are compared. */
const MAX_DOCUMENTS = 100;

/** Files that a site should serve, by the lists in the store; undefined if none are published. */
export async function publishedIndex(
  { id, url }: { readonly id: string; readonly url: string },
  world: SiteWorld,
  stopping: AbortSignal,
): Promise<BundleIndex | undefined> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(READ_MS)]);
  const bundle = await findStoredBundle(url, world.files, signal);
  if (bundle === undefined) return undefined;
  const { site, index, about } = await bundleAddresses(bundle, url, world);
  const versions = await indexVersions(bundle, world.files, signal);
  const documents = await retryUntilDatabaseIsBack(() => world.sites.versions(id, undefined, MAX_DOCUMENTS), signal);
  const absolute = (address: string) => (address.startsWith("/") ? site + address : address);
  const pages = Object.entries(about?.pages ?? {}).flatMap(([page, markdown]) => {
    const digest =
      markdown.startsWith("/") && bundle.written.get(`${bundle.root}${tryPercentDecoded(markdown.slice(1))}`);
    return digest ? [{ url: absolute(page), markdown: absolute(markdown), digest }] : [];
  });
  return {
    index,
    versions: versions.map(({ digest, at }) => ({ digest, at: new Date(at) })),
    documents: documents.items,
    indexes: [index, ...Object.values(about?.indexes ?? {}).map(absolute)],
    pages: spread(pages),
  };
}

/** The first, one in the middle and the last. */
const spread = <T>(all: readonly T[]): readonly T[] =>
  all.length <= MAX_PAGES
    ? all
    : Array.from({ length: MAX_PAGES }, (_, n) => all[Math.floor((n * (all.length - 1)) / (MAX_PAGES - 1))]).filter(
        (one) => one !== undefined,
      );

/** Address of the bundle's index on the site, and its list of pages. */
export async function bundleAddresses(
  { root, notes }: StoredBundle,
  baseUrl: string,
  { files }: Pick<SiteWorld, "files">,
) {
  const about = tryAbout(await files.get(`${root}${notes}pages.json`, AbortSignal.timeout(READ_MS)));
  const site = about?.site ?? new URL(baseUrl).origin;
  return { site, index: `${site}/${notes.slice(0, -NOTES.length)}llms.txt`, about };
}

/** Mark of a check, for the site's row. */
export const keptLook = (
  { verdict, behind, since, advice, platform }: LiveReport,
  { before, at, began }: { readonly before: LiveMark | null; readonly at: Date; readonly began: Date | undefined },
): LiveMark =>
  markOf(
    before,
    {
      at: at.toISOString(),
      verdict,
      ...(behind && { behind }),
      ...(since && { since: since.toISOString() }),
      advice,
      platform,
    },
    began,
  );

/**
 * Checks a site's own addresses after a crawl. A check that fails is reported, and the crawl goes on.
 * @param began time at which the crawl began
 * @returns undefined if nothing is published, or the check failed
 */
export async function lookAfterCrawl(
  site: Pick<Site, "id" | "live" | "isPrivate"> & { readonly request: Pick<Site["request"], "url" | "publish"> },
  { world, report, began, clock }: Job<SiteWorld, LiveProgress> & { readonly began: Date; readonly clock: () => Date },
  signal: AbortSignal,
): Promise<LiveMark | undefined> {
  const { id, live, isPrivate, request } = site;
  if (!request.publish || isPrivate) return undefined;
  try {
    const published = await publishedIndex({ id, url: request.url }, world, signal);
    if (published === undefined) return undefined;
    const seen = await checkLive(published, world, signal);
    const { verdict, behind } = seen;
    report({ type: "liveChecked", verdict, ...(behind && { behind }) });
    return keptLook(seen, { before: live, at: clock(), began });
  } catch (thrown) {
    signal.throwIfAborted();
    report({ type: "liveNotChecked", error: toCrawlError(thrown) });
    return undefined;
  }
}
