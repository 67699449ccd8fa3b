import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openQueue } from "../../packages/service/src/jobs/queue.ts";
import { Database } from "../../packages/service/src/sites/database/database.ts";
import { exportSites, importSites, removePart } from "../../packages/service/src/sites/moving/moving.ts";
import type { HostPart } from "../../packages/service/src/sites/moving/part.ts";
import { sitesIn } from "../../packages/service/src/sites/store.ts";
import { startPostgres } from "../servers/postgres.ts";
import { siteRequest } from "../servers/site-request.ts";
import { serveManySites } from "./many-sites.ts";
import { startProcess } from "./processes.ts";

const SITES = 40;
const HOSTS = 20;
const RUN_MS = 60_000;

/** A database with what runs on it. */
async function installation(url: string) {
  const database = new Database({ type: "postgres", url }, () => {});
  const connection = await database.opened(AbortSignal.timeout(30_000));
  const sites = sitesIn(database);
  const queue = await openQueue(connection, () => {});
  return {
    url,
    database,
    sites,
    startRun: () => sites.startRun(SITES, queue.add),
    async lines(part?: HostPart): Promise<string[]> {
      const lines: string[] = [];
      for await (const some of exportSites(database, { withSecrets: true, ...(part && { part }) })) lines.push(...some);
      return lines.sort();
    },
    async open(): Promise<number> {
      const { rows } = await database.run((db) =>
        sql<{ open: number }>`select count(*)::int as open from recrawl_runs where finished_at is null`.execute(db),
      );
      return rows[0]?.open ?? 0;
    },
    /** Digests of the sites' texts, by address. */
    async digests(): Promise<[string, string | null][]> {
      const { rows } = await database.run((db) =>
        sql<{ url: string; digest: string | null }>`
          select base_url as url, latest_llms_hash as digest from crawl_sites order by base_url`.execute(db),
      );
      return rows.map(({ url, digest }) => [url, digest]);
    },
    async makeDue(): Promise<void> {
      await database.run((db) => sql`update crawl_sites set next_crawl_at = now() - interval '1 minute'`.execute(db));
    },
  };
}

type Installation = Awaited<ReturnType<typeof installation>>;

/** Crawls all sites that are due, with one worker for each installation. */
async function crawlAll(installations: readonly Installation[], folder: string): Promise<void> {
  const workers = await Promise.all(
    installations.map(async ({ url }, n) => {
      const data = join(folder, String(n));
      await mkdir(data, { recursive: true });
      return startProcess("worker", { DATABASE_URL: url, DATA_DIR: data, USER_AGENT: `installation-${n}/1` });
    }),
  );
  try {
    await Promise.all(workers.map((worker) => worker.said("Worker started")));
    await Promise.all(installations.map((one) => one.startRun()));
    const end = performance.now() + RUN_MS;
    const open = async () => Promise.all(installations.map((one) => one.open()));
    while ((await open()).some((count) => count > 0) && performance.now() < end) await sleep(100);
    // Who started a run tells of its end.
    expect(workers.flatMap(({ log }) => log).filter((line) => line.includes("Recrawl finished"))).toEqual([]);
  } finally {
    await Promise.all(workers.map((worker) => worker.end("SIGKILL")));
  }
}

async function* of(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

test("sites divided between two installations by host move whole with their digests, and each is crawled once, no host by both", async () => {
  const folder = await mkdtemp(join(tmpdir(), "llmstxt-installations-"));
  const website = await serveManySites(5, { hosts: HOSTS });
  const [postgres, other] = await Promise.all([startPostgres(), startPostgres()]);
  const [first, second] = await Promise.all([postgres, other].map(({ url }) => installation(url)));
  if (first === undefined || second === undefined) throw new Error("There are two");
  try {
    for (let site = 0; site < SITES; site++)
      await first.sites.enrol({
        request: siteRequest(website.url(site), { scope: "path" }),
        recrawlIntervalMinutes: 60,
        sentinelUrl: null,
      });
    await crawlAll([first], folder);
    const crawled = await first.digests();
    expect(crawled.filter(([, digest]) => digest === null)).toEqual([]);
    await first.makeDue();
    website.forget();

    const all = await first.lines();
    const [stay, go] = [await first.lines({ index: 1, of: 2 }), await first.lines({ index: 2, of: 2 })];
    expect([...stay, ...go].sort()).toEqual(all);
    expect(await importSites(second.database, of(go))).toBe(go.length);
    expect(await removePart(first.database, { index: 2, of: 2 })).toBe(go.length);
    expect([await first.lines(), await second.lines()]).toEqual([stay, go]);

    await crawlAll([first, second], folder);
    expect([...(await first.digests()), ...(await second.digests())].sort()).toEqual(crawled);
    const agents = Map.groupBy(
      Array.from({ length: SITES }, (_, site) => site),
      (site) => site % HOSTS,
    );
    for (const [host, sites] of agents) {
      const visits = sites.map((site) => website.visitors.get(site) ?? []);
      expect(
        visits.map((visitors) => visitors.length),
        `host ${host}`,
      ).toEqual(sites.map(() => 1));
      expect(new Set(visits.flat()).size, `host ${host}`).toBe(1);
    }
    const byAgent = Map.groupBy([...website.visitors.values()].flat(), (agent) => agent);
    expect(Object.fromEntries([...byAgent].map(([agent, visits]) => [agent, visits.length]))).toEqual({
      "installation-0/1": stay.length,
      "installation-1/1": go.length,
    });
    expect(website.overlaps()).toEqual([]);
  } finally {
    await Promise.all([first.database.close(), second.database.close(), website.close()]);
    await Promise.all([postgres.close(), other.close()]);
    await rm(folder, { recursive: true, force: true });
  }
});
