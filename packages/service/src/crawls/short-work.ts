import { randomUUID } from "node:crypto";
import { toCrawlError } from "@llmstxt-service/page/errors";
import { failureFacts } from "../facts/facts.ts";
import type { JobFigures, JobKind, JobStarter, ListedJob } from "../sites/job.ts";
import type { KeptJob } from "../sites/kept-jobs.ts";

/** Work that one request does: a change of many sites, an import, a live check. */
export interface ShortWork {
  readonly kind: Exclude<JobKind, "crawl" | "publish" | "recrawl">;
  readonly by: JobStarter;
  /** null: it is of many hosts, or of a private site. */
  readonly host: string | null;
  /** The job that this work is a further batch of; undefined: it is a job of its own. */
  readonly batchOf: KeptJob | undefined;
}

/** What came of a piece of work. */
export interface WorkEnd {
  /** Sites that it was done for, and sites that were named. */
  readonly done: number;
  readonly total: number;
  readonly result: JobFigures;
}

const NOTHING: Uint8Array = new Uint8Array();

/** The row of a piece of work that begins now. Another process cannot go on with it: its request is gone. */
export function begunJob({ kind, by, host, batchOf }: ShortWork, owner: string): KeptJob {
  const now = new Date();
  const begun = {
    ...{ id: randomUUID(), kind, by, host, createdAt: now, startedAt: now, done: 0, total: 0, result: null },
    ...{ owner, goesOn: false, resumes: 0, losses: 0, fileUrl: null, content: NOTHING },
  };
  return { ...begun, ...batchOf, state: "running", finishedAt: null, error: null };
}

/** The row when the work is done: the figures of a further batch are added to those before. */
export function doneJob(job: KeptJob, { done, total, result }: WorkEnd): KeptJob {
  const figures = { done: job.done + done, total: job.total + total, result: sumOf(job.result, result) };
  return { ...job, ...figures, state: "done", finishedAt: new Date() };
}

/** The row when the work threw. The reason of a private site's is not told. */
export function failedJob(job: KeptJob, thrown: unknown): KeptJob {
  const error = toCrawlError(thrown);
  const ended = { ...job, finishedAt: new Date() };
  if (error.code === "aborted") return { ...ended, state: "cancelled" };
  return { ...ended, state: "failed", error: job.host === null && job.kind === "live" ? null : failureFacts(error) };
}

function sumOf(before: ListedJob["result"], figures: JobFigures): JobFigures {
  const summed = Object.entries(figures).map(([name, value]): [string, number | string] => {
    const earlier = before?.[name];
    return [name, typeof value === "number" && typeof earlier === "number" ? earlier + value : value];
  });
  return Object.fromEntries(summed);
}
