import * as z from "zod";
import { JOB_KINDS, JOB_STARTERS, JOB_STATES } from "../sites/job.ts";
import { count, failureSchema } from "./summary.ts";

export const jobSchema = z.object({
  id: z.string(),
  kind: z
    .enum(JOB_KINDS)
    .describe(
      "publish: a crawl whose bundle is stored; recrawl: a run over sites; edits: an owner's changes published without a crawl; bulk: a change of many sites; import: sites enrolled together; live: a look whether a site serves its bundle",
    ),
  state: z.enum(JOB_STATES),
  by: z.enum(JOB_STARTERS).describe("The door it was asked for at"),
  host: z.string().nullable().describe("null: it is about many hosts, or a private crawl"),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable().describe("When its turn came"),
  finishedAt: z.iso.datetime().nullable(),
  done: count.describe("Pages of a crawl, sites of the other kinds"),
  total: count.describe("The same at most, or in all"),
  error: failureSchema.nullable().describe("Where it failed; null for a private crawl"),
  result: z
    .record(z.string(), z.union([z.number(), z.string()]))
    .nullable()
    .describe("A few figures of what came of it"),
  crawl: z.string().nullable().describe("Where a crawl is found; null for other kinds, and for a private one"),
});

export const jobsSchema = z.object({ items: z.array(jobSchema), next: z.string().nullable() });

export type JobAnswer = z.output<typeof jobSchema>;
