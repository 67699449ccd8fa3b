import { afterAll, beforeAll, expect, test } from "vitest";
import { Database } from "../../packages/service/src/sites/database/database.ts";
import type { QueueSites } from "../../packages/service/src/sites/run.ts";
import { sitesIn } from "../../packages/service/src/sites/store.ts";
import { type PostgresServer, startPostgres } from "../servers/postgres.ts";
import { siteRequest } from "../servers/site-request.ts";

let server: PostgresServer;
let database: Database;

beforeAll(async () => {
  server = await startPostgres();
  database = new Database({ type: "postgres", url: server.url }, () => {});
  await database.opened(AbortSignal.timeout(60_000));
});
afterAll(async () => {
  await database.close();
  await server.close();
});

test("runs that start side by side wait for nothing and take different sites, and one of them goes on", async () => {
  const sites = sitesIn(database);
  const request = (n: number) => siteRequest(`https://s${n}.dev/`, { maxPages: 5 });
  await sites.enrolNew(
    Array.from({ length: 20 }, (_, n) => ({ request: request(n), recrawlIntervalMinutes: 60, sentinelUrl: null })),
  );
  const taken: string[] = [];
  const takeAll: QueueSites = async (found) => {
    const ids = found.map(({ id }) => id);
    taken.push(...ids);
    return ids;
  };
  await sites.startRun(5, takeAll);
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  // The first goes on, and stays in the middle of it while the others come.
  const first = sites.continueRun(5, async (found, runId, sql) => {
    hold();
    await isOver;
    return takeAll(found, runId, sql);
  });
  await isHeld;
  expect(await sites.continueRun(5, takeAll)).toBeUndefined();
  expect((await sites.startRun(5, takeAll)).summary.total).toBe(5);
  end();
  expect((await first)?.summary.total).toBe(5);
  expect(taken).toHaveLength(15);
  expect(new Set(taken).size).toBe(15);
});
