import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { expect, test } from "vitest";
import { type Migration, migrate } from "../../packages/service/src/sites/database/migrate.ts";
import { MIGRATIONS } from "../../packages/service/src/sites/database/schema.ts";
import type { Tables } from "../../packages/service/src/sites/tables/tables.ts";
import { openRig } from "./rig.ts";

const SITES = 8;
const RUN_MS = 60_000;

/** As a next version may change the schema: what the version before does not know has a value of its own. */
const NEXT: Migration = {
  name: "next-version",
  statements: [
    "alter table crawl_sites add column weight integer not null default 1",
    "create index crawl_sites_weight on crawl_sites (weight, base_url)",
    "create table site_weights (site_id uuid primary key references crawl_sites on delete cascade, at timestamptz)",
    "insert into site_weights (site_id) select id from crawl_sites",
  ],
};

test("a release is undone: this version works on beside the next one's schema, and starts on it again", async () => {
  const rig = await openRig({ sites: SITES, workers: 1 });
  const pool = new Pool({ connectionString: rig.postgres.url });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const crawled = async () => {
    await rig.makeDue();
    await rig.startRun();
    await rig.settled(RUN_MS);
    return rig.ledger();
  };
  const none = { due: 0, failed: 0, broken: [], stale: 0, undelivered: 0, doubled: 0, miscounted: 0, openRuns: 0 };
  const whole = { sites: SITES, done: SITES, ...none };
  try {
    // Forward, under processes that run.
    expect(await migrate(db, [...MIGRATIONS, NEXT])).toEqual(["next-version"]);
    expect(await crawled()).toEqual(whole);
    // Back.
    await Promise.all(rig.processes.map((process) => process.end("SIGTERM")));
    await Promise.all(rig.processes.map((_, place) => rig.restart(place)));
    expect(await crawled()).toEqual(whole);
    // And forward again: nothing is made twice.
    expect(await migrate(db, [...MIGRATIONS, NEXT])).toEqual([]);
  } finally {
    await db.destroy();
    await rig.close();
  }
});
