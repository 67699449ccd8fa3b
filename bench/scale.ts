// Lists, searches and due sites among a million sites, while others write.
//   npm run bench -- scale [ROWS] [--smoke]      ten million rows take 12 GB of disk, and half an hour to be made
import { Kysely, PostgresDialect, sql } from "kysely";
import { Pool } from "pg";
import { Database } from "../packages/service/src/sites/database/database.ts";
import { SITE_SORTS, type SiteQuery } from "../packages/service/src/sites/site-query.ts";
import { sitesIn } from "../packages/service/src/sites/store.ts";
import type { Tables } from "../packages/service/src/sites/tables/tables.ts";
import { startPostgres } from "../test/servers/postgres.ts";
import { takeAll } from "../test/servers/sites.ts";
import { isSmoke, judge, keepResult, numbers } from "./results.ts";

const [ROWS = isSmoke ? 20_000 : 1_000_000] = numbers;
const LIST_LIMIT_MS = 100;
const WRITE_LIMIT_MS = 1_000;

const postgres = await startPostgres();
const pool = new Pool({ connectionString: postgres.url, max: 4 });
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const at = performance.now();
  await work();
  return performance.now() - at;
};

/** The median of some calls, in milliseconds. */
async function median(work: () => Promise<unknown>, times = 5): Promise<number> {
  const all: number[] = [];
  for (let turn = 0; turn < times; turn++) all.push(await timed(work));
  return all.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? Number.NaN;
}

/** What autovacuum would do in time, for the tables that triggers keep, too. */
const tidy = () => sql`vacuum analyze`.execute(db);

/** A tenth paused, a fiftieth failing, a hundredth due, a tenth changed today; a thousand hosts have many sites. */
async function fill(): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; made: string }>`select indexname as name, indexdef as made
    from pg_indexes where tablename in ('crawl_sites', 'site_schedule', 'site_hosts')
    and indexdef not like 'CREATE UNIQUE%'`.execute(db);
  // Made once, behind the rows: a tenth of the time.
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db);
  for (let from = 0; from < ROWS; from += 50_000)
    await sql`insert into crawl_sites (base_url, next_crawl_at, last_crawled_at, last_changed_at, created_at, updated_at, paused_at, failures, pages, previous_pages)
      select case when n % 10 = 0 then 'https://host-' || n % 1000 || '.example/' || n else 'https://site-' || n || '.dev' end,
        now() + ((n::bigint * 7919 % ${sql.lit(ROWS)}) - ${sql.lit(ROWS / 100)}) * interval '1 second', now() - n % 600000 * interval '1 second',
        now() - n % 800000 * interval '1 second', now() - interval '30 days', now() - n % 600000 * interval '1 second',
        case when n % 11 = 0 then now() end, case when n % 50 = 0 then 3 else 0 end, n % 1000, n % 1000
      from generate_series(${sql.lit(from)}, ${sql.lit(from + 49_999)}) n`.execute(db);
  for (const { made } of indexes) await sql.raw(made).execute(db);
  await tidy();
}

/** Does what a webhook does, one after the other, until told to stop. @returns the longest, in milliseconds */
function writing(): { stop(): Promise<number> } {
  let isOver = false;
  let longest = 0;
  const write = async () => {
    for (let n = 1; !isOver; n++) {
      const url = `https://site-${(n * 7) % ROWS}.dev`;
      const ms = await timed(() => sql`update crawl_sites set updated_at = now() where base_url = ${url}`.execute(db));
      longest = Math.max(longest, ms);
    }
  };
  const writes = write();
  return {
    async stop() {
      isOver = true;
      await writes;
      return longest;
    },
  };
}

const database = new Database({ type: "postgres", url: postgres.url }, () => {});
await database.opened(AbortSignal.timeout(60_000));
await fill();
const sites = sitesIn(database);
const lines: string[] = [];
const slow: string[] = [];
const note = (what: string, ms: number) => {
  lines.push(`| ${what} | ${ms.toFixed(1)} |`);
  if (ms > LIST_LIMIT_MS) slow.push(what);
};

const page = { filter: "all", limit: 50 } as const;
const ahead = await timed(() => sites.list({ ...page, limit: 1, sort: "name" }));
lines.push(`| counted ahead, as a service does when it starts | ${ahead.toFixed(1)} |`);
note("first list", await timed(() => sites.list({ ...page, sort: "name" })));
for (const sort of SITE_SORTS) {
  note(`list by ${sort}`, await median(() => sites.list({ ...page, sort })));
  let after: { cursor?: string } = {};
  for (let n = 0; n < 20; n++) {
    const { next } = await sites.list({ ...page, sort, limit: 500, ...after });
    after = next === null ? {} : { cursor: next };
  }
  note("the same, 10,000 down", await median(() => sites.list({ ...page, sort, ...after })));
}
const others: readonly SiteQuery[] = [
  { ...page, sort: "name", filter: "failing" },
  { ...page, sort: "next", filter: "changed" },
  { ...page, sort: "status", search: "site-4711" },
  { ...page, sort: "name", search: "host-7.example" },
  { ...page, sort: "name", search: "nowhere-to-be-found" },
  // Of very many sites, and of two letters, for which there is no index.
  { ...page, sort: "status", search: "site" },
  { ...page, sort: "next", search: "site" },
  { ...page, sort: "status", search: "77" },
  { ...page, sort: "name", search: "zz" },
];
for (const query of others)
  note(
    `list by ${query.sort}, ${query.search ? `search ${query.search}` : query.filter}`,
    // A search that is refused because it takes too long counts with the time until then.
    await median(() => sites.list(query).catch((error: unknown) => console.log(String(error)))),
  );
const { at } = await sites.changes(undefined, 200);
note("what changed since", await median(() => sites.changes(at, 200)));
note("due sites and how old", await median(() => sites.due()));
note("a run of 100", await median(() => sites.startRun(100, takeAll)));

const besideLists = writing();
const lists = Array.from({ length: 20 }, (_, n) =>
  sites.list({ ...page, sort: SITE_SORTS[n % SITE_SORTS.length] ?? "name" }).then(
    () => "answered",
    () => "refused",
  ),
);
const answered = (await Promise.all(lists)).filter((how) => how === "answered").length;
const longestBesideLists = await besideLists.stop();
await database.close();
await pool.end();
await postgres.close();

keepResult(
  "npm run bench:scale",
  `${ROWS.toLocaleString("en-US")} sites, milliseconds, median of five, a page of 50.\n\n| | ms |\n|---|---|\n${lines.join("\n")}\n\n` +
    `20 lists at once: ${answered} answered; the longest write beside them ${longestBesideLists.toFixed(0)} ms.`,
);
console.log(slow);
judge({
  [`every list within ${LIST_LIMIT_MS} ms`]: isSmoke || slow.length === 0,
  "20 lists at once are answered": answered === 20,
  [`no write waits ${WRITE_LIMIT_MS} ms for lists`]: isSmoke || longestBesideLists < WRITE_LIMIT_MS,
});
