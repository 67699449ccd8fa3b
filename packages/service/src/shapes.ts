// Schemas of the REST interface's requests and answers. The server, /openapi.json and, as types, the web page use them,
// so nothing but zod and the overlay's schema is imported.
import { overlaySchema } from "@llmstxt-service/document/overlay/file";
import * as z from "zod";

const count = z.int().min(0);
const time = z.iso.datetime();
export const flag = z.boolean("must be true or false");
export const globs = z
  .array(z.string("must be a path glob").min(1).max(500), "must be an array of path globs")
  .max(100);
const list = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable().describe("What to ask with as `cursor`; null: no more"),
  });

/** An owner's changes: the body of PUT /api/crawls/:id/overlay; an empty object means none. */
export { overlaySchema as overlayShape };

/** Body of every error. */
export const detailShape = z.object({ detail: z.string().describe("What went wrong, in words") });

/** A failure: of a crawl, a page or a site. */
const failureShape = z.object({
  code: z.string().describe("One of docs/reference/errors.md"),
  reason: z.string().describe("What happened, in words"),
});

// The crawl request's fields that a site keeps, too.
const kept = {
  maxPages: z.number().describe("Most pages to read, the homepage included"),
  descLength: z.number().describe("Most characters of an excerpt"),
  include: globs.describe("Paths to read; empty: all"),
  exclude: globs.describe("Paths to leave out"),
  scope: z.enum(["domain", "path"], "must be domain or path"),
  language: z.string().nullable().describe("null: the homepage's"),
  llmEnhance: flag,
  useProxy: flag,
};

/** An address of the site and its outcome; one table serves a page's numbers, lists and filters. */
const addressShape = z.object({
  url: z.string(),
  state: z.enum(["listed", "failed", "leftOut"]),
  title: z.string().optional().describe("As the document has it"),
  link: z.string().optional().describe("What the document links to, where that is not `url`: its Markdown"),
  section: z.string().optional(),
  reason: z
    .string()
    .optional()
    .describe("Why it is not listed: one of docs/reference/left-out.md, or a failure in words"),
  of: z.string().optional().describe("The page that stands for it: redirect, canonical or equal text"),
  others: count.optional().describe("Addresses with the same reason that are counted here and not named"),
});

const findingShape = z.object({
  level: z.enum(["error", "warning"]),
  line: count.describe("Line of the document, from 1; 0: about the crawl"),
  code: z.string(),
  message: z.string().describe("What is wrong, and what to do about it"),
});

const sizes = {
  pages: count.describe("Pages that the document stands for: its links and the homepage"),
  characters: count,
  tokens: count.describe("Estimated"),
};

/** Facts about a finished document, counted once, where it is made. */
const summaryShape = z.object({
  ...sizes,
  sections: z.array(z.object({ name: z.string(), pages: count })),
  failed: count.describe("Pages that could not be read"),
  leftOut: z.array(z.object({ reason: z.string(), count })).describe("Addresses found and not listed, by reason"),
  addresses: z.array(addressShape).describe("The first 10,000 that are not listed, while the counts are exact"),
  findings: z.array(findingShape),
  shortened: count.describe("Excerpts shortened so that the document stays readable"),
  why: z
    .enum(["complete", "limit", "timeout", "asked"])
    .describe("Nothing was left, the limit of pages, that of time, or somebody wanted what there was"),
  elapsedMs: count,
  bytes: count.describe("Bytes of pages as they travelled"),
});

/** Pages done and pages found: the two ends of a progress bar. */
const progressShape = z.object({
  done: count,
  found: count.describe("Pages that will be read as far as is known: never above the limit"),
});

/** A crawl in a list. */
const crawlItemShape = z.object({
  id: z.uuid(),
  url: z.string(),
  state: z.enum(["waiting", "running", "done", "failed", "cancelled"]),
  by: z.enum(["api", "socket", "site"]).describe("Who asked for it; site: the recrawl of an enrolled site"),
  siteId: z.uuid().nullable().describe("The enrolled site that it belongs to"),
  createdAt: time,
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  error: failureShape.nullable(),
  pages: count.nullable().describe("Pages of the document, once it is done"),
});
export const crawlsShape = list(crawlItemShape);

/** A crawl with all its data. */
export const crawlShape = crawlItemShape.extend({
  request: z.object({
    ...kept,
    enableAutoUpdate: flag,
    recrawlIntervalMinutes: count,
    overlay: overlaySchema.nullable(),
  }),
  ahead: count.nullable().describe("Crawls before it, while it waits"),
  progress: progressShape.nullable().describe("While it runs"),
  fileUrl: z.string().nullable().describe("Public address of the stored text"),
  document: z.string().nullable(),
  plain: z.string().nullable().describe("The document before the overlay: what the crawl itself wrote"),
  summary: summaryShape.nullable(),
});

/** Answer to an accepted crawl. */
export const begunShape = z.object({ id: z.uuid(), location: z.string() });

/** One message of /ws/crawl; `event` comes with `?events=1` only. */
export const socketMessageShape = z.object({
  type: z.enum(["log", "result", "url", "error"]),
  content: z.string(),
  event: z.looseObject({ type: z.string() }).optional(),
});

/** One message of a crawl's event stream; `end` is the last, and its content the crawl's state. */
const streamMessageShape = z.object({
  type: z.enum(["log", "end"]),
  at: time,
  content: z.string().describe("log: a line of the log; empty where the event is for programs alone"),
  event: z.looseObject({ type: z.string() }).optional(),
});

/** A site in a list. */
const siteItemShape = z.object({
  id: z.uuid(),
  baseUrl: z.string(),
  state: z
    .enum(["crawling", "waiting", "upToDate", "failed", "paused"])
    .describe("waiting: its first crawl is to come; paused: `nextCrawlAt` is null"),
  failure: failureShape
    .extend({ times: count.describe("In a row") })
    .nullable()
    .describe("Of the last crawl; null where it ended well"),
  notStoredSince: time.nullable().describe("Since when the newest text waits for the store"),
  lastCrawledAt: time.nullable(),
  lastChangedAt: time.nullable(),
  nextCrawlAt: time.nullable().describe("When it is due, whoever calls"),
  pages: count.nullable().describe("Pages of the newest document"),
  fileUrl: z.string().nullable(),
});

export const sitesShape = list(siteItemShape).extend({
  total: count.describe("All enrolled sites, whatever is searched for; estimated from 10,000 on"),
  attention: count.describe("Sites that failed last time, or whose text is not stored; at most 1,000 are counted"),
});

/** A site with all its data except its secret. */
export const siteShape = siteItemShape.extend({
  ...kept,
  recrawlIntervalMinutes: count,
  alerts: flag.describe("Whether anybody is told of it"),
  hasWebhookSecret: flag,
  overlay: overlaySchema.nullable(),
  progress: progressShape.nullable().describe("While it is crawled, as far as is known"),
  document: z.string().nullable().describe("The newest text"),
  plain: z.string().nullable().describe("The same before the overlay"),
  crawlId: z.uuid().nullable().describe("Its newest crawl that is kept"),
  summary: summaryShape.nullable().describe("Of the newest document"),
});

/** Sites that a request enrolled, and those that it could not. */
export const enrolledShape = z.object({
  sites: z.array(siteItemShape),
  refused: z.array(z.object({ base_url: z.string(), detail: z.string() })),
});

const pair = z.tuple([z.string(), z.string()]).readonly().describe("Before and after; empty: none");
const placed = z.object({ url: z.string(), title: z.string(), section: z.string() });

/** Differences of the newer of two texts. */
const differenceShape = z.object({
  unified: z.string().describe("As `diff -u` has it; empty: the same text"),
  name: pair.optional(),
  summary: pair.optional(),
  notes: pair.optional(),
  added: z.array(placed).readonly(),
  removed: z.array(placed).readonly(),
  changed: z.array(z.object({ url: z.string(), title: pair.optional(), excerpt: pair.optional() })).readonly(),
  moved: z.array(placed.extend({ from: z.string().describe("Section before") })).readonly(),
});

const versionItemShape = z.object({
  version: z.int().min(1).describe("Number within the site, from 1"),
  at: time,
  by: z.enum(["crawl", "edit"]).describe("edit: a changed overlay"),
  pages: count,
  characters: count,
  ...{ added: count, removed: count, changed: count, moved: count },
  hash: z.string().describe("SHA-256 of the text in hex"),
  url: z.string().nullable().describe("null while it is not stored"),
});

export const versionsShape = list(versionItemShape);

/** One version; with `?against=` the difference from the other version to this one. */
export const versionShape = versionItemShape.extend({
  text: z.string(),
  difference: differenceShape.optional(),
});

export const checkShape = z.object({
  valid: flag.describe("No finding is an error"),
  ...sizes,
  findings: z.array(findingShape),
  text: z.string().describe("What was checked"),
});

const range = z.tuple([count, count]).describe("Least and most");

/** Facts about this server, and options that a form may offer. */
export const configShape = z.object({
  limits: z.object({ maxPages: range, descLength: range, recrawlIntervalMinutes: range }),
  defaults: z.object({ maxPages: count, descLength: count, recrawlIntervalMinutes: count, useProxy: flag }),
  features: z
    .object({ browser: flag, proxy: flag, model: flag, database: flag, alerts: flag })
    .describe("What is set up here; database: whether it answers now"),
  crawlsKeptDays: count,
});

export const readyShape = z.object({
  status: z.enum(["ready", "not ready"]),
  database: z.enum(["ok", "away", "none"]),
});

// Requests.

/** Postgres stores no NUL character. */
const text = (most: number) =>
  z
    .string("must be a string")
    .max(most)
    .refine((value) => !value.includes("\0"), "must not contain the character NUL");

/** Changeable settings of a site; a missing field keeps its value or default. Ranges are those of a crawl request. */
const siteChanges = z.object({
  ...z.object(kept).partial().shape,
  recrawlIntervalMinutes: z.number().optional(),
  overlay: overlaySchema.nullable().optional(),
  webhook_secret: text(500).nullable().optional().describe("null or empty: none"),
  alerts: flag.optional(),
});

export const patchSiteShape = siteChanges.extend({
  paused: flag.optional().describe("true: not due until it is called for; false: due now"),
});

const address = text(2_048);

export const enrolShape = siteChanges
  .extend({
    base_url: address.optional(),
    base_urls: z.array(address, "must be an array of addresses").min(1).max(1_000).optional(),
    crawlId: z.uuid("must be the id of a crawl").optional().describe("A finished crawl, which is not crawled again"),
  })
  .refine(
    ({ base_url, base_urls, crawlId }) =>
      [base_url, base_urls, crawlId].filter((one) => one !== undefined).length === 1,
    { error: "must have one of base_url, base_urls and crawlId", path: ["base_url"] },
  );

export const checkRequestShape = z
  .object({
    text: z.string("must be a string").optional(),
    url: address.optional().describe("Address of an llms.txt; that of a site stands for its /llms.txt"),
  })
  .refine(({ text, url }) => (text === undefined) !== (url === undefined), {
    error: "must have either text or url",
    path: ["text"],
  });

export const siteChangedShape = z.object(
  { base_url: z.string("must be a string"), webhook_secret: z.string("must be a string").nullish() },
  "must be a JSON object",
);

const MOST_LISTED = "must be a whole number from 1 to 200";
const limit = z.coerce.number(MOST_LISTED).int(MOST_LISTED).min(1, MOST_LISTED).max(200, MOST_LISTED).default(50);
const cursor = z.string().max(500).optional();

export const crawlsQueryShape = z.object({ cursor, limit, siteId: z.uuid().optional(), url: address.optional() });
export const sitesQueryShape = z.object({
  cursor,
  limit,
  search: text(200).optional().describe("Part of the address"),
  sort: z.enum(["address", "nextCrawl", "lastChange", "pages"]).default("address"),
  order: z.enum(["asc", "desc"]).default("asc"),
  filter: z.enum(["all", "attention"]).default("all"),
});
/** Number of a version: an integer of Postgres. */
export const versionNumber = z.coerce.number().int().min(1).max(2_147_483_647);
export const versionsQueryShape = z.object({ cursor: versionNumber.optional(), limit });
export const versionQueryShape = z.object({ against: versionNumber.optional() });

export type Failure = z.output<typeof failureShape>;
export type Address = z.output<typeof addressShape>;
export type Finding = z.output<typeof findingShape>;
export type Summary = z.output<typeof summaryShape>;
export type Progress = z.output<typeof progressShape>;
export type CrawlItem = z.output<typeof crawlItemShape>;
export type Crawl = z.output<typeof crawlShape>;
export type Begun = z.output<typeof begunShape>;
/** Events that the web page uses; others may come between them. */
export type CrawlEvent =
  | ({ readonly type: "page"; readonly url: string; readonly title: string } & Progress)
  | ({ readonly type: "failed"; readonly url: string } & Failure);
export type StreamMessage = z.output<typeof streamMessageShape>;
export type SiteItem = z.output<typeof siteItemShape>;
export type Site = z.output<typeof siteShape>;
export type Sites = z.output<typeof sitesShape>;
export type Enrolled = z.output<typeof enrolledShape>;
export type SiteChanges = z.input<typeof patchSiteShape>;
export type VersionItem = z.output<typeof versionItemShape>;
export type Version = z.output<typeof versionShape>;
export type Check = z.output<typeof checkShape>;
export type Config = z.output<typeof configShape>;
