import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { MAX_VIEWS } from "../site-query.ts";
import type { Sites } from "../sites.ts";

/** Named filters of the list, which all people of a server share. */
export const views = (database: Database): Pick<Sites, "views" | "keepView" | "removeView"> => ({
  views: () =>
    database.run((db) => db.selectFrom("site_views").select(["name", "query"]).orderBy("created_at").execute()),
  keepView: ({ name, query }) =>
    database.run(async (db) => {
      const { rows } = await sql`insert into site_views (name, query)
        select ${name}, ${query} where (select count(*) from site_views where name <> ${name}) < ${MAX_VIEWS}
        on conflict (name) do update set query = excluded.query returning name`.execute(db);
      return rows.length > 0;
    }),
  removeView: (name) =>
    database.run(async (db) => {
      const removed = await db.deleteFrom("site_views").where("name", "=", name).executeTakeFirst();
      return removed.numDeletedRows > 0n;
    }),
});
