import * as z from "zod";

// What the socket says, as schemas: the types of the code and the description in /openapi.json come from here.

const count = z.int().min(0);
const rung = z.enum(["plain", "browser", "proxy"]);

const section = z.object({ name: z.string(), pages: count, characters: count, line: count });
const leftOutGroup = z.object({ reason: z.string(), count, examples: z.array(z.string()) });

export const findingSchema = z.object({
  level: z.enum(["error", "warning", "hint"]),
  line: count,
  code: z.string(),
  message: z.string(),
  fix: z.string().describe("What to do about it"),
});

export const summarySchema = z
  .object({
    pages: count,
    characters: count,
    tokens: count.describe("Estimated"),
    lines: count,
    sections: z.array(section),
    leftOut: z.array(leftOutGroup).describe("Pages found and not listed, by reason, with a few addresses"),
    shortened: count.describe("Excerpts shortened to keep the file small enough to be read whole"),
    score: z.int().min(0).max(100),
    findings: z.array(findingSchema),
    timedOut: z.boolean(),
    stored: z.boolean(),
    fullUrl: z.string().optional().describe("Where llms-full.txt can be had for 24 hours"),
  })
  .describe("What is worth knowing of a finished document besides its text");

const EVENTS = [
  z.object({ type: z.literal("queued"), ahead: count }),
  z.object({ type: z.literal("started"), id: z.string(), host: z.string(), maxPages: count }),
  z.object({
    type: z.literal("robots"),
    allowed: z.boolean(),
    lines: z.array(z.string()).optional().describe("Those that hold for this crawler"),
    group: z.string().optional().describe("Whom they are for: `*`, or this crawler's own name"),
  }),
  z.object({ type: z.literal("sitemap"), url: z.string(), urls: count }),
  z.object({ type: z.literal("known"), count, chosen: count }),
  z
    .object({ type: z.literal("chosen"), urls: z.array(z.string()) })
    .describe(
      "Pages that will be read next, a hundred at most; others take the place of those that turn out worthless",
    ),
  z.object({ type: z.literal("visiting"), url: z.string() }),
  z.object({
    type: z.literal("page"),
    url: z.string(),
    section: z.string().describe("First segment of the path; the document's sections come with the summary"),
    rung,
    ms: count,
    bytes: count,
    status: count,
  }),
  z.object({ type: z.literal("leftOut"), url: z.string(), reason: z.string(), of: z.string().optional() }),
  z
    .object({ type: z.literal("attempt"), url: z.string(), rung, reason: z.string(), ms: count })
    .describe("A way of fetching that gave no page; the next one is tried"),
  z.object({ type: z.literal("failed"), url: z.string(), rung, reason: z.string(), ms: count }),
  z.object({ type: z.literal("slower"), reason: z.string(), concurrency: count }),
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
      rungs: z.object({ plain: count, browser: count, proxy: count }),
    })
    .describe("Four a second at most"),
  summarySchema.extend({ type: z.literal("summary") }),
] as const;

/** One message of /ws/crawl. `event` is there only with `?events=1`. */
export const socketMessageSchema = z.object({
  type: z.enum(["log", "result", "url", "error"]),
  content: z
    .string()
    .describe("log: progress text; result: the llms.txt; url: public URL of the stored file; error: what went wrong"),
  event: z.discriminatedUnion("type", EVENTS).optional(),
});

export type SocketMessage = z.output<typeof socketMessageSchema>;
export type SocketEvent = NonNullable<SocketMessage["event"]>;
export type Finding = z.output<typeof findingSchema>;
export type Summary = z.output<typeof summarySchema>;
