import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { SITE_AGE_NAMES, type SiteHealth, type SiteStatus } from "../site-query.ts";
import type { Sites } from "../sites.ts";
import { status, type Tables } from "../tables/tables.ts";
import { ageIndex } from "./found.ts";

/** Milliseconds that a count serves for: of many sites it takes a while. */
const FRESH_MS = 5_000;

/** Counts all sites by age and state, once for all who ask within some seconds. */
export function health(database: Database): Pick<Sites, "health"> {
  let last: { readonly at: number; readonly counted: Promise<SiteHealth> } | undefined;
  return {
    health() {
      if (last === undefined || performance.now() - last.at > FRESH_MS) {
        const counted = database.read(countHealth);
        last = { at: performance.now(), counted };
        counted.catch(() => {
          last = undefined;
        });
      }
      return last.counted;
    },
  };
}

async function countHealth(db: Kysely<Tables>): Promise<SiteHealth> {
  const rows = await db
    .selectFrom("crawl_sites")
    .select([ageIndex.as("age"), status.as("status"), sql<string>`count(*)`.as("sites")])
    .groupBy([sql`1`, sql`2`])
    .execute();
  const ofAge = (index: number): Partial<Record<SiteStatus, number>> =>
    Object.fromEntries(rows.filter(({ age }) => age === index).map((row) => [row.status, Number(row.sites)]));
  return Object.fromEntries(SITE_AGE_NAMES.map((age, index) => [age, ofAge(index)])) as SiteHealth;
}
