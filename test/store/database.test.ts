import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { migrate, openSites } from "../../packages/service/src/admin.ts";
import { Database } from "../../packages/service/src/database.ts";
import { readSettings } from "../../packages/service/src/settings.ts";
import { json, type Sql } from "../../packages/service/src/tables.ts";
import { llmstxt } from "../command/command.ts";
import { page, postgresForTests, query, SECRET } from "../jobs/recrawling.ts";
import { ready } from "../serve/crawling.ts";
import { prepareEmbedded } from "../servers/embedded.ts";
import { type PostgresServer, startPostgres } from "../servers/postgres.ts";
import { startService, startTestWorker } from "../servers/service.ts";
import { serveSite } from "../servers/site.ts";

const quiet = pino({ level: "silent" });
const database = postgresForTests();
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function embedded() {
  const folder = await mkdtemp(join(tmpdir(), "embedded-"));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  await prepareEmbedded(folder);
  return readSettings({ DATA_DIR: folder });
}

test("four processes that start at once on an empty Postgres create its tables without a warning", async () => {
  const url = await database();
  const environment = { DATABASE_URL: url };
  const started = await Promise.all([
    startService({ environment }),
    startService({ environment }),
    startTestWorker(environment),
    startTestWorker(environment),
  ]);
  closing.push(() => Promise.all(started.map(({ stop }) => stop())));
  const [one] = started;
  const state = async () => (await one.ask<{ database: string }>("GET /ready")).body.database;
  await expect.poll(state).toBe("ok");
  await expect.poll(async () => (await query(url, "select 1 from pgboss.queue where name = 'recrawl'")).length).toBe(1);
  await expect
    .poll(() => started.every(({ log }) => !log.some((line) => /"level":[45]0/.test(line) && !/API_KEY/.test(line))))
    .toBe(true);
  await migrate(readSettings(environment));
});

test.each(["embedded", "Postgres"])("values are read from the %s database as they were written", async (kind) => {
  const settings = kind === "embedded" ? await embedded() : readSettings({ DATABASE_URL: await database() });
  const opened = await Database.open(settings, quiet, async () => {});
  closing.push(() => opened.close());
  const at = new Date("2026-02-03T04:05:06.789Z");
  const summary = { pages: 1, text: `a\0b\ud800 "é"` };
  const write = (db: Sql) =>
    db
      .insertInto("crawl_sites")
      .values({ base_url: "https://www.x.dev:8080/docs", last_crawled_at: at, memory: Buffer.from([0, 255, 1]) })
      .returningAll()
      .executeTakeFirstOrThrow();
  const row = await opened.use(write);
  await opened.use((db) => sql`update crawl_sites set summary = ${json(summary)}`.execute(db));
  expect(row).toMatchObject({ last_crawled_at: at, host: "x.dev", max_pages: 50, options: {}, overlay: null });
  expect(Buffer.from(row.memory ?? [])).toEqual(Buffer.from([0, 255, 1]));
  const again = await opened.use((db) => db.selectFrom("crawl_sites").select("summary").executeTakeFirst());
  expect(again).toEqual({ summary: { pages: 1, text: `ab\ufffd "é"` } });
  // A failed transaction is rolled back, and the next one works.
  const failing = opened.transaction(async (db) => {
    await db.deleteFrom("crawl_sites").execute();
    await write(db);
    await write(db);
  });
  await expect(failing).rejects.toMatchObject({ code: "23505" });
  expect(await opened.use((db) => db.selectFrom("crawl_sites").select("id").execute())).toEqual([{ id: row.id }]);
});

test("only one process can open a folder's embedded database; a second one serves without a database", async () => {
  const first = await startService({ environment: { DATABASE_URL: "" } });
  closing.push(first.stop);
  const second = await startService({ environment: { DATABASE_URL: "", CRON_SECRET: SECRET }, folder: first.folder });
  closing.push(second.stop);
  await expect.poll(() => second.log.some((line) => line.includes("is in use by another process"))).toBe(true);
  expect((await second.ask("GET /health")).status).toBe(200);
  await expect(openSites(readSettings({ DATA_DIR: first.folder }))).rejects.toMatchObject({ code: "folder_in_use" });
});

test("an embedded database keeps an enrolled site over a restart", async () => {
  const site = await serveSite({ "/": page("Home", "What the site is about.") });
  const folder = await mkdtemp(join(tmpdir(), "restart-"));
  closing.push(site.close, () => rm(folder, { recursive: true, force: true }));
  const environment = { DATABASE_URL: "", CRON_SECRET: SECRET };
  const first = await startService({ environment, folder });
  await ready(first.url);
  const closed = await first.crawl({ url: site.origin, enableAutoUpdate: true });
  expect(closed.messages.map(({ content }) => content)).toContain("Auto-update enabled for this site");
  await first.stop();
  const second = await startService({ environment, folder });
  closing.push(second.stop);
  await ready(second.url);
  const hook = await second.ask("POST /internal/hooks/site-changed", { base_url: site.origin });
  expect(hook.status).toBe(200);
  await second.ask("POST /internal/cron/recrawl", undefined, { "X-Cron-Secret": SECRET });
  await expect.poll(() => second.log.some((line) => line.includes('"processed":1'))).toBe(true);
});

test("commands end that open the embedded database and ask it nothing", async () => {
  const env = { DATA_DIR: (await embedded()).DATA_DIR };
  expect(await llmstxt(["migrate"], { env })).toMatchObject({ code: 0, stderr: "The schema is up to date.\n" });
  const { code, stderr } = await llmstxt(["sites", "remove", "X.dev/docs#top"], { env });
  expect([code, stderr]).toEqual([2, expect.stringContaining("https://x.dev/docs is not enrolled")]);
  const missing = "llmstxt: Cannot read /nowhere: there is no such file or folder\n";
  expect(await llmstxt(["sites", "import", "/nowhere"], { env })).toMatchObject({ code: 2, stderr: missing });
});

test("a command without its database says that, and what to look at", async () => {
  const { code, stderr } = await llmstxt(["migrate"], { env: { DATABASE_URL: "postgres://127.0.0.1:1/x" } });
  const hint = "See whether it runs, and whether DATABASE_URL leads to it.";
  expect([code, stderr]).toEqual([1, `llmstxt: Database unavailable: connect ECONNREFUSED 127.0.0.1:1\n${hint}\n`]);
});

test("sites can be added, changed, listed and removed without a running service", async () => {
  const settings = readSettings({ DATABASE_URL: await database() });
  const sites = await openSites(settings);
  closing.push(() => sites.close());
  expect(await sites.add("https://x.dev/docs/", { maxPages: 20 })).toBe("added");
  expect(await sites.add("https://X.dev/docs", { descLength: 200 })).toBe("changed");
  expect(await sites.set("https://y.dev", {})).toBe(false);
  await expect(sites.set("https://x.dev/docs", { maxPages: 0 })).rejects.toThrow("Max pages must be between");
  await expect(sites.add("x.dev", {})).rejects.toThrow("Invalid URL format");
  const listed = [];
  for await (const one of sites.list({ search: "x.dev" })) listed.push(one);
  expect(listed).toMatchObject([{ baseUrl: "https://x.dev/docs" }]);
  const [row] = await query<{ max_pages: number; desc_length: number; due: boolean }>(
    settings.DATABASE_URL ?? "",
    "select max_pages, desc_length, next_crawl_at <= now() as due from crawl_sites",
  );
  expect(row).toEqual({ max_pages: 20, desc_length: 200, due: true });
  expect([await sites.remove("https://x.dev/docs"), await sites.remove("https://x.dev/docs")]).toEqual([true, false]);
});

let server: PostgresServer;
beforeAll(async () => {
  // The server is killed, and committed data must survive.
  server = await startPostgres(["fsync=off"]);
});
afterAll(() => server.close());

test("a service starts without its database, reports it, and recovers by itself, again and again", async () => {
  const site = await serveSite({ "/": page("Home", "What the site is about.") });
  await server.kill();
  await using service = await startService({ environment: { DATABASE_URL: server.url, CRON_SECRET: SECRET } });
  const webhook = async () =>
    (await service.ask("POST /internal/hooks/site-changed", { base_url: site.origin })).status;
  const cron = async () =>
    (await service.ask("POST /internal/cron/recrawl", undefined, { "X-Cron-Secret": SECRET })).status;
  expect([await webhook(), await cron(), (await service.ask("GET /health")).status]).toEqual([503, 503, 200]);
  expect((await service.crawl({ url: site.origin })).messages.at(-1)?.type).toBe("url");
  for (let round = 0; round < 2; round++) {
    await server.start();
    await expect.poll(webhook).toBe(round === 0 ? 404 : 200);
    await service.crawl({ url: site.origin, enableAutoUpdate: true });
    expect(await webhook()).toBe(200);
    await server.kill();
    expect(await webhook()).toBe(503);
    expect((await service.ask("GET /health")).status).toBe(200);
  }
  await server.start();
  await site.close();
});

test("a held lock makes the database unavailable after seconds, and /health still answers", async () => {
  await using service = await startService({ environment: { DATABASE_URL: server.url } });
  const webhook = async () =>
    (await service.ask("POST /internal/hooks/site-changed", { base_url: "https://x.dev" })).status;
  await expect.poll(webhook).toBe(404);
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query("begin; lock table crawl_sites in access exclusive mode");
  const asked = webhook();
  const health = service.ask("GET /health").then(() => "healthy");
  expect([await Promise.race([asked, health]), await asked]).toEqual(["healthy", 503]);
  await client.end();
  await expect.poll(webhook).toBe(404);
});
