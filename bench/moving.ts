// Sites moved to another database by the built command: rows a second, and an import that is killed and goes on.
//   npm run bench -- moving [ROWS…] [--smoke]
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, mkdtempSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { Database } from "../packages/service/src/sites/database/database.ts";
import { THIS_RELEASE } from "../test/faults/processes.ts";
import { startPostgres } from "../test/servers/postgres.ts";
import { isSmoke, judge, keepResult, numbers, table } from "./results.ts";

const SIZES = isSmoke ? [1_200] : numbers.length > 0 ? numbers : [10_000, 100_000];
/** Sites a second, the start of the command with them. */
const GOALS = { list: 10_000, export: 10_000, import: 3_000 };
const TEXT_KB = 4;
/** Lines of one transaction of an import. */
const PIECE = 500;

const folder = mkdtempSync(join(tmpdir(), "llmstxt-bench-"));
const program = isSmoke ? THIS_RELEASE : "dist/cli.js";

/** Runs `llmstxt sites …`. @throws if it fails, with what it said */
function start(url: string, args: readonly string[]) {
  const child = spawn(process.execPath, [program, "sites", ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (some) => {
    said += some;
  });
  const exit = once(child, "exit");
  return {
    kill: async () => {
      child.kill("SIGKILL");
      await exit;
    },
    async printed(): Promise<number> {
      let lines = 0;
      for await (const some of child.stdout) for (const byte of some) if (byte === 10) lines++;
      const [code] = await exit;
      if (code !== 0) throw new Error(`sites ${args.join(" ")} ended with ${code}: ${said}`);
      return lines;
    },
  };
}

/** @returns sites a second */
async function rate(rows: number, work: () => Promise<unknown>): Promise<number> {
  const at = performance.now();
  await work();
  return rows / ((performance.now() - at) / 1_000);
}

async function digest(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** A database of its own with the tables, and a connection to it. */
async function made(server: string, name: string) {
  const url = server.replace(/postgres$/, name);
  const admin = new Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const database = new Database({ type: "postgres", url }, () => {});
  await database.opened(AbortSignal.timeout(60_000));
  await database.close();
  const client = new Client({ connectionString: url, application_name: "bench" });
  await client.connect();
  const number = async (text: string) => Number((await client.query(text)).rows[0]?.n);
  return { url, client, sites: () => number("select count(*) as n from crawl_sites"), number };
}

/** Sites with one text each, which does not compress well. */
async function fill(client: Client, rows: number): Promise<void> {
  await client.query(`insert into crawl_sites (base_url, next_crawl_at, last_crawled_at, pages)
    select 'https://site-' || n || '.dev', now() + interval '1 day', now(), 20 from generate_series(1, ${rows}) n`);
  await client.query(`insert into site_versions (id, site_id, digest, url, pages, characters, added, removed, changed, text)
    select gen_random_uuid(), id, md5(base_url), base_url || '/llms.txt', 20, length(text), 0, 0, 0, text
    from crawl_sites, lateral (select string_agg(md5(base_url || n), E'\\n') as text from generate_series(1, ${TEXT_KB * 31}) n) texts`);
  await client.query("vacuum analyze");
}

/** Kills an import in its midst. @returns the sites that are there then: whole pieces */
async function killedImport(target: Awaited<ReturnType<typeof made>>, file: string, rows: number): Promise<number> {
  const importing = start(target.url, ["import", file]);
  while ((await target.sites()) < rows / 3) await sleep(5);
  await importing.kill();
  // Its last transaction may still be on its way.
  const others =
    "select count(*) as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
  while ((await target.number(others)) > 0) await sleep(20);
  return target.sites();
}

async function measure(rows: number) {
  const postgres = await startPostgres([]);
  const [source, target, other] = [
    await made(postgres.url, "source"),
    await made(postgres.url, "target"),
    await made(postgres.url, "other"),
  ];
  await fill(source.client, rows);
  const [file, back] = [join(folder, "sites.jsonl"), join(folder, "back.jsonl")];
  const listed = { lines: 0 };
  const list = await rate(rows, async () => {
    listed.lines = await start(source.url, ["list", "--json"]).printed();
  });
  const exported = await rate(rows, () => start(source.url, ["export", "--secrets", file]).printed());
  const imported = await rate(rows, () => start(target.url, ["import", file]).printed());
  const killedAt = await killedImport(other, file, rows);
  await start(other.url, ["import", file, "--from", String(killedAt + 1)]).printed();
  const wanted = await digest(file);
  const isEqual: boolean[] = [];
  for (const { url } of [target, other]) {
    await start(url, ["export", "--secrets", back]).printed();
    isEqual.push((await digest(back)) === wanted);
  }
  const { size } = await stat(file);
  for (const { client } of [source, target, other]) await client.end();
  await postgres.close();
  return { rows, listed: listed.lines, list, exported, imported, killedAt, isEqual: isEqual.every(Boolean), size };
}

const measured = [];
for (const rows of SIZES) measured.push(await measure(rows));
await rm(folder, { recursive: true });

keepResult(
  "npm run bench -- moving",
  `Sites a second, with the start of the command. Each site has one text of ${TEXT_KB} kB; Postgres writes to the disk before it answers.
A second import is killed (SIGKILL) in its midst and goes on with \`--from\`; an export of either database is then compared with the first.

${table(
  ["sites", "MB", "`list --json`", "`export`", "`import`", "killed after", "equal bytes"],
  measured.map(({ rows, size, list, exported, imported, killedAt, isEqual }) => [
    rows.toLocaleString("en-US"),
    (size / 1e6).toFixed(0),
    ...[list, exported, imported].map((figure) => figure.toFixed(0)),
    killedAt.toLocaleString("en-US"),
    isEqual ? "yes" : "no",
  ]),
)}`,
);
judge({
  "every site is listed": measured.every(({ rows, listed }) => rows === listed),
  "a killed import leaves whole pieces": measured.every(
    ({ rows, killedAt }) => killedAt % PIECE === 0 && killedAt < rows,
  ),
  "what was moved is equal": measured.every(({ isEqual }) => isEqual),
  [`a list of ${GOALS.list} a second`]: isSmoke || measured.every(({ list }) => list >= GOALS.list),
  [`an export of ${GOALS.export} a second`]: isSmoke || measured.every(({ exported }) => exported >= GOALS.export),
  [`an import of ${GOALS.import} a second`]: isSmoke || measured.every(({ imported }) => imported >= GOALS.import),
});
