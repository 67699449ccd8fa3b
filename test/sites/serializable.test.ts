// Every transaction serializable: some of them fail, and are repeated.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openQueue } from "../../packages/service/src/jobs/queue.ts";
import { Database } from "../../packages/service/src/sites/database/database.ts";
import { sitesIn } from "../../packages/service/src/sites/store.ts";
import { type PostgresServer, startPostgres } from "../servers/postgres.ts";
import { siteRequest } from "../servers/site-request.ts";

const SITES = 24;
const WORKERS = 4;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres(["fsync=off", "default_transaction_isolation=serializable"]);
});
afterAll(() => server.close());

const request = (url: string) => siteRequest(url, { maxPages: 5 });

test("with serializable transactions sites enrolled side by side are each recrawled once by workers side by side", async () => {
  const database = new Database({ type: "postgres", url: server.url }, () => {});
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
