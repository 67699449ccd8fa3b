// Enrols sites and changes enrolled ones, for the REST interface.
import { siteKey } from "@llmstxt-service/page/address/site";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { Insertable } from "kysely";
import type * as z from "zod";
import type { RunWorld } from "./crawls/run.ts";
import { overlayAgain } from "./job.ts";
import { findSentinel, upload } from "./recrawl.ts";
import { type CrawlRequest, readRequest, requestSchema } from "./request.ts";
import type { Settings } from "./settings.ts";
import type { Enrolled, enrolShape, patchSiteShape } from "./shapes.ts";
import { addSites, columnsOf, enrol, inMinutes, requestOf } from "./sites.ts";
import { type CrawlRow, json, type Site, type SiteOptions, type Sql, type Tables } from "./tables.ts";
import { addVersion } from "./versions.ts";

type Changes = z.output<typeof patchSiteShape>;
type Values = { [Name in keyof Insertable<Tables["crawl_sites"]>]?: Insertable<Tables["crawl_sites"]>[Name] };
export type EditWorld = Omit<RunWorld, "places">;

const OPTIONS = ["include", "exclude", "scope", "language", "llmEnhance", "useProxy"] as const;

/** The columns that a request changes, except the overlay, which needs a new text. @throws CrawlError */
function valuesOf(changes: Changes, options: SiteOptions, settings: Settings): Values {
  const { maxPages, descLength, recrawlIntervalMinutes, webhook_secret, alerts } = changes;
  // Rules and messages are those of a crawl request.
  readRequest(requestSchema(settings), { url: "https://site.example", enableAutoUpdate: true, ...changes });
  const given = OPTIONS.flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name] ?? undefined]]));
  return {
    ...(maxPages !== undefined && { max_pages: maxPages }),
    ...(descLength !== undefined && { desc_length: descLength }),
    ...(recrawlIntervalMinutes !== undefined && { recrawl_interval_minutes: recrawlIntervalMinutes }),
    ...(webhook_secret !== undefined && { webhook_secret: webhook_secret || null }),
    ...(alerts !== undefined && { alerts }),
    ...(given.length > 0 && { options: json({ ...options, ...Object.fromEntries(given) }) }),
    // A setting that changes the document forces a crawl, whatever the sitemap says.
    ...((given.length > 0 || maxPages !== undefined || descLength !== undefined) && { plain_hash: null }),
  };
}

/** The due time after a change of the interval, or a pause. */
function dueAfter({ paused, recrawlIntervalMinutes: minutes }: Changes, site: Site): Values {
  if (paused === true) return { next_crawl_at: null };
  if (paused === false) return site.next_crawl_at === null ? { next_crawl_at: new Date() } : {};
  if (minutes === undefined || site.next_crawl_at === null || site.failures > 0) return {};
  return { next_crawl_at: inMinutes(site.last_crawled_at ?? new Date(), minutes) };
}

/** Changes a site; a new overlay makes a new text without a crawl. @returns false if there is no such site */
export async function patchSite(id: string, changes: Changes, world: EditWorld): Promise<boolean> {
  const { database, crawling } = world;
  const find = (db: Sql) => db.selectFrom("crawl_sites").selectAll().where("id", "=", id).executeTakeFirst();
  const site = await database.use(find);
  if (site === undefined) return false;
  const values = { ...valuesOf(changes, site.options, crawling.settings), ...dueAfter(changes, site) };
  const rewritten = changes.overlay === undefined ? undefined : await rewrite(site, changes.overlay, world);
  await database.transaction(async (db) => {
    const set = { ...values, ...rewritten?.set, updated_at: new Date() };
    await db.updateTable("crawl_sites").set(set).where("id", "=", id).execute();
    if (rewritten?.version) await addVersion(db, id, rewritten.version);
  });
  if (rewritten?.set.unstored_since) await world.recrawls.storeLater(id);
  return true;
}

/** Milliseconds for a change, its upload included. */
const CHANGE_MS = 60_000;

/** Stores the site's document with another overlay; a site without a document gets it after its first crawl. */
async function rewrite(site: Site, overlay: CrawlRequest["overlay"] | null, { crawling, store, log }: EditWorld) {
  const set: Values = { overlay: overlay ? json(overlay) : null };
  const { base_text: base, summary, latest_text: before } = site;
  if (base === null || summary === null) return { set };
  const signal = AbortSignal.timeout(CHANGE_MS);
  const request = { ...requestOf(site), overlay: overlay ?? undefined };
  const { text, hash, summary: counted } = await overlayAgain({ base, summary }, request, crawling, signal);
  if (hash === site.latest_llms_hash) return { set };
  const url = await upload(site.base_url, text, { store, log, report: () => {} }, signal);
  const { pages } = counted;
  return {
    set: {
      ...set,
      ...{ latest_text: text, latest_llms_hash: hash, summary: json(counted), pages },
      ...(url === undefined ? { unstored_since: new Date() } : { latest_llms_url: url, unstored_since: null }),
    },
    version: { before, text, hash, pages, url, by: "edit" as const },
  };
}

type Enrolment = z.output<typeof enrolShape>;

/** Enrols addresses; each is crawled at once. */
export async function enrolSites(
  addresses: readonly string[],
  changes: Enrolment,
  { database, crawling, recrawls }: EditWorld,
) {
  const schema = requestSchema(crawling.settings);
  const refused: Enrolled["refused"] = [];
  const sites = new Map<string, string>();
  for (const base_url of addresses) {
    const { data: url = "" } = schema.shape.url.safeParse(base_url);
    const key = siteKey(url);
    if (key === undefined) refused.push({ base_url, detail: "Invalid URL format" });
    else if (sites.has(key)) refused.push({ base_url, detail: "Named twice" });
    else sites.set(key, url);
  }
  const { webhook_secret, alerts = true } = changes;
  const rows = [...sites].map(([base_url, url]) => ({
    ...columnsOf(readRequest(schema, { ...changes, url, enableAutoUpdate: true })),
    ...{ base_url, webhook_secret: webhook_secret || null, alerts },
  }));
  const added = rows.length === 0 ? [] : await database.use((db) => addSites(db, rows));
  const isAdded = new Set(added.map(({ base_url }) => base_url));
  for (const [key, base_url] of sites)
    if (!isAdded.has(key)) refused.push({ base_url, detail: "Site already enrolled" });
  const ids = added.map(({ id }) => id);
  await recrawls.recrawlNow(ids);
  return { ids, refused };
}

/** Enrols the site of a finished crawl; its first recrawl fetches every page whole. @returns its id */
export async function enrolCrawl(crawl: CrawlRow, world: EditWorld): Promise<string> {
  const { document: text, base_text: base, summary, plain_hash: plainHash, generated_at: generatedAt } = crawl;
  if (text === null || base === null || summary === null || plainHash === null || generatedAt === null)
    throw new CrawlError("wrong_usage", { detail: "The crawl has no document" });
  const { database, crawling, recrawls } = world;
  const sentinelUrl = await findSentinel(crawl.url, crawling, AbortSignal.timeout(CHANGE_MS));
  const made = { text, base, summary, plainHash, generatedAt, enhanced: crawl.is_enhanced ? base : undefined };
  const stored = { made, storedUrl: crawl.file_url ?? undefined, sentinelUrl };
  const id = await database.transaction((db) => enrol(db, { request: crawl.request, ...stored }));
  if (crawl.file_url === null) await recrawls.storeLater(id);
  return id;
}
