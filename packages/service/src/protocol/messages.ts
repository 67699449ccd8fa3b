import * as z from "zod";
import { LIVE_VERDICTS } from "../sites/live.ts";
import { madeChangesSchema } from "./overlay.ts";
import {
  byMethod,
  count,
  crawlEnd,
  evidence,
  failedPage,
  failure,
  fetchedBy,
  leftOutReason,
  spent,
  summarySchema,
} from "./summary.ts";

// Messages of the socket, as schemas. The types of server and web page, and /openapi.json, are made from them.

const EVENTS = [
  z.object({ type: z.literal("queued"), ahead: count }),
  z.object({
    type: z.literal("started"),
    id: z.string(),
    location: z.string().describe("Where the crawl is found; of a private one with what only its requester gets"),
    host: z.string(),
    maxPages: count,
  }),
  z.object({
    type: z.literal("robots"),
    allowed: z.boolean(),
    lines: z.array(z.string()).optional().describe("Those that hold for this crawler"),
    group: z.string().optional().describe("Whom they are for: `*`, or this crawler's own name"),
    url: z.string().describe("Of the robots.txt"),
    refusal: z
      .array(z.object({ line: z.int(), text: z.string(), decides: z.boolean() }))
      .optional()
      .describe("Where it is not allowed: the lines that say so and those around them, with their numbers in the file"),
  }),
  z
    .object({ type: z.literal("site"), url: z.string(), domain: z.string().optional() })
    .describe("Where the address given leads: the homepage. `domain`: all hosts below it belong to the site"),
  z
    .object({ type: z.literal("noSubdomains"), host: z.string() })
    .describe("Sub-domains were asked for, and no host is below this one's registrable domain: it has none"),
  z.object({ type: z.literal("sitemap"), url: z.string(), urls: count, elsewhere: count.exactOptional() }),
  z
    .object({
      type: z.literal("sitemapsCut"),
      limit: z.enum(["files", "bytes", "entries", "time"]),
      unread: z.array(z.string()).exactOptional(),
    })
    .describe("More sitemaps or addresses than a crawl reads: the rest was left unread; `unread`: the first ten files"),
  z.object({ type: z.literal("sitemapFailed"), url: z.string(), ...failure }),
  z.object({ type: z.literal("known"), count, chosen: count }),
  z
    .object({ type: z.literal("chosen"), urls: z.array(z.string()) })
    .describe(
      "Pages that will be read next, a hundred at most; others take the place of those that turn out worthless",
    ),
  z.object({ type: z.literal("visiting"), url: z.string() }),
  z
    .object({ type: z.literal("attempt"), url: z.string(), ...fetchedBy, ...failure, ...spent })
    .describe("A way of fetching that gave no page; the next one is tried"),
  z.object({
    type: z.literal("page"),
    url: z.string(),
    title: z.string(),
    section: z.string().describe("First segment of the path; the document's sections come with the summary"),
    ...fetchedBy,
    ...spent,
    bytes: count,
    status: count,
  }),
  z.object({
    type: z.literal("leftOut"),
    url: z.string(),
    reason: leftOutReason,
    of: z.string().optional().describe("The page that stands for it"),
    evidence: evidence.optional(),
    others: count.optional().describe("So many more for the same reason, which are not named"),
  }),
  failedPage.extend({ type: z.literal("failed") }),
  z.object({
    type: z.literal("slower"),
    reason: z.string(),
    concurrency: count,
    gapMs: count.optional().describe("Milliseconds between two requests, where one at a time is too much"),
  }),
  z
    .object({ type: z.literal("waiting"), host: z.string(), leftMs: count, until: z.iso.datetime() })
    .describe("The host asked to be left alone (Retry-After): the crawl goes on then"),
  z.object({ type: z.literal("probing"), pages: count }).describe("Markdown versions of so many pages are looked for"),
  z.object({ type: z.literal("markdown"), url: z.string(), markdownUrl: z.string() }),
  z
    .object({ type: z.literal("markdownFailed"), url: z.string(), ...failure })
    .describe("The page is listed; in llms-full.txt its plain text stands in for its Markdown"),
  z.object({ type: z.literal("crawled"), why: crawlEnd, pages: count.describe("Pages read") }),
  z.object({
    type: z.literal("rendered"),
    pages: count.describe("Pages that the document stands for: its links and the homepage"),
    characters: count,
    tokens: count.describe("Estimated"),
    sections: count,
    shortened: count,
  }),
  madeChangesSchema.extend({ type: z.literal("overlaid") }),
  z.object({ type: z.literal("enhancing"), piece: count, pieces: count }),
  z.object({ type: z.literal("pieceKept"), piece: count, pieces: count, reason: z.string() }),
  z
    .object({ type: z.literal("modelEstimate"), calls: count, tokens: count })
    .describe("What the language model will be asked for; it comes before the first call of each kind"),
  z
    .object({ type: z.literal("described"), url: z.string(), excerpt: z.string(), isNew: z.boolean() })
    .describe(
      "The page has no text of its own for its link: a model's sentence stands there, which the page bears out",
    ),
  z.object({ type: z.literal("notDescribed"), url: z.string(), reason: z.string() }),
  z.object({ type: z.literal("tokens"), in: count, out: count }).describe("What the language model read and wrote"),
  z.object({ type: z.literal("enhanced"), piecesReplaced: count, pieces: count }),
  z.object({ type: z.literal("enhanceSkipped") }).describe("No language model is set up"),
  z.object({ type: z.literal("enhanceFailed"), ...failure }),
  z.object({ type: z.literal("uploading") }),
  z.object({ type: z.literal("uploaded"), url: z.string() }),
  z.object({ type: z.literal("uploadFailed"), ...failure }),
  z.object({ type: z.literal("withheld") }).describe("Nothing is stored of a site that is read with `headers`"),
  z.object({ type: z.literal("credentialsNotKept") }).describe("Enrolled without `headers`: SECRETS_KEY is not set"),
  z.object({ type: z.literal("extraStored"), url: z.string() }).describe("Under a name that stays, or llms-full.txt"),
  z.object({ type: z.literal("pagesStored"), stored: count, pages: count }),
  z.object({ type: z.literal("extrasFailed"), ...failure }),
  z
    .object({ type: z.literal("bundleStored"), url: z.string(), files: count, written: count })
    .describe("What the site publishes for agents, and where its index is stored"),
  z
    .object({
      type: z.literal("unserved"),
      count,
      pages: z.array(z.object({ url: z.string(), by: z.enum(["all", "tables", "fileServers"]) })),
    })
    .describe("Pages that settings for servers do not name, by which settings that are: at most 100, and how many"),
  z.object({ type: z.literal("bundleFailed"), ...failure }),
  z.object({ type: z.literal("enrolled"), baseUrl: z.string(), recrawlIntervalMinutes: count }),
  z.object({ type: z.literal("notEnrolled"), ...failure }),
  z.object({ type: z.literal("liveChecked"), verdict: z.enum(LIVE_VERDICTS), behind: count.optional() }),
  z.object({ type: z.literal("liveNotChecked"), ...failure }),
  z
    .object({
      type: z.literal("progress"),
      done: count,
      max: count,
      waiting: count,
      inFlight: count,
      pagesPerSecond: z.number(),
      bytes: count,
      elapsedMs: count,
      pagesBy: byMethod,
      rungs: byMethod.describe("The same as `pagesBy`: its older name"),
    })
    .describe("Four a second at most"),
  z
    .object({
      type: z.literal("stopping"),
      leftMs: count,
      goesOn: z.boolean().describe("true: nothing is lost, another process or the next start goes on with it"),
    })
    .describe("The server stops: the crawl is interrupted unless it ends in this time, or goes on"),
  z
    .object({
      type: z.literal("resumed"),
      times: count.describe("Processes that went on with it so far"),
      pages: count.describe("Pages it had when it broke off"),
      silentMs: count.describe("Milliseconds since it was last heard of"),
    })
    .describe("A process goes on with a crawl that another one left: what was read is not read again"),
  z
    .object({
      type: z.literal("answersLost"),
      why: z.enum(["damaged", "otherVersion", "otherSettings", "unread"]),
      bytes: count.optional().describe("How much is damaged"),
      reason: z.string().optional().describe("Why it could not be read"),
    })
    .describe("What was kept of a crawl that goes on cannot be used: these pages are requested again"),
  z
    .object({ type: z.literal("missed"), messages: count })
    .describe("So many messages were left out before this one: the connection is slow"),
  summarySchema.extend({ type: z.literal("summary") }),
  z
    .object({
      type: z.literal("error"),
      ...failure,
      about: z
        .enum(["request", "page", "service"])
        .describe("Who has to change something; `page`: the homepage failed"),
    })
    .describe("With the `error` message"),
] as const;

const eventSchema = z.discriminatedUnion("type", EVENTS);

/** One message of /ws/crawl. `event` is set only with `?events=1`. */
export const socketMessageSchema = z.object({
  type: z.enum(["log", "result", "url", "error"]),
  content: z
    .string()
    .describe("log: progress text; result: the llms.txt; url: public URL of the stored file; error: what went wrong"),
  event: eventSchema.optional(),
});

export type SocketMessage = z.output<typeof socketMessageSchema>;
export type SocketEvent = z.output<typeof eventSchema>;
export type FetchedBy = z.output<typeof fetchedBy.by>;
