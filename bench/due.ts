// Selects the due sites among a million: time and plan.
//   npm run bench:due [-- --smoke]
import { sql } from "kysely";
import { Database } from "../packages/service/src/sites/database/database.ts";
import { headsQuery } from "../packages/service/src/sites/recrawls/selection.ts";
import { startPostgres } from "../test/servers/postgres.ts";
import { isSmoke, judge, keepResult } from "./results.ts";

const ROWS = isSmoke ? 50_000 : 1_000_000;
const LIMIT_MS = 50;

const postgres = await startPostgres();
const database = new Database({ type: "postgres", url: postgres.url }, () => {});
const connection = await database.opened(AbortSignal.timeout(30_000));

/** The very query of a run, among a million rows of which a hundredth is due. */
async function selectDue() {
  for (let from = 0; from < ROWS; from += 50_000)
    await connection.jobs.executeSql(`insert into crawl_sites (base_url, next_crawl_at, last_crawled_at)
      select 'https://site-' || n || '.dev', now() + make_interval(secs => (n::bigint * 7919 % ${ROWS}) - ${ROWS / 100}), now() - interval '1 day'
      from generate_series(${from}, ${from + 49_999}) n`);
  await connection.jobs.executeSql("vacuum analyze");
  return database.run(async (db) => {
    const query = headsQuery({ most: 100, perHost: 10 });
    await query.execute(db);
    const times: number[] = [];
    for (let turn = 0; turn < 20; turn++) {
      const at = performance.now();
      await query.execute(db);
      times.push(performance.now() - at);
    }
    const { rows: plan } = await sql<Record<string, string>>`explain (analyze, buffers) ${query}`.execute(db);
    return { medianMs: times.toSorted((a, b) => a - b)[10] ?? Number.NaN, plan };
  });
}

const { medianMs, plan } = await selectDue();
const { rows } = await connection.jobs.executeSql(
  "select pg_size_pretty(pg_total_relation_size('crawl_sites')) as size",
);
await database.close();
await postgres.close();

const steps = plan.map((line) => Object.values(line).join("")).join("\n");
keepResult(
  "npm run bench:due",
  `Selecting 100 due among ${ROWS.toLocaleString("en-US")} rows: ${medianMs.toFixed(1)} ms (limit ${LIMIT_MS}). ` +
    `The table with its indexes: ${Object.values(rows[0] ?? {}).join("")}.\n\n\`\`\`\n${steps}\n\`\`\``,
);
judge({
  "due hosts are the head of an index, and the due sites of each": ["site_hosts_due", "site_schedule_host"].every(
    (index) => steps.includes(`using ${index}`),
  ),
  "no row is read that is not due": !/Seq Scan on site_|Rows Removed/.test(steps),
  [`less than ${LIMIT_MS} ms`]: isSmoke || medianMs < LIMIT_MS,
});
