import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Delivery } from "../delivery.ts";
import type { Sites, VersionList } from "../sites.ts";
import { storable, type Tables } from "../tables/tables.ts";

const COLUMNS = ["id", "at", "digest", "url", "pages", "characters", "added", "removed", "changed"] as const;

export const versions = (database: Database) =>
  ({
    versions: (siteId, cursor, limit) => database.run((db) => list(db, { siteId, cursor, limit })),
    versionText: (siteId, versionId) =>
      database.run(async (db) => {
        const query = db.selectFrom("site_versions").select("text").where("site_id", "=", siteId);
        return (await query.where("id", "=", versionId).executeTakeFirst())?.text;
      }),
    latestText: (siteId) =>
      database.run(async (db) => {
        const newest = db.selectFrom("site_versions").select("text").where("site_id", "=", siteId);
        return (await newest.orderBy("at", "desc").orderBy("id", "desc").limit(1).executeTakeFirst())?.text;
      }),
  }) satisfies Partial<Sites>;

async function list(
  db: Kysely<Tables>,
  { siteId, cursor, limit }: { readonly siteId: string; readonly cursor: string | undefined; readonly limit: number },
): Promise<VersionList> {
  const counted = db
    .selectFrom("site_versions")
    .select([...COLUMNS, unchangedCrawls.as("unchanged")])
    .where("site_id", "=", siteId);
  let query = db.selectFrom(counted.as("counted")).selectAll();
  if (cursor !== undefined)
    query = query.where(
      sql<boolean>`(at, id) < (select last.at, last.id from site_versions last where last.id = ${cursor})`,
    );
  const rows = await query
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/**
 * Crawls after a version that found no changes: up to the crawl of the next version, or, for the newest, up to the last
 * crawl.
 */
const unchangedCrawls = sql<number | null>`
  lag(crawl, 1, (select crawls + 1 from crawl_sites site where site.id = site_id)) over (order by at desc, id desc)
  - crawl - 1`;

/** Adds a version under the token of its crawl, idempotently, and removes the oldest ones. */
export async function keepVersion(
  db: Kysely<Tables>,
  { siteId, token, versionsKept }: { readonly siteId: string; readonly token: string; readonly versionsKept: number },
  { text, characters, digest, fileUrl, pages, counts, base }: Delivery,
): Promise<void> {
  await db
    .insertInto("site_versions")
    .values({
      id: token,
      site_id: siteId,
      digest,
      url: fileUrl ?? "",
      pages,
      characters,
      // Our documents have no NUL, but one that did must not make the whole row fail.
      text: storable(text, text.length),
      base: base === undefined ? null : JSON.stringify(base),
      crawl: sql<number>`(select crawls from crawl_sites where id = ${siteId})`,
      ...counts,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  await db
    .deleteFrom("site_versions")
    .where("site_id", "=", siteId)
    .where("id", "not in", (newest) =>
      newest
        .selectFrom("site_versions")
        .select("id")
        .where("site_id", "=", siteId)
        .orderBy("at", "desc")
        .orderBy("id", "desc")
        .limit(versionsKept),
    )
    .execute();
}
