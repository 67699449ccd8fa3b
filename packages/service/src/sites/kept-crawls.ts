import { sql } from "kysely";
import type { Database } from "./database/database.ts";

/** A crawl as its keeper sees it: whose it is, and bytes. */
export interface KeptCrawl {
  readonly id: string;
  /** The process that runs it, or ran it. */
  readonly owner: string;
  readonly isOver: boolean;
  /** Public URL of what it stored. */
  readonly fileUrl: string | null;
  readonly content: Uint8Array;
}

/** Events from a number on, without a gap; JSON texts, a line each. */
export interface KeptEvents {
  readonly firstId: number;
  readonly lines: readonly string[];
}

/** Place where crawls are kept beyond their process. Each call may reject while the place is away; repeated, it does the same once. */
export interface CrawlKeeper {
  save(crawl: KeptCrawl): Promise<void>;
  addEvents(id: string, events: KeptEvents): Promise<void>;
  /** Says that the crawls of a process still run. */
  touch(owner: string): Promise<void>;
  /** `isAbandoned`: it is not over, and its process has not been heard of. */
  find(id: string): Promise<(KeptCrawl & { readonly isAbandoned: boolean }) | undefined>;
  /** In order; all that are kept. */
  events(id: string): Promise<readonly KeptEvents[]>;
  /** @returns whether it was there */
  remove(id: string): Promise<boolean>;
  /** Forgets what ended, or was abandoned, so many days ago. */
  expire(days: number): Promise<void>;
}

/** A process says every few seconds that it lives. */
const SILENT_SECONDS = 20;

const now = sql<Date>`now()`;

/** Crawls in the database, for every process that shares it. `isAlone`: no other process can be running crawls on it. */
export function crawlsIn(database: Database, { isAlone, owner }: { isAlone: boolean; owner: string }): CrawlKeeper {
  const isAbandoned = isAlone
    ? sql<boolean>`not is_over and owner <> ${owner}`
    : sql<boolean>`not is_over and alive_at < now() - make_interval(secs => ${SILENT_SECONDS})`;
  return {
    save: ({ id, owner, isOver, fileUrl, content }) =>
      database.run(async (db) => {
        const values = { owner, is_over: isOver, file_url: fileUrl, content, alive_at: now };
        const insert = db.insertInto("crawls").values({ id, ...values });
        await insert.onConflict((conflict) => conflict.column("id").doUpdateSet(values)).execute();
      }),
    addEvents: (id, { firstId, lines }) =>
      database.run(async (db) => {
        const insert = db
          .insertInto("crawl_events")
          .values({ crawl_id: id, first_id: firstId, lines: lines.join("\n") });
        await insert.onConflict((conflict) => conflict.columns(["crawl_id", "first_id"]).doNothing()).execute();
      }),
    touch: (owner) =>
      database.run(async (db) => {
        await db
          .updateTable("crawls")
          .set({ alive_at: now })
          .where("owner", "=", owner)
          .where("is_over", "=", false)
          .execute();
      }),
    find: (id) =>
      database.run(async (db) => {
        const row = await db
          .selectFrom("crawls")
          .select(["id", "owner", "is_over", "file_url", "content", isAbandoned.as("isAbandoned")])
          .where("id", "=", id)
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const { is_over: isOver, file_url: fileUrl, ...rest } = row;
        return { ...rest, isOver, fileUrl };
      }),
    events: (id) =>
      database.run(async (db) => {
        const rows = await db
          .selectFrom("crawl_events")
          .select(["first_id", "lines"])
          .where("crawl_id", "=", id)
          .orderBy("first_id")
          .execute();
        return rows.map(({ first_id: firstId, lines }) => ({ firstId, lines: lines.split("\n") }));
      }),
    remove: (id) =>
      database.run(async (db) => {
        const removed = await db.deleteFrom("crawls").where("id", "=", id).executeTakeFirst();
        return removed.numDeletedRows > 0n;
      }),
    expire: (days) =>
      database.run(async (db) => {
        await sql`delete from crawls where alive_at < now() - make_interval(days => ${days})`.execute(db);
      }),
  };
}
