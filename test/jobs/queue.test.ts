import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { AlertJob } from "../../packages/service/src/jobs/alerts.ts";
import { openQueue, type RecrawlJob, type RecrawlQueue } from "../../packages/service/src/jobs/queue.ts";
import type { Sql } from "../../packages/service/src/sites/run.ts";
import { BACKENDS, openTestSites, type TestSites } from "../servers/sites.ts";

function alertOf(id: string): AlertJob {
  const about = { id, site: id, baseUrl: "https://a.dev/", at: new Date().toISOString(), fileUrl: null };
  return { id, alert: { ...about, type: "failing", reason: "404" }, to: { channel: "webhook", address: null } };
}

describe.each(BACKENDS)("the queue in an %s", (backend) => {
  let place: TestSites;
  let sql: Sql;
  const queues: RecrawlQueue[] = [];
  beforeAll(async () => {
    place = await openTestSites(backend);
    sql = (await place.database.connection()).jobs;
  });
  afterAll(() => place.close());
  afterEach(async () => {
    for (const queue of queues.splice(0)) await queue.close();
    await sql.executeSql("delete from pgboss.job");
  });

  async function open(): Promise<RecrawlQueue> {
    const queue = await openQueue(await place.database.connection(), () => {}, { retryPauseSeconds: 1 });
    queues.push(queue);
    return queue;
  }

  const site = (name: string) => ({ id: randomUUID(), baseUrl: `https://${name}.dev` });

  test("a site is queued once, whoever asks and however often, until its job is done", async () => {
    const queue = await open();
    const [a, b] = [site("a"), site("b")];
    expect(await queue.add([a], randomUUID(), sql)).toEqual([a.id]);
    expect(await queue.add([a, b], randomUUID(), sql)).toEqual([b.id]);
    const { promise: doing, resolve: begun } = Promise.withResolvers<void>();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    await queue.work(async () => {
      begun();
      await ended;
    }, 1);
    await doing;
    expect(await queue.add([a, b], randomUUID(), sql)).toEqual([]);
    end();
    await expect.poll(() => queue.add([a], randomUUID(), sql), { timeout: 10_000 }).toEqual([a.id]);
  });

  test("a job that cannot be read is given up at once and told; any id of the database's own can be read", async () => {
    const told: string[] = [];
    const failed: string[] = [];
    const queue = await openQueue(await place.database.connection(), (error) => void told.push(String(error)), {
      onUnreadable: async ({ baseUrl }) => void failed.push(baseUrl),
    });
    queues.push(queue);
    const loose = { id: "00000000-0000-0000-0000-00000000000a", baseUrl: "https://loose.dev" };
    await queue.add([loose, site("broken")], randomUUID(), sql);
    await sql.executeSql("update pgboss.job set data = '{}' where singleton_key = 'https://broken.dev'");
    const done: string[] = [];
    await queue.work(async ({ siteId }) => void done.push(siteId), 1);
    await expect
      .poll(() => queue.states(), { timeout: 10_000 })
      .toMatchObject({ cancelled: 1, completed: 1, retry: 0 });
    expect(done).toEqual([loose.id]);
    expect(told).toEqual([expect.stringContaining("cannot be read, and is given up")]);
    expect(failed).toEqual(["https://broken.dev"]);
  });

  test("jobs follow one another without a pause, as many at once as asked for", async () => {
    const queue = await open();
    const sites = Array.from({ length: 40 }, (_, index) => site(`s${index}`));
    await queue.add(sites, randomUUID(), sql);
    const done = new Set<string>();
    let [now, most] = [0, 0];
    const started = performance.now();
    await queue.work(async ({ siteId }) => {
      most = Math.max(most, ++now);
      await Promise.resolve();
      done.add(siteId);
      now--;
    }, 2);
    await expect.poll(() => done.size, { timeout: 30_000 }).toBe(40);
    // With a poll of a second between two jobs of a worker it would be twenty.
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(most).toBeLessThanOrEqual(2);
  });

  test("of eight idle workers one looks for jobs every five seconds; called, all eight soon work", async () => {
    const connection = await place.database.connection();
    let looks = 0;
    const executeSql: Sql["executeSql"] = (text, values) => {
      if (/skip locked/i.test(text)) looks++;
      return sql.executeSql(text, values);
    };
    const queue = await openQueue({ ...connection, jobs: { executeSql } }, () => {});
    queues.push(queue);
    const { promise: eight, resolve } = Promise.withResolvers<void>();
    let now = 0;
    await queue.work(async () => {
      if (++now === 8) resolve();
      await eight;
    }, 8);
    // Each has looked once, when it began.
    await expect.poll(() => looks, { timeout: 10_000 }).toBeGreaterThanOrEqual(8);
    const before = looks;
    await sleep(3_000);
    expect(looks - before).toBeLessThanOrEqual(1);
    await queue.add(
      Array.from({ length: 8 }, (_, n) => site(`e${n}`)),
      randomUUID(),
      sql,
    );
    queue.wake();
    await eight;
  });

  test("of a host one job is given out at a time, and other hosts do not wait for it", async () => {
    const [queue, other] = [await open(), await open()];
    const paths = Array.from({ length: 5 }, (_, n) => ({ id: randomUUID(), baseUrl: `https://www.large.dev/${n}` }));
    await queue.add([...paths, site("small")], randomUUID(), sql);
    expect(await queue.waiting(100)).toEqual({ jobs: 6, hosts: 2 });
    const { promise: small, resolve: isDone } = Promise.withResolvers<void>();
    const done: string[] = [];
    let [now, most] = [0, 0];
    const handle = async ({ host, siteId }: RecrawlJob) => {
      if (host === "small.dev") return isDone();
      most = Math.max(most, ++now);
      await small;
      done.push(siteId);
      now--;
    };
    // The second begins while the first has one: two that ask at the same moment are told apart by the host's row.
    await queue.work(handle, 1);
    await expect.poll(() => now, { timeout: 10_000 }).toBe(1);
    await other.work(handle, 2);
    await expect.poll(() => done.length, { timeout: 30_000 }).toBe(5);
    expect(most).toBe(1);
  });

  test("a job whose handler rejects is done again", async () => {
    const queue = await open();
    const runId = randomUUID();
    const one = site("one");
    await queue.add([one], runId, sql);
    const seen: RecrawlJob[] = [];
    await queue.work(async (job) => {
      seen.push(job);
      if (seen.length === 1) throw new Error("the first time");
    }, 1);
    await expect
      .poll(() => seen, { timeout: 15_000 })
      .toEqual([
        { siteId: one.id, runId, host: "one.dev", key: expect.any(String) },
        { siteId: one.id, runId, host: "one.dev", key: expect.any(String) },
      ]);
  });

  test("a worker that stops gives its job back at once, and another takes it", async () => {
    const [stopping, other] = [await open(), await open()];
    await stopping.add([site("one")], randomUUID(), sql);
    const { promise: doing, resolve: begun } = Promise.withResolvers<void>();
    await stopping.work(async (_, signal) => {
      begun();
      await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    }, 1);
    await doing;
    const { promise: taken, resolve: take } = Promise.withResolvers<number>();
    await other.work(async () => take(performance.now()), 1);
    const stopped = performance.now();
    await stopping.close();
    // A worker that died would be found out after ten seconds.
    expect((await taken) - stopped).toBeLessThan(8_000);
  });

  // The engine is the same in both.
  test.runIf(backend === "Postgres server")(
    "an alert outlives the process that queued it, is tried three times, and no recrawl waits for it",
    async () => {
      const first = await open();
      const job = alertOf(randomUUID());
      await first.addAlerts([job], sql);
      // Written again, after an answer that was lost.
      await first.addAlerts([job], sql);
      await first.close();
      queues.splice(0);
      const queue = await open();
      const tries: boolean[] = [];
      await queue.sendAlerts(async (given, { isLast }) => {
        expect(given).toEqual(job);
        tries.push(isLast);
        throw new Error("nobody there");
      });
      const { promise: recrawled, resolve } = Promise.withResolvers<void>();
      await queue.add([site("one")], randomUUID(), sql);
      await queue.work(async () => resolve(), 1);
      await recrawled;
      const look = async () => {
        await sql.executeSql("update pgboss.job set start_after = now() where name = 'alert' and state = 'retry'");
        return tries;
      };
      await expect.poll(look, { timeout: 20_000 }).toEqual([false, false, true]);
      const ended = async () => (await sql.executeSql("select state from pgboss.job where name = 'alert'")).rows;
      await expect.poll(ended, { timeout: 10_000 }).toEqual([{ state: "failed" }]);
    },
  );
});
