import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AlertJob, QueueAlerts } from "../../packages/service/src/jobs/alerts.ts";
import { newKey } from "../../packages/service/src/jobs/cipher.ts";
import { Journals } from "../../packages/service/src/jobs/kept-journal.ts";
import type { RecrawlProgress } from "../../packages/service/src/jobs/recrawls/recrawl.ts";
import { doRecrawl, failRecrawl } from "../../packages/service/src/jobs/recrawls/recrawls.ts";
import { crawlSite } from "../../packages/service/src/jobs/requested-crawl.ts";
import { alertRule } from "../../packages/service/src/sites/alert-rule.ts";
import type { Site } from "../../packages/service/src/sites/site.ts";
import { openFolder } from "../../packages/service/src/store/disk.ts";
import { namedAt, nameIn } from "../../packages/service/src/store/names.ts";
import { POSTED } from "../servers/alerts.ts";
import { serveSite } from "../servers/site.ts";
import { BACKENDS, openSiteWorld, openTestSites, takeAll } from "../servers/sites.ts";
import { etagged, isConditional, never, page, recrawlsIn, sha256 } from "./recrawls.ts";

describe.each(BACKENDS)("recrawling with an %s", (backend) => {
  const at = recrawlsIn(backend);

  test("a recrawl that goes on tells which of its kept answers are damaged", async () => {
    const { place, answers, world, enrolled } = at;
    const { site } = await enrolled();
    const folder = mkdtempSync(join(tmpdir(), "llmstxt-journals-"));
    const store = await openFolder(folder, "private");
    const journals = new Journals({ store, settings: [], onFailed: () => {} });
    const run = await place.sites.startRunOver([site.id], takeAll);
    const job = { siteId: site.id, runId: run?.id ?? "", key: newKey() };
    const progress: RecrawlProgress[] = [];
    const report = (one: RecrawlProgress) => void progress.push(one);
    const doing = { world: { ...world, journals }, listenTo: () => ({ report }) };
    const stopping = new AbortController();
    const last = answers["/b"] ?? "";
    answers["/b"] = () => stopping.abort(new Error("stopped"));
    await expect(doRecrawl(job, doing, stopping.signal)).rejects.toThrow("stopped");
    answers["/b"] = last;
    const kept = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const { parentPath, name } of kept()) writeFileSync(join(parentPath, name), "damaged");
    const damaged = "damaged".length * kept().length;
    await doRecrawl(job, doing, never);
    expect(progress).toContainEqual({ type: "answersLost", why: "damaged", bytes: damaged });
    expect([damaged > 0, kept()]).toEqual([true, []]);
    rmSync(folder, { recursive: true });
  });

  test("a recrawl that lost more than the limit keeps the document and alerts; the third in a row is taken", async () => {
    const { place, answers, world, enrolled, recrawled } = at;
    const { site: before } = await enrolled();
    const queued: AlertJob[] = [];
    const queue: QueueAlerts = async (jobs) => void queued.push(...jobs);
    const alerts = {
      on: ["failing", "changed", "shrunk"],
      channels: POSTED,
      queue,
    } as const;
    const its = { ...world, recrawl: { ...world.recrawl, lossLimit: 0.5 }, alerts };
    const whole = answers["/"];
    answers["/"] = etagged(page("Home of X"));
    for (const times of [1, 2]) {
      const { site, summary, progress } = await recrawled(its);
      expect(site).toMatchObject({ status: "shrunk", pages: 1, previousPages: 3, kept: { pages: 3, times } });
      expect([site.latestHash, site.latestUrl]).toEqual([before.latestHash, before.latestUrl]);
      expect(summary).toMatchObject({ processed: 1, updated: 0, errors: 0 });
      expect(progress).toContainEqual({ type: "documentKept", pages: 3, found: 1, times });
    }
    expect(queued.map(({ alert }) => alert)).toMatchObject([{ type: "shrunk", pages: [3, 1], kept: true }]);
    const taken = await recrawled(its);
    expect(taken.site).toMatchObject({ status: "shrunk", pages: 1, kept: null });
    expect(taken.site.latestHash).not.toBe(before.latestHash);
    expect(queued.slice(1).map(({ alert }) => alert.type)).toEqual(["changed", "shrunk"]);
    expect(queued.at(-1)?.alert.fileUrl).toBe(taken.site.latestUrl);

    queued.splice(0);
    delete answers["/"];
    for (let failures = 1; failures <= 4; failures++) expect((await recrawled(its)).site.failures).toBe(failures);
    expect(queued.map(({ alert }) => alert)).toMatchObject([{ type: "failing", baseUrl: before.baseUrl }]);
    expect(queued[0]?.alert.reason).toContain("404");
    if (whole) answers["/"] = whole;
    await place.sites.change(before.id, {
      alerts: alertRule.parse({ on: ["failing"], url: "https://hooks.example/client" }),
    });
    await recrawled(its);
    expect(queued.slice(1)).toMatchObject([
      {
        alert: { type: "failing", resolved: true },
        to: { channel: "webhook", address: "https://hooks.example/client" },
      },
    ]);
    await place.sites.change(before.id, { alerts: alertRule.parse({ on: [] }) });
    delete answers["/a"];
    await recrawled(its);
    expect(queued).toHaveLength(2);
  });

  test("a recrawl that fails of something unexpected forgets the pages, and the next one reads them anew", async () => {
    const { world, enrolled, recrawled } = at;
    await enrolled();
    const fault = { forCrawl: () => Reflect.apply(() => JSON.parse("{"), undefined, []) };
    const failed = await recrawled({ ...world, readers: fault });
    expect(failed.site).toMatchObject({ failures: 1, latestHash: failed.before.latestHash });
    const next = await recrawled();
    expect(next.site.failures).toBe(0);
    expect(next.requests.every(({ headers }) => headers["if-none-match"] === undefined)).toBe(true);
    const after = await recrawled();
    expect(after.requests.some(({ headers }) => headers["if-none-match"] !== undefined)).toBe(true);
  });

  test.each([
    ["is lost", () => at.world.blobs.kept.clear()],
    ["is damaged", () => [...at.world.blobs.kept.values()].map((bytes) => bytes.fill(0, 40, 60))],
    ["cannot be had", () => Object.assign(at.world.blobs, { fail: true })],
  ])("what is remembered of the pages %s: they are fetched whole, and nothing else is different", async (_, lose) => {
    const { world, enrolled, recrawled } = at;
    await enrolled();
    expect(world.blobs.kept.size).toBe(1);
    lose();
    const { before, site, summary, requests } = await recrawled();
    expect(requests.filter(isConditional)).toEqual([]);
    expect(summary).toEqual({ total: 1, processed: 1, updated: 0, unchanged: 0, errors: 0 });
    expect(site).toMatchObject({ latestHash: before.latestHash, latestUrl: before.latestUrl, failures: 0 });
    world.blobs.fail = false;
    // Where the store failed only for a while, what it still has serves on.
    expect((await recrawled()).requests.filter(isConditional)).toHaveLength(3);
  });

  test("sites of a host share its robots.txt and what there is of sitemaps, unless a person asked for the crawl", async () => {
    const { place, website, answers, world, request } = at;
    const paths = ["one", "two"];
    for (const path of paths) answers[`/${path}/`] = page(`Part ${path}`);
    for (const path of paths) {
      const asked = request({ url: `${website.origin}/${path}/`, scope: "path" });
      await crawlSite(asked, { world, report: () => {} }, never);
    }
    const recrawl = async (path: string, asked: "due" | "wanted") => {
      const id = (await place.sites.find(`${website.origin}/${path}`))?.id ?? "";
      await place.age(id, 24 * 60);
      const run =
        asked === "wanted" ? await place.sites.startRunOver([id], takeAll) : await place.sites.startRun(1, takeAll);
      const from = website.requests.length;
      const listenTo = () => ({ report: () => {} });
      await doRecrawl({ siteId: id, runId: run?.id ?? "" }, { world, listenTo }, never);
      return website.requests.slice(from).flatMap((seen) => (/robots|sitemap/.test(seen.path) ? [seen.path] : []));
    };
    expect(await recrawl("one", "due")).toContain("/robots.txt");
    // Only what lies below its own path is its own.
    expect((await recrawl("two", "due")).filter((seen) => !seen.startsWith("/two/"))).toEqual([]);
    expect(await recrawl("two", "wanted")).toContain("/robots.txt");
  });

  async function _takenLease(id: string) {
    await at.place.age(id, 24 * 60);
    const run = await at.place.sites.startRun(100, takeAll);
    const lease = await at.place.sites.take(id, run.id, randomUUID());
    if (lease === undefined) throw new Error("not due");
    await at.place.sites.release(lease);
    await at.place.sites.skip(id, run.id);
    return lease;
  }

  test("an unchanged site stays unchanged: conditional requests, no upload, the same hash and URL", async () => {
    const { place, world, enrolled, recrawled } = at;
    const { crawled } = await enrolled();
    const { before, site, summary, requests } = await recrawled();
    expect(summary).toEqual({ total: 1, processed: 1, updated: 0, unchanged: 0, errors: 0 });
    expect(site).toMatchObject({ latestHash: before.latestHash, latestUrl: before.latestUrl, history: [0] });
    expect(world.files.texts.size).toBe(1);
    const pages = requests.filter(({ path }) => ["/", "/a", "/b"].includes(path));
    expect(pages.map(({ headers }) => "if-none-match" in headers)).toEqual([true, true, true]);
    expect(site.nextCrawlAt?.getTime()).toBeGreaterThan(Date.now() + 59 * 60_000);
    expect(await place.sites.latestText(site.id)).toBe(crawled.text);
  });

  test("a changed site is uploaded anew; its hash is that of the exact text at its URL, which says when it changed by the database's clock", async () => {
    const { place, answers, world, enrolled, recrawled } = at;
    await enrolled();
    answers["/b"] = etagged(page("Beta, rewritten"));
    const wrong = new Date(Date.now() + 5 * 86_400_000);
    const { before, site, summary } = await recrawled({ ...world, now: () => wrong });
    expect(summary).toEqual({ total: 1, processed: 1, updated: 1, unchanged: 0, errors: 0 });
    expect(site.latestUrl).not.toBe(before.latestUrl);
    const text = world.files.texts.get(site.latestUrl ?? "") ?? "";
    expect(sha256(text)).toBe(site.latestHash);
    expect(text).toContain("Beta, rewritten");
    const generated = new Date(/^Generated: (\S+)/m.exec(text)?.[1] ?? 0).getTime();
    expect(Math.abs(generated - Date.now())).toBeLessThan(60_000);
    expect(namedAt(nameIn(site.latestUrl ?? ""))?.getTime()).toBeLessThan(Date.now() + 60_000);
    expect(world.files.texts.has(before.latestUrl ?? "")).toBe(true);
    expect(site.history).toEqual([1]);
    const { items } = await place.sites.versions(site.id, undefined, 10);
    expect(items[0]).toMatchObject({ changed: 1, added: 0, removed: 0, url: site.latestUrl, digest: site.latestHash });
    const [run] = await place.sites.siteRuns(site.id);
    expect(run).toMatchObject({ outcome: "updated", why: null, pages: site.pages, changed: 1, failed: 0 });
  });

  test("a sitemap that has not changed since excuses the site from being crawled", async () => {
    const { website, answers, enrolled, recrawled } = at;
    answers["/sitemap.xml"] = `<urlset><url><loc>${website.origin}/</loc><lastmod>2020-01-01</lastmod></url></urlset>`;
    await enrolled();
    const { site, summary, requests } = await recrawled();
    expect(summary).toEqual({ total: 1, processed: 0, updated: 0, unchanged: 1, errors: 0 });
    expect(requests.map(({ path }) => path)).toEqual(["/sitemap.xml"]);
    expect(site.sentinelLastModified).toEqual(new Date("2020-01-01T00:00:00Z"));
    expect(site.nextCrawlAt?.getTime()).toBeGreaterThan(Date.now() + 59 * 60_000);
  });

  test("a site with sub-domains is crawled though one host's sitemap has not changed", async () => {
    const { website, answers, enrolled, recrawled } = at;
    answers["/sitemap.xml"] = `<urlset><url><loc>${website.origin}/</loc><lastmod>2020-01-01</lastmod></url></urlset>`;
    await enrolled({ subdomains: true });
    expect((await recrawled()).summary).toEqual({ total: 1, processed: 1, updated: 0, unchanged: 0, errors: 0 });
  });

  test.each([
    ["newer than the last change", "<urlset><url><lastmod>2999-01-01</lastmod></url></urlset>"],
    ["without a date", "<urlset><url><loc>https://x.dev/</loc></url></urlset>"],
    ["that cannot be parsed", "This is no sitemap."],
  ])("a sitemap %s means a crawl", async (_, body) => {
    const { answers, enrolled, recrawled } = at;
    answers["/sitemap.xml"] = { body };
    await enrolled();
    expect((await recrawled()).summary).toMatchObject({ processed: 1, unchanged: 0 });
  });

  test("a sitemap that cannot be fetched is reported, and the crawl decides", async () => {
    const { answers, enrolled, recrawled } = at;
    answers["/sitemap.xml"] = "<urlset></urlset>";
    await enrolled();
    answers["/sitemap.xml"] = (request, response) => {
      if (request.method === "HEAD") response.end();
      else response.destroy();
    };
    const { progress, summary } = await recrawled();
    expect(progress.map(({ type }) => type)).toContain("sentinelFailed");
    expect(summary).toMatchObject({ processed: 1, errors: 0 });
  });

  test("a person who asks for a crawl, or changes what it covers, gets one whatever the sitemap says", async () => {
    const { place, answers, enrolled, recrawled } = at;
    answers["/sitemap.xml"] = "<urlset><url><lastmod>2020-01-01</lastmod></url></urlset>";
    const { site } = await enrolled();
    await place.sites.change(site.id, { maxPages: 2 });
    const { site: after, summary } = await recrawled();
    expect(summary).toMatchObject({ processed: 1, updated: 1, unchanged: 0 });
    expect(after.pages).toBe(2);
    expect((await recrawled()).summary).toMatchObject({ unchanged: 1 });
  });

  test("a site that cannot be crawled keeps its hash and URL and is due again after an hour, then two", async () => {
    const { place, answers, enrolled, found, recrawled } = at;
    await enrolled({ enrol: { recrawlIntervalMinutes: 1_440 } });
    for (const path of Object.keys(answers)) answers[path] = { status: 404 };
    for (const hours of [1, 2, 4]) {
      const { before, site, summary, progress } = await recrawled();
      expect(summary).toEqual({ total: 1, processed: 0, updated: 0, unchanged: 0, errors: 1 });
      expect(site).toMatchObject({ latestHash: before.latestHash, latestUrl: before.latestUrl });
      expect(progress.at(-1)).toMatchObject({ type: "recrawlFailed", retryMinutes: hours * 60 });
      expect(Math.round(((site.nextCrawlAt?.getTime() ?? 0) - site.updatedAt.getTime()) / 3_600_000)).toBe(hours);
    }
    const { id, lastError } = await found();
    const failed = { outcome: "failed", why: lastError, pages: null, ms: expect.any(Number) };
    expect(await place.sites.siteRuns(id)).toMatchObject([failed, failed, failed, { pages: expect.any(Number) }]);
  });

  test("a site that ends its worker three times is counted as failed and moves on", async () => {
    const { place, website, world, enrolled, found } = at;
    const { site } = await enrolled();
    await place.age(site.id, 24 * 60);
    const run = await place.sites.startRun(1, takeAll);
    for (let crash = 0; crash < 3; crash++) await place.sites.take(site.id, run.id, crypto.randomUUID());
    const asked = website.requests.length;
    await doRecrawl({ siteId: site.id, runId: run.id }, { world, listenTo: () => ({ report: () => {} }) }, never);
    expect(website.requests.length).toBe(asked);
    expect((await place.sites.settleRun(run.id))?.summary).toMatchObject({ total: 1, errors: 1 });
    expect((await found()).lastError).toBe("The last 3 recrawls of this site ended their worker");
  });

  test("a job that cannot be read fails its site's recrawl, which says why, and the run that waits for it ends", async () => {
    const { place, website, world, enrolled, found } = at;
    const { site } = await enrolled();
    await place.age(site.id, 24 * 60);
    const run = await place.sites.startRun(1, takeAll);
    const asked = website.requests.length;
    const job = { baseUrl: site.baseUrl, why: "runId is missing" };
    await failRecrawl(job, { world, listenTo: () => ({ report: () => {} }) }, never);
    expect(website.requests.length).toBe(asked);
    expect((await place.sites.settleRun(run.id))?.summary).toMatchObject({ total: 1, errors: 1 });
    expect(await found()).toMatchObject({
      failures: 1,
      lastError: expect.stringContaining("The job of this recrawl cannot be read: runId is missing"),
    });
    const next = (await found()).nextCrawlAt?.getTime() ?? 0;
    expect(next - Date.now()).toBeGreaterThan(55 * 60_000);
  });

  test("in adaptive mode the next crawl comes after the learned average, else after the interval", async () => {
    const { place, answers, world, enrolled, recrawled } = at;
    await enrolled({ enrol: { recrawlIntervalMinutes: 600 } });
    const adaptive = { ...world, recrawl: { ...world.recrawl, isAdaptive: true } };
    answers["/a"] = etagged(page("Alpha 2"));
    const { site } = await recrawled(adaptive);
    // A day since the last change, and 600 minutes before anything was learned.
    expect(site.avgChangeIntervalMinutes).toBeCloseTo(0.5 * 1_440 + 0.5 * 600, 0);
    const minutesOf = ({ nextCrawlAt, lastCrawledAt }: Site) =>
      ((nextCrawlAt?.getTime() ?? 0) - (lastCrawledAt?.getTime() ?? 0)) / 60_000;
    expect(minutesOf(site)).toBeCloseTo(1_020, 0);
    // Silent for three days since.
    await place.age(site.id, 2 * 1_440);
    const later = await recrawled(adaptive);
    expect(later.site.avgChangeIntervalMinutes).toBe(site.avgChangeIntervalMinutes);
    expect(minutesOf(later.site)).toBeCloseTo(0.5 * 3 * 1_440 + 0.5 * 1_020, 0);
  });

  test("a webhook call at any step of a recrawl leaves the site due", async () => {
    const { place, website, answers, world, enrolled, found } = at;
    await enrolled();
    const steps: RecrawlProgress["type"][] = ["visiting", "page", "crawled", "rendered", "uploading", "uploaded"];
    for (const step of steps) {
      const before = await found();
      answers["/a"] = etagged(page(`Alpha before ${step}`));
      await place.age(before.id, 24 * 60);
      const run = await place.sites.startRun(1, takeAll);
      let marked: Promise<unknown> | undefined;
      const report = (fact: RecrawlProgress) => {
        if (fact.type === step) marked ??= place.sites.mark(website.origin, undefined);
      };
      await doRecrawl({ siteId: before.id, runId: run.id }, { world, listenTo: () => ({ report }) }, never);
      await marked;
      expect((await found()).nextCrawlAt?.getTime(), step).toBeLessThanOrEqual(Date.now());
    }
  });

  test("stopping in mid-crawl leaves the site due, and nothing half done", async () => {
    const { place, answers, world, enrolled, found } = at;
    const { site } = await enrolled();
    answers["/a"] = etagged(page("Alpha, rewritten"));
    await place.age(site.id, 24 * 60);
    const run = await place.sites.startRun(1, takeAll);
    const stop = new AbortController();
    const report = ({ type }: RecrawlProgress) => type === "page" && stop.abort(new Error("stopping"));
    const job = { siteId: site.id, runId: run.id };
    await expect(doRecrawl(job, { world, listenTo: () => ({ report }) }, stop.signal)).rejects.toThrow();
    expect(await found()).toMatchObject({ status: "due", latestHash: site.latestHash, latestUrl: site.latestUrl });
    await doRecrawl(job, { world, listenTo: () => ({ report: () => {} }) }, never);
    expect((await place.sites.settleRun(run.id))?.summary).toMatchObject({ processed: 1, updated: 1 });
  });

  test("a job whose site is done already, or gone, does nothing", async () => {
    const { place, website, world, enrolled } = at;
    const { site } = await enrolled();
    const run = await place.sites.startRunOver([site.id], takeAll);
    const job = { siteId: site.id, runId: run?.id ?? "" };
    await doRecrawl(job, { world, listenTo: () => ({ report: () => {} }) }, never);
    const asked = website.requests.length;
    await doRecrawl(job, { world, listenTo: () => ({ report: () => {} }) }, never);
    await place.sites.remove(site.id);
    await doRecrawl(job, { world, listenTo: () => ({ report: () => {} }) }, never);
    expect(website.requests.length).toBe(asked);
  });
});

test("an unchanged site of 200 pages costs at most 205 requests and under 2 % of the first crawl's bytes", async () => {
  const place = await openTestSites("Postgres server");
  const paths = Array.from({ length: 199 }, (_, index) => `/p${index}`);
  const body = "A long and ordinary paragraph that has something to say about its subject. ".repeat(100);
  let sent = 0;
  const counted = (html: string) => {
    const answer = etagged(html);
    return (request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => {
      answer(request, response);
      if (response.statusCode === 200) sent += Buffer.byteLength(html);
    };
  };
  const website = await serveSite({
    "/": counted(page("Home", paths)),
    ...Object.fromEntries(paths.map((path) => [path, counted(page(`Page ${path}`, ["/"], `${path} ${body}`))])),
  });
  const { world, close } = openSiteWorld(place.sites);
  const request = {
    url: website.origin,
    maxPages: 200,
    descLength: 300,
    scope: "domain",
    include: [],
    exclude: [],
  } as const;
  const enrol = { recrawlIntervalMinutes: 60 };
  const first = await crawlSite(
    { ...request, full: false, llmEnhance: false, useProxy: false, enrol },
    { world, report: () => {} },
    never,
  );
  expect(first.pages.length).toBe(200);
  const firstSent = sent;
  const asked = website.requests.length;
  const site = await place.sites.find(website.origin);
  const run = await place.sites.startRunOver([site?.id ?? ""], takeAll);
  await doRecrawl(
    { siteId: site?.id ?? "", runId: run?.id ?? "" },
    { world, listenTo: () => ({ report: () => {} }) },
    never,
  );
  expect((await place.sites.settleRun(run?.id ?? ""))?.summary).toMatchObject({ processed: 1, updated: 0, errors: 0 });
  expect(website.requests.length - asked).toBeLessThanOrEqual(205);
  expect((sent - firstSent) / firstSent).toBeLessThan(0.02);
  await close();
  await website.close();
  await place.close();
});
