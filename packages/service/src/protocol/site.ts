import * as z from "zod";
import { describeLive } from "../live-words.ts";
import { alertRule } from "../sites/alert-rule.ts";
import { LIVE_FIXES, LIVE_PLATFORMS, LIVE_VERDICTS, type LiveMark } from "../sites/live.ts";
import { type ListedSite, SITE_AGE_NAMES, SITE_STATUSES } from "../sites/site-query.ts";
import { siteDocumentFields, siteDocumentJson } from "./document-options.ts";
import { iso } from "./fields.ts";

// Enrolled sites in the REST interface, as schemas. The types of server and web page, and /openapi.json, are made from
// them.

const time = z.iso.datetime();

/** A site, as the REST interface returns it, without its secrets. */
export const siteSchema = z.object({
  id: z.uuid(),
  baseUrl: z.string(),
  status: z.enum(SITE_STATUSES),
  reason: z.string().nullable().describe("Why it fails"),
  progress: z.object({ done: z.int(), max: z.int() }).nullable(),
  lastCrawledAt: time.nullable(),
  lastChangedAt: time.nullable(),
  nextCrawlAt: time.nullable(),
  pages: z.int().describe("Pages of the document of the latest crawl: its links and the homepage"),
  previousPages: z.int(),
  recrawlIntervalMinutes: z.int(),
  maxPages: z.int(),
  ...siteDocumentFields,
  scope: z.enum(["domain", "path"]),
  include: z.array(z.string()),
  exclude: z.array(z.string()),
  language: z.string().nullable().describe("null: the homepage's"),
  useProxy: z.boolean(),
  sitemaps: z.array(z.string()).describe("Sitemaps to be read in place of the usual ones"),
  urls: z.array(z.string()).describe("Exactly these pages are listed; empty: those that are found"),
  fileUrl: z.string().nullable(),
  undelivered: z
    .object({ since: time, why: z.string(), tries: z.int(), nextTryAt: time })
    .nullable()
    .describe("The newest text is not stored yet: why, and when it is tried again at the latest"),
  paused: z.boolean(),
  publish: z.boolean().describe("Whether its bundle is stored and served under /mirror/"),
  webhookSecretSetAt: time.nullable(),
  history: z.array(z.union([z.int(), z.literal("failed")])).describe("Pages changed in the last 12 crawls"),
  tags: z.array(z.string()).describe("In lower case, each once"),
  alerts: z.nullable(alertRule).describe("Who is told what; null: as the settings say"),
  live: z
    .object({
      at: time,
      verdict: z.enum(LIVE_VERDICTS),
      behind: z.int().optional(),
      since: time.optional(),
      advice: z.enum(LIVE_FIXES),
      platform: z.enum(LIVE_PLATFORMS),
      lost: z
        .enum(["stale", "other"])
        .optional()
        .describe("The site was live, and has earlier files or none, or others"),
      detail: z.string().describe("Verdict and advice in words"),
    })
    .nullable()
    .describe(
      "Last look at the site's own addresses, after a crawl or on request; null: none yet, or nothing is published",
    ),
  kept: z
    .object({ pages: z.int(), times: z.int() })
    .nullable()
    .describe("The document that is kept although a recrawl found too few pages, and how often in a row it did"),
});

function liveJson({ wasLive: _, ...mark }: LiveMark): SiteAnswer["live"] {
  return { ...mark, detail: describeLive(mark) };
}

export function siteJson(site: ListedSite): SiteAnswer {
  const { id, baseUrl, status, pages, previousPages, recrawlIntervalMinutes, request } = site;
  const { maxPages, scope, include, exclude, language = null, useProxy, sitemaps = [], urls = [] } = request;
  const crawling = site.crawlingSince !== null;
  return {
    id,
    baseUrl,
    status,
    reason: site.lastError,
    progress: crawling ? { done: site.pagesDone, max: maxPages } : null,
    lastCrawledAt: iso(site.lastCrawledAt),
    lastChangedAt: iso(site.lastChangedAt),
    nextCrawlAt: iso(site.nextCrawlAt),
    pages,
    previousPages,
    recrawlIntervalMinutes,
    maxPages,
    ...siteDocumentJson(request),
    scope,
    include: [...include],
    exclude: [...exclude],
    language,
    useProxy,
    sitemaps: [...sitemaps],
    urls: [...urls],
    fileUrl: site.latestUrl || null,
    undelivered: site.undelivered && {
      why: site.undelivered.why,
      tries: site.undelivered.tries,
      since: site.undelivered.since.toISOString(),
      nextTryAt: site.undelivered.nextTryAt.toISOString(),
    },
    paused: site.pausedAt !== null,
    publish: request.publish === true,
    webhookSecretSetAt: iso(site.webhookSecretSetAt),
    history: [...site.history],
    tags: [...site.tags],
    alerts: site.alerts,
    live: site.live && liveJson(site.live),
    kept: site.kept && site.kept.times > 0 ? { ...site.kept } : null,
  };
}

export const sitesSchema = z.object({
  items: z.array(siteSchema),
  next: z.string().nullable(),
  total: z.int().describe("What search, tag and filter leave; of a search or a tag among many sites, 10,000 at most"),
  counts: z.object({
    all: z.int(),
    attention: z.int(),
    changed: z.int(),
    paused: z.int(),
    tags: z.array(z.object({ tag: z.string(), sites: z.int() })).describe("The tags most sites have, 500 at most"),
  }),
  counted: z
    .object({ at: time, isExact: z.boolean().describe("false: counted up to half a minute ago, or not to the end") })
    .describe("How `total` and `counts` were counted"),
  isPart: z
    .literal(true)
    .optional()
    .describe(
      "`items` and `total` are of a part of the sites: the search took too long, or has fewer than three letters",
    ),
  nextRunAt: time.nullable().describe("When the next site is due"),
});

export const siteHealthSchema = z.object({
  ages: z
    .record(z.enum(SITE_AGE_NAMES), z.partialRecord(z.enum(SITE_STATUSES), z.int()))
    .describe("Counts by state, for each span of age, named by its end"),
});

export const siteChangesSchema = z.object({
  since: z.string().describe("What to ask with next time"),
  sites: z.array(siteSchema).describe("Changed since, or being crawled now; removed ones are not among them"),
  isAll: z.boolean().describe("false: there are more, and the list must be read anew"),
});

export const importSchema = z.object({
  added: z.int(),
  sites: z.array(siteSchema).describe("Those that were added"),
  refused: z.array(
    z.object({
      line: z.int().describe("Which item, from 1"),
      code: z.enum(["invalid", "address", "twice", "enrolled"]),
      detail: z.string(),
    }),
  ),
  job: z
    .uuid()
    .nullable()
    .describe("The job in GET /api/jobs; null for a dry run. Given back, the parts of an import are one job"),
});

const undoSchema = z.object({
  change: z.discriminatedUnion("action", [
    z.object({ action: z.enum(["pause", "resume"]) }),
    z.object({ action: z.literal("setInterval"), recrawlIntervalMinutes: z.int() }),
    z.object({ action: z.enum(["addTags", "removeTags"]), tags: z.array(z.string()).readonly() }),
  ]),
  ids: z.array(z.uuid()),
});

export const bulkSchema = z.object({
  done: z.int().describe("Sites looked at by this call"),
  changed: z.int().describe("Those that were not so already"),
  undo: z.array(undoSchema).describe("What makes them as they were: each is a body for this endpoint"),
  next: z.string().nullable().describe("What to ask with as `cursor`; null: no more"),
  job: z.uuid().describe("The job in GET /api/jobs; given back with `cursor`, the batches are one job"),
});

const versionSchema = z.object({
  id: z.uuid(),
  at: time,
  pages: z.int(),
  characters: z.int(),
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
  unchanged: z.int().nullable().describe("Crawls after it, up to the next version, that found nothing new"),
  url: z.string().describe("Empty while the text could not be stored"),
  digest: z.string().describe("SHA-256 of the text in hex"),
});

export const versionsSchema = z.object({
  items: z.array(versionSchema),
  next: z.string().nullable(),
  crawls: z.int().describe("Crawls the site has had in all"),
});

/** A name or a query, without control characters, which Postgres or a terminal would not take. */
export const viewText = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]*$/u);

export const viewsSchema = z.object({ items: z.array(z.object({ name: z.string(), query: z.string() })) });

const siteRunSchema = z.object({
  id: z.uuid(),
  at: time,
  outcome: z
    .string()
    .describe(
      "updated, published (the document is the same, files of the bundle are not), same, unchanged, notStored or failed",
    ),
  reason: z.string().nullable().describe("Why it failed"),
  pages: z.int().nullable().describe("Of the document; null: nothing was crawled"),
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
  failed: z.int().describe("Pages that could not be fetched"),
  ms: z.int().nullable(),
});

export const siteRunsSchema = z.object({ items: z.array(siteRunSchema) });

const runLineSchema = z.object({
  atMs: z.int(),
  level: z.enum(["info", "warning", "failure"]),
  text: z.string(),
});

export const runLogSchema = z.object({
  dropped: z.int().describe("Lines in the middle that were not kept"),
  lines: z.array(runLineSchema),
});

const pageSchema = z.object({ url: z.string(), section: z.string(), title: z.string(), excerpt: z.string() });
const pair = z.tuple([z.string(), z.string()]).describe("Old and new; equal where it did not change");
export const diffSchema = z.object({
  added: z.array(pageSchema),
  removed: z.array(pageSchema),
  changed: z.array(z.object({ url: z.string(), section: z.string(), title: pair, excerpt: pair })),
  renamed: z.array(pair).describe("Names of sections, old and new"),
  moved: z
    .array(z.object({ url: z.string(), title: z.string(), section: z.string(), from: z.string() }))
    .describe("Pages that stand in another section, those of renamed ones aside"),
  unified: z.string(),
});

export type SiteAnswer = z.output<typeof siteSchema>;
export type SitesAnswer = z.output<typeof sitesSchema>;
export type ViewsAnswer = z.output<typeof viewsSchema>;
export type SiteHealthAnswer = z.output<typeof siteHealthSchema>;
export type SiteChangesAnswer = z.output<typeof siteChangesSchema>;
export type ImportAnswer = z.output<typeof importSchema>;
export type BulkAnswer = z.output<typeof bulkSchema>;
export type BulkUndo = z.output<typeof undoSchema>;
export type RunLine = z.output<typeof runLineSchema>;
export type RunLogAnswer = z.output<typeof runLogSchema>;
export type SiteRunAnswer = z.output<typeof siteRunSchema>;
export type SiteRunsAnswer = z.output<typeof siteRunsSchema>;
export type SiteVersion = z.output<typeof versionSchema>;
export type SiteVersions = z.output<typeof versionsSchema>;
export type SiteDiff = z.output<typeof diffSchema>;
