import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Site } from "../../packages/service/src/sites/site.ts";
import { siteRequest } from "../servers/site-request.ts";
import { BACKENDS, openTestSites, type TestSites, takeAll } from "../servers/sites.ts";

let place: TestSites;

beforeAll(async () => {
  place = await openTestSites(BACKENDS[1]);
});
beforeEach(() => place.empty());
afterAll(() => place.close());

const enrolment = (url: string) => ({ request: siteRequest(url), recrawlIntervalMinutes: 60, sentinelUrl: null });

async function enrolMany(urls: readonly string[]): Promise<readonly Site[]> {
  return place.sites.enrolNew(urls.map(enrolment));
}

const rows = async (query: ReturnType<typeof sql>): Promise<readonly unknown[]> =>
  (await place.database.run((db) => query.execute(db))).rows;

/** Rows by which the tables kept beside the sites differ from the sites themselves. */
async function differences(): Promise<readonly unknown[]> {
  const schedule = sql`(select id, base_url, case when paused_at is null then next_crawl_at end, last_crawled_at, updated_at from crawl_sites
    except select site_id, address, due_at, crawled_at, touched_at from site_schedule)
    union all (select site_id, address, due_at, crawled_at, touched_at from site_schedule
    except select id, base_url, case when paused_at is null then next_crawl_at end, last_crawled_at, updated_at from crawl_sites)`;
  const counts = sql`(select key, count(*)::int8 from crawl_sites, unnest(llmstxt_counted(crawl_sites)) key group by key
    except select key, sum(sites)::int8 from site_counts group by key)
    union all (select key, sum(sites)::int8 from site_counts group by key having sum(sites) <> 0
    except select key, count(*)::int8 from crawl_sites, unnest(llmstxt_counted(crawl_sites)) key group by key)`;
  const tooLate = sql`select host from site_schedule left join site_hosts using (host)
    where site_schedule.due_at is not null and (site_hosts.due_at is null or site_hosts.due_at > site_schedule.due_at)`;
  return [...(await rows(schedule)), ...(await rows(counts)), ...(await rows(tooLate))];
}

const same = {
  outcome: "same",
  nextMinutes: 60,
  sentinelLastModified: null,
  avgChangeIntervalMinutes: 60,
  mark: 0,
} as const;

test("schedule and counts agree with the sites, whatever is done to them and whoever does it", async () => {
  const sites = await enrolMany(["https://a.dev/1", "https://a.dev/2", "https://www.a.dev:8080", "https://b.dev"]);
  expect(await differences()).toEqual([]);
  const ids = sites.map(({ id }) => id);
  const [first = "", second = "", third = ""] = ids;
  const { id: runId } = await place.sites.startRun(3, takeAll);
  for (const id of [first, second]) {
    const lease = await place.sites.take(id, runId, crypto.randomUUID());
    if (lease === undefined) throw new Error("not taken");
    if (id === first) await place.sites.finish(lease, { ...same, pages: 3 });
    else for (const mark of [1, 2]) await place.sites.fail(lease, { why: `${mark}`, nextMinutes: 60, mark: "failed" });
  }
  await place.sites.changeMany(ids, { action: "addTags", tags: ["one", "two"] });
  await place.sites.changeMany([first], { action: "removeTags", tags: ["two"] });
  await place.sites.changeMany([third], { action: "pause" });
  await place.sites.mark("https://a.dev/1", undefined);
  expect(await differences()).toEqual([]);
  // Somebody with a database client.
  await rows(
    sql`update crawl_sites set failures = 2, next_crawl_at = next_crawl_at - interval '2 hours' where id = ${first}`,
  );
  await rows(sql`update crawl_sites set pages = 10, previous_pages = 20`);
  await rows(sql`insert into crawl_sites (base_url) values ('https://c.dev')`);
  expect(await differences()).toEqual([]);
  await place.sites.changeMany([third], { action: "resume" });
  await place.sites.enrol({ ...enrolment("https://b.dev"), tags: ["three"] });
  await place.sites.removeMany([second]);
  expect(await differences()).toEqual([]);
  await rows(sql`truncate crawl_sites cascade`);
  expect([...(await differences()), ...(await rows(sql`select * from site_hosts`))]).toEqual([]);
});

test("counts of many sessions that write at once are exact", async () => {
  const sites = await enrolMany(Array.from({ length: 40 }, (_, n) => `https://s${n}.dev`));
  await Promise.all(
    sites.map(({ id }, n) => place.sites.change(id, { tags: ["all", `t${n % 4}`], paused: n % 2 === 0 })),
  );
  expect(await differences()).toEqual([]);
});

test("a site that becomes due while a run looks at its host is in the next run", async () => {
  const [soon, late] = await enrolMany(["https://a.dev/soon", "https://a.dev/late"]);
  await rows(sql`update crawl_sites set next_crawl_at = now() + interval '1 day'`);
  // The host's own time still lies in the past: a run that looks at it finds nothing due, and puts that right.
  const { promise: isLooking, resolve: looks } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  await enrolMany(["https://b.dev"]);
  const run = place.sites.startRun(10, async (found) => {
    looks();
    await mayEnd;
    return found.map(({ id }) => id);
  });
  await isLooking;
  const marked = place.sites.mark("https://a.dev/soon", undefined);
  end();
  expect((await run).summary.total).toBe(1);
  expect(await marked).toMatchObject({ type: "marked" });
  const taken: string[] = [];
  await place.sites.startRun(10, async (found) => {
    taken.push(...found.map(({ id }) => id));
    return taken;
  });
  expect([taken, await differences()]).toEqual([[soon?.id], []]);
  expect(late?.id).not.toBe(soon?.id);
});

test("a run reads as little of a host with very many due sites as of one with few", async () => {
  await rows(sql`insert into crawl_sites (base_url, next_crawl_at)
    select 'https://big.dev/' || n, now() - interval '1 day' from generate_series(1, 5000) n`);
  await enrolMany(Array.from({ length: 30 }, (_, n) => `https://s${n}.dev`));
  await rows(sql`vacuum analyze site_schedule`);
  const read = async () =>
    Number(
      (
        (await rows(sql`select idx_tup_read as read from pg_stat_user_indexes
        where indexrelname = 'site_schedule_host'`)) as { read: string }[]
      )[0]?.read,
    );
  await rows(sql`select pg_stat_force_next_flush()`);
  const before = await read();
  const hosts: string[] = [];
  await place.sites.startRun(20, async (found, _, run) => {
    hosts.push(...found.map(({ baseUrl }) => new URL(baseUrl).hostname));
    await run.executeSql("select pg_stat_force_next_flush()");
    return found.map(({ id }) => id);
  });
  expect(hosts.filter((host) => host === "big.dev")).toHaveLength(2);
  expect(hosts).toHaveLength(20);
  await expect.poll(read).toBeGreaterThan(before);
  expect((await read()) - before).toBeLessThan(200);
});

test("a search that finds few sites and one that finds many list the same way, page by page", async () => {
  await rows(sql`insert into crawl_sites (base_url, next_crawl_at, failures)
    select 'https://big.dev/' || n, now() + interval '1 day', case when n % 1000 = 0 then 2 else 0 end
    from generate_series(1, 5100) n`);
  const pages = async (search: string) => {
    const query = { search, filter: "all", sort: "status", limit: 40 } as const;
    const first = await place.sites.list(query);
    const second = await place.sites.list({ ...query, ...(first.next !== null && { cursor: first.next }) });
    return { items: [...first.items, ...second.items].map(({ baseUrl }) => baseUrl), total: first.total };
  };
  const [many, few] = [await pages("big.dev"), await pages("big.dev/1")];
  expect([many.total, few.total]).toEqual([5100, 1111]);
  expect(many.items.slice(0, 6)).toEqual(
    [1, 2, 3, 4, 5].map((n) => `https://big.dev/${n}000`).concat("https://big.dev/1"),
  );
  // The same order: first those that fail, then by the address.
  const both = (url: string) => url.startsWith("https://big.dev/1");
  expect(few.items.slice(0, 70)).toEqual(many.items.filter(both).slice(0, 70));
  expect(new Set(few.items).size).toBe(80);
});
