import { callBlob, callJson, callText, ifThere } from "../protocol/http.ts";
import type { Bundle, Live, Miss, MissesAnswer, Site, Snippet, SnippetsAnswer } from "../protocol/types.ts";
import { changed, type Query } from "./query.ts";
import { SITES } from "./sites.ts";

const at = (id: string, rest: string) => `/api/sites/${encodeURIComponent(id)}${rest}`;

/** Files that a site publishes, and how to serve them. */
export interface Published {
  readonly bundle: Bundle;
  readonly snippets: readonly Snippet[];
}

/**
 * Query for a site's bundle; undefined if nothing is published yet.
 */
export const publishedQuery = ({ id, publish, status, lastCrawledAt }: Site): Query<Published | undefined> => ({
  key: at(id, "/bundle"),
  asOf: `${publish} ${status} ${lastCrawledAt}`,
  ask: (signal) => ifThere(getPublished(id, signal)),
  isWorking: (published) => publish && published === undefined,
});

async function getPublished(id: string, signal: AbortSignal): Promise<Published> {
  const [bundle, { items }] = await Promise.all([
    callJson<Bundle>(at(id, "/bundle"), {}, signal),
    callJson<SnippetsAnswer>(at(id, "/bundle/snippets"), {}, signal),
  ]);
  return { bundle, snippets: items };
}

export const missesQuery = (id: string): Query<readonly Miss[]> => ({
  key: at(id, "/misses"),
  ask: async (signal) => (await callJson<MissesAnswer>(at(id, "/misses"), {}, signal)).items,
});

export async function getZip(id: string, signal: AbortSignal): Promise<Blob> {
  return callBlob(at(id, "/bundle.zip"), {}, signal);
}

/** Milliseconds for the check of a site: the service's own limit is shorter. */
const LIVE_MS = 45_000;

/**
 * Query that checks the site's own addresses: once for each bundle, and on request. Its key is not among `SITES`, so
 * that changed settings repeat no check.
 */
export const liveQuery = (id: string, bundleAt: string | null): Query<Live> => ({
  key: `live ${id}`,
  asOf: bundleAt,
  ask: (signal) => callJson(at(id, "/live"), { method: "POST" }, signal),
  patienceMs: LIVE_MS,
});

/** Sets `publish`, and asks for a crawl at once, which makes the first bundle. */
export async function startPublishing(id: string): Promise<void> {
  await changed(SITES, callJson(at(id, ""), { method: "PATCH", body: { publish: true } }));
  await changed(SITES, callText(at(id, "/recrawl"), { method: "POST" }));
}
