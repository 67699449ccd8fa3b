import * as z from "zod";
import { JOB_STARTERS, JOB_STATES, type JobState } from "../sites/job.ts";
import { chosenDocumentFields } from "./document-options.ts";
import { count, failure, failureSchema, summarySchema } from "./summary.ts";

/** Request of a crawl, with the request's field names. */
const keptRequestSchema = z
  .object({
    url: z.string(),
    maxPages: count,
    ...chosenDocumentFields,
    languages: z.array(z.string()).optional(),
    versions: z.array(z.string()).optional(),
    descLength: count,
    enableAutoUpdate: z.boolean(),
    recrawlIntervalMinutes: count.optional(),
    llmEnhance: z.boolean(),
    useProxy: z.boolean(),
    include: z.array(z.string()),
    exclude: z.array(z.string()),
    scope: z.enum(["domain", "path"]),
    language: z.string().optional(),
    sitemaps: z.array(z.string()).optional(),
    urls: z.array(z.string()).optional(),
    full: z.boolean(),
    publish: z.boolean(),
    publishPrivate: z.boolean().optional(),
  })
  .describe("What was asked for, without header fields");

const enrolledSchema = z.object({
  id: z.string(),
  recrawlIntervalMinutes: count,
  nextCrawlAt: z.iso.datetime().nullable(),
  paused: z.boolean(),
});

/** A crawl, as the REST interface returns it. */
export const crawlSchema = z.object({
  id: z.string(),
  url: z.string(),
  state: z.enum(JOB_STATES),
  request: keptRequestSchema,
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  by: z.enum(JOB_STARTERS).describe("The door it was asked for at"),
  goesOn: z.boolean().describe("true: a stop of the server does not end it"),
  resumed: z
    .object({ at: z.iso.datetime(), times: count, pages: count.describe("Pages it had then") })
    .nullable()
    .describe("When a process last went on with it after another had left it; null: never"),
  keepsPages: z.boolean().describe("true: /retry takes the pages that it read, and asks for the others alone"),
  stoppedEarly: z.boolean().describe("Somebody wanted the document of the pages that there were"),
  elapsedMs: count.describe("Milliseconds since its turn came, to its end"),
  site: enrolledSchema.nullable().describe("The enrolled site of this address, where there is one"),
  error: failureSchema.nullable().describe("Where it failed"),
  fileUrl: z.string().nullable(),
  summary: summarySchema.nullable().describe("Where it is done"),
  document: z.string().nullable().describe("The llms.txt, where it is done"),
  text: z.string().nullable().describe("The same as `document`: its older name"),
  relatives: z
    .array(z.object({ file: z.string(), text: z.string() }))
    .describe("The documents of other languages and versions; the summary says which is which"),
});

export const crawlsSchema = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      host: z.string().nullable().describe("null for a private crawl"),
      state: z.enum(JOB_STATES),
      done: count.describe("Pages read"),
      max: count.describe("Most pages to read"),
      ahead: count.describe("Crawls before it, where it waits"),
    }),
  ),
});

export const begunSchema = z.object({ id: z.string(), location: z.string() });

/** Refusal of a crawl: its code and facts for programs. */
export const refusedCrawlSchema = z.object({
  detail: z.string(),
  code: failure.code.optional(),
  facts: failure.facts.optional(),
});

export type CrawlState = JobState;
export type CrawlAnswer = z.output<typeof crawlSchema>;
export type Begun = z.output<typeof begunSchema>;
