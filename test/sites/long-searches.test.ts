import { sql } from "kysely";
import { expect, test } from "vitest";
import { Database } from "../../packages/service/src/sites/database/database.ts";
import { sitesIn } from "../../packages/service/src/sites/store.ts";
import { openTestSites } from "../servers/sites.ts";

/** Operator of a search, slower than a statement that is given so long. */
const SLOW = [
  "create schema slow",
  `create function slow.is_like(a text, b text) returns boolean language plpgsql as $$ begin
    if current_setting('statement_timeout') = '500ms' then perform pg_sleep(1); end if;
    return a operator(pg_catalog.~~*) b;
  end $$`,
  "create operator slow.~~* (leftarg = text, rightarg = text, function = slow.is_like)",
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
  } finally {
    await database.close();
    await place.close();
  }
});

test("a search of two letters looks at the first 250,000 addresses, and says whether there are more", async () => {
  const place = await openTestSites("Postgres server");
  const run = (statement: string) => place.database.run((db) => sql.raw(statement).execute(db));
  try {
    await run("drop index crawl_sites_search, crawl_sites_changed, crawl_sites_pages, crawl_sites_interval");
    await run("alter table crawl_sites disable trigger user");
    for (let n = 1; n <= 5; n++)
      await run(`insert into crawl_sites (base_url) select 'https://a${n}-' || lpad(m::text, 5, '0') || '.dev'
        from generate_series(1, ${n === 5 ? 49_999 : 50_000}) m`);
    await run("insert into crawl_sites (base_url) values ('https://xy.dev')");
    const { list } = sitesIn(place.database);
    const query = { filter: "all", sort: "name", limit: 50, search: "XY" } as const;
    const all = await list(query);
    expect(all.items.map(({ baseUrl }) => baseUrl)).toEqual(["https://xy.dev"]);
    expect(all.isPart).toBe(undefined);
    await run("insert into crawl_sites (base_url) values ('https://zxy.dev')");
    const part = await list(query);
    expect(part.items).toHaveLength(1);
    expect(part.isPart).toBe(true);
  } finally {
    await place.close();
  }
});
