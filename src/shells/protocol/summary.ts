import * as z from "zod";
import { LEFT_OUT_REASONS } from "../../address/left-out.ts";

// What the service says of a finished document, as schemas: the types of server and web page, and /openapi.json, come
// from them. This room knows zod and lists of names, no more: the page reads its types.

export const count = z.int().min(0);

export const leftOutReason = z.enum(LEFT_OUT_REASONS);

const section = z.object({ name: z.string(), pages: count, characters: count, line: count });
const leftOutGroup = z.object({ reason: leftOutReason, count, examples: z.array(z.string()) });

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

/** A crawl of the last 24 hours. */
export const crawlSchema = z.object({
  id: z.string(),
  url: z.string(),
  finishedAt: z.iso.datetime(),
  fileUrl: z.string().nullable(),
  summary: summarySchema,
  text: z.string().describe("The llms.txt"),
});

export const checkSchema = z.object({
  valid: z.boolean(),
  score: z.int(),
  findings: z.array(findingSchema),
  more: z.int(),
});

export type Finding = z.output<typeof findingSchema>;
export type Summary = z.output<typeof summarySchema>;
export type CrawlAnswer = z.output<typeof crawlSchema>;
export type Check = z.output<typeof checkSchema>;
