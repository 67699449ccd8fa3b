import { sql } from "kysely";
import { expect, test } from "vitest";
import { Database } from "../../packages/service/src/sites/database/database.ts";
import { sitesIn } from "../../packages/service/src/sites/store.ts";
import { openTestSites } from "../servers/sites.ts";

/** Operator and function of a search, slower than a statement that is given so long. */
const SLOW = [
  "create schema slow",
  `create function slow.is_like(a text, b text) returns boolean language plpgsql as $$ begin
    if current_setting('statement_timeout') = '500ms' then perform pg_sleep(1); end if;
    return a operator(pg_catalog.~~*) b;
  end $$`,
  "create operator slow.~~* (leftarg = text, rightarg = text, function = slow.is_like)",
  `create function slow.lower(a text) returns text language plpgsql as $$ begin
    if current_setting('statement_timeout') = '4s' then perform pg_sleep(5); end if;
    return pg_catalog.lower(a);
  end $$`,
  "alter database postgres set search_path = slow, pg_catalog, public",
];

test("a search that takes too long is answered with a part of the sites, and says so", async () => {
  const place = await openTestSites("Postgres server");
  for (const statement of [
    "insert into crawl_sites (base_url) select 'https://site-' || n || '.dev' from generate_series(10000, 15099) n",
    ...SLOW,
  ])
    await place.database.run((db) => sql.raw(statement).execute(db));
  const database = new Database(place.options, () => {});
  try {
    const { list } = sitesIn(database);
    const query = { filter: "all", sort: "name", limit: 50 } as const;
    const few = await list({ ...query, search: "site-1234" });
    expect(few).toMatchObject({ total: 10 });
    expect(few.isPart).toBe(undefined);
    const many = await list({ ...query, search: "site" });
    expect(many).toMatchObject({ isPart: true, total: 5_000 });
    expect(many.items).toHaveLength(50);
    const short = await list({ ...query, search: "23" });
    expect(short).toMatchObject({ isPart: true, total: 200 });
    expect(short.items).toHaveLength(50);
  } finally {
    await database.close();
    await place.close();
  }
});
