// Crawls in the database, and their form in the REST interface.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../database.ts";
import { describeFailure } from "../facts.ts";
import type { Ended } from "../recrawl.ts";
import type { CrawlRequest } from "../request.ts";
import type { Crawl, CrawlItem } from "../shapes.ts";
import { requestOf } from "../sites.ts";
import { type CrawlRow, encoded, iso, json, type Numbered, type Sql } from "../tables.ts";

const HEAD = [
  ...(["id", "url", "asked_by", "site_id", "state", "created_at", "started_at"] as const),
  ...(["finished_at", "error", "pages"] as const),
] as const;
type CrawlHead = Pick<CrawlRow, (typeof HEAD)[number]>;

export interface CrawlQuery {
  readonly limit: number;
  /** The last crawl of the previous page (keyset pagination). */
  readonly after?: { readonly at: Date; readonly id: string } | undefined;
  readonly siteId?: string | undefined;
  readonly url?: string | undefined;
}

const messagesRow = (crawl_id: string, messages: readonly Numbered[]) => ({
  crawl_id,
  first: messages[0]?.id ?? 0,
  messages: json(messages),
});

/** A new row for a requested crawl. */
export const newCrawl = (request: CrawlRequest, asked_by: CrawlRow["asked_by"], client: string): CrawlRow => ({
  ...{ id: randomUUID(), url: request.url, asked_by, client, site_id: null, state: "waiting", request, attempt: 0 },
  ...{ created_at: new Date(), started_at: null, finished_at: null, error: null, pages: null, progress: null },
  ...{ summary: null, document: null, base_text: null, is_enhanced: false, plain_hash: null, generated_at: null },
  ...{ file_url: null, asked: null },
});

async function insertCrawl(db: Sql, row: CrawlRow, messages: readonly Numbered[]): Promise<void> {
  await db.insertInto("crawls").values(encoded(row)).execute();
  if (messages.length > 0) await db.insertInto("crawl_messages").values(messagesRow(row.id, messages)).execute();
}

/** Keeps a recrawl for the site's history, with its log if it failed. */
export async function keepRecrawl(db: Sql, { site, startedAt, made, error, lines }: Ended): Promise<void> {
  if (made === undefined && error === undefined) return;
  const at = new Date();
  const failure = error === undefined ? null : { code: error.code, reason: describeFailure(error) };
  const row: CrawlRow = {
    ...newCrawl(requestOf(site), "site", "site"),
    ...{ created_at: startedAt, started_at: startedAt, finished_at: at, site_id: site.id },
    ...{ state: failure === null ? "done" : "failed", error: failure, pages: made?.summary.pages ?? null },
  };
  const messages = (failure === null ? [] : [...lines, failure.reason]).map((content, index) => ({
    ...{ id: index + 1, type: "log" as const, at: at.toISOString(), content },
  }));
  await insertCrawl(db, row, messages);
}

/** Crawls in the database. Each method throws `database_unavailable` if that does not answer. */
export class KeptCrawls {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  insert(row: CrawlRow, messages: readonly Numbered[]): Promise<void> {
    return this.#database.transaction((db) => insertCrawl(db, row, messages));
  }

  find(id: string): Promise<CrawlRow | undefined> {
    return this.#database.use((db) => db.selectFrom("crawls").selectAll().where("id", "=", id).executeTakeFirst());
  }

  /** Crawls without documents and logs, newest first. */
  list({ limit, after, siteId, url }: CrawlQuery): Promise<CrawlHead[]> {
    return this.#database.use((db) => {
      let rows = db.selectFrom("crawls").select(HEAD).orderBy("created_at", "desc").orderBy("id", "desc").limit(limit);
      if (siteId !== undefined) rows = rows.where("site_id", "=", siteId);
      if (url !== undefined) rows = rows.where("url", "=", url);
      if (after) rows = rows.where(sql<boolean>`(created_at, id) < (${after.at}, ${after.id}::uuid)`);
      return rows.execute();
    });
  }

  /** Number of waiting crawls: all older ones, or those of a client. */
  async waiting(of: { readonly before: Date } | { readonly client: string }): Promise<number> {
    const rows = await this.#database.use((db) => {
      const all = db.selectFrom("crawls").select(({ fn }) => fn.countAll<string>().as("count"));
      const waiting = all.where("state", "=", "waiting");
      if ("client" in of) return waiting.where("client", "=", of.client).execute();
      return waiting.where("created_at", "<", of.before).execute();
    });
    return Number(rows[0]?.count);
  }

  async messages(id: string, after: number): Promise<readonly Numbered[]> {
    const rows = await this.#database.use((db) =>
      db
        .selectFrom("crawl_messages")
        .select("messages")
        .where("crawl_id", "=", id)
        // A chunk that begins before the number may reach beyond it.
        .where("first", ">=", (part) =>
          part
            .selectFrom("crawl_messages")
            .select(({ fn }) => fn.coalesce(fn.max("first"), sql<number>`0`).as("first"))
            .where("crawl_id", "=", id)
            .where("first", "<=", after + 1),
        )
        .orderBy("first")
        .execute(),
    );
    return rows.flatMap(({ messages }) => messages).filter((message) => message.id > after);
  }

  /** Takes a waiting crawl, or one whose process died. @returns undefined if it is finished or gone */
  take(id: string): Promise<CrawlRow | undefined> {
    return this.#database.use((db) =>
      db
        .updateTable("crawls")
        .set({ attempt: sql`attempt + 1`, state: "waiting", progress: null })
        .where("id", "=", id)
        .where("state", "in", ["waiting", "running"])
        .returningAll()
        .executeTakeFirst(),
    );
  }

  /**
   * Writes the present state of a crawl.
   * @returns the request of another process; undefined if it is finished, gone, or taken by another process
   */
  write(row: CrawlRow, messages: readonly Numbered[]): Promise<{ asked: CrawlRow["asked"] } | undefined> {
    const { id, attempt, asked: _, client: __, ...rest } = row;
    return this.#database.transaction(async (db) => {
      const written = await db
        .updateTable("crawls")
        .set(encoded(rest))
        .where("id", "=", id)
        .where("attempt", "=", attempt)
        .where("state", "in", ["waiting", "running"])
        .returning("asked")
        .executeTakeFirst();
      if (written && messages.length > 0)
        await db.insertInto("crawl_messages").values(messagesRow(id, messages)).execute();
      return written;
    });
  }

  /**
   * Changes a crawl that no process runs, or leaves its process a request.
   * @returns true if it is in one of these states
   */
  async change(id: string, states: readonly CrawlRow["state"][], changes: Partial<CrawlRow>): Promise<boolean> {
    const rows = await this.#database.use((db) =>
      db
        .updateTable("crawls")
        .set(encoded(changes))
        .where("id", "=", id)
        .where("state", "in", states)
        .returning("id")
        .execute(),
    );
    return rows.length > 0;
  }

  async remove(id: string): Promise<void> {
    await this.#database.use((db) => db.deleteFrom("crawls").where("id", "=", id).execute());
  }

  /** Deletes crawls that are older than this. */
  async sweep(days: number): Promise<void> {
    const before = new Date(Date.now() - days * 86_400_000);
    await this.#database.use((db) => db.deleteFrom("crawls").where("finished_at", "<", before).execute());
  }
}

/** A crawl in a list of the REST interface. */
export const crawlItem = (row: CrawlHead): CrawlItem => ({
  ...{ id: row.id, url: row.url, state: row.state, by: row.asked_by, siteId: row.site_id, error: row.error },
  createdAt: row.created_at.toISOString(),
  ...{ startedAt: iso(row.started_at), finishedAt: iso(row.finished_at), pages: row.pages },
});

/** A crawl in the REST interface. */
export function crawlJson(row: CrawlRow, ahead: number | null): Crawl {
  const { url: _, language = null, overlay = null, ...request } = row.request;
  return {
    ...crawlItem(row),
    ...{ request: { ...request, language, overlay }, ahead, progress: row.progress, fileUrl: row.file_url },
    ...{ document: row.document, plain: row.base_text, summary: row.summary },
  };
}
