import type { FailureCode } from "@llmstxt-service/page/failures";

/** Kinds of work that the service does; `publish` is a crawl whose site's bundle is stored, `recrawl` a run over sites. */
export const JOB_KINDS = ["crawl", "publish", "recrawl", "bulk", "import", "live"] as const;
export type JobKind = (typeof JOB_KINDS)[number];

export const JOB_STATES = ["waiting", "running", "done", "failed", "cancelled"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Doors through which work is asked for: the web page, a program, the socket, the schedule, or the call for due sites. */
export const JOB_STARTERS = ["page", "api", "socket", "schedule", "cron"] as const;
export type JobStarter = (typeof JOB_STARTERS)[number];

/** One piece of work, whatever its kind: all that a list shows of it. */
export interface ListedJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly by: JobStarter;
  readonly state: JobState;
  /** null: it is of many hosts, or private. */
  readonly host: string | null;
  readonly createdAt: Date;
  /** When its turn came. */
  readonly startedAt: Date | null;
  /** null while it is not over. */
  readonly finishedAt: Date | null;
  /** Pages, sites or items so far, and at most or in all. */
  readonly done: number;
  readonly total: number;
  /** Of one that failed; null for a private one, too. */
  readonly error: JobError | null;
  /** A few figures of what came of it. */
  readonly result: JobFigures | null;
}

export type JobFigures = Readonly<Record<string, number | string>>;

export interface JobError {
  readonly code: FailureCode;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

export interface JobQuery {
  readonly id?: string | undefined;
  readonly kind?: JobKind | undefined;
  readonly state?: JobState | undefined;
  readonly by?: JobStarter | undefined;
  readonly host?: string | undefined;
  /** Part of the host. */
  readonly q?: string | undefined;
  /** `next` of the page before. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** The newest first. */
export interface JobList {
  readonly items: readonly ListedJob[];
  readonly next: string | null;
}

/** The place in a list after a job. */
export const cursorAfter = ({ createdAt, id }: Pick<ListedJob, "createdAt" | "id">): string =>
  Buffer.from(`${createdAt.toISOString()} ${id}`).toString("base64url");

/** undefined: it is none of ours, and the list begins at its beginning. */
export function placeOf(cursor: string | undefined): { readonly createdAt: Date; readonly id: string } | undefined {
  const [at = "", id = ""] = Buffer.from(cursor ?? "", "base64url")
    .toString()
    .split(" ");
  const createdAt = new Date(at);
  return Number.isNaN(createdAt.getTime()) || !/^[0-9a-f-]{36}$/.test(id) ? undefined : { createdAt, id };
}
