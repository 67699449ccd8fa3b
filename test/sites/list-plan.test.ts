import { sql } from "kysely";
import { expect, test } from "vitest";
import { filtered } from "../../packages/service/src/sites/list/page.ts";
import { openTestSites } from "../servers/sites.ts";

test("a page of the status that most sites have is a range of an index, and no sort of all that are left", async () => {
  const { database, close } = await openTestSites("embedded Postgres");
  try {
    await database.run((db) =>
      sql`insert into crawl_sites (base_url, next_crawl_at)
        select 'https://site-' || n || '.dev', now() + interval '1 day' from generate_series(1, 5000) n`.execute(db),
    );
    await database.run((db) => sql`analyze`.execute(db));
    const plan = await database.run((db) =>
      filtered(db.selectFrom("crawl_sites").selectAll(), "upToDate").orderBy("base_url").limit(501).explain(),
    );
    const steps = JSON.stringify(plan);
    expect(steps).toContain("using crawl_sites_base_url_key");
    expect(steps).not.toMatch(/Sort|Seq Scan/);
  } finally {
    await close();
  }
});
