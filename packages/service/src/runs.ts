// Runs of due sites: starts the next one while sites are due, and logs and keeps each summary once.
import { sql } from "kysely";
import { type Database, isAway } from "./database.ts";
import type { Log } from "./process.ts";
import type { Outcome } from "./recrawl.ts";
import { json } from "./tables.ts";

const WATCH_MS = 1_000;
const KEPT_DAYS = 90;

export class Runs {
  readonly #database: Database;
  readonly #log: Log;
  readonly #startNext: () => Promise<void>;
  #watching: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(database: Database, log: Log, startNext: () => Promise<void>) {
    this.#database = database;
    this.#log = log;
    this.#startNext = startNext;
  }

  /** Observes the open runs of all processes, until there is none. */
  watch(): void {
    if (this.#isClosed) return;
    this.#watching ??= setTimeout(async () => {
      const isOpen = await this.#look().catch((error) => {
        if (!isAway(error)) this.#log.warn({ err: error }, "Watching the runs failed");
        return true;
      });
      this.#watching = undefined;
      if (isOpen) this.watch();
    }, WATCH_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#watching);
  }

  /** @returns true if a run was open */
  async #look(): Promise<boolean> {
    const open = sql<{ id: string; total: number; outcomes: string[] }>`
      select r.id, r.total, array_remove(array_agg(o.outcome), null) as outcomes
      from recrawl_runs r left join recrawl_outcomes o on o.run_id = r.id where r.summary is null group by r.id`;
    const { rows } = await this.#database.use((db) => open.execute(db));
    if (rows.length === 0) return false;
    const queued = sql`select 1 from pgboss.job where name = 'recrawl' and state < 'active' limit 1`;
    const { rows: waiting } = await this.#database.use((db) => queued.execute(db));
    if (waiting.length === 0) await this.#startNext();
    for (const { id, total, outcomes } of rows) if (outcomes.length >= total) await this.#end(id, total, outcomes);
    return true;
  }

  /** Keeps and logs the summary of a run, in one of the processes that see its end. */
  async #end(runId: string, total: number, outcomes: readonly string[]): Promise<void> {
    const isFirst = await this.#database.transaction(async (db) => {
      const summary = json(summaryOf(total, outcomes));
      const rows = db.updateTable("recrawl_runs").set({ summary }).where("id", "=", runId);
      const { numUpdatedRows } = await rows.where("summary", "is", null).executeTakeFirst();
      await db.deleteFrom("recrawl_outcomes").where("run_id", "=", runId).execute();
      const old = sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`;
      await db.deleteFrom("recrawl_runs").where("started_at", "<", old).execute();
      return numUpdatedRows > 0n;
    });
    if (isFirst) this.log(runId, total, outcomes);
  }

  log(run: string, total: number, outcomes: readonly string[]): void {
    this.#log.info({ ...summaryOf(total, outcomes), run }, "Recrawl of due sites done");
  }
}

/** The specification's summary of a run. */
function summaryOf(total: number, outcomes: readonly string[]) {
  const number = (...of: Outcome[]) => outcomes.filter((outcome) => of.some((one) => one === outcome)).length;
  return {
    total,
    processed: number("updated", "same", "notStored"),
    updated: number("updated"),
    unchanged: number("unchanged"),
    errors: number("failed", "notStored"),
  };
}
