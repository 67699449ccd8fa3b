import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addSite,
  listSites,
  migrateDatabase,
  queueRecrawl,
  removeSites,
  setSite,
  showSite,
} from "../../packages/cli/src/sites/sites-cli.ts";
import { readConfig } from "../../packages/service/src/settings/config.ts";
import { runWorker } from "../../packages/service/src/worker.ts";
import { type PostgresServer, startPostgres } from "../servers/postgres.ts";
import { llmstxt } from "./command.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

const config = () => readConfig({ DATABASE_URL: server.url });
const never = new AbortController().signal;
const silent = { print: () => {}, signal: never };

async function said(command: (print: (line: string) => void) => Promise<void>): Promise<string[]> {
  const lines: string[] = [];
  await command((line) => lines.push(line));
  return lines;
}

test("the schema is brought up to date once", async () => {
  expect(await said((print) => migrateDatabase(config(), print))).toEqual([
    "Migrated: schema, views, answers, outcomes",
  ]);
  expect(await said((print) => migrateDatabase(config(), print))).toEqual(["The database is up to date"]);
});

test("a site is added, shown, changed, queued and removed from the command line", async () => {
  const url = "https://Example.com/";
  expect(await said((print) => addSite(config(), url, { interval: 30 }, { print, signal: never }))).toEqual([
    "Enrolled https://example.com; the next run crawls it",
  ]);
  await expect(addSite(config(), url, {}, silent)).rejects.toThrow("is enrolled already");
  const lines = await said((print) => listSites(config(), { filter: "all", json: false }, { print, signal: never }));
  expect(lines[0]).toMatch(/^STATUS {2}SITE +PAGES {2}EVERY +NEXT/);
  expect(lines[1]).toMatch(/^due +https:\/\/example\.com {2}0 +30 min {2}\d{4}-/);
  await expect(setSite(config(), url, {}, silent)).rejects.toThrow("Nothing to change");
  await expect(setSite(config(), url, { pause: true, resume: true }, silent)).rejects.toThrow("cannot both be");
  await expect(setSite(config(), url, { webhookSecret: "short" }, silent)).rejects.toThrow("8 to 200 characters");
  await expect(setSite(config(), url, { tag: ["a,b"] }, silent)).rejects.toThrow("without commas");
  await setSite(config(), url, { publish: true, topics: true, scope: "path", tag: ["Client: North", "docs"] }, silent);
  const tagged = (tag: string) =>
    said((print) => listSites(config(), { filter: "all", tag, json: false }, { print, signal: never }));
  expect((await tagged("client: NORTH"))[1]).toContain("client: north, docs");
  expect(await tagged("shop")).toEqual([]);
  const chosen = (await said((print) => showSite(config(), url, { json: true }, print))).join();
  expect(JSON.parse(chosen)).toMatchObject({ publish: true, topics: true, scope: "path" });
  const [secret = ""] = await said((print) =>
    setSite(config(), url, { maxPages: 7, webhookSecret: "new" }, { print, signal: never }),
  );
  expect(secret).toMatch(/^whs_[\w-]{24}$/);
  const shown = (await said((print) => showSite(config(), url, { json: true }, print))).join();
  expect(JSON.parse(shown)).toMatchObject({ maxPages: 7, paused: false, webhookSecretSetAt: expect.any(String) });
  expect(shown).not.toContain(secret);
  const folder = await mkdtemp(join(tmpdir(), "llmstxt-list-"));
  const list = join(folder, "pages.txt");
  await writeFile(list, "/b # first\nhttps://example.com/a\n");
  await setSite(config(), url, { urls: list }, silent);
  await rm(folder, { recursive: true });
  expect(JSON.parse((await said((print) => showSite(config(), url, { json: true }, print))).join())).toMatchObject({
    urls: ["https://example.com/b", "https://example.com/a"],
    maxPages: 3,
  });
  await setSite(config(), url, { pause: true, webhookSecret: "none", urls: false }, silent);
  expect((await said((print) => showSite(config(), url, { json: false }, print))).join("\n")).toContain("paused: true");
  expect(await said((print) => queueRecrawl(config(), url, print))).toEqual(["Queued 1 site"]);
  expect(await said((print) => queueRecrawl(config(), undefined, print))).toEqual(["Queued 0 sites"]);
  expect(await said((print) => removeSites(config(), { url, hosts: undefined }, print))).toEqual([
    "Removed https://example.com; its files stay",
  ]);
  await expect(showSite(config(), url, { json: false }, () => {})).rejects.toThrow("is not enrolled");
});

test("a list of several pages has headings once, and ends when it is told to", async () => {
  const pool = new Pool({ connectionString: server.url });
  await pool.query(
    "insert into crawl_sites (base_url) select 'https://s' || n || '.dev' from generate_series(1, 1001) n",
  );
  const all = { filter: "all", json: false } as const;
  const lines = await said((print) => listSites(config(), all, { print, signal: never }));
  expect(lines.length).toBe(1_002);
  expect(lines.filter((line) => line.startsWith("STATUS"))).toEqual([lines[0]]);
  const stop = new AbortController();
  const begun = listSites(config(), all, { signal: stop.signal, print: () => stop.abort() });
  await expect(begun).rejects.toThrow("aborted");
  await pool.query("truncate crawl_sites cascade");
  await pool.end();
});

test("a text that is no address is refused, and a worker without a database server says what it needs", async () => {
  await expect(addSite(config(), "example.com", {}, silent)).rejects.toThrow("Invalid URL format");
  await expect(runWorker(readConfig({}), never)).rejects.toThrow("A worker needs DATABASE_URL");
});

test("a database that cannot be reached is said at once", async () => {
  const nowhere = readConfig({ DATABASE_URL: "postgres://127.0.0.1:1/x" });
  await expect(listSites(nowhere, { filter: "all", json: false }, { print: () => {}, signal: never })).rejects.toThrow(
    "Database unavailable",
  );
});

test("where there is no database, looking makes none and says so", async () => {
  const folder = await mkdtemp(join(tmpdir(), "llmstxt-nowhere-"));
  const listed = await llmstxt(["sites", "list"], { cwd: folder });
  expect([listed.code, listed.stdout]).toEqual([0, ""]);
  expect(listed.stderr).toBe("No sites: ./data has no database. llmstxt sites add <url> makes it\n");
  expect((await llmstxt(["sites", "show", "https://x.dev"], { cwd: folder })).code).toBe(2);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
