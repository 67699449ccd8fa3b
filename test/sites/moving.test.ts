import { afterAll, beforeAll, expect, test } from "vitest";
import { exportSites, importSites } from "../../packages/service/src/admin.ts";
import { Database } from "../../packages/service/src/database.ts";
import { openLog } from "../../packages/service/src/process.ts";
import { readSettings } from "../../packages/service/src/settings.ts";
import type { Site as SiteJson, Sites } from "../../packages/service/src/shapes.ts";
import { crawled, smallSite, startReady } from "../serve/crawling.ts";
import { type PostgresServer, startPostgres } from "../servers/postgres.ts";
import { serveSite } from "../servers/site.ts";

let postgres: PostgresServer;
let database: Database;

beforeAll(async () => {
  postgres = await startPostgres();
  const settings = readSettings({ DATABASE_URL: postgres.url, LOG_LEVEL: "silent" });
  database = new Database(settings, openLog(settings), async () => {});
  await database.opened(20_000);
});

afterAll(async () => {
  await database.close();
  await postgres.close();
});

async function* linesOf(...lines: string[]) {
  yield* lines;
}

async function exportedLines(): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportSites(database)) lines.push(line);
  return lines;
}

const exported = async () => (await exportedLines()).map((line) => JSON.parse(line));

test("a site moves to another database with its document, its settings and its secret", async () => {
  const site = await serveSite(smallSite());
  const from = await startReady({ DATABASE_URL: postgres.url });
  const crawl = await crawled(from, { url: site.origin, maxPages: 3 });
  const overlay = { name: "Tools" };
  await from.ask("POST /api/sites", { crawlId: crawl.id, overlay, webhook_secret: "s", recrawlIntervalMinutes: 60 });
  const lines = await exportedLines();
  const { body: before } = await from.ask<Sites>("GET /api/sites");
  const { body: whole } = await from.ask<SiteJson>(`GET /api/sites/${before.items[0]?.id}`);
  await from.stop();
  await database.use((db) => db.deleteFrom("crawl_sites").execute());
  expect(await importSites(database, linesOf(...lines))).toEqual({ added: 1, changed: 0 });
  expect(await importSites(database, linesOf(...lines, "\n"))).toEqual({ added: 0, changed: 1 });
  const to = await startReady({ DATABASE_URL: postgres.url });
  const { body: after } = await to.ask<Sites>("GET /api/sites");
  const { body: moved } = await to.ask<SiteJson>(`GET /api/sites/${after.items[0]?.id}`);
  expect({ ...moved, id: whole.id, crawlId: whole.crawlId }).toEqual(whole);
  expect(lines.join("")).not.toContain("\n");
  expect((await exported())[0]).toMatchObject({ webhook_secret: "s", overlay });
  await to.stop();
  await site.close();
});

test.each([
  ["nonsense", "Line 2: site: Invalid input: expected object, received string"],
  ['{"base_url":"https://A.example/"}', "Line 2: base_url: must be an http(s) address in its normal form"],
  ['{"base_url":"https://a.example","max_pages":0}', "Line 2: max_pages: Too small: expected number to be >=1"],
  ['{"base_url":"https://a.example","colour":"red"}', 'Line 2: site: Unrecognized key: "colour"'],
])("an invalid line %s is named, and nothing of its batch is imported", async (wrong, message) => {
  await database.use((db) => db.deleteFrom("crawl_sites").execute());
  await expect(importSites(database, linesOf('{"base_url":"https://b.example"}', wrong))).rejects.toThrow(message);
  expect(await exported()).toEqual([]);
});

test("more sites than one batch are moved completely and in order", async () => {
  const lines = Array.from({ length: 450 }, (_, at) => JSON.stringify({ base_url: `https://s${1000 + at}.example` }));
  expect(await importSites(database, linesOf(...lines))).toEqual({ added: 450, changed: 0 });
  const found = (await exported()).map(({ base_url }) => base_url);
  expect(found).toEqual(found.toSorted());
  expect(found).toHaveLength(450);
});
