import { afterAll, beforeAll, expect, test } from "vitest";
import { openQueue, type RecrawlQueue } from "../../packages/service/src/jobs/queue.ts";
import { Database, type DatabaseNews } from "../../packages/service/src/sites/database/database.ts";
import { SITE_REQUEST_DEFAULTS } from "../../packages/service/src/sites/site.ts";
import { sitesIn } from "../../packages/service/src/sites/store.ts";
import { FAST, type PostgresServer, startPostgres } from "../servers/postgres.ts";

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres([...FAST, "max_connections=8"]);
});
afterAll(() => server.close());

/** A process: its database, and its queue that polls. */
async function startProcess() {
  const news: DatabaseNews[] = [];
  const database = new Database({ type: "postgres", url: server.url }, (one) => news.push(one));
  const connection = await database.opened(AbortSignal.timeout(60_000));
  const done: string[] = [];
  const sites = sitesIn(database);
  let queue: RecrawlQueue | undefined;
  for (let tries = 0; queue === undefined; tries++)
    queue = await openQueue(connection, () => {}).catch((error: unknown) => {
      if (tries > 20) throw error;
      return undefined;
    });
  await queue.work(async ({ siteId }) => {
    // As a worker does: every job asks for the site, whatever the other processes poll for.
    for (let asked = 0; asked < 3; asked++) await Promise.all([sites.get(siteId), sites.due(), sites.recentRuns(1)]);
    done.push(siteId);
  }, 2);
  return { database, news, sites, queue, done };
}

type Process = Awaited<ReturnType<typeof startProcess>>;

test("three processes on eight connections get their work done, and say once that there are no more", {
  timeout: 120_000,
}, async () => {
  const processes: Process[] = [];
  for (let started = 0; started < 3; started++) processes.push(await startProcess());
  const [first] = processes;
  if (first === undefined) throw new Error("none");
  await first.sites.enrolNew(
    Array.from({ length: 30 }, (_, n) => ({
      request: { ...SITE_REQUEST_DEFAULTS, url: `https://s${n}.dev/`, maxPages: 9, descLength: 300 },
      recrawlIntervalMinutes: 60,
      sentinelUrl: null,
    })),
  );
  const run = await first.sites.startRun(100, first.queue.add);
  expect(run.summary.total).toBe(30);
  await expect.poll(() => processes.flatMap(({ done }) => done).length, { timeout: 90_000 }).toBe(30);
  for (const { sites, news } of processes) {
    expect((await sites.list({ filter: "all", sort: "name", limit: 50 })).items).toHaveLength(30);
    expect(news.filter(({ type }) => type === "away")).toEqual([]);
  }
  const crowded = processes.flatMap(({ news }) => news.filter((one) => one.type === "crowding" && one.isCrowded));
  expect(crowded.length).toBeGreaterThan(0);
  expect(crowded.length).toBeLessThanOrEqual(3);
  expect(crowded).toContainEqual({ type: "crowding", isCrowded: true, serverLimit: 8 });
  for (const { queue, database } of processes) {
    await queue.close();
    await database.close();
  }
});
