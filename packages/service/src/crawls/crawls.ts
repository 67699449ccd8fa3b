import { setTimeout as sleep } from "node:timers/promises";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { JobWithMetadata, PgBoss } from "pg-boss";
import { isAway } from "../database.ts";
import { overlayAgain } from "../job.ts";
import type { CrawlRequest } from "../request.ts";
import type { Crawl, CrawlItem } from "../shapes.ts";
import type { CrawlRow, Numbered } from "../tables.ts";
import { type CrawlQuery, crawlItem, crawlJson, KeptCrawls, newCrawl } from "./kept.ts";
import { isOver, LiveCrawl } from "./live.ts";
import { type RunWorld, runCrawl } from "./run.ts";

const QUEUE = "crawl";
const HEARTBEAT_SECONDS = 10;
/** A crawl that ended its process so often has failed. */
const MOST_ATTEMPTS = 3;
const BEAT_MS = 3_000;
/** Milliseconds between looks for crawls of other processes; an embedded database has one. */
const LOOK_MS = { postgres: 2_000, embedded: 30_000 };
const WRITE_MS = 1_000;
const SWEEP_MS = 3_600_000;
/** Milliseconds between looks at a crawl of another process. */
const FOLLOW_MS = 500;
/** Crawls that are over and held, where there is no database: the newest. */
const MOST_HELD = 200;

export interface Asking {
  readonly by: "api" | "socket";
  readonly client: string;
  /** True: it goes on when this process ends, or the socket. */
  readonly isKept: boolean;
}

/** Crawls on request: those of this process, and those that the database keeps. */
export class Crawls {
  readonly #world: RunWorld;
  readonly #kept: KeptCrawls;
  readonly #hasDatabase: boolean;
  readonly #live = new Map<string, LiveCrawl>();
  /** Kept crawls that this process runs, as jobs of the engine. */
  readonly #jobs = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  #boss: PgBoss | undefined;

  constructor(world: RunWorld) {
    this.#world = world;
    this.#kept = new KeptCrawls(world.database);
    this.#hasDatabase = world.crawling.settings.DATABASE_URL !== "none";
  }

  /** Takes part in the queue of kept crawls, once the engine has started. */
  async join(boss: PgBoss): Promise<void> {
    const { CRAWLS_KEPT_DAYS: days, DATABASE_URL } = this.#world.crawling.settings;
    await boss.createQueue(QUEUE, {
      ...{ retryLimit: 1_000, retryDelay: 0, heartbeatSeconds: HEARTBEAT_SECONDS, expireInSeconds: 86_399 },
      ...{ retentionSeconds: days * 86_400, deleteAfterSeconds: 600 },
    });
    this.#boss = boss;
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    const doing = (work: () => Promise<unknown>) => void work().catch((error) => this.#trouble(error));
    const every = (ms: number, work: () => Promise<unknown>) =>
      this.#timers.push(setInterval(() => doing(work), ms).unref());
    every(DATABASE_URL === undefined ? LOOK_MS.embedded : LOOK_MS.postgres, () => this.#take());
    every(SWEEP_MS, () => this.#kept.sweep(days));
    every(BEAT_MS, async () => this.#jobs.size > 0 && boss.touch(QUEUE, [...this.#jobs]));
    // The database opens after this: to wait for it here would be to wait for oneself.
    doing(() => this.#world.database.opened(SWEEP_MS).then(() => this.#kept.sweep(days)));
    doing(() => this.#take());
  }

  /** Begins a crawl, or puts it into the queue. @returns its id */
  async begin(request: CrawlRequest, { by, client, isKept }: Asking): Promise<string> {
    this.#stop.signal.throwIfAborted();
    const row = newCrawl(request, by, client);
    if (isKept && this.#hasDatabase && (await this.#queue(row))) return row.id;
    const live = new LiveCrawl(row, client);
    this.#live.set(row.id, live);
    const running = this.#runHere(live).finally(() => this.#running.delete(running));
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

  /** Messages after the one with a number, those of the past first; then the end of the crawl as the last one. */
  async *watch(id: string, after: number, signal: AbortSignal): AsyncGenerator<Numbered> {
    for (let last = after; ; ) {
      const live = this.#live.get(id);
      const { state, finished_at: end } = live?.row ?? (await this.#kept.find(id)) ?? GONE;
      const next = live ? live.since(last) : await this.#kept.messages(id, last);
      for (const message of next) {
        yield message;
        last = message.id;
      }
      if (next.length > 0) continue;
      if (isOver({ state }))
        return yield { id: last + 1, type: "end", at: (end ?? new Date()).toISOString(), content: state };
      if (live) await live.changed(AbortSignal.any([signal, AbortSignal.timeout(FOLLOW_MS)])).catch(() => {});
      else await sleep(FOLLOW_MS, undefined, { signal });
      signal.throwIfAborted();
    }
  }

  /** True if this number is that of a crawl's end, which follows its last message. */
  async isEnd(id: string, number: number): Promise<boolean> {
    const from = number - 1;
    const rest = this.#live.get(id)?.since(from) ?? (await this.#keptOr([], () => this.#kept.messages(id, from)));
    return rest.length === 0;
  }

  /** Ends a crawl with the pages it has. @returns whether it runs and has any */
  async finish(id: string): Promise<boolean> {
    const live = this.#live.get(id);
    if (live !== undefined) return live.row.state === "running" && live.finish();
    return this.#keptOr(false, () => this.#kept.change(id, ["running"], { asked: "finish" }));
  }

  /** Ends a crawl of this process, if it is not over, and keeps it as cancelled. */
  cancel(id: string): void {
    this.#live.get(id)?.cancel();
  }

  /** Cancels a crawl; one that is over is removed. */
  async remove(id: string): Promise<void> {
    const live = this.#live.get(id);
    if (live !== undefined && !isOver(live.row)) return live.cancel();
    this.#live.delete(id);
    await this.#keptOr(undefined, async () => {
      const finished = { state: "cancelled", finished_at: new Date() } as const;
      // It may have been taken meanwhile.
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

  /** Says which site a crawl has become. */
  async setSite(id: string, siteId: string): Promise<void> {
    this.#live.get(id)?.amend({ site_id: siteId });
    await this.#kept.change(id, ["done"], { site_id: siteId });
  }

  /** Gives kept crawls back to the queue and interrupts the others. Never rejects. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#stop.abort(new CrawlError("interrupted", {}));
    await Promise.allSettled(this.#running);
  }

  /** @returns false while the database is away: the crawl runs here then */
  async #queue(row: CrawlRow): Promise<boolean> {
    try {
      await this.#kept.insert(row, []);
      // The more of a client wait, the later is the next of them: clients take turns.
      const waiting = await this.#kept.waiting(row);
      await this.#boss?.send(QUEUE, { id: row.id }, { priority: -waiting });
    } catch (error) {
      if (isAway(error)) return false;
      throw error;
    }
    void this.#take().catch((error) => this.#trouble(error));
    return true;
  }

  /** Takes as many jobs of the queue as crawls may run here. */
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
          void this.#take().catch((error) => this.#trouble(error));
        });
      this.#running.add(running);
    }
  }

  /** A kept crawl, from this process's turn to its end. */
  async #runJob(job: JobWithMetadata<{ id: string }>): Promise<void> {
    const row = await this.#kept.take(job.data.id);
    if (row !== undefined) {
      const live = new LiveCrawl(row, row.client, row.attempt > 1 ? await this.#kept.messages(row.id, 0) : []);
      this.#live.set(row.id, live);
      const writer = new Writer(live, this.#kept);
      try {
        if (row.attempt > MOST_ATTEMPTS) live.end({ state: "failed", error: died(row) });
        else await runCrawl(live, this.#world, this.#stop.signal);
        await this.#written(writer);
      } catch (error) {
        if (!this.#stop.signal.aborted) throw error;
        await writer.finish();
        return void (await this.#boss?.fail(QUEUE, job.id));
      } finally {
        writer.close();
        this.#live.delete(row.id);
      }
    }
    await this.#boss?.complete(QUEUE, job.id);
  }

  /** Writes the end of a crawl, for as long as the database is away. */
  async #written(writer: Writer): Promise<void> {
    for (;;) {
      try {
        return await writer.finish();
      } catch (error) {
        if (!isAway(error)) throw error;
        await sleep(WRITE_MS, undefined, { signal: this.#stop.signal });
      }
    }
  }

  /** A crawl of this process alone; it is written down when it is over, and held here where that fails. */
  async #runHere(live: LiveCrawl): Promise<void> {
    try {
      await runCrawl(live, this.#world, this.#stop.signal);
    } catch (thrown) {
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

  /** What the database says; `without` where there is none. @throws `database_unavailable` */
  async #keptOr<T>(without: T, ask: () => Promise<T>): Promise<T> {
    return this.#hasDatabase ? ask() : without;
  }

  #trouble(error: unknown): void {
    this.#world.log[isAway(error) ? "debug" : "warn"]({ err: error }, "The queue of crawls has trouble");
  }
}

/** Writes a kept crawl down while it runs, and hears what other processes were asked to do with it. */
class Writer {
  readonly #live: LiveCrawl;
  readonly #kept: KeptCrawls;
  readonly #timer: NodeJS.Timeout;
  #written: number;
  #writing = Promise.resolve();

  constructor(live: LiveCrawl, kept: KeptCrawls) {
    this.#live = live;
    this.#kept = kept;
    this.#written = live.since(0).at(-1)?.id ?? 0;
    // What an outage keeps back is written by the next one.
    this.#timer = setInterval(() => void this.finish().catch(() => {}), WRITE_MS);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  finish(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const next = this.#live.since(this.#written);
    const told = await this.#kept.write(this.#live.row, next);
    this.#written = next.at(-1)?.id ?? this.#written;
    if (told === undefined || told.asked === "cancel") this.#live.cancel();
    else if (told.asked === "finish") this.#live.finish();
  }
}

/** A crawl that was removed while somebody followed it. */
const GONE = { state: "cancelled", finished_at: null } as const;

const isOlder = ({ created_at, id }: Pick<CrawlRow, "created_at" | "id">, than: { at: Date; id: string }): boolean =>
  created_at < than.at || (created_at.getTime() === than.at.getTime() && id < than.id);

const died = ({ attempt }: CrawlRow) => ({
  code: "interrupted",
  reason: `Crawl interrupted: the process that ran it ended, ${attempt - 1} times`,
});
