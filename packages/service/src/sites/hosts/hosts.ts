import { randomUUID } from "node:crypto";
import { withTimeLimit } from "@llmstxt-service/crawler/waiting/time-limit";
import { CrawlError } from "@llmstxt-service/page/errors";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** Gives a host back; no other process may take it for `restMs`. Never rejects. */
export type ReleaseHost = (restMs: number) => Promise<void>;

/** Milliseconds that a row holds without renewal; a worker that was killed keeps its host as long. */
const HOLD_MS = 30_000;

/** Renewals within HOLD_MS: two of them may fail. */
const RENEWALS = 3;

/** Most milliseconds that a host rests after it was given back. */
const MAX_REST_MS = 60_000;

/**
 * Milliseconds for one call of the database. Without an answer a scheduled crawl fails, and one on request goes on as
 * if another process had the host.
 */
const PATIENCE_MS = 1_000;

interface Hold {
  crawls: number;
  isRecrawled: boolean;
  /** Time until which the row is ours, by this process's monotonic clock. */
  until: number;
  /** Calls to the database, one after another: giving a row back must not overtake taking it again. */
  asked: Promise<void>;
}

/** Host of a site's address, without `www.` and port. */
export const crawledHost = (url: string): string => bare(new URL(url).hostname);

const bare = (hostname: string): string => hostname.replace(/^www\./, "");

/**
 * Divides hosts among processes: a row for each host that is crawled, renewed meanwhile. Only one scheduled crawl of a
 * host runs at a time over all processes. A crawl on request, or while the database is away, may run beside it:
 * `isLimited` then tells this process to send one request at a time.
 */
export class HostHolds {
  readonly #database: Database | undefined;
  readonly #holdMs: number;
  readonly #holder = randomUUID();
  readonly #holds = new Map<string, Hold>();
  #renewing: NodeJS.Timeout | undefined;

  /** @param database the one that all processes share; undefined: this process is alone */
  constructor({ database, holdMs = HOLD_MS }: { readonly database: Database | undefined; readonly holdMs?: number }) {
    this.#database = database;
    this.#holdMs = holdMs;
  }

  /**
   * Takes the host for a scheduled crawl; undefined if another scheduled crawl or another process has it.
   * @throws CrawlError `database_unavailable`
   */
  async takeForRecrawl(host: string): Promise<ReleaseHost | undefined> {
    if (this.#holds.get(host)?.isRecrawled) return undefined;
    const hold = this.#enter(host);
    hold.isRecrawled = true;
    const release: ReleaseHost = (restMs) => {
      hold.isRecrawled = false;
      return this.#leave(host, restMs);
    };
    try {
      await this.#claim(host, hold);
    } catch (error) {
      await release(0);
      throw error;
    }
    if (isOurs(hold)) return release;
    await release(0);
    return undefined;
  }

  /** Takes the host for a crawl on request, which may run even if another process has it. */
  async take(host: string): Promise<ReleaseHost> {
    const hold = this.#enter(host);
    // Without an answer another process counts as having the host.
    await this.#claim(host, hold).catch(() => undefined);
    return (restMs) => this.#leave(host, restMs);
  }

  /** True if crawls of this process must send this host one request at a time, because another process has it. */
  isLimited(hostname: string): boolean {
    const hold = this.#holds.get(bare(hostname));
    return hold !== undefined && !isOurs(hold);
  }

  #enter(host: string): Hold {
    const hold = this.#holds.get(host) ?? { crawls: 0, isRecrawled: false, until: 0, asked: Promise.resolve() };
    hold.crawls++;
    this.#holds.set(host, hold);
    this.#renewing ??= setInterval(() => this.#renew(), this.#holdMs / RENEWALS).unref();
    return hold;
  }

  async #leave(host: string, restMs: number): Promise<void> {
    const hold = this.#holds.get(host);
    if (hold === undefined) return;
    hold.crawls--;
    if (hold.crawls > 0) return;
    // A row that could not be given back expires by itself.
    await this.#inTurn(hold, () => this.#giveBack(host, hold, restMs)).catch(() => undefined);
    if (hold.crawls > 0) return;
    this.#holds.delete(host);
    if (this.#holds.size > 0) return;
    clearInterval(this.#renewing);
    this.#renewing = undefined;
  }

  /** Renews the rows of this process, and takes those of hosts that it crawls and that another process has given up. */
  #renew(): void {
    for (const [host, hold] of this.#holds) {
      const renewed = this.#inTurn(hold, () => this.#takeRow(host, hold));
      renewed.catch(() => undefined); // the next one, or the hold ends
    }
  }

  async #claim(host: string, hold: Hold): Promise<void> {
    await this.#inTurn(hold, async () => {
      if (!isOurs(hold)) await this.#takeRow(host, hold);
    });
  }

  #inTurn(hold: Hold, work: () => Promise<void>): Promise<void> {
    const done = hold.asked.then(work);
    hold.asked = done.catch(() => undefined);
    return done;
  }

  async #takeRow(host: string, hold: Hold): Promise<void> {
    if (hold.crawls === 0) return;
    const askedAt = performance.now();
    const rows = await this.#run(
      (holdMs) => sql`insert into crawled_hosts (name, holder, until)
        values (${host}, ${this.#holder}, now() + ${holdMs} * interval '1 millisecond')
        on conflict (name) do update set holder = excluded.holder, until = excluded.until
        where crawled_hosts.until < now() or crawled_hosts.holder = excluded.holder returning name`,
    );
    hold.until = rows > 0 ? askedAt + this.#holdMs : 0;
  }

  async #giveBack(host: string, hold: Hold, restMs: number): Promise<void> {
    if (hold.crawls > 0 || !isOurs(hold)) return;
    hold.until = 0;
    const rest = Math.min(restMs, MAX_REST_MS);
    await this.#run(() =>
      rest > 0
        ? sql`update crawled_hosts set until = now() + ${rest} * interval '1 millisecond'
            where name = ${host} and holder = ${this.#holder} returning name`
        : sql`delete from crawled_hosts where name = ${host} and holder = ${this.#holder} returning name`,
    );
  }

  /** @returns number of rows written; without a database always 1, so that every host is ours */
  async #run(statement: (holdMs: number) => ReturnType<typeof sql>): Promise<number> {
    if (this.#database === undefined) return 1;
    const running = this.#database.run((db) => statement(this.#holdMs).execute(db));
    const { rows } = await withTimeLimit(PATIENCE_MS, running, () => new CrawlError("database_unavailable", {}));
    return rows.length;
  }
}

const isOurs = ({ until }: Hold): boolean => performance.now() < until;
