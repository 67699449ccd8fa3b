import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Database } from "../../packages/service/src/sites/database/database.ts";
import type { Delivery } from "../../packages/service/src/sites/delivery.ts";
import type { RecrawlResult } from "../../packages/service/src/sites/lease.ts";
import type { Site } from "../../packages/service/src/sites/site.ts";
import type { Enrolment, Sites } from "../../packages/service/src/sites/sites.ts";
import { sitesIn } from "../../packages/service/src/sites/store.ts";
import { startPostgres } from "../servers/postgres.ts";
import { siteRequest } from "../servers/site-request.ts";
import { BACKENDS, openTestSites, type TestSites, takeAll } from "../servers/sites.ts";

const text = "# X\n\nGenerated: 2026-01-01T00:00:00Z | Source: https://x.dev/ | Pages: 2\n";
const delivery: Delivery = {
  text,
  digest: "d1",
  characters: 9,
  plainDigest: "p1",
  generatedAt: new Date("2026-01-01T00:00:00Z"),
  pages: 2,
  fileUrl: "https://files.test/x.txt",
  memoryKey: "key",
  counts: { added: 2, removed: 0, changed: 0 },
};

const requestFor = (url: string, maxPages = 20) => siteRequest(url, { maxPages });

const enrolment = (url: string, more: Partial<Enrolment> = {}): Enrolment => ({
  request: requestFor(url),
  recrawlIntervalMinutes: 60,
  sentinelUrl: null,
  delivery,
  ...more,
});

const same: RecrawlResult = {
  outcome: "same",
  nextMinutes: 60,
  sentinelLastModified: null,
  avgChangeIntervalMinutes: null,
  mark: 0,
  pages: 2,
};

const minutesBetween = (from: Date | null, to: Date | null) =>
  Math.round(((to?.getTime() ?? Number.NaN) - (from?.getTime() ?? Number.NaN)) / 60_000);

describe.each(BACKENDS)("sites in an %s", (backend) => {
  let place: TestSites;
  beforeAll(async () => {
    place = await openTestSites(backend);
  });
  afterAll(() => place.close());
  beforeEach(() => place.empty());

  async function enrolDue(url: string, more: Partial<Enrolment> = {}): Promise<Site> {
    const site = await place.sites.enrol(enrolment(url, more));
    await place.age(site.id, 24 * 60);
    return site;
  }

  async function leaseOf(site: Site) {
    const run = await place.sites.startRun(100, takeAll);
    const lease = await place.sites.take(site.id, run.id, randomUUID());
    if (lease === undefined) throw new Error("not due");
    return { lease, run };
  }

  test("an enrolment has the request's numbers, the text's hash and URL, and is next due after its interval", async () => {
    const site = await place.sites.enrol(enrolment("https://x.dev/", { sentinelUrl: "https://x.dev/sitemap.xml" }));
    expect(site).toMatchObject({
      baseUrl: "https://x.dev",
      request: { maxPages: 20, descLength: 300 },
      recrawlIntervalMinutes: 60,
      latestHash: "d1",
      latestUrl: "https://files.test/x.txt",
      sentinelUrl: "https://x.dev/sitemap.xml",
      undelivered: null,
    });
    expect(site.lastCrawledAt).toEqual(site.lastChangedAt);
    expect(minutesBetween(site.lastCrawledAt, site.nextCrawlAt)).toBe(60);
  });

  test("an enrolment whose text could not be stored is saved with an empty URL", async () => {
    const site = await place.sites.enrol(
      enrolment("https://x.dev/", {
        delivery: { ...delivery, fileUrl: undefined, unstored: { name: "x.txt", why: "503" } },
      }),
    );
    expect(site).toMatchObject({ latestUrl: "", undelivered: { why: "503", tries: 1 }, latestHash: "d1" });
    expect(await place.sites.latestText(site.id)).toBe(text);
  });

  test("enrolling again overwrites the one row of the base URL, however it is spelled", async () => {
    const first = await place.sites.enrol(enrolment("https://x.dev/"));
    const again = await place.sites.enrol(
      enrolment("https://X.dev:443", {
        request: requestFor("https://X.dev:443", 7),
        delivery: { ...delivery, digest: "d2" },
      }),
    );
    expect(again).toMatchObject({ id: first.id, request: { maxPages: 7 }, latestHash: "d2", crawls: 2 });
    expect((await place.sites.list({ filter: "all", sort: "name", limit: 10 })).total).toBe(1);
  });

  test("thirty enrolments of one address at once make one row", async () => {
    const sites = await Promise.all(Array.from({ length: 30 }, () => place.sites.enrol(enrolment("https://x.dev/"))));
    expect(new Set(sites.map(({ id }) => id)).size).toBe(1);
  });

  test("a site added without a crawl is due at once", async () => {
    const { delivery: _, ...bare } = enrolment("https://x.dev/");
    await place.sites.enrol(bare);
    expect((await place.sites.startRun(10, takeAll)).summary.total).toBe(1);
  });

  test("a row written with the specification's columns alone is a site with its defaults", async () => {
    await place.database.run((db) => sql`insert into crawl_sites (base_url) values ('https://x.dev')`.execute(db));
    const site = await place.sites.find("https://x.dev/");
    expect(site).toMatchObject({ recrawlIntervalMinutes: 10_080, nextCrawlAt: null });
    expect(site?.request).toMatchObject({ url: "https://x.dev", maxPages: 50, descLength: 500 });
  });

  test("no secret is in anything that is read", async () => {
    const site = await place.sites.enrol(enrolment("https://x.dev/"));
    await place.sites.setWebhookSecret(site.id, "very-secret");
    const seen = [
      await place.sites.find("https://x.dev"),
      await place.sites.list({ filter: "all", sort: "name", limit: 1 }),
    ];
    expect(JSON.stringify(seen)).not.toContain("very-secret");
    expect((await place.sites.get(site.id))?.webhookSecretSetAt).toBeInstanceOf(Date);
  });

  test("a webhook makes its site due now; a site with a secret asks for it", async () => {
    expect(await place.sites.mark("https://x.dev", undefined)).toEqual({ type: "notEnrolled" });
    expect(await place.sites.mark("no address", undefined)).toEqual({ type: "notEnrolled" });
    const site = await place.sites.enrol(enrolment("https://x.dev"));
    const marked = await place.sites.mark("https://x.dev/#a", undefined);
    const after = await place.sites.get(site.id);
    expect(marked).toEqual({ type: "marked", nextCrawlAt: after?.nextCrawlAt });
    expect(after?.updatedAt.getTime()).toBeGreaterThan(site.updatedAt.getTime());
    await place.sites.setWebhookSecret(site.id, "very-secret");
    for (const wrong of [undefined, "", "very-secre", "very-secret "])
      expect(await place.sites.mark("https://x.dev", wrong)).toEqual({ type: "wrongSecret" });
    expect((await place.sites.mark("https://x.dev", "very-secret")).type).toBe("marked");
    await place.sites.setWebhookSecret(site.id, null);
    expect((await place.sites.mark("https://x.dev", undefined)).type).toBe("marked");
  });

  test("a run takes the sites that are due, oldest first, at most its limit, and no paused ones", async () => {
    const urls = ["https://a.dev", "https://b.dev", "https://c.dev", "https://d.dev"];
    for (const [index, url] of urls.entries()) {
      const site = await enrolDue(url);
      await place.age(site.id, index * 60);
      if (url === "https://c.dev") await place.sites.change(site.id, { paused: true });
    }
    await place.sites.enrol(enrolment("https://not-due.dev"));
    const taken: string[] = [];
    const run = await place.sites.startRun(2, async (sites) => {
      taken.push(...sites.map(({ baseUrl }) => baseUrl));
      return sites.map(({ id }) => id);
    });
    expect(taken).toEqual(["https://d.dev", "https://b.dev"]);
    expect(run.summary).toEqual({ total: 2, processed: 0, updated: 0, unchanged: 0, errors: 0 });
  });

  test("a site that is queued or being crawled takes no place in a run, and has one again when its job has ended", async () => {
    const { lease } = await leaseOf(await enrolDue("https://x.dev"));
    await enrolDue("https://y.dev");
    expect((await place.sites.startRun(1, takeAll)).summary.total).toBe(1);
    expect((await place.sites.startRun(1, takeAll)).summary.total).toBe(0);
    await place.sites.mark("https://x.dev", undefined);
    await place.sites.finish(lease, same);
    expect((await place.sites.startRun(1, takeAll)).summary.total).toBe(1);
  });

  test("a site whose job was lost with its queue is selected again after a day", async () => {
    await enrolDue("https://x.dev");
    await place.sites.startRun(1, takeAll);
    await place.database.run((db) =>
      sql`update recrawl_run_sites set queued_at = now() - interval '25 hours'`.execute(db),
    );
    expect((await place.sites.startRun(1, takeAll)).summary.total).toBe(1);
  });

  test("one host gets a tenth of a run while others wait, its queued sites counted, and the rest where none do", async () => {
    for (let index = 0; index < 30; index++) {
      const site = await enrolDue(`https://slow.dev/${index}`);
      await place.age(site.id, 60);
    }
    for (let index = 0; index < 25; index++) await enrolDue(`https://fast-${index}.dev`);
    const taken: string[][] = [];
    const run = () =>
      place.sites.startRun(20, async (sites) => {
        taken.push(sites.map(({ baseUrl }) => new URL(baseUrl).host));
        return sites.map(({ id }) => id);
      });
    const slow = (hosts: readonly string[] | undefined) => hosts?.filter((host) => host === "slow.dev").length;
    await run();
    expect(taken[0]).toHaveLength(20);
    expect(slow(taken[0])).toBe(2);
    await run();
    expect(taken[1]).toHaveLength(20);
    expect(slow(taken[1])).toBe(13);
  });

  test("a run that leaves due sites over is followed by others until none is left", async () => {
    for (let index = 0; index < 5; index++) await enrolDue(`https://s${index}.dev`);
    expect(await place.sites.continueRun(2, takeAll)).toBeUndefined();
    await place.sites.startRun(2, takeAll);
    const both = await Promise.all([place.sites.continueRun(2, takeAll), place.sites.continueRun(2, takeAll)]);
    expect(both.map((run) => run?.summary.total)).toContain(2);
    const rest = both.reduce((sum, run) => sum + (run?.summary.total ?? 0), 0);
    if (rest < 3) expect((await place.sites.continueRun(2, takeAll))?.summary.total).toBe(1);
    expect(await place.sites.continueRun(2, takeAll)).toBeUndefined();
  });

  test("a run over nothing is over at once", async () => {
    const run = await place.sites.startRun(10, takeAll);
    expect(run.finishedAt).toBeInstanceOf(Date);
    expect(run.summary.total).toBe(0);
  });

  test("the run's summary has the specification's keys, counted when its last site is done", async () => {
    const ends: readonly RecrawlResult["outcome"][] = ["updated", "same", "unchanged", "notStored"];
    const sites = await Promise.all([...ends, "failed", "gone"].map((end) => enrolDue(`https://${end}.dev`)));
    const run = await place.sites.startRun(100, takeAll);
    const leases = await Promise.all(sites.map(({ id }) => place.sites.take(id, run.id, randomUUID())));
    for (const [index, outcome] of ends.entries()) {
      const lease = leases[index];
      if (lease) await place.sites.finish(lease, { ...same, outcome });
    }
    expect((await place.sites.settleRun(run.id))?.finishedAt).toBeNull();
    if (leases[4]) await place.sites.fail(leases[4], { why: "refused", nextMinutes: 60, mark: "failed" });
    await place.sites.skip(sites[5]?.id ?? "", run.id);
    const settled = await place.sites.settleRun(run.id);
    expect(settled?.summary).toEqual({ total: 6, processed: 3, updated: 1, unchanged: 1, errors: 2 });
    expect(settled?.finishedAt).toBeInstanceOf(Date);
    expect(await place.sites.recentRuns(1)).toEqual([settled]);
    // With a million sites a week these would be four million rows in the month that runs are kept.
    const kept = await place.database.run((db) => db.selectFrom("recrawl_run_sites").selectAll().execute());
    expect(kept).toEqual([]);
  });

  test("sites that end at the same moment still end their run", async () => {
    const sites = await Promise.all(Array.from({ length: 8 }, (_, index) => enrolDue(`https://s${index}.dev`)));
    const run = await place.sites.startRun(100, takeAll);
    const leases = await Promise.all(sites.map(({ id }) => place.sites.take(id, run.id, randomUUID())));
    await Promise.all(leases.map((lease) => lease && place.sites.finish(lease, same)));
    const [settled] = await place.sites.recentRuns(1);
    expect(settled?.finishedAt).toBeInstanceOf(Date);
    expect(settled?.summary.processed).toBe(8);
  });

  test("a site is taken only while it is due", async () => {
    const site = await enrolDue("https://x.dev");
    const { lease, run } = await leaseOf(site);
    expect(await place.sites.finish(lease, same)).toBe(true);
    expect(await place.sites.take(site.id, run.id, randomUUID())).toBeUndefined();
    expect(
      minutesBetween(
        (await place.sites.get(site.id))?.lastCrawledAt ?? null,
        (await place.sites.get(site.id))?.nextCrawlAt ?? null,
      ),
    ).toBe(60);
  });

  test("a worker that comes back late overwrites nothing", async () => {
    const site = await enrolDue("https://x.dev");
    const { lease: late, run } = await leaseOf(site);
    const next = await place.sites.take(site.id, run.id, randomUUID());
    if (next === undefined) throw new Error("not due");
    const fresh = { ...same, outcome: "updated", delivery: { ...delivery, digest: "fresh" } } as const;
    expect(await place.sites.finish(next, fresh)).toBe(true);
    expect(await place.sites.finish(late, { ...fresh, delivery: { ...delivery, digest: "late" } })).toBe(false);
    expect(await place.sites.fail(late, { why: "late", nextMinutes: 1, mark: "failed" })).toBe(false);
    expect(await place.sites.get(site.id)).toMatchObject({ latestHash: "fresh", failures: 0, lastError: null });
  });

  test("an enrolment during a recrawl wins over the recrawl", async () => {
    const site = await enrolDue("https://x.dev");
    const { lease } = await leaseOf(site);
    await place.sites.enrol(enrolment("https://x.dev", { delivery: { ...delivery, digest: "enrolled" } }));
    expect(await place.sites.finish(lease, { ...same, outcome: "updated", delivery })).toBe(false);
    expect((await place.sites.get(site.id))?.latestHash).toBe("enrolled");
  });

  test("the same end written twice, as when the first answer is lost, is written once", async () => {
    const site = await enrolDue("https://x.dev");
    const { lease, run } = await leaseOf(site);
    const result = { ...same, outcome: "updated", delivery: { ...delivery, digest: "d2" } } as const;
    expect(await place.sites.finish(lease, result)).toBe(true);
    const once = await place.sites.get(site.id);
    expect(await place.sites.finish(lease, result)).toBe(true);
    expect(await place.sites.get(site.id)).toMatchObject({ crawls: once?.crawls, history: once?.history });
    expect((await place.sites.versions(site.id, undefined, 10)).items.map(({ digest }) => digest)).toEqual([
      "d2",
      "d1",
    ]);
    expect((await place.sites.settleRun(run.id))?.summary).toMatchObject({ processed: 1, updated: 1 });
  });

  test("a webhook call that arrives during a crawl survives the crawl's last write", async () => {
    const site = await enrolDue("https://x.dev");
    const { lease } = await leaseOf(site);
    const marked = await place.sites.mark("https://x.dev", undefined);
    await place.sites.finish(lease, same);
    expect((await place.sites.get(site.id))?.nextCrawlAt).toEqual(marked.type === "marked" && marked.nextCrawlAt);
    expect((await place.sites.startRun(10, takeAll)).summary.total).toBe(1);
  });

  test("a change that arrives during a crawl survives it too", async () => {
    const site = await enrolDue("https://x.dev");
    const { lease } = await leaseOf(site);
    await place.sites.change(site.id, { maxPages: 5, recrawlIntervalMinutes: 30, paused: true });
    await place.sites.finish(lease, same);
    const after = await place.sites.get(site.id);
    expect(after).toMatchObject({ request: { maxPages: 5 }, recrawlIntervalMinutes: 30, status: "paused" });
    expect(after?.pausedAt).toBeInstanceOf(Date);
  });

  test("a new interval counts from the last crawl; what is due stays due", async () => {
    const fresh = await place.sites.enrol(enrolment("https://x.dev"));
    const changed = await place.sites.change(fresh.id, { recrawlIntervalMinutes: 30 });
    expect(minutesBetween(fresh.lastCrawledAt, changed?.nextCrawlAt ?? null)).toBe(30);
    await place.sites.mark("https://x.dev", undefined);
    await place.sites.change(fresh.id, { recrawlIntervalMinutes: 90 });
    expect((await place.sites.startRun(10, takeAll)).summary.total).toBe(1);
  });

  test("a failed recrawl keeps hash and URL, says why, and is due again later", async () => {
    const site = await enrolDue("https://x.dev");
    const { lease } = await leaseOf(site);
    await place.sites.fail(lease, { why: "no\0 answer", nextMinutes: 45, mark: "failed" });
    const after = await place.sites.get(site.id);
    expect(after).toMatchObject({
      latestHash: "d1",
      latestUrl: "https://files.test/x.txt",
      failures: 1,
      history: ["failed"],
    });
    expect(after?.lastError).toBe("no answer");
    expect(minutesBetween(after?.updatedAt ?? null, after?.nextCrawlAt ?? null)).toBe(45);
  });

  test("a site given back unfinished is due as before, and the start does not count", async () => {
    const site = await enrolDue("https://x.dev");
    const { lease } = await leaseOf(site);
    await place.sites.release(lease);
    const { lease: again } = await leaseOf(site);
    expect([lease.attempts, again.attempts]).toEqual([1, 1]);
  });

  test("each start that has no end is counted", async () => {
    const site = await enrolDue("https://x.dev");
    const starts = [await leaseOf(site), await leaseOf(site), await leaseOf(site)];
    expect(starts.map(({ lease }) => lease.attempts)).toEqual([1, 2, 3]);
  });

  test("a start that finds more answers than those before it begins the count anew, and one that finds as many does not", async () => {
    const site = await enrolDue("https://x.dev");
    const counted: number[] = [];
    for (const answers of [0, 40, 41, 80, 80, 81, 81]) {
      const { lease } = await leaseOf(site);
      counted.push((await place.sites.found(lease, answers)).attempts);
    }
    expect(counted).toEqual([1, 1, 2, 1, 2, 3, 4]);
  });

  test("one recrawl asked for by a person happens whatever the sitemap says, also of a paused site", async () => {
    const site = await place.sites.enrol(enrolment("https://x.dev"));
    await place.sites.change(site.id, { paused: true });
    const run = await place.sites.startRunOver([site.id], takeAll);
    expect(run?.summary.total).toBe(1);
    expect(await place.sites.take(site.id, run?.id ?? "", randomUUID())).toMatchObject({ isWanted: true });
    expect(await place.sites.startRunOver([randomUUID()], takeAll)).toBeUndefined();
  });

  test("after a clock was set back, no site sleeps until its time comes again", async () => {
    const site = await place.sites.enrol(enrolment("https://x.dev"));
    await place.age(site.id, -24 * 60);
    expect((await place.sites.startRun(10, takeAll)).summary.total).toBe(1);
  });

  test("sites are listed by status, most pressing first, and counted", async () => {
    const failing = await enrolDue("https://failing.dev");
    for (let times = 0; times < 2; times++) {
      const { lease } = await leaseOf(failing);
      await place.sites.fail(lease, { why: "refused", nextMinutes: 0, mark: "failed" });
    }
    await enrolDue("https://due.dev");
    await place.sites.change((await place.sites.enrol(enrolment("https://paused.dev"))).id, { paused: true });
    await place.sites.enrol(enrolment("https://fresh.dev"));
    const all = await place.sites.list({ filter: "all", sort: "status", limit: 10 });
    expect(all.items.map(({ status }) => status)).toEqual(["failing", "due", "paused", "upToDate"]);
    expect(all.counts).toEqual({ all: 4, attention: 1, changed: 0, paused: 1, tags: [] });
    expect(all.counted.isExact).toBe(true);
    const attention = await place.sites.list({ filter: "attention", sort: "name", limit: 10 });
    expect(attention.items.map(({ baseUrl }) => baseUrl)).toEqual(["https://failing.dev"]);
    for (const sort of ["status", "name", "next"] as const) {
      const some = await place.sites.list({ filter: ["failing", "paused"], sort, limit: 10 });
      expect([some.items.map(({ status }) => status).toSorted(), some.total]).toEqual([["failing", "paused"], 2]);
    }
  });

  test("the largest site comes first, or the one crawled most often", async () => {
    for (const [pages, recrawlIntervalMinutes] of [
      [9, 1_440],
      [120, 60],
      [30, 10_080],
    ] as const)
      await place.sites.enrol(
        enrolment(`https://p${pages}.dev`, { recrawlIntervalMinutes, delivery: { ...delivery, pages } }),
      );
    const sorted = async (sort: "pages" | "interval") =>
      (await place.sites.list({ filter: "all", sort, limit: 10 })).items;
    expect((await sorted("pages")).map(({ pages }) => pages)).toEqual([120, 30, 9]);
    expect((await sorted("interval")).map(({ recrawlIntervalMinutes }) => recrawlIntervalMinutes)).toEqual([
      60, 1_440, 10_080,
    ]);
  });

  test.each(["status", "name", "next", "changed", "crawled", "pages", "interval"] as const)(
    "a list sorted by %s is read page by page, each site once, and the same backwards",
    async (sort) => {
      const urls = Array.from({ length: 7 }, (_, index) => `https://s${index}.dev`);
      for (const [index, url] of urls.entries())
        await place.sites.enrol(enrolment(url, { recrawlIntervalMinutes: 60 * (1 + (index % 3)) }));
      await place.database.run((db) =>
        sql`update crawl_sites set last_changed_at = null, last_crawled_at = null, next_crawl_at = null
          where base_url in ('https://s2.dev', 'https://s5.dev')`.execute(db),
      );
      const read = async (isReversed: boolean) => {
        const seen: string[] = [];
        let cursor: string | null | undefined;
        do {
          const query = { filter: "all", sort, isReversed, limit: 3, ...(cursor ? { cursor } : {}) } as const;
          const page = await place.sites.list(query);
          seen.push(...page.items.map(({ baseUrl }) => baseUrl));
          cursor = page.next;
        } while (cursor);
        return seen;
      };
      const seen = await read(false);
      expect(seen.toSorted()).toEqual(urls);
      expect(await read(true)).toEqual(seen.toReversed());
    },
  );

  test("a list goes through the statuses page by page, sites without a time last, and refuses a cursor of another order", async () => {
    for (const name of ["a", "b", "c"]) await enrolDue(`https://due-${name}.dev`);
    for (const name of ["a", "b"]) await place.sites.enrol(enrolment(`https://fresh-${name}.dev`));
    await place.database.run((db) =>
      sql`insert into crawl_sites (base_url, next_crawl_at) values ('https://never-a.dev', null), ('https://never-b.dev', null)`.execute(
        db,
      ),
    );
    const pageBy = async (sort: "status" | "next") => {
      const seen: string[] = [];
      for (let cursor: string | null | undefined = ""; cursor !== null; ) {
        const page = await place.sites.list({ filter: "all", sort, limit: 2, ...(cursor ? { cursor } : {}) });
        seen.push(...page.items.map(({ baseUrl }) => baseUrl.slice(8, -4)));
        cursor = page.next;
      }
      return seen;
    };
    const statuses = ["due-a", "due-b", "due-c", "fresh-a", "fresh-b", "never-a", "never-b"];
    expect(await pageBy("status")).toEqual(statuses);
    expect((await pageBy("next")).slice(-2)).toEqual(["never-a", "never-b"]);
    const { next } = await place.sites.list({ filter: "all", sort: "name", limit: 1 });
    for (const cursor of [next ?? "", "nonsense", Buffer.from('["2026-99-99","x"]').toString("base64url")])
      for (const sort of ["status", "changed", "pages"] as const)
        if (cursor !== next || sort === "status")
          await expect(place.sites.list({ filter: "all", sort, limit: 1, cursor })).rejects.toMatchObject({
            code: "invalid_request",
          });
  });

  test("a question for changes costs as much as there are changes: ended recrawls, changes by people, crawls under way", async () => {
    const [a, b] = [await enrolDue("https://a.dev"), await enrolDue("https://b.dev")];
    await place.database.run((db) => sql`update crawl_sites set updated_at = now() - interval '1 hour'`.execute(db));
    const { at, sites } = await place.sites.changes(undefined, 10);
    expect(sites).toEqual([]);
    expect((await place.sites.changes(at, 10)).sites).toEqual([]);
    await place.sites.change(a.id, { paused: true });
    await leaseOf(b);
    const changes = await place.sites.changes(at, 10);
    expect(changes.sites.map(({ baseUrl, status }) => [baseUrl, status]).toSorted()).toEqual([
      ["https://a.dev", "paused"],
      ["https://b.dev", "crawling"],
    ]);
    expect(changes.isAll).toBe(true);
    expect((await place.sites.changes(at, 1)).isAll).toBe(false);
  });

  test("tags are of a site, replace each other, and a list is of the sites that have one; each is counted", async () => {
    const a = await place.sites.enrol(enrolment("https://a.dev", { tags: ["docs", "client: north"] }));
    const b = await place.sites.enrol(enrolment("https://b.dev", { tags: ["docs"] }));
    const c = await place.sites.enrol(enrolment("https://c.dev"));
    const query = { filter: "all", sort: "status", limit: 10 } as const;
    const found = async (more: object) => (await place.sites.list({ ...query, ...more })).items.map(({ id }) => id);
    expect(await found({ tag: "docs" })).toEqual([a.id, b.id]);
    expect(await found({ tag: "docs", search: "b." })).toEqual([b.id]);
    expect(await found({ tag: "docs", sort: "pages", filter: "attention" })).toEqual([]);
    expect(await found({ tag: "doc" })).toEqual([]);
    const listed = await place.sites.list({ ...query, tag: "docs" });
    expect([listed.total, listed.counts.all]).toEqual([2, 3]);
    expect(listed.counts.tags).toEqual([
      { tag: "docs", sites: 2 },
      { tag: "client: north", sites: 1 },
    ]);
    // Enrolled again, by a crawl that knows of no tags, a site keeps them.
    await place.sites.enrol(enrolment("https://a.dev"));
    expect((await place.sites.get(a.id))?.tags).toEqual(["docs", "client: north"]);
    const changed = await place.sites.change(c.id, { tags: ["shop"] });
    expect([changed?.tags, changed?.nextCrawlAt]).toEqual([["shop"], c.nextCrawlAt]);
    await place.sites.change(a.id, { tags: [] });
    expect(await found({ tag: "client: north" })).toEqual([]);
  });

  test("many sites are picked in batches, changed once, and made as they were by what undoes it", async () => {
    for (const [name, minutes] of Object.entries({ a: 60, b: 1_440, c: 60, d: 1_440 }))
      await place.sites.enrol(enrolment(`https://${name}.dev`, { recrawlIntervalMinutes: minutes, tags: ["docs"] }));
    await place.sites.enrol(enrolment("https://other.test"));
    const query = { filter: "all", search: ".dev" } as const;
    const first = await place.sites.pick(query, 3);
    const rest = await place.sites.pick({ ...query, cursor: first.next ?? "" }, 3);
    expect([first.ids.length, rest.ids.length, rest.next]).toEqual([3, 1, null]);
    const ids = [...first.ids, ...rest.ids];
    const states = async () =>
      (await place.sites.list({ filter: "all", sort: "name", limit: 10 })).items.map(
        ({ pausedAt, recrawlIntervalMinutes, tags, nextCrawlAt }) =>
          [pausedAt !== null, recrawlIntervalMinutes, tags, nextCrawlAt] as const,
      );
    await place.sites.changeMany([ids[0] ?? ""], { action: "pause" });
    await place.sites.changeMany([ids[1] ?? ""], { action: "addTags", tags: ["shop"] });
    const before = await states();
    for (const change of [
      { action: "pause" },
      { action: "resume" },
      { action: "setInterval", recrawlIntervalMinutes: 60 },
      { action: "addTags", tags: ["client: north", "shop"] },
      { action: "removeTags", tags: ["docs", "shop"] },
    ] as const) {
      const undo = await place.sites.changeMany(ids, change);
      expect(await place.sites.changeMany(ids, change), change.action).toEqual([]);
      expect(await states()).not.toEqual(before);
      for (const one of undo) await place.sites.changeMany(one.ids, one.change);
      // The order of tags is nobody's.
      expect((await states()).map((state) => state.with(2, [...state[2]].toSorted()))).toEqual(
        before.map((state) => state.with(2, [...state[2]].toSorted())),
      );
    }
    expect((await place.sites.startRunOver(ids, takeAll))?.summary.total).toBe(4);
    expect(await place.sites.removeMany([...ids, randomUUID()])).toBe(4);
    expect(await states()).toHaveLength(1);
  });

  test("enrolling many sites leaves those that are enrolled already as they are", async () => {
    const there = await place.sites.enrol(enrolment("https://a.dev", { recrawlIntervalMinutes: 7 }));
    const { delivery: _, ...bare } = enrolment("https://b.dev", { tags: ["docs"] });
    const added = await place.sites.enrolNew([bare, enrolment("https://A.dev/")]);
    expect(added).toMatchObject([{ baseUrl: "https://b.dev", status: "due", tags: ["docs"] }]);
    expect((await place.sites.get(there.id))?.recrawlIntervalMinutes).toBe(7);
    expect(await place.sites.enrolled(["https://a.dev", "https://c.dev"])).toEqual(new Set(["https://a.dev"]));
  });

  test("a search finds part of an address; its wildcards are letters", async () => {
    for (const url of ["https://docs.x.dev", "https://y.dev/a_b", "https://y.dev/acb", "https://z.dev/Guide"])
      await place.sites.enrol(enrolment(url));
    const found = async (search: string) =>
      (await place.sites.list({ search, filter: "all", sort: "name", limit: 9 })).items.map(({ baseUrl }) => baseUrl);
    expect(await found("DOCS")).toEqual(["https://docs.x.dev"]);
    expect(await found("a_b")).toEqual(["https://y.dev/a_b"]);
    expect(await found("%")).toEqual([]);
    expect(await found("guide")).toEqual(["https://z.dev/Guide"]);
  });

  test("versions are kept newest first, fifty of them, and go with their site", async () => {
    const site = await place.sites.enrol(enrolment("https://x.dev"));
    for (let index = 0; index < 55; index++)
      await place.sites.enrol(
        enrolment("https://x.dev", { delivery: { ...delivery, digest: `v${index}`, text: `${index}` } }),
      );
    const first = await place.sites.versions(site.id, undefined, 30);
    const second = await place.sites.versions(site.id, first.next ?? undefined, 30);
    expect([...first.items, ...second.items].map(({ digest }) => digest)).toEqual(
      Array.from({ length: 50 }, (_, index) => `v${54 - index}`),
    );
    expect(second.next).toBeNull();
    expect(await place.sites.versionText(site.id, first.items[0]?.id ?? "")).toBe("54");
    expect(await place.sites.remove(site.id)).toBe(true);
    expect(await place.sites.remove(site.id)).toBe(false);
    expect((await place.sites.versions(site.id, undefined, 30)).items).toEqual([]);
  });

  test("as many versions are kept as the settings say, from the next one on", async () => {
    const few = sitesIn(place.database, 2);
    const deliver = (sites: Sites, text: string) =>
      sites.enrol(enrolment("https://few.dev", { delivery: { ...delivery, text } }));
    for (const text of ["1", "2", "3"]) await deliver(place.sites, text);
    const { id } = await deliver(few, "4");
    const { items } = await place.sites.versions(id, undefined, 30);
    expect(await Promise.all(items.map((item) => place.sites.versionText(id, item.id)))).toEqual(["4", "3"]);
  });

  test("each version says how many crawls after it found nothing new", async () => {
    const site = await enrolDue("https://x.dev");
    const crawl = async (result: RecrawlResult) => {
      await place.age(site.id, 24 * 60);
      expect(await place.sites.finish((await leaseOf(site)).lease, result)).toBe(true);
    };
    const changed = (digest: string) => ({ ...same, outcome: "updated", delivery: { ...delivery, digest } }) as const;
    for (const result of [same, same, changed("d2"), changed("d3"), same]) await crawl({ ...result, pages: 3 });
    const { items, next } = await place.sites.versions(site.id, undefined, 2);
    const older = await place.sites.versions(site.id, next ?? undefined, 2);
    expect([...items, ...older.items].map(({ digest, unchanged }) => [digest, unchanged])).toEqual([
      ["d3", 1],
      ["d2", 0],
      ["d1", 2],
    ]);
  });

  test("of a site's crawls the newest twenty are remembered, each with its log, and go with their site", async () => {
    const site = await enrolDue("https://x.dev");
    for (let n = 1; n <= 21; n++) {
      await place.age(site.id, 24 * 60);
      const { lease } = await leaseOf(site);
      const record = { ms: n, failed: 0, log: `log ${n}\0${"x".repeat(n === 21 ? 100_000 : 0)}` };
      const end = { ...same, record };
      await place.sites.finish(lease, end);
      await place.sites.finish(lease, end);
    }
    const runs = await place.sites.siteRuns(site.id);
    expect(runs.map(({ ms }) => ms)).toEqual(Array.from({ length: 20 }, (_, index) => 21 - index));
    expect(await place.sites.siteRunLog(site.id, runs[1]?.id ?? "")).toBe("log 20");
    expect((await place.sites.siteRunLog(site.id, runs[0]?.id ?? ""))?.length).toBe(32_768);
    expect(await place.sites.siteRunLog(randomUUID(), runs[0]?.id ?? "")).toBeUndefined();
    await place.sites.remove(site.id);
    expect(await place.sites.siteRuns(site.id)).toEqual([]);
  });

  test("a text with a NUL costs the site nothing", async () => {
    const site = await place.sites.enrol(enrolment("https://x.dev", { delivery: { ...delivery, text: "a\0b" } }));
    expect(await place.sites.latestText(site.id)).toBe("ab");
  });
});

test("any number of processes may bring the schema up to date at once", async () => {
  const server = await startPostgres();
  const databases = Array.from({ length: 6 }, () => new Database({ type: "postgres", url: server.url }, () => {}));
  try {
    await Promise.all(databases.map((database) => database.opened(AbortSignal.timeout(30_000))));
    await Promise.all(databases.map((database) => database.ping()));
  } finally {
    await Promise.all(databases.map((database) => database.close()));
    await server.close();
  }
});
