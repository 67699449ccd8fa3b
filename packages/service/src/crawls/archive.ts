import { sleep } from "@llmstxt-service/crawler/waiting/abort";
import { endsWithin } from "@llmstxt-service/crawler/waiting/time-limit";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import type { FastifyBaseLogger } from "fastify";
import { failureFacts } from "../facts/facts.ts";
import type { Sealing } from "../jobs/sealing.ts";
import type { CrawlKeeper } from "../sites/kept-crawls.ts";
import { type Handle, sealOf } from "./handle.ts";
import type { LiveCrawl } from "./live-crawl.ts";
import { type CrawlRecord, isOver, type NumberedEvent, packRecord, unpackRecord } from "./record.ts";

/** Interval at which events of a running crawl are written down. */
const WRITE_EVERY_MS = 2_000;

/** For a write that has begun. */
const SETTLE_MS = 2_000;

const HOUR_MS = 3_600_000;

/** A crawl that this process does not run. */
export interface Archived {
  readonly record: CrawlRecord;
  /** True if another process is at it. */
  readonly isElsewhere: boolean;
}

interface ArchiveOptions {
  readonly keeper: CrawlKeeper;
  /** This process, among those that share the keeper. */
  readonly owner: string;
  readonly keptDays: number;
  /** For private crawls; undefined: they are not kept. */
  readonly sealing: Sealing | undefined;
  readonly log: Pick<FastifyBaseLogger, "warn">;
}

/**
 * Crawls beyond their process: written down while they run, read when nobody here knows them. A place that is away costs
 * what could not be written, and is told in the log; no crawl waits for it.
 */
export class Archive {
  readonly #options: ArchiveOptions;
  readonly #closing = new AbortController();
  readonly #writing = new Map<string, Promise<void>>();

  constructor(options: ArchiveOptions) {
    this.#options = options;
    void this.#every(WRITE_EVERY_MS * 2, () => options.keeper.touch(options.owner));
    void this.#every(HOUR_MS, () => options.keeper.expire(options.keptDays));
  }

  /** True if a crawl may be written down. */
  keeps(handle: Handle): boolean {
    return sealOf(handle, this.#options.sealing) !== undefined;
  }

  /** Writes a crawl down until it is over. @returns when that was done, or tried, for the first time */
  async follow(live: LiveCrawl): Promise<void> {
    if (!this.keeps(live.record)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#writing.set(
      live.id,
      this.#follow(live, resolve).finally(() => this.#writing.delete(live.id)),
    );
    await promise;
  }

  /** Waits a moment for the end of a crawl that has just ended here to be written down. */
  async written(id: string): Promise<void> {
    await endsWithin(SETTLE_MS, this.#writing.get(id) ?? Promise.resolve());
  }

  /** undefined, too, where the handle does not open it. */
  async find(handle: Handle): Promise<Archived | undefined> {
    const { id, capability } = handle;
    const kept = isId(id) ? await this.#options.keeper.find(id) : undefined;
    const content = kept && sealOf(handle, this.#options.sealing)?.tryOpen(kept.content);
    if (kept === undefined || content === undefined) return undefined;
    const record = { ...(await unpackRecord(content)), capability };
    if (!kept.isAbandoned) return { record, isElsewhere: !kept.isOver };
    const error = failureFacts(new CrawlError("interrupted", {}));
    return { record: { ...record, state: "failed", finishedAt: record.createdAt, error }, isElsewhere: false };
  }

  async events(handle: Handle): Promise<readonly NumberedEvent[]> {
    const kept = await this.#options.keeper.events(handle.id);
    const seal = sealOf(handle, this.#options.sealing);
    return kept.flatMap(({ firstId, lines }) =>
      lines.flatMap((line, n) => {
        const json = seal?.tryOpenText(line);
        return json === undefined ? [] : [{ id: firstId + n, type: JSON.parse(json).type, json }];
      }),
    );
  }

  remove(id: string): Promise<boolean> {
    return this.#options.keeper.remove(id);
  }

  /** Waits for what is being written; crawls that still run are not followed any further. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#writing.values());
  }

  async #follow(live: LiveCrawl, onTried: () => void): Promise<void> {
    let written = 0;
    for (;;) {
      const { record, events } = live;
      const fresh = events.slice(written);
      const done = await this.#try(() => this.#write(record, fresh));
      onTried();
      if (done) written += fresh.length;
      if ((done && isOver(record)) || this.#closing.signal.aborted) return;
      const pause = sleep(WRITE_EVERY_MS, this.#closing.signal).catch(() => {});
      await (isOver(record) ? pause : Promise.race([pause, ended(live, this.#closing.signal)]));
    }
  }

  /** The end is written last: a crawl that is over has all its events. */
  async #write(record: CrawlRecord, events: readonly NumberedEvent[]): Promise<void> {
    const { keeper, owner, sealing } = this.#options;
    const { id, result } = record;
    const seal = sealOf(record, sealing);
    if (seal === undefined) return;
    const content = seal.seal(await packRecord(record));
    const kept = { id, owner, isOver: false, fileUrl: result?.fileUrl ?? null, content };
    await keeper.save(kept);
    const [first] = events;
    const lines = events.map(({ json }) => seal.sealText(json));
    if (first !== undefined) await keeper.addEvents(id, { firstId: first.id, lines });
    if (isOver(record)) await keeper.save({ ...kept, isOver: true });
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
      // That the database is away has a line of its own.
      if (code !== "database_unavailable") this.#options.log.warn({ why: message }, "Crawls could not be written down");
      return false;
    }
  }
}

/** Ids come from addresses, and a database takes nothing else for one. */
const isId = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

/** Resolves when the crawl is over, or the signal fires. */
async function ended(live: LiveCrawl, signal: AbortSignal): Promise<void> {
  try {
    while (!live.isOver) await live.changed(signal);
  } catch {
    // The signal: whoever waits looks at it by itself.
  }
}
