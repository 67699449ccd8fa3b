import type { DocumentFlag } from "@llmstxt-service/document/document-options";
import { callJson, callText } from "../protocol/http.ts";
import { withOwnAddress } from "../protocol/own-address.ts";
import type {
  BulkAnswer,
  ImportAnswer,
  RunLogAnswer,
  Site,
  SiteDiff,
  SiteHealth,
  SiteRun,
  SiteRunsAnswer,
  Sites,
  Versions,
} from "../protocol/types.ts";
import { type ListPlace, placeQuery } from "./list-place.ts";
import { changed, type Query } from "./query.ts";
import { Store } from "./store.ts";

/** Number of enrolled sites, for the top bar; undefined until a list was loaded. */
export const siteCount = new Store<number | undefined>(undefined);

/** Beginning of the keys of all queries for sites: a change of one site affects lists, counts and its own screens. */
export const SITES = "/api/sites";

const at = (id: string, rest = "") => `/api/sites/${encodeURIComponent(id)}${rest}`;

/** The site as shown: paused, unless it is being crawled. */
function shown(site: Site): Site {
  const status = site.paused && site.status !== "crawling" ? "paused" : site.status;
  return withOwnAddress({ ...site, status });
}

/** Rows of a list after a cursor, or the first ones. */
export interface Page {
  readonly cursor?: string;
  readonly limit: number;
}

export async function listSites(place: ListPlace, { cursor, limit }: Page, signal: AbortSignal): Promise<Sites> {
  const query = placeQuery(place);
  query.set("limit", String(limit));
  if (cursor) query.set("cursor", cursor);
  const sites = await callJson<Sites>(`/api/sites?${query}`, {}, signal);
  return { ...sites, items: sites.items.map(shown) };
}

const sitesIn = ({ ages }: SiteHealth): number =>
  Object.values(ages).reduce((sum, states) => sum + Object.values(states).reduce((all, sites) => all + sites, 0), 0);

/** All sites by age and state. The server counts them every few seconds: until then the sum is not the list's. */
export const healthQuery = (all: number): Query<SiteHealth> => ({
  key: at("health"),
  asOf: String(all),
  ask: (signal) => callJson(at("health"), {}, signal),
  isWorking: (health) => sitesIn(health) !== all,
});

/** Changes sites by id, or a batch of those that a list shows. */
export async function changeSites(body: object): Promise<BulkAnswer> {
  return callJson("/api/sites/bulk", { method: "POST", body });
}

/** Adds at most 200 sites; `dryRun`: only checks them; `job`: id of the job of the batch before. */
export async function importSites(
  body: { readonly items: readonly object[]; readonly dryRun: boolean; readonly job: string | undefined },
  signal?: AbortSignal,
): Promise<ImportAnswer> {
  return callJson("/api/sites/import", { method: "POST", body }, signal);
}

/** True if the site is crawled, or about to be. */
export const isAtWork = ({ status }: Site): boolean => status === "crawling" || status === "due";

export const siteQuery = (id: string): Query<Site> => ({
  key: at(id),
  ask: async (signal) => shown(await callJson<Site>(at(id), {}, signal)),
  isWorking: isAtWork,
});

export const runsQuery = ({ id, lastCrawledAt, status, reason }: Site): Query<readonly SiteRun[]> => ({
  key: at(id, "/runs"),
  asOf: `${lastCrawledAt} ${status} ${reason}`,
  ask: async (signal) => (await callJson<SiteRunsAnswer>(at(id, "/runs"), {}, signal)).items,
});

export const runLogQuery = (id: string, run: string): Query<RunLogAnswer> => ({
  key: at(id, `/runs/${run}/log`),
  ask: (signal) => callJson(at(id, `/runs/${run}/log`), {}, signal),
});

export const versionsQuery = ({ id, lastChangedAt }: Site): Query<Versions> => ({
  key: at(id, "/versions"),
  asOf: lastChangedAt,
  ask: (signal) => callJson(at(id, "/versions"), {}, signal),
});

export const versionTextQuery = (id: string, version: string): Query<string> => ({
  key: at(id, `/versions/${version}/text`),
  ask: (signal) => callText(at(id, `/versions/${version}/text`), {}, signal),
});

export const diffQuery = (id: string, versions: { readonly from: string; readonly to: string }): Query<SiteDiff> => ({
  key: at(id, `/diff?${new URLSearchParams(versions)}`),
  ask: (signal) => callJson(at(id, `/diff?${new URLSearchParams(versions)}`), {}, signal),
});

/**
 * Enrols the site of a finished crawl.
 * @throws ApiError
 */
export async function enrol(crawlId: string, recrawlIntervalMinutes: number): Promise<Site> {
  const call = { method: "POST", body: { crawlId, recrawlIntervalMinutes } } as const;
  return shown(await changed(SITES, callJson<Site>(SITES, call)));
}

/** Settings to change; fields left out stay. */
export type SiteChange = Partial<
  Pick<
    Site,
    | "recrawlIntervalMinutes"
    | "paused"
    | "maxPages"
    | "descLength"
    | DocumentFlag
    | "scope"
    | "include"
    | "exclude"
    | "sitemaps"
    | "urls"
    | "language"
    | "useProxy"
    | "tags"
  >
>;

export async function changeSite(id: string, change: SiteChange): Promise<Site> {
  return shown(await changed(SITES, callJson<Site>(at(id), { method: "PATCH", body: change })));
}

/** @returns number of sites queued */
export async function recrawlDue(): Promise<number> {
  const called = callJson<{ readonly queued: number }>("/api/sites/recrawl-due", { method: "POST" });
  return (await changed(SITES, called)).queued;
}

/** Tries at once to store a text that the store did not take. */
export async function deliver(id: string): Promise<void> {
  await changed(SITES, callText(at(id, "/deliver"), { method: "POST" }));
}

/** Stores the webhook's secret; the server never returns it. */
export async function setWebhookSecret(id: string, secret: string): Promise<void> {
  await changed(SITES, callText(at(id, "/webhook-secret"), { method: "PUT", body: { secret } }));
}

export async function removeWebhookSecret(id: string): Promise<void> {
  await changed(SITES, callText(at(id, "/webhook-secret"), { method: "DELETE" }));
}
