import type { FailureCode } from "@llmstxt-service/page/failures";

/** Kinds of jobs. `publish`: a crawl whose bundle is stored; `recrawl`: a run over sites; `edits`: published without a crawl. */
export const JOB_KINDS = ["crawl", "publish", "recrawl", "edits", "bulk", "import", "live"] as const;
export type JobKind = (typeof JOB_KINDS)[number];

export const JOB_STATES = ["waiting", "running", "done", "failed", "cancelled"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Origins of jobs: web page, program, socket, schedule, or the call for due sites. */
export const JOB_STARTERS = ["page", "api", "socket", "schedule", "cron"] as const;
export type JobStarter = (typeof JOB_STARTERS)[number];

/** A job of any kind, with the fields that a list shows. */
export interface ListedJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly by: JobStarter;
  readonly state: JobState;
  /** Host of the job; null if it has many, or is private. */
  readonly host: string | null;
  readonly createdAt: Date;
  /** Time at which it left the queue; null while it waits. */
  readonly startedAt: Date | null;
  /** Time of its end; null until then. */
  readonly finishedAt: Date | null;
  readonly done: number;
  readonly total: number;
  /** Error of a failed job; null also if it is private. */
  readonly error: JobError | null;
  /** Figures of the job's result. */
  readonly result: JobFigures | null;
}

export type JobFigures = Readonly<Record<string, number | string>>;

export interface JobError {
  readonly code: FailureCode;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

/** Kept answers beyond those before after which the end of a process is bad luck: a share of all pages, at most so many. */
const FURTHER_SHARE = 0.1;
const FURTHER_ANSWERS = 20;

/**
 * True if a process got so much further than those before it that its end counts as no loss. A page that ends its
 * process ends them all at nearly the same place: others are answered beside it, but fewer than this.
 * @param of pages of the crawl at most
 */
export const gotFurther = (answers: number, before: number, of: number): boolean =>
  answers - before >= Math.max(1, Math.min(FURTHER_ANSWERS, of * FURTHER_SHARE));

export interface JobQuery {
  readonly id?: string | undefined;
  readonly kind?: JobKind | undefined;
  readonly state?: JobState | undefined;
  readonly by?: JobStarter | undefined;
  readonly host?: string | undefined;
  /** Part of the host. */
  readonly q?: string | undefined;
  /** Leaves out jobs that ended before this time. */
  readonly endedAfter?: Date | undefined;
  /** `next` of the page before. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface JobList {
  readonly items: readonly ListedJob[];
  readonly next: string | null;
}

/** Cursor of the list after this job. */
export const cursorAfter = ({ createdAt, id }: Pick<ListedJob, "createdAt" | "id">): string =>
  Buffer.from(`${createdAt.toISOString()} ${id}`).toString("base64url");

/** Position of a cursor; undefined, and the list starts at its beginning, for any other text. */
export function placeOf(cursor: string | undefined): { readonly createdAt: Date; readonly id: string } | undefined {
  const [at = "", id = ""] = Buffer.from(cursor ?? "", "base64url")
    .toString()
    .split(" ");
  const createdAt = new Date(at);
  return Number.isNaN(createdAt.getTime()) || !/^[0-9a-f-]{36}$/.test(id) ? undefined : { createdAt, id };
}
