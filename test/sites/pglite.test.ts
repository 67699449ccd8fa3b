import { access, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Connection } from "../../packages/service/src/sites/database/connection.ts";
import { openPglite } from "../../packages/service/src/sites/database/pglite/pglite.ts";

let folder: string;
let connection: Connection;
/** Milliseconds of the longest turn of this process while the database made its files. */
let longestTurnMs: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "llmstxt-pglite-"));
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  connection = await openPglite(join(folder, "open"), AbortSignal.timeout(110_000));
  longestTurnMs = delay.max / 1e6;
  await sql`create table entries (n integer primary key)`.execute(connection.db);
});
afterAll(async () => {
  await connection.close();
  await rm(folder, { recursive: true });
});

const entries = async () => {
  const { rows } = await sql<{ n: number }>`select n from entries order by n`.execute(connection.db);
  return rows.map(({ n }) => n);
};

test("the first start, seconds of work, keeps nobody else in the process waiting", () => {
  expect(longestTurnMs).toBeLessThan(1_000);
});

test("a query that takes long keeps nobody else in the process waiting", async () => {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const startedAt = performance.now();
  await sql`select count(*) from generate_series(1, 10000000)`.execute(connection.db);
  expect(delay.max / 1e6).toBeLessThan((performance.now() - startedAt) / 2);
});

test("other statements wait until an open transaction has ended", async () => {
  const order: string[] = [];
  const isOpen = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const transaction = connection.db.transaction().execute(async (own) => {
    await sql`insert into entries values (1)`.execute(own);
    isOpen.resolve();
    await letGo.promise;
    await sql`insert into entries values (2)`.execute(own);
    order.push("transaction");
  });
  await isOpen.promise;
  const other = entries().then((found) => order.push(`others see ${found}`));
  const engine = connection.jobs
    .executeSql("select count(*)::int as n from entries")
    .then(({ rows }) => order.push(JSON.stringify(rows)));
  letGo.resolve();
  await Promise.all([transaction, other, engine]);
  expect(order[0]).toBe("transaction");
  expect(order.slice(1).sort()).toEqual(['[{"n":2}]', "others see 1,2"]);
});

test("a transaction that fails is taken back, with the database's own code, and the next one is none the worse", async () => {
  const before = await entries();
  const failing = connection.db.transaction().execute(async (own) => {
    await sql`insert into entries values (3)`.execute(own);
    await sql`insert into entries values (3)`.execute(own);
  });
  await expect(failing).rejects.toMatchObject({ code: "23505", constraint: "entries_pkey" });
  expect(await entries()).toEqual(before);
  await connection.db.transaction().execute((own) => sql`insert into entries values (4)`.execute(own));
  expect(await entries()).toEqual([...before, 4]);
});

test("values come back as they went in: dates, bytes, JSON, large numbers, null", async () => {
  const at = new Date("2026-11-21T22:00:00Z");
  const bytes = Buffer.from([0, 255, 7]);
  const { rows } = await sql<{ at: Date; bytes: Uint8Array; json: object; big: string; none: null }>`
    select ${at}::timestamptz as at, ${bytes}::bytea as bytes, ${JSON.stringify({ a: [1] })}::jsonb as json,
      ${"12345678901"}::bigint as big, ${null}::text as none`.execute(connection.db);
  expect(rows).toEqual([{ at, bytes: new Uint8Array(bytes), json: { a: [1] }, big: 12345678901, none: null }]);
});

test("the job engine may send several statements in one text, and one that fails leaves no open transaction", async () => {
  const { rows } = await connection.jobs.executeSql("begin; select 1 as n; commit; select 2 as n");
  expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
  await expect(connection.jobs.executeSql("begin; select nothing; commit")).rejects.toMatchObject({ code: "42703" });
  expect(await entries()).toContain(4);
});

test("a start that is given up leaves nothing half made, and the next one starts anew", async () => {
  const place = join(folder, "given-up");
  const stop = new AbortController();
  const opening = openPglite(place, stop.signal);
  await vi.waitFor(() => access(join(place, "pgdata.new")), { timeout: 60_000, interval: 5 });
  stop.abort(new Error("The service stops"));
  await expect(opening).rejects.toThrow("The service stops");
  expect((await readdir(place)).filter((name) => name !== "pgdata.new")).toEqual([]);
  const again = await openPglite(place, AbortSignal.timeout(110_000));
  expect((await sql`select 1 as n`.execute(again.db)).rows).toEqual([{ n: 1 }]);
  await again.close();
  expect(await readdir(place)).toEqual(["pgdata"]);
});

test("a closed database says that it is away", async () => {
  const place = await openPglite(join(folder, "given-up"), AbortSignal.timeout(110_000));
  await place.close();
  const failure = await sql`select 1`.execute(place.db).catch((error: unknown) => error);
  expect(place.isAway(failure)).toBe(true);
});
