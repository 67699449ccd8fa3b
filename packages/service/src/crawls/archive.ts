import { sleep } from "@llmstxt-service/crawler/waiting/abort";
import { endsWithin } from "@llmstxt-service/crawler/waiting/time-limit";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import type { FastifyBaseLogger } from "fastify";
import { failureFacts } from "../facts/facts.ts";
import type { Sealing } from "../jobs/sealing.ts";
import type { JobList, JobQuery } from "../sites/job.ts";
import type { JobKeeper, KeptJob } from "../sites/kept-jobs.ts";
import { jobOf, recordOf } from "./crawl-row.ts";
import { type Handle, isId, sealOf } from "./handle.ts";
import type { LiveCrawl } from "./live-crawl.ts";
import { type CrawlRecord, isOver, type NumberedEvent, packRecord } from "./record.ts";
import { begunJob, doneJob, failedJob, type ShortWork, type WorkEnd } from "./short-work.ts";

/** Interval at which events of a running crawl are written down. */
const WRITE_EVERY_MS = 2_000;

/** Interval at which a process says that it lives, and looks for crawls of those that do not. */
const BEAT_MS = 4_000;

/** Milliseconds that a reader waits for a write that has begun. */
const SETTLE_MS = 2_000;

const HOUR_MS = 3_600_000;

/** A crawl that is kept and that this process does not run. */
export interface Archived {
  readonly record: CrawlRecord;
  /** True if the crawl is not over: another process runs it. */
  readonly isElsewhere: boolean;
}

interface ArchiveOptions {
  readonly keeper: JobKeeper;
  /** Id of this process among those that share the keeper. */
  readonly owner: string;
  /** Removes crawls and journals that are older than they are kept. */
  expire(): Promise<void>;
  /** Seals private crawls; undefined: private crawls are not kept. */
  readonly sealing: Sealing | undefined;
  readonly log: Pick<FastifyBaseLogger, "warn">;
}

/** A crawl that another process left unfinished, and its events so far. */
export interface LeftCrawl {
  readonly record: CrawlRecord;
  readonly events: readonly NumberedEvent[];
  readonly losses: number;
}

/**
 * Keeps crawls beyond their process: written while they run, read when this process does not know them. While the
 * keeper is away writes are lost or late, and the log says so; no crawl waits for it.
 */
export class Archive {
  readonly #options: ArchiveOptions;
  readonly #closing = new AbortController();
  readonly #writing = new Map<string, Promise<void>>();

  constructor(options: ArchiveOptions) {
    this.#options = options;
    void this.#every(BEAT_MS, () => options.keeper.touch());
    void this.#every(HOUR_MS, () => options.expire());
  }

  keeps(handle: Handle): boolean {
    return sealOf(handle, this.#options.sealing) !== undefined;
  }

  /**
   * Looks at intervals for crawls whose processes are gone, and calls `goOn` with at most `places()` of them at a time.
   */
  adopt(places: () => number, goOn: (left: LeftCrawl) => void): void {
    void this.#every(BEAT_MS, async () => {
      const limit = places();
      const jobs = limit > 0 ? await this.#options.keeper.adopt(limit, INTERRUPTED) : [];
      for (const job of jobs) goOn(await this.#leftCrawl(job));
    });
  }

  /** Writes a crawl down until it is over. Resolves after the first write or its failure. */
  async follow(live: LiveCrawl): Promise<void> {
    if (!this.keeps(live.record)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#writing.set(
      live.id,
      this.#follow(live, resolve).finally(() => this.#writing.delete(live.id)),
    );
    await promise;
  }

  /** Waits a moment until the end of a crawl of this process is written down. */
  async written(id: string): Promise<void> {
    await endsWithin(SETTLE_MS, this.#writing.get(id) ?? Promise.resolve());
  }

  /** True if a crawl is over or forgotten, whatever process ran it; false if that cannot be asked. */
  async isOver(id: string): Promise<boolean> {
    let isOver = false;
    await this.#try(async () => {
      isOver = (await this.#options.keeper.find(id))?.finishedAt !== null;
    });
    return isOver;
  }

  /** Finds a kept crawl; undefined also if the handle's capability does not open it. */
  async find(handle: Handle): Promise<Archived | undefined> {
    const { id, capability } = handle;
    const kept = isId(id) ? await this.#options.keeper.find(id) : undefined;
    if (kept === undefined || !isCrawl(kept)) return undefined;
    const content = sealOf(handle, this.#options.sealing)?.tryOpen(kept.content);
    if (content === undefined) return undefined;
    return { record: await recordOf(kept, content, capability), isElsewhere: kept.finishedAt === null };
  }

  list(query: JobQuery): Promise<JobList> {
    return this.#options.keeper.list(query);
  }

  /** Events of a kept crawl after event number `after`. */
  async events(handle: Handle, after = 0): Promise<readonly NumberedEvent[]> {
    const kept = await this.#options.keeper.events(handle.id, after);
    const seal = sealOf(handle, this.#options.sealing);
    return kept.flatMap(({ firstId, lines }) =>
      lines.flatMap((line, n) => {
        const json = firstId + n > after ? seal?.tryOpenText(line) : undefined;
        if (json === undefined) return [];
        const { type, atMs } = JSON.parse(json);
        return [{ id: firstId + n, type, atMs, json }];
      }),
    );
  }

  remove(id: string): Promise<boolean> {
    return this.#options.keeper.remove(id);
  }

  /**
   * Does work that one request asks for, and keeps it among the jobs: when it begins, and with what came of it. While the
   * keeper is away the work is done all the same, and the log says that it is not listed.
   * @param work `batchOf` is the id of the job that this is a further batch of; an unknown one begins a new job
   * @returns the id of the job, and what `run` returned @throws what `run` throws
   */
  async doAsJob<Result>(
    { batchOf, ...work }: Omit<ShortWork, "batchOf"> & { readonly batchOf?: string | undefined },
    run: () => Promise<Result>,
    endOf: (result: Result) => WorkEnd,
  ): Promise<{ readonly id: string; readonly result: Result }> {
    const { keeper, owner } = this.#options;
    let before: KeptJob | undefined;
    if (batchOf !== undefined)
      await this.#try(async () => {
        before = await keeper.find(batchOf);
      });
    const isSame = before?.kind === work.kind && before.by === work.by;
    const job = begunJob({ ...work, batchOf: isSame ? before : undefined }, owner);
    const keep = (state: KeptJob) => this.#try(async () => void (await keeper.save(state)));
    await keep(job);
    try {
      const result = await run();
      await keep(doneJob(job, endOf(result)));
      return { id: job.id, result };
    } catch (thrown) {
      await keep(failedJob(job, thrown));
      throw thrown;
    }
  }

  /** Waits for writes that have begun; crawls that still run are no longer written down. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#writing.values());
  }

  /** Releases the crawls of this process that another one can continue. */
  async release(): Promise<void> {
    await this.#try(() => this.#options.keeper.release());
  }

  async #leftCrawl(job: KeptJob): Promise<LeftCrawl> {
    const record = await recordOf(job, job.content, undefined);
    const resumed = { at: new Date(), times: job.resumes, pages: job.done };
    return { record: { ...record, resumed }, events: await this.events(record), losses: job.losses };
  }

  async #follow(live: LiveCrawl, onTried: () => void): Promise<void> {
    let written = live.told;
    for (;;) {
      const { record, events, isLeft, losses } = live;
      const fresh = events.slice(written);
      const done = await this.#try(() => this.#write(live, fresh));
      onTried();
      if (done) written += fresh.length;
      if ((done && isLeft) || this.#closing.signal.aborted) return;
      const pause = sleep(WRITE_EVERY_MS, this.#closing.signal).catch(() => {});
      await (isOver(record) ? pause : Promise.race([pause, leftOrFurther(live, losses, this.#closing.signal)]));
    }
  }

  /** Writes record and events. The end is written last, so a crawl that is over has all its events. */
  async #write(live: LiveCrawl, events: readonly NumberedEvent[]): Promise<void> {
    const { keeper, owner, sealing } = this.#options;
    const { record } = live;
    const seal = sealOf(record, sealing);
    if (seal === undefined) return;
    const content = seal.seal(await packRecord(record));
    const kept = { ...jobOf(live), owner, content };
    const isOurs = await keeper.save({ ...kept, finishedAt: null });
    // This process was silent for so long that another one took the crawl over.
    if (!isOurs) return live.lose();
    const [first] = events;
    const lines = events.map(({ json }) => seal.sealText(json));
    if (first !== undefined) await keeper.addEvents(record.id, { firstId: first.id, lines });
    if (isOver(record)) await keeper.save(kept);
  }

  async #every(everyMs: number, run: () => Promise<void>): Promise<void> {
    while (!this.#closing.signal.aborted) {
      await this.#try(run);
      await sleep(everyMs, this.#closing.signal).catch(() => {});
    }
  }

  async #try(run: () => Promise<void>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (thrown) {
      const { code, message } = toCrawlError(thrown);
      // An unavailable database is logged elsewhere.
      if (code !== "database_unavailable") this.#options.log.warn({ why: message }, "Jobs could not be written down");
      return false;
    }
  }
}

export const isCrawl = ({ kind }: Pick<KeptJob, "kind">): boolean => kind === "crawl" || kind === "publish";

/** Error of a crawl that no process can continue. */
const INTERRUPTED = failureFacts(new CrawlError("interrupted", {}));

/**
 * Resolves when this process has ended or left the crawl, or got further than those before it: its end must not count as
 * their losses did, even if it comes before the next write. Also resolves when the signal fires.
 */
async function leftOrFurther(live: LiveCrawl, losses: number, signal: AbortSignal): Promise<void> {
  try {
    while (!live.isLeft && live.losses === losses) await live.changed(signal);
  } catch {
    // The signal fired: the caller checks it.
  }
}
