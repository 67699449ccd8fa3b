import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Begun, Crawl, CrawlItem } from "../../packages/service/src/shapes.ts";
import { query } from "../jobs/recrawling.ts";
import { type PostgresServer, startPostgres } from "../servers/postgres.ts";
import { startProcess } from "../servers/process.ts";
import type { Service } from "../servers/service.ts";
import { serveSite } from "../servers/site.ts";
import { crawled, gate, page, readEvents, ready, smallSite, startReady } from "./crawling.ts";

let postgres: PostgresServer;
const services: Service[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
});

afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()));
});

afterAll(async () => {
  await postgres.close();
});

async function start(environment: Readonly<Record<string, string>>): Promise<Service> {
  const service = await startReady(environment);
  services.push(service);
  return service;
}

/** A site whose second page is held back until the gate opens. */
async function slowSite() {
  const held = gate();
  const site = await serveSite({ ...smallSite(), "/rake": held.behind(page("Why rakes", "<p>They level.</p>")) });
  return { ...held, ...site };
}

test("finished crawls survive a restart, and a running one goes on", async () => {
  const site = await slowSite();
  const folder = await mkdtemp(join(tmpdir(), "kept-"));
  const environment = { DATABASE_URL: "", DATA_DIR: folder };
  const first = await start(environment);
  const done = await crawled(first, { url: `${site.origin}/spade`, maxPages: 1 });
  const { body: running } = await first.ask<Begun>("POST /api/crawls", { url: site.origin });
  const before = await readEvents(`${first.url}${running.location}/events`, {}, ({ event }) => event?.done === 2);
  await first.stop();
  site.open();
  const second = await start(environment);
  expect((await second.ask<Crawl>(`GET /api/crawls/${done.id}`)).body).toEqual(done);
  const events = await readEvents(`${second.url}${running.location}/events`);
  expect(events.slice(0, before.length)).toEqual(before);
  expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => at + 1));
  const { body: crawl } = await second.ask<Crawl>(`GET ${running.location}`);
  expect(crawl).toMatchObject({ state: "done", pages: 4, error: null });
  await second.stop();
  await rm(folder, { recursive: true });
  await site.close();
});

test("a crawl can be watched, finished and cancelled from another server on the same database", async () => {
  const site = await slowSite();
  const environment = { DATABASE_URL: postgres.url };
  const [one, other] = [await start(environment), await start(environment)];
  const begin = async () => {
    const { body } = await one.ask<Begun>("POST /api/crawls", { url: site.origin });
    await readEvents(`${one.url}${body.location}/events`, {}, ({ event }) => event?.done === 2);
    return body;
  };
  const finished = await begin();
  await expect
    .poll(async () => (await other.ask<Crawl>(`GET ${finished.location}`)).body.progress?.done)
    .toBeGreaterThan(1);
  expect((await other.ask(`POST ${finished.location}/finish`)).status).toBe(202);
  const events = await readEvents(`${other.url}${finished.location}/events`);
  expect(events.at(-1)).toMatchObject({ type: "end", content: "done" });
  expect((await other.ask<Crawl>(`GET ${finished.location}`)).body.summary?.why).toBe("asked");
  const cancelled = await begin();
  expect((await other.ask(`DELETE ${cancelled.location}`)).status).toBe(204);
  await readEvents(`${one.url}${cancelled.location}/events`);
  const states = async () => {
    const { items } = (await other.ask<{ items: CrawlItem[] }>("GET /api/crawls?limit=2")).body;
    return items.map(({ id, state }) => [id, state]);
  };
  // The database gets the final state after the clients do.
  await expect.poll(states).toEqual([
    [cancelled.id, "cancelled"],
    [finished.id, "done"],
  ]);
  site.open();
  await site.close();
});

test("a crawl is deleted after CRAWLS_KEPT_DAYS", async () => {
  const site = await serveSite(smallSite());
  const environment = { DATABASE_URL: postgres.url, CRAWLS_KEPT_DAYS: "2" };
  const first = await start(environment);
  const [old, young] = [await crawled(first, { url: site.origin }), await crawled(first, { url: site.origin })];
  const longAgo = "update crawls set finished_at = finished_at - interval '49 hours' where id = $1";
  await query(postgres.url, longAgo, [old.id]);
  const next = await start(environment);
  await expect.poll(async () => (await next.ask(`GET /api/crawls/${old.id}`)).status).toBe(404);
  expect((await next.ask(`GET /api/crawls/${young.id}`)).status).toBe(200);
  await site.close();
});

test("a crawl whose server is killed is continued by another", async () => {
  const site = await slowSite();
  const folder = await mkdtemp(join(tmpdir(), "killed-"));
  const environment = { DATABASE_URL: postgres.url, ALLOW_PRIVATE_NETWORKS: "true", BROWSER_ENABLED: "false" };
  const server = await startProcess({ ...environment, DATA_DIR: folder, RECRAWL_SCHEDULE: "" });
  await ready(server.url);
  const answer = await fetch(`${server.url}/api/crawls`, {
    ...{ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ url: site.origin }) },
  });
  const { location } = (await answer.json()) as Begun;
  await readEvents(`${server.url}${location}/events`, {}, ({ event }) => event?.done === 2);
  // After this time without a sign of life another takes it over.
  const patience = "select heartbeat_seconds from pgboss.job where name = 'crawl' and state = 'active'";
  expect(await query(postgres.url, patience)).toEqual([{ heartbeat_seconds: 10 }]);
  server.kill("SIGKILL");
  await server.exited;
  site.open();
  const heir = await start(environment);
  await readEvents(`${heir.url}${location}/events`);
  expect((await heir.ask<Crawl>(`GET ${location}`)).body).toMatchObject({ state: "done", pages: 4 });
  await rm(folder, { recursive: true });
  await site.close();
});

test("a database outage loses no kept crawl", async () => {
  const site = await slowSite();
  const service = await start({ DATABASE_URL: postgres.url });
  const { body } = await service.ask<Begun>("POST /api/crawls", { url: site.origin });
  await readEvents(`${service.url}${body.location}/events`, {}, ({ event }) => event?.done === 2);
  await postgres.kill();
  site.open();
  const meanwhile = await service.ask<Begun>("POST /api/crawls", { url: site.origin });
  expect(meanwhile.status).toBe(202);
  expect((await service.ask("GET /api/sites")).body).toEqual({ detail: "Database unavailable" });
  expect((await service.ask("GET /ready")).body).toMatchObject({ database: "away" });
  expect((await readEvents(`${service.url}${meanwhile.body.location}/events`)).at(-1)?.content).toBe("done");
  await postgres.start();
  await readEvents(`${service.url}${body.location}/events`);
  await expect.poll(async () => (await service.ask<Crawl>(`GET ${body.location}`)).body.state).toBe("done");
  await site.close();
});

test("a crawl that began while the database was away goes on after a restart", async () => {
  const site = await slowSite();
  const first = await start({ DATABASE_URL: postgres.url });
  await postgres.kill();
  const { body } = await first.ask<Begun>("POST /api/crawls", { url: site.origin });
  const before = await readEvents(`${first.url}${body.location}/events`, {}, ({ event }) => event?.done === 2);
  await postgres.start();
  await ready(first.url);
  await first.stop();
  site.open();
  const second = await start({ DATABASE_URL: postgres.url });
  const events = await readEvents(`${second.url}${body.location}/events`);
  expect(events.slice(0, before.length)).toEqual(before);
  expect((await second.ask<Crawl>(`GET ${body.location}`)).body).toMatchObject({ state: "done", pages: 4 });
  await site.close();
});
