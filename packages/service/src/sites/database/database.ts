import { reasonOf, sleep, unlessAborted } from "@llmstxt-service/crawler/waiting/abort";
import { withTimeLimit } from "@llmstxt-service/crawler/waiting/time-limit";
import { CrawlError, isFailure } from "@llmstxt-service/page/errors";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/tables.ts";
import type { Connection, Crowding } from "./connection.ts";
import { migrate } from "./migrate.ts";
import { openPostgres } from "./postgres.ts";
import { MIGRATIONS } from "./schema.ts";
import { stateOf } from "./sql-state.ts";

export type { Connection } from "./connection.ts";
export { stateOf } from "./sql-state.ts";

export type DatabaseOptions =
  | { readonly type: "postgres"; readonly url: string; readonly connections?: number | undefined }
  | { readonly type: "pglite"; readonly folder: string }
  | { readonly type: "none" };

/** Changes of the database's state, for the log. An outage is told once, and its end. */
export type DatabaseNews =
  | { readonly type: "ready"; readonly migrated: readonly string[] }
  | { readonly type: "away"; readonly why: string }
  | { readonly type: "connectionLost"; readonly why: string }
  | ({ readonly type: "crowding" } & Crowding);

/**
 * Milliseconds that a call waits while the database is opened for the first time. The embedded one takes 4 to 7 s, on a
 * slow machine three times that.
 */
const FIRST_OPEN_MS = 30_000;
const RETRY_MS = { first: 250, most: 10_000 };

/**
 * Milliseconds that a ping waits: less than a supervisor's check, which takes five seconds at most. A database 300 ms
 * away answers on a new connection in 1.2 s.
 */
const PING_MS = 3_000;

/** SQLSTATEs of transactions that collided and can be repeated: serialization failures and deadlocks. */
const REPEATED = ["40001", "40P01"];
const MAX_TRIES = 8;
const REPEAT_MS = 5;

/** True if a statement exceeded its time limit, or waited too long for a connection. */
const isTooSlow = (error: unknown) =>
  stateOf(error) === "57014" ||
  (error instanceof Error && /timeout exceeded when trying|read timeout/i.test(error.message));

/**
 * The database behind the sites. It is opened in the background, and again until that succeeds, so that a process can
 * start and live without it.
 */
export class Database {
  readonly #options: DatabaseOptions;
  readonly #report: (news: DatabaseNews) => void;
  readonly #stop = new AbortController();
  readonly #opening: Promise<void>;
  #connection: Connection | undefined;
  #why = "Still being opened";
  /** Reason of the outage that was told; undefined while the database answers. */
  #away: string | undefined;
  #isOpening = true;
  #firstTry: Promise<unknown>;
  #ping: Promise<unknown> | undefined;

  constructor(options: DatabaseOptions, report: (news: DatabaseNews) => void) {
    this.#options = options;
    this.#report = report;
    if (options.type === "none") this.#why = "DATABASE_URL is none";
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#firstTry = promise;
    this.#opening = this.#open(() => {
      this.#isOpening = false;
      resolve();
    });
  }

  /**
   * Runs `work` on the database, and repeats it after a collision, so it must be idempotent.
   * @throws CrawlError `database_unavailable`; `work` may have been carried out
   */
  async run<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    const connection = await this.connection();
    for (let tries = 1; ; tries++) {
      try {
        return await this.#answered(work(connection.db));
      } catch (error) {
        if (!this.#isAway(connection, error)) throw error;
        const isLost = !REPEATED.includes(stateOf(error)) || tries === MAX_TRIES;
        if (isLost) throw this.#unavailable(error);
      }
      await after(REPEAT_MS * 2 ** tries * Math.random(), this.#stop.signal);
    }
  }

  /** As `run`, in one transaction. */
  transaction<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    return this.run((db) => db.transaction().execute(work));
  }

  /**
   * Runs work that reads, perhaps much, on connections of its own. `limitMs`: limit of each of its statements, where that
   * is less than the connections' own.
   * @throws CrawlError `database_slow` when it takes too long; `database_unavailable`
   */
  async read<T>(work: (db: Kysely<Tables>) => Promise<T>, limitMs?: number): Promise<T> {
    const connection = await this.connection();
    const { lists } = connection;
    const limited = async (trx: Kysely<Tables>) => {
      await sql`set local statement_timeout = ${sql.lit(limitMs)}`.execute(trx);
      return work(trx);
    };
    try {
      return await this.#answered(limitMs === undefined ? work(lists) : lists.transaction().execute(limited));
    } catch (error) {
      if (isTooSlow(error)) throw new CrawlError("database_slow", {}, { cause: error });
      if (!this.#isAway(connection, error)) throw error;
      throw this.#unavailable(error);
    }
  }

  /** True if the error says that the database is away, which is then told here. */
  isAway(error: unknown): boolean {
    if (isFailure(error, "database_unavailable")) return true;
    if (this.#connection === undefined || !this.#isAway(this.#connection, error)) return false;
    this.#tellAway(words(error));
    return true;
  }

  /** Resolves when the first try to open it has succeeded or failed, however long that takes. */
  async tried(): Promise<void> {
    await this.#firstTry;
  }

  /** True until the first try to open it has ended; calls wait for that. */
  get isOpening(): boolean {
    return this.#isOpening;
  }

  /** @throws CrawlError `database_unavailable` */
  async connection(): Promise<Connection> {
    await Promise.race([this.#firstTry, after(FIRST_OPEN_MS, this.#stop.signal)]);
    if (this.#connection === undefined) throw new CrawlError("database_unavailable", { detail: this.#why });
    return this.#connection;
  }

  /**
   * Sends a query like that of a list, one for all who ask meanwhile.
   * @throws CrawlError `database_unavailable`, at the latest after three seconds
   */
  async ping(): Promise<void> {
    this.#ping ??= this.run((db) => db.selectFrom("crawl_sites").select("id").limit(1).execute()).finally(() => {
      this.#ping = undefined;
    });
    const detail = `No answer within ${PING_MS} ms`;
    await withTimeLimit(PING_MS, this.#ping, () => new CrawlError("database_unavailable", { detail }));
  }

  /** Resolves when the database has been opened; rejects when `signal` fires first. */
  async opened(signal: AbortSignal): Promise<Connection> {
    await unlessAborted(signal, this.#opening, reasonOf);
    return this.connection();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#opening;
    await this.#connection?.close();
    this.#connection = undefined;
    this.#why = "Closed";
  }

  async #open(firstTried: () => void): Promise<void> {
    let waitMs = RETRY_MS.first;
    while (!this.#stop.signal.aborted && this.#options.type !== "none") {
      const tried = await this.#tryOpen(this.#options);
      firstTried();
      if (tried) return;
      await after(waitMs, this.#stop.signal);
      waitMs = Math.min(waitMs * 2, RETRY_MS.most);
    }
    firstTried();
  }

  async #tryOpen(options: Exclude<DatabaseOptions, { type: "none" }>): Promise<boolean> {
    try {
      const connection = await this.#connect(options);
      try {
        const migrated = await connection.unlimited((db) => migrate(db, MIGRATIONS));
        this.#away = undefined;
        this.#report({ type: "ready", migrated });
      } catch (error) {
        await connection.close();
        throw error;
      }
      this.#connection = connection;
      return true;
    } catch (error) {
      this.#why = words(error);
      // A database that is not open yet may have another reason at each try.
      if (this.#why !== this.#away) this.#away = undefined;
      this.#tellAway(this.#why);
      return false;
    }
  }

  #unavailable(error: unknown): CrawlError {
    const detail = words(error);
    this.#tellAway(detail);
    return new CrawlError("database_unavailable", { detail }, { cause: error });
  }

  #tellAway(why: string): void {
    if (this.#away !== undefined || this.#stop.signal.aborted) return;
    this.#away = why;
    this.#report({ type: "away", why });
  }

  async #answered<T>(work: Promise<T>): Promise<T> {
    const result = await work;
    if (this.#away !== undefined) this.#report({ type: "ready", migrated: [] });
    this.#away = undefined;
    return result;
  }

  /** A database whose tables were dropped counts as unavailable, too. */
  #isAway(connection: Connection, error: unknown): boolean {
    return connection.isAway(error) || stateOf(error) === "42P01";
  }

  async #connect(options: Exclude<DatabaseOptions, { type: "none" }>): Promise<Connection> {
    if (options.type === "postgres")
      return openPostgres(options, {
        onError: (error) => this.#report({ type: "connectionLost", why: words(error) }),
        onCrowding: (crowding) => this.#report({ type: "crowding", ...crowding }),
      });
    const { openPglite } = await import("./pglite/pglite.ts");
    return openPglite(options.folder, this.#stop.signal);
  }
}

/** Message of an error. node-postgres reports failed addresses as an AggregateError without a message of its own. */
function words(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(words).join("; ");
  return error instanceof Error ? error.message : String(error);
}

/** Resolves after `ms`, or at once when `signal` fires. Never rejects. */
function after(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, signal).catch(() => undefined);
}
