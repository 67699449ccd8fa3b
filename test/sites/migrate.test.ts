import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Database } from "../../packages/service/src/sites/database/database.ts";
import { type Migration, migrate } from "../../packages/service/src/sites/database/migrate.ts";
import { MIGRATIONS } from "../../packages/service/src/sites/database/schema.ts";
import type { Tables } from "../../packages/service/src/sites/tables/tables.ts";
import { startPostgres } from "../servers/postgres.ts";
import { BACKENDS, openTestSites, type TestSites } from "../servers/sites.ts";

const COLUMN: Migration = { name: "notes", statements: ["alter table site_versions add column notes text"] };
const BROKEN: Migration = { name: "broken", statements: ["create table half (n integer)", "select none"] };

describe.each(BACKENDS)("%s", (backend) => {
  let place: TestSites;
  let db: Kysely<Tables>;
  beforeAll(async () => {
    place = await openTestSites(backend);
    db = (await place.database.connection()).db;
  });
  afterAll(() => place.close());

  test("a migration is made once, in a transaction; one that fails leaves nothing", async () => {
    expect(await migrate(db, [...MIGRATIONS, COLUMN])).toEqual(["notes"]);
    expect(await migrate(db, [...MIGRATIONS, COLUMN])).toEqual([]);
    await expect(migrate(db, [...MIGRATIONS, COLUMN, BROKEN])).rejects.toThrow();
    expect((await sql`select to_regclass('half') as half`.execute(db)).rows).toEqual([{ half: null }]);
    // An older version, beside the newer schema.
    expect(await migrate(db, MIGRATIONS)).toEqual([]);
  });

  test.each(["update llmstxt_migrations set digest = 'another'", "drop table llmstxt_migrations"])(
    "a database of a version that was never released stays as it is, and the reason says so: %s",
    async (change) => {
      const tables = () =>
        sql`select table_name from information_schema.tables where table_schema = 'public' order by 1`.execute(db);
      await sql.raw(change).execute(db);
      const before = (await tables()).rows;
      await expect(migrate(db, [...MIGRATIONS, BROKEN])).rejects.toThrow("never released, and stay as they are");
      expect((await tables()).rows).toEqual(before);
    },
  );
});

test("a database of a version that was never released is no database, and why is said", async () => {
  const server = await startPostgres();
  const options = { type: "postgres", url: server.url } as const;
  const first = new Database(options, () => {});
  await first.opened(AbortSignal.timeout(60_000));
  await first.run((db) => sql`drop table llmstxt_migrations`.execute(db));
  await first.close();
  const second = new Database(options, () => {});
  await second.tried();
  await expect(second.connection()).rejects.toThrow("Database unavailable: its tables are of a version");
  await second.close();
  await server.close();
});

test("a migration that waits for a table lets others write meanwhile", async () => {
  const server = await startPostgres();
  const database = new Database({ type: "postgres", url: server.url }, () => {});
  const { db } = await database.opened(AbortSignal.timeout(60_000));
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  const { promise: free, resolve: letGo } = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (trx) => {
    await sql`lock table site_versions in row exclusive mode`.execute(trx);
    hold();
    await free;
  });
  await held;
  const migrating = migrate(db, [...MIGRATIONS, COLUMN]);
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`.execute(db);
    expect(rows).toHaveLength(1);
  }, 10_000);
  // Behind the migration's request for its lock, until that gives up: sooner than the limit of a call.
  await sql`delete from site_versions`.execute(db);
  letGo();
  await holding;
  expect(await migrating).toEqual(["notes"]);
  await database.close();
  await server.close();
});
