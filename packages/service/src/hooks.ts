import type { PgBoss } from "pg-boss";
import type { Recrawled } from "./recrawl.ts";
import type { Site, Sql } from "./tables.ts";

/** A recrawl that is over, and the site as it was before. */
export interface Ended extends Recrawled {
  readonly site: Site;
  readonly startedAt: Date;
}

/** What the rest of the service does with recrawls: history, versions, alerts, counters. */
export interface RecrawlHooks {
  /** The engine runs: queues can be made, workers can begin. */
  onEngine(boss: PgBoss): Promise<void>;
  /** In the transaction that ends a recrawl: what it writes is as durable. */
  ended(db: Sql, ended: Ended): Promise<void>;
  /** A kept text has got its file, in the same transaction as the site's row. */
  stored(db: Sql, site: Pick<Site, "id" | "latest_llms_hash">, url: string): Promise<void>;
  /** A kept text could not be stored once more. */
  notStored(db: Sql, site: Pick<Site, "id" | "base_url" | "alerts" | "unstored_since">): Promise<void>;
}
