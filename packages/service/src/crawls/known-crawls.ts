import { sleep } from "@llmstxt-service/crawler/waiting/abort";
import type { JobList, JobQuery } from "../sites/job.ts";
import type { Archive } from "./archive.ts";
import { type Handle, opens } from "./handle.ts";
import { JobChanges } from "./job-changes.ts";
import type { LiveCrawl } from "./live-crawl.ts";
import type { CrawlRecord, NumberedEvent } from "./record.ts";
import type { Results } from "./results.ts";

/** Milliseconds between two reads of another process's crawl. */
const LOOK_EVERY_MS = 1_000;

/** Crawls of this process, and kept crawls of others. */
export class KnownCrawls {
  protected readonly archive: Archive;
  protected readonly results: Results;
  protected readonly underWay = new Map<string, LiveCrawl>();
  readonly changes = new JobChanges((query) => this.list(query));

  constructor(archive: Archive, results: Results) {
    this.archive = archive;
    this.results = results;
  }

  readonly doAsJob: Archive["doAsJob"] = (work, run, endOf) => this.archive.doAsJob(work, run, endOf);

  /**
   * Jobs of every process: kept crawls, runs of recrawls, changes of many sites, imports and live checks.
   * @throws CrawlError `database_unavailable`
   */
  list(query: JobQuery): Promise<JobList> {
    return this.archive.list(query);
  }

  /** Crawls of this process that are not over, in the order in which they were asked for. */
  get live(): readonly LiveCrawl[] {
    return [...this.underWay.values()];
  }

  /**
   * Finds a crawl; undefined also without the right to see it.
   * @throws CrawlError `database_unavailable` if only the database could know it
   */
  async find(handle: Handle): Promise<CrawlRecord | undefined> {
    const here = this.#here(handle)?.record ?? this.#over(handle);
    return here ?? (await this.archive.find(handle))?.record;
  }

  /**
   * Events of a crawl after event number `after`, until it is over; of another process's crawl, the events that are
   * written down. Ends at once if there is no such crawl.
   * @throws the signal's reason when it fires
   */
  async *events(handle: Handle, after: number, signal: AbortSignal): AsyncGenerator<NumberedEvent> {
    const live = this.#here(handle);
    if (live !== undefined) return yield* eventsOf(live, after, signal);
    await this.archive.written(handle.id);
    for (let last = after; ; ) {
      const found = await this.archive.find(handle);
      for (const event of await this.#pastEvents(handle, last)) {
        last = event.id;
        yield event;
      }
      if (!found?.isElsewhere) return undefined;
      await sleep(LOOK_EVERY_MS, signal);
    }
  }

  /** True if a crawl is over and nothing happened in it after event number `after`. */
  async hasEnded(handle: Handle, after: number): Promise<boolean> {
    if (this.#here(handle) !== undefined) return false;
    const { archive } = this;
    await archive.written(handle.id);
    const found = await archive.find(handle);
    return !found?.isElsewhere && (await this.#pastEvents(handle, after)).length === 0;
  }

  /** Cancels a crawl that is under way, or removes one that is over. `elsewhere`: another process runs it. */
  async remove(handle: Handle): Promise<"done" | "unknown" | "elsewhere"> {
    const live = this.#here(handle);
    if (live !== undefined) {
      live.cancel();
      return "done";
    }
    const { archive } = this;
    await archive.written(handle.id);
    const kept = await archive.find(handle);
    if (kept?.isElsewhere) return "elsewhere";
    const isKnown = this.#over(handle) !== undefined && this.results.remove(handle.id);
    const isRemoved = kept !== undefined && (await archive.remove(handle.id));
    return isKnown || isRemoved ? "done" : "unknown";
  }

  /** Ends a crawl of this process with the pages it has. `early`: it has none yet, or it is over. */
  async finish(handle: Handle): Promise<"done" | "early" | "unknown" | "elsewhere"> {
    const live = this.#here(handle);
    if (live !== undefined) return live.finish() ? "done" : "early";
    const kept = await this.archive.find(handle);
    if (kept?.isElsewhere) return "elsewhere";
    return kept === undefined && this.#over(handle) === undefined ? "unknown" : "early";
  }

  /** Marks a crawl whose requester has its document: one that must not be kept is forgotten soon. */
  delivered(record: CrawlRecord): void {
    if (!this.archive.keeps(record)) this.results.delivered(record.id);
  }

  #here(handle: Handle): LiveCrawl | undefined {
    const live = this.underWay.get(handle.id);
    return live && opens(handle, live.record) ? live : undefined;
  }

  #over(handle: Handle): CrawlRecord | undefined {
    const record = this.results.get(handle.id);
    return record && opens(handle, record) ? record : undefined;
  }

  async #pastEvents(handle: Handle, after: number): Promise<readonly NumberedEvent[]> {
    if (this.#over(handle) !== undefined && !this.archive.keeps(handle))
      return this.results.events(handle.id).slice(after);
    return this.archive.events(handle, after);
  }
}

async function* eventsOf(live: LiveCrawl, after: number, signal: AbortSignal): AsyncGenerator<NumberedEvent> {
  for (let next = after; ; next++) {
    while (next >= live.events.length) {
      if (live.isLeft) return;
      await live.changed(signal);
    }
    const event = live.events[next];
    if (event !== undefined) yield event;
  }
}
