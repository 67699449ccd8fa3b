import { randomUUID } from "node:crypto";
import { toCrawlError } from "@llmstxt-service/page/errors";
import { failureFacts } from "../facts/facts.ts";
import type { JobFigures, JobKind, JobStarter, ListedJob } from "../sites/job.ts";
import type { KeptJob } from "../sites/kept-jobs.ts";

/** Work that one request does: edits published, a change of many sites, an import, a live check. */
export interface ShortWork {
  readonly kind: Exclude<JobKind, "crawl" | "publish" | "recrawl">;
  readonly by: JobStarter;
  /** Host of the work; null if it has many, or its site is private. */
  readonly host: string | null;
  /** Job of which this work is a further batch; undefined: it is a job of its own. */
  readonly batchOf: KeptJob | undefined;
}

export interface WorkEnd {
  /** Sites changed, and sites named in the request. */
  readonly done: number;
  readonly total: number;
  readonly result: JobFigures;
}

const NOTHING: Uint8Array = new Uint8Array();

/** Row of work that begins now. No other process can continue it, since its request would be gone. */
export function begunJob({ kind, by, host, batchOf }: ShortWork, owner: string): KeptJob {
  const now = new Date();
  const begun = {
    ...{ id: randomUUID(), kind, by, host, createdAt: now, startedAt: now, done: 0, total: 0, result: null },
    ...{ owner, goesOn: false, resumes: 0, losses: 0, fileUrl: null, content: NOTHING },
  };
  return { ...begun, ...batchOf, state: "running", finishedAt: null, error: null };
}

/** Row of finished work; the figures of a further batch are added to the former ones. */
export function doneJob(job: KeptJob, { done, total, result }: WorkEnd): KeptJob {
  const figures = { done: job.done + done, total: job.total + total, result: sumOf(job.result, result) };
  return { ...job, ...figures, state: "done", finishedAt: new Date() };
}

/** Row of failed work. The error of a private site is not told. */
export function failedJob(job: KeptJob, thrown: unknown): KeptJob {
  const error = toCrawlError(thrown);
  const ended = { ...job, finishedAt: new Date() };
  if (error.code === "aborted") return { ...ended, state: "cancelled" };
  const isPrivate = job.host === null && (job.kind === "live" || job.kind === "edits");
  return { ...ended, state: "failed", error: isPrivate ? null : failureFacts(error) };
}

function sumOf(before: ListedJob["result"], figures: JobFigures): JobFigures {
  const summed = Object.entries(figures).map(([name, value]): [string, number | string] => {
    const earlier = before?.[name];
    return [name, typeof value === "number" && typeof earlier === "number" ? earlier + value : value];
  });
  return Object.fromEntries(summed);
}
