import { siteKey } from "@llmstxt-service/page/address/site-key";
import { sql } from "kysely";
import type { Database } from "./database/database.ts";
import type { Sites } from "./sites.ts";
import { now } from "./tables/tables.ts";

/** Most addresses kept of a site: those missed most often, then those missed last. */
const KEPT = 500;

const SHOWN = 50;

/** Time of the last request before which an address is removed. */
const FORGOTTEN = sql<Date>`now() - interval '90 days'`;

/** Base URLs that the bundle of a place may belong to: a homepage that redirects has its bundle in another folder. */
const keysOf = (place: string): readonly string[] =>
  [place, place.slice(0, place.indexOf("/") + 1)].flatMap((one) =>
    ["https", "http"].flatMap((scheme) => siteKey(`${scheme}://${one}`) ?? []),
  );

/** Counts and lists the missing addresses that agents asked bundles for. */
export const misses = (database: Database): Pick<Sites, "addMisses" | "misses"> => ({
  addMisses: (place, times) =>
    database.transaction(async (trx) => {
      const found = trx.selectFrom("crawl_sites").select("id").where("base_url", "in", keysOf(place));
      const site = await found.orderBy(sql`length(base_url)`, "desc").limit(1).forUpdate().executeTakeFirst();
      if (site === undefined) return;
      await trx
        .insertInto("site_misses")
        .values([...times].map(([address, count]) => ({ site_id: site.id, address, times: count })))
        .onConflict((conflict) =>
          conflict.columns(["site_id", "address"]).doUpdateSet({
            times: sql<number>`least(site_misses.times::bigint + excluded.times, 2000000000)`,
            last_at: now,
          }),
        )
        .execute();
      const kept = trx
        .selectFrom("site_misses")
        .select("address")
        .where("site_id", "=", site.id)
        .where("last_at", ">=", FORGOTTEN)
        .orderBy("times", "desc")
        .orderBy("last_at", "desc")
        .limit(KEPT);
      await trx.deleteFrom("site_misses").where("site_id", "=", site.id).where("address", "not in", kept).execute();
    }),
  misses: (siteId) =>
    database.run(async (db) => {
      const rows = db.selectFrom("site_misses").selectAll().where("site_id", "=", siteId);
      const most = rows.orderBy("times", "desc").orderBy("last_at", "desc").orderBy("address").limit(SHOWN);
      return (await most.execute()).map(({ address, times, last_at }) => ({ address, times, lastAt: last_at }));
    }),
});
