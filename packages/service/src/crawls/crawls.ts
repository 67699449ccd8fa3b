// Crawls on request: those of this process, and those that the database keeps and any process may run.
import { setTimeout as sleep } from "node:timers/promises";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { JobWithMetadata, PgBoss } from "pg-boss";
import { isAway, untilThere } from "../database.ts";
import { overlayAgain } from "../job.ts";
import type { CrawlRequest } from "../request.ts";
import type { Crawl, CrawlItem } from "../shapes.ts";
import type { CrawlRow, Numbered } from "../tables.ts";
import { type CrawlQuery, crawlItem, crawlJson, KeptCrawls, newCrawl } from "./kept.ts";
import { isOver, LiveCrawl } from "./live.ts";
import { type RunWorld, runCrawl } from "./run.ts";

const QUEUE = "crawl";
const HEARTBEAT_SECONDS = 10;
/** A crawl that ended its process this often counts as failed. */
const MOST_ATTEMPTS = 3;
/** Milliseconds between heartbeats, and between polls for crawls of other processes. */
const BEAT_MS = 2_000;
const WRITE_MS = 1_000;
const SWEEP_MS = 3_600_000;
/** Milliseconds between polls of a crawl in another process. */
const FOLLOW_MS = 500;
/** Most finished crawls in memory if there is no database. */
const MOST_HELD = 200;

export interface Asking {
  readonly by: "api" | "socket";
  readonly client: string;
  /** True if it goes on after this process or the socket has ended. */
  readonly isKept: boolean;
}

/** Crawls on request: those of this process, and those that the database keeps. */
export class Crawls {
  readonly #world: RunWorld;
  readonly #kept: KeptCrawls;
  readonly #hasDatabase: boolean;
  readonly #live = new Map<string, LiveCrawl>();
  /** Ids of kept crawls that this process runs as jobs of the engine. */
  readonly #jobs = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #timers: NodeJS.Timeout[] = [];
  #boss: PgBoss | undefined;

  constructor(world: RunWorld) {
    this.#world = world;
    this.#kept = new KeptCrawls(world.database);
    this.#hasDatabase = world.crawling.settings.DATABASE_URL !== "none";
  }

  /** Joins the queue of kept crawls, after the engine has started. */
  async join(boss: PgBoss): Promise<void> {
    const { CRAWLS_KEPT_DAYS: days, DATABASE_URL } = this.#world.crawling.settings;
    await boss.createQueue(QUEUE, {
      ...{ retryLimit: 1_000, retryDelay: 0, heartbeatSeconds: HEARTBEAT_SECONDS, expireInSeconds: 86_399 },
      ...{ retentionSeconds: days * 86_400, deleteAfterSeconds: 600 },
    });
    this.#boss = boss;
    for (const timer of this.#timers) clearInterval(timer);
    const beat = () => {
      if (this.#jobs.size > 0) this.#doing(boss.touch(QUEUE, [...this.#jobs]));
      // An embedded database has one process, which notifies itself of work.
      if (DATABASE_URL !== undefined) this.#doing(this.#take());
    };
    const sweep = () => this.#doing(this.#world.database.opened(SWEEP_MS).then(() => this.#kept.sweep(days)));
    this.#timers = [setInterval(beat, BEAT_MS).unref(), setInterval(sweep, SWEEP_MS).unref()];
    // The database opens only after this call, so it must not be awaited here.
    sweep();
    this.#doing(this.#take());
  }

  /** Begins a crawl, or puts it into the queue. @returns its id */
  async begin(request: CrawlRequest, { by, client, isKept }: Asking): Promise<string> {
    this.#stop.signal.throwIfAborted();
    const row = newCrawl(request, by, client);
    const canBeKept = isKept && this.#hasDatabase;
    if (canBeKept && (await this.#queue(row, []))) return row.id;
    const live = new LiveCrawl(row);
    this.#live.set(row.id, live);
    const running = this.#runHere(live, canBeKept)
      .catch((error) => this.#trouble(error))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
    return row.id;
  }

  /** A crawl as it is now. @returns undefined for one that is not known */
  async find(id: string): Promise<CrawlRow | undefined> {
    return this.#live.get(id)?.row ?? (await this.#keptOr(undefined, () => this.#kept.find(id)));
  }

  /** The same for the REST interface. */
  async get(id: string): Promise<Crawl | undefined> {
    const row = await this.find(id);
    if (row?.state !== "waiting") return row && crawlJson(row, null);
    return crawlJson(row, this.#live.get(id)?.ahead ?? (await this.#kept.waiting({ before: row.created_at })));
  }

  /** Newest first. */
  async list(query: CrawlQuery): Promise<CrawlItem[]> {
    const { limit, after, siteId, url } = query;
    const rows = new Map((await this.#keptOr([], () => this.#kept.list(query))).map((row) => [row.id, row]));
    for (const { row } of this.#live.values()) {
      const isMeant = (siteId ?? row.site_id) === row.site_id && (url ?? row.url) === row.url;
      if (isMeant && (after === undefined || isOlder(row, after))) rows.set(row.id, row);
    }
    const newest = [...rows.values()].sort((a, b) => (isOlder(a, { at: b.created_at, id: b.id }) ? 1 : -1));
    return newest.slice(0, limit).map(crawlItem);
  }

  /** Messages behind a number, past ones first; the last one is the end of the crawl. */
  async *watch(id: string, after: number, signal: AbortSignal): AsyncGenerator<Numbered> {
    for (let last = after; ; ) {
      const live = this.#live.get(id);
      // A crawl that was removed counts as cancelled.
      const { state = "cancelled", finished_at: end } = live?.row ?? (await this.#kept.find(id)) ?? {};
      const next = live ? live.since(last) : await this.#kept.messages(id, last);
      for (const message of next) {
        yield message;
        last = message.id;
      }
      if (next.length > 0) continue;
      if (isOver({ state }))
        return yield { id: last + 1, type: "end", at: (end ?? new Date()).toISOString(), content: state };
      await (live ? live.changed(signal) : sleep(FOLLOW_MS, undefined, { signal }));
    }
  }

  /** True if this number is that of a crawl's end, which follows its last message. */
  async isEnd(id: string, number: number): Promise<boolean> {
    const from = number - 1;
    const rest = this.#live.get(id)?.since(from) ?? (await this.#keptOr([], () => this.#kept.messages(id, from)));
    return rest.length === 0;
  }

  /** Ends a crawl with the pages it has. @returns true if it runs and has any */
  async finish(id: string): Promise<boolean> {
    const live = this.#live.get(id);
    if (live !== undefined) return live.row.state === "running" && live.finish();
    return this.#keptOr(false, () => this.#kept.change(id, ["running"], { asked: "finish" }));
  }

  /** Ends a crawl of this process, if it is not over, and keeps it as cancelled. */
  cancel(id: string): void {
    this.#live.get(id)?.cancelling.abort();
  }

  /** Cancels a crawl; one that is over is removed. */
  async remove(id: string): Promise<void> {
    const live = this.#live.get(id);
    if (live !== undefined && !isOver(live.row)) return live.cancelling.abort();
    this.#live.delete(id);
    await this.#keptOr(undefined, async () => {
      const finished = { state: "cancelled", finished_at: new Date() } as const;
      // Another process may have taken it meanwhile.
      if (await this.#kept.change(id, ["waiting"], finished)) return this.cancel(id);
      if (!(await this.#kept.change(id, ["running"], { asked: "cancel" }))) await this.#kept.remove(id);
    });
  }

  /** Writes the document of a finished crawl again, with an overlay, and stores it. */
  async setOverlay(row: CrawlRow, overlay: CrawlRequest["overlay"]): Promise<void> {
    const { base_text: base, summary, url } = row;
    if (base === null || summary === null) throw new CrawlError("wrong_usage", { detail: "The crawl has no document" });
    const request = { ...row.request, overlay };
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(60_000)]);
    const again = await overlayAgain({ base, summary }, request, this.#world.crawling, signal);
    const file_url = await this.#world.store.add(url, again.text, new Date(), signal);
    const changes = { request, document: again.text, summary: again.summary, pages: again.summary.pages, file_url };
    this.#live.get(row.id)?.amend(changes);
    await this.#keptOr(false, () => this.#kept.change(row.id, ["done"], changes));
  }

  /** Records the site that a crawl was enrolled as. */
  async setSite(id: string, siteId: string): Promise<void> {
    this.#live.get(id)?.amend({ site_id: siteId });
    await this.#kept.change(id, ["done"], { site_id: siteId });
  }

  /** Returns kept crawls to the queue and interrupts the others. Never rejects. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#stop.abort(new CrawlError("interrupted", {}));
    await Promise.allSettled(this.#running);
  }

  /** @returns false while the database is unavailable: then the crawl runs here */
  async #queue(row: CrawlRow, messages: readonly Numbered[]): Promise<boolean> {
    try {
      await this.#kept.insert(row, messages);
      // The more crawls of a client wait, the lower is the priority of its next one: clients take turns.
      const waiting = await this.#kept.waiting(row);
      await this.#boss?.send(QUEUE, { id: row.id }, { priority: -waiting });
    } catch (error) {
      if (isAway(error)) return false;
      throw error;
    }
    this.#doing(this.#take());
    return true;
  }

  /** Takes as many jobs as crawls may run here. */
  async #take(): Promise<void> {
    const free = this.#world.crawling.settings.MAX_CONCURRENT_CRAWLS - this.#jobs.size;
    if (free <= 0 || this.#boss === undefined || this.#stop.signal.aborted) return;
    const jobs = await this.#boss.fetch<{ id: string }>(QUEUE, { batchSize: free, includeMetadata: true });
    for (const job of jobs) {
      this.#jobs.add(job.id);
      const running = this.#runJob(job)
        .catch((error) => this.#trouble(error))
        .finally(() => {
          this.#running.delete(running);
          this.#jobs.delete(job.id);
          this.#doing(this.#take());
        });
      this.#running.add(running);
    }
  }

  /** Runs a kept crawl to its end. */
  async #runJob(job: JobWithMetadata<{ id: string }>): Promise<void> {
    const row = await this.#kept.take(job.data.id);
    if (row !== undefined) {
      const live = new LiveCrawl(row, row.attempt > 1 ? await this.#kept.messages(row.id, 0) : []);
      this.#live.set(row.id, live);
      const write = writing(live, this.#kept);
      // After an outage the next call writes everything.
      const writes = setInterval(() => void write().catch(() => {}), WRITE_MS);
      try {
        const reason = `Crawl interrupted: the process that ran it ended, ${row.attempt - 1} times`;
        if (row.attempt > MOST_ATTEMPTS) live.end({ state: "failed", error: { code: "interrupted", reason } });
        else await runCrawl(live, this.#world, this.#stop.signal);
        await untilThere(write, this.#stop.signal);
      } catch (error) {
        if (!this.#stop.signal.aborted) throw error;
        await write();
        return void (await this.#boss?.fail(QUEUE, job.id));
      } finally {
        clearInterval(writes);
        this.#live.delete(row.id);
      }
    }
    await this.#boss?.complete(QUEUE, job.id);
  }

  /** Runs a crawl of this process only; its end is written to the database, or held here if that fails. */
  async #runHere(live: LiveCrawl, canBeKept: boolean): Promise<void> {
    try {
      await runCrawl(live, this.#world, this.#stop.signal);
    } catch (thrown) {
      // It began while the database was away: the next process goes on with it.
      if (canBeKept && (await this.#queue({ ...live.row, attempt: 1 }, live.since(0)))) return;
      const { code, message: reason } = thrown as CrawlError;
      live.end({ state: "failed", error: { code, reason } });
    }
    try {
      if (this.#hasDatabase) await this.#kept.insert(live.row, live.since(0));
      if (this.#hasDatabase) this.#live.delete(live.row.id);
    } catch (error) {
      this.#trouble(error);
    }
    const over = [...this.#live.values()].filter(({ row }) => isOver(row));
    for (const { row } of over.slice(0, -MOST_HELD)) this.#live.delete(row.id);
  }

  /** Asks the database; returns `without` if there is none. @throws `database_unavailable` */
  async #keptOr<T>(without: T, ask: () => Promise<T>): Promise<T> {
    return this.#hasDatabase ? ask() : without;
  }

  #doing(work: Promise<unknown>): void {
    work.catch((error) => this.#trouble(error));
  }

  #trouble(error: unknown): void {
    this.#world.log[isAway(error) ? "debug" : "warn"]({ err: error }, "The queue of crawls has trouble");
  }
}

/** Makes a function that saves the present state of a kept crawl, and receives requests of other processes for it. */
function writing(live: LiveCrawl, kept: KeptCrawls): () => Promise<void> {
  let written = live.since(0).at(-1)?.id ?? 0;
  let last = Promise.resolve();
  const write = async () => {
    const next = live.since(written);
    const told = await kept.write(live.row, next);
    written = next.at(-1)?.id ?? written;
    if (told === undefined || told.asked === "cancel") live.cancelling.abort();
    else if (told.asked === "finish") live.finish();
  };
  return () => {
    last = last.catch(() => {}).then(write);
    return last;
  };
}

const isOlder = ({ created_at, id }: Pick<CrawlRow, "created_at" | "id">, than: { at: Date; id: string }): boolean =>
  created_at < than.at || (created_at.getTime() === than.at.getTime() && id < than.id);
