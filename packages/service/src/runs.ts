import { sql } from "kysely";
import { type Database, isAway } from "./database.ts";
import type { Log } from "./process.ts";
import type { Outcome } from "./recrawl.ts";
import { json } from "./tables.ts";

const WATCH_MS = 1_000;
const KEPT_DAYS = 90;

/** The specification's summary of a run. */
interface RunSummary {
  readonly total: number;
  readonly processed: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly errors: number;
}

/** Runs of due sites that this process follows: it starts the next one, and keeps the summaries. */
export class Runs {
  readonly #database: Database;
  readonly #log: Log;
  readonly #startNext: () => Promise<void>;
  readonly #followed = new Map<string, number>();
  #watching: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(database: Database, log: Log, startNext: () => Promise<void>) {
    this.#database = database;
    this.#log = log;
    this.#startNext = startNext;
  }

  /** Follows a run to its end; also one whose server may have gone. */
  follow(runId: string, total: number): void {
    if (total === 0) this.#told(runId, summaryOf(total, []));
    else this.#followed.set(runId, total);
    this.#watch();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#watching);
  }

  #watch(): void {
    if (this.#isClosed || this.#followed.size === 0) return;
    this.#watching ??= setTimeout(async () => {
      await this.#look().catch((error) => {
        if (!isAway(error)) this.#log.warn({ err: error }, "Watching the runs failed");
      });
      this.#watching = undefined;
      this.#watch();
    }, WATCH_MS);
  }

  /** Starts another run while sites are due and no job waits; keeps the summaries of finished runs. */
  async #look(): Promise<void> {
    const queued = sql`select 1 from pgboss.job where name = 'recrawl' and state < 'active' limit 1`;
    const { rows: waiting } = await this.#database.use((db) => queued.execute(db));
    if (waiting.length === 0) await this.#startNext();
    for (const [runId, total] of this.#followed) {
      const open = sql<{ outcome: string | null }>`
        select o.outcome from recrawl_runs r left join recrawl_outcomes o on o.run_id = r.id
        where r.id = ${runId} and r.summary is null`;
      const { rows } = await this.#database.use((db) => open.execute(db));
      const outcomes = rows.flatMap(({ outcome }) => outcome ?? []);
      // No row: another process has kept the summary.
      if (rows.length > 0 && outcomes.length < total) continue;
      if (rows.length > 0) await this.#end(runId, summaryOf(total, outcomes));
      this.#followed.delete(runId);
    }
  }

  /** Of all that follow a run, one keeps its summary, and says it. */
  async #end(runId: string, summary: RunSummary): Promise<void> {
    const isFirst = await this.#database.transaction(async (db) => {
      const rows = db
        .updateTable("recrawl_runs")
        .set({ summary: json(summary) })
        .where("id", "=", runId);
      const { numUpdatedRows } = await rows.where("summary", "is", null).executeTakeFirst();
      await db.deleteFrom("recrawl_outcomes").where("run_id", "=", runId).execute();
      const old = sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`;
      await db.deleteFrom("recrawl_runs").where("started_at", "<", old).execute();
      return numUpdatedRows > 0n;
    });
    if (isFirst) this.#told(runId, summary);
  }

  #told(run: string, summary: RunSummary): void {
    this.#log.info({ ...summary, run }, "Recrawl of due sites done");
  }
}

function summaryOf(total: number, outcomes: readonly string[]): RunSummary {
  const number = (...of: Outcome[]) => outcomes.filter((outcome) => of.some((one) => one === outcome)).length;
  return {
    total,
    processed: number("updated", "same", "notStored"),
    updated: number("updated"),
    unchanged: number("unchanged"),
    errors: number("failed", "notStored"),
  };
}
