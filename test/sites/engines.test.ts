// What distributed engines ask of us, as far as one Postgres can show it: every transaction serializable, which makes
// some of them fail and be repeated, and the profile of each engine.

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openQueue } from "../../src/jobs/queue.ts";
import { Database } from "../../src/sites/database/database.ts";
import { searched } from "../../src/sites/database/search.ts";
import { sitesIn } from "../../src/sites/store.ts";
import { type PostgresServer, startPostgres } from "../servers/postgres.ts";
import { siteRequest } from "../servers/site-request.ts";

const ENGINES = ["postgres", "yugabytedb", "citus", "cockroachdb"] as const;
const SITES = 24;
const WORKERS = 4;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres(["fsync=off", "default_transaction_isolation=serializable"]);
});
afterAll(() => server.close());

/** A database of its own in the server. */
async function databaseFor(backend: (typeof ENGINES)[number], use = "recrawls"): Promise<Database> {
  const main = new Database({ type: "postgres", url: server.url }, () => {});
  await main.opened(AbortSignal.timeout(60_000));
  await main.run((db) => sql`create database ${sql.table(`${use}_${backend}`)}`.execute(db));
  await main.close();
  const url = server.url.replace(/postgres$/, `${use}_${backend}`);
  return new Database({ type: "postgres", url, backend }, () => {});
}

const request = (url: string) => siteRequest(url, { maxPages: 5 });

describe.each(ENGINES)("with serializable transactions and the profile of %s", (backend) => {
  test("sites enrolled side by side are each recrawled once by workers side by side", async () => {
    const database = await databaseFor(backend);
    try {
      const connection = await database.opened(AbortSignal.timeout(60_000));
      const sites = sitesIn(database);
      const queue = await openQueue(connection, () => {});
      const enrol = (n: number) =>
        sites.enrol({ request: request(`https://s${n}.dev`), recrawlIntervalMinutes: 60, sentinelUrl: null });
      await Promise.all(Array.from({ length: SITES }, (_, n) => enrol(n)));
      const done: string[] = [];
      const workers = await Promise.all(Array.from({ length: WORKERS }, () => openQueue(connection, () => {})));
      for (const worker of workers)
        await worker.work(async ({ siteId, runId }) => {
          const lease = await sites.take(siteId, runId, randomUUID());
          if (lease === undefined) return;
          done.push(siteId);
          await sites.finish(lease, {
            outcome: "same",
            nextMinutes: 60,
            sentinelLastModified: null,
            avgChangeIntervalMinutes: null,
            mark: 0,
            pages: 1,
          });
        }, 1);
      const runs = await Promise.all([sites.startRun(SITES, queue.add), sites.startRun(SITES, queue.add)]);
      await expect.poll(() => done.length, { timeout: 60_000 }).toBe(SITES);
      expect(new Set(done).size).toBe(SITES);
      for (const open of [queue, ...workers]) await open.close();
      expect(runs.reduce((sum, { summary }) => sum + summary.total, 0)).toBe(SITES);
      const { items } = await sites.list({ filter: "all", sort: "status", limit: 100 });
      expect(items.filter(({ crawlingSince, crawls }) => crawlingSince !== null || crawls !== 1)).toEqual([]);
    } finally {
      await database.close();
    }
  });
});

const SEARCHED = [
  "https://docs.example.com/Guide",
  "http://www.example.org",
  "https://sample.net",
  "https://my-example.io",
];

test("without trigrams a search finds hosts, and what follows their first dot, by ranges of two indexes", async () => {
  const database = await databaseFor("yugabytedb", "search");
  try {
    const { db } = await database.opened(AbortSignal.timeout(60_000));
    const sites = sitesIn(database);
    for (const url of SEARCHED)
      await sites.enrol({ request: request(url), recrawlIntervalMinutes: 60, sentinelUrl: null });
    const query = { filter: "all", sort: "name", limit: 9 } as const;
    const found = async (search: string) => {
      const { items, total } = await sites.list({ ...query, search });
      expect(total).toBe(items.length);
      return items.map(({ baseUrl }) => baseUrl);
    };
    expect(await found("Example")).toEqual(["http://www.example.org", "https://docs.example.com/Guide"]);
    expect(await found("docs.example.com/gu")).toEqual(["https://docs.example.com/Guide"]);
    expect(await found("https://my-")).toEqual(["https://my-example.io"]);
    expect(await found("guide")).toEqual([]);
    expect(await found("%")).toEqual([]);
    const [plan] = await db.connection().execute(async (one) => {
      await sql`set enable_seqscan = off`.execute(one);
      const list = searched(one.selectFrom("crawl_sites").select("id"), { search: "ex" }, "beginning");
      const rows = await list.explain("json");
      return rows.map((row) => JSON.stringify(row));
    });
    for (const index of ["crawl_sites_host", "crawl_sites_domain"]) expect(plan).toContain(`"Index Name":"${index}"`);
    expect(plan?.match(/"Index Cond":"[^"]*\(base_url/g)?.length ?? plan).toBe(2);
  } finally {
    await database.close();
  }
});
