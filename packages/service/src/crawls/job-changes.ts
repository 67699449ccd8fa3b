import { sleep } from "@llmstxt-service/crawler/waiting/abort";
import type { JobList, JobQuery, ListedJob } from "../sites/job.ts";

/** Milliseconds between two looks at the jobs while somebody follows them. */
const LOOK_EVERY_MS = 1_000;

/**
 * Milliseconds for which the end of a job is told: more than a pause between two looks, and than the clocks of two
 * machines differ.
 */
const ENDED_MS = 60_000;

/** Milliseconds after which a client that comes back gets no ends that it missed: it reads the list. */
const MISSED_MS = 24 * 3_600_000;

/** Most jobs of one look, the newest; their list has all. */
const MAX_JOBS = 500;

/** A job as it is now. */
export interface JobChange {
  /** Time of the look, in milliseconds since 1970: whoever comes back with it gets what was missed. */
  readonly at: number;
  readonly job: ListedJob;
}

/** Changes of the jobs of every process. Their list is read once a second at most, however many follow it. */
export class JobChanges {
  readonly #list: (query: JobQuery) => Promise<JobList>;
  #look: { readonly at: number; readonly jobs: Promise<JobList> } | undefined;

  constructor(list: (query: JobQuery) => Promise<JobList>) {
    this.#list = list;
  }

  /**
   * Jobs that are not over, and those that ended after the time `since`; then each job that changes. Never ends by
   * itself.
   * @throws CrawlError `database_unavailable`; the signal's reason when it fires
   */
  async *after(since: number | undefined, signal: AbortSignal): AsyncGenerator<JobChange> {
    const begun = Date.now();
    const missed = since === undefined ? begun : Math.max(since - ENDED_MS, begun - MISSED_MS);
    let look = { at: begun, jobs: this.#list({ endedAfter: new Date(missed), limit: MAX_JOBS }) };
    for (let told: ReadonlyMap<string, string> = new Map(); ; ) {
      const { items } = await look.jobs;
      const shown = new Map(items.map((job) => [job.id, JSON.stringify(job)]));
      for (const job of items.toReversed()) if (told.get(job.id) !== shown.get(job.id)) yield { at: look.at, job };
      told = shown;
      await sleep(LOOK_EVERY_MS, signal);
      look = this.#now();
    }
  }

  #now() {
    const at = Date.now();
    if (this.#look === undefined || at - this.#look.at >= LOOK_EVERY_MS)
      this.#look = { at, jobs: this.#list({ endedAfter: new Date(at - ENDED_MS), limit: MAX_JOBS }) };
    return this.#look;
  }
}
