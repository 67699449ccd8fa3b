import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { startTestWorker } from "../servers/service.ts";
import { type Site, serveSite } from "../servers/site.ts";
import { page, postgresForTests, SECRET, startRecrawling } from "./recrawling.ts";

const database = postgresForTests();
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function serve(answers: Parameters<typeof serveSite>[0], at = "127.0.0.1"): Promise<Site> {
  const site = await serveSite(answers, at);
  open.push(site.close);
  return site;
}

async function worker(url: string) {
  const started = await startTestWorker({ DATABASE_URL: url, CRAWL_CONCURRENCY: "1" });
  open.push(started.stop);
  return started;
}

const PAGES = { "*": page("A page", "What it is about.") };
/** Addresses of this machine, each a host of its own. */
const host = (site: Site, n: number) => `http://127.0.1.${n}:${site.port}`;

async function service(url: string, environment = {}) {
  const started = await startRecrawling(url, environment);
  open.push(started.stop);
  return started;
}

/** The oldest first. */
const ORDER = [3, 1, 4, 2, 5];

test("a run takes the oldest due sites up to its limit, and further runs follow until no site is due", async () => {
  const site = await serve(PAGES, "0.0.0.0");
  const one = await service(await database(), { RECRAWL_BATCH_LIMIT: "2" });
  for (const [index, n] of ORDER.entries())
    await one.sql("insert into crawl_sites (base_url, next_crawl_at) values ($1, now() - make_interval(hours => $2))", [
      host(site, n),
      10 - index,
    ]);
  expect(await one.run()).toEqual({ total: 2, processed: 2, updated: 2, unchanged: 0, errors: 0 });
  await expect.poll(async () => one.sql("select 1 from recrawl_runs where summary is not null")).toHaveLength(3);
  const crawled = one.log.filter((line) => line.includes('"msg":"Recrawled"')).map((line) => JSON.parse(line).site);
  expect(crawled).toEqual(ORDER.map((n) => host(site, n)));
});

test("fifty simultaneous calls crawl each due site once", async () => {
  const site = await serve(PAGES, "0.0.0.0");
  const url = await database();
  const [one, two] = [await service(url), await service(url)];
  for (let n = 0; n < 20; n++)
    await one.sql("insert into crawl_sites (base_url, next_crawl_at) values ($1, now())", [host(site, n + 1)]);
  await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      (n % 2 ? one : two).ask("POST /internal/cron/recrawl", undefined, { "X-Cron-Secret": SECRET }),
    ),
  );
  const total = "select coalesce(sum((summary->>'total')::int), 0)::int as total from recrawl_runs";
  await expect.poll(() => one.sql(total)).toEqual([{ total: 20 }]);
  expect(site.requests.filter(({ path }) => path === "/")).toHaveLength(20);
  // No further crawl follows.
  expect(await one.sql("select 1 from crawl_sites where next_crawl_at <= now() or job_id is not null")).toEqual([]);
});

test("three workers never crawl two sites of one host at once", async () => {
  let now = 0;
  let most = 0;
  const site = await serve({
    "/robots.txt": { status: 404 },
    "*": async ({ url }, response) => {
      most = Math.max(most, ++now);
      await sleep(30);
      now--;
      response.setHeader("content-type", "text/html").end(page(`Page ${url}`, `About ${url}.`));
    },
  });
  const url = await database();
  // Each worker sends one request at a time: two at once are from two workers.

  const one = await service(url, { CRAWL_CONCURRENCY: "1" });
  const workers = await Promise.all([worker(url), worker(url)]);
  for (let n = 0; n < 9; n++)
    await one.sql("insert into crawl_sites (base_url, max_pages, next_crawl_at) values ($1, 1, now())", [
      `${site.origin}/part${n}`,
    ]);
  expect(await one.run(...workers)).toMatchObject({ total: 9, processed: 9 });
  expect(most).toBe(1);
  expect(await one.sql("select 1 from crawl_sites where job_id is not null")).toHaveLength(0);
});

test("a worker that lost its job writes nothing and does not disturb the worker that took over", async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  const site = await serve({
    "/": async (_, response) => {
      const mine = ++asked;
      await (mine === 1 ? first : second).promise;
      response.setHeader("content-type", "text/html").end(page(`Answer ${mine}`, "What it is about."));
    },
  });
  const one = await service(await database());
  const other = await worker(one.databaseUrl);
  await one.sql("insert into crawl_sites (base_url, next_crawl_at) values ($1, now())", [site.origin]);
  await one.ask("POST /internal/cron/recrawl", undefined, { "X-Cron-Secret": SECRET });
  await expect.poll(() => asked).toBe(1);
  // The engine does this when a worker's heartbeat has stopped.
  await one.sql("update pgboss.job set state = 'retry', start_after = now() where name = 'recrawl'");
  first.resolve();
  await expect.poll(() => asked).toBe(2);
  const isGivenUp = (line: string) => line.includes("nothing is written");
  await expect.poll(() => [...one.log, ...other.log].filter(isGivenUp)).toHaveLength(1);
  second.resolve();
  await expect.poll(async () => (await one.site()).latest_text).toMatch(/^# Answer 2/);
  expect(await one.site()).toMatchObject({ failures: 0, job_id: null });
  expect(await one.sql("select 1 from site_versions")).toHaveLength(1);
  expect(asked).toBe(2);
});

test("a worker that lost its job before it claimed the site leaves the site alone", async () => {
  const site = await serve(PAGES);
  const one = await service(await database());
  const busy = "insert into pgboss.job (name, state) values ('recrawl', 'active') returning id";
  const [held] = await one.sql<{ id: string }>(busy);
  const insert = "insert into crawl_sites (base_url, job_id, next_crawl_at) values ($1, $2, $3)";
  await one.sql(insert, [`${site.origin}/one`, held?.id, null]);
  await one.sql(insert, [`${site.origin}/two`, null, new Date()]);
  await one.ask("POST /internal/cron/recrawl", undefined, { "X-Cron-Secret": SECRET });
  // Its worker waits until no other site of the host is crawled.
  const active = "select id from pgboss.job where name = 'recrawl' and state = 'active' and id <> $1";
  await expect.poll(() => one.sql(active, [held?.id])).toHaveLength(1);
  // Another worker has taken the job over and ended it; no further run queues the site again.
  await one.sql("update crawl_sites set next_crawl_at = null");
  await one.sql("update pgboss.job set state = 'completed' where name = 'recrawl'");
  await expect.poll(() => one.log.filter((line) => line.includes("nothing is written"))).toHaveLength(1);
  expect(await one.sql("select 1 from crawl_sites where base_url like '%/two' and job_id is not null")).toEqual([]);
  expect(site.requests).toEqual([]);
});

test("a worker that stops during a crawl returns its site at once, and another takes it", async () => {
  const held = Promise.withResolvers<void>();
  let asked = 0;
  const site = await serve({
    "/": async (_, response) => {
      if (++asked === 1) await held.promise;
      response.setHeader("content-type", "text/html").end(page("Home", "What it is about."));
    },
  });
  const url = await database();
  const one = await service(url);
  await one.sql("insert into crawl_sites (base_url, next_crawl_at) values ($1, now())", [site.origin]);
  await one.ask("POST /internal/cron/recrawl", undefined, { "X-Cron-Secret": SECRET });
  await expect.poll(() => asked).toBe(1);
  await one.stop();
  // Nobody has to wait until its heartbeat is missed.
  expect(await one.sql("select 1 from pgboss.job where name = 'recrawl' and state = 'active'")).toEqual([]);
  held.resolve();
  await worker(url);
  await expect.poll(async () => (await one.site()).pages).toBe(1);
  expect(await one.site()).toMatchObject({ failures: 0, job_id: null });
});

test("a site that crashes its worker repeatedly is marked as failed", async () => {
  const site = await serve(PAGES, "0.0.0.0");
  const one = await service(await database());
  await one.sql("insert into crawl_sites (base_url, next_crawl_at) values ($1, now())", [site.origin]);
  await one.sql(
    "create function poison() returns trigger language plpgsql as $$ begin new.retry_count = 6; return new; end $$",
  );
  await one.sql("create trigger poison before update on pgboss.job for each row execute function poison()");
  expect(await one.run()).toMatchObject({ total: 1, processed: 0, errors: 1 });
  expect((await one.site()).failure?.reason).toContain("has ended several workers");
  expect(site.requests).toEqual([]);
});

test("a site whose stored address is no URL fails, and the sites behind it are crawled", async () => {
  const site = await serve(PAGES, "0.0.0.0");
  const one = await service(await database());
  const insert = "insert into crawl_sites (base_url, next_crawl_at) values ($1, now() - make_interval(hours => $2))";
  await one.sql(insert, ["http://127.0.0.256:80", 2]);
  await one.sql(insert, [site.origin, 1]);
  expect(await one.run()).toMatchObject({ total: 2, processed: 1, updated: 1, errors: 1 });
});
