import { createHash, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openDiskFiles } from "../../src/files/disk.ts";
import { namedAt, nameIn } from "../../src/files/files.ts";
import type { AlertJob, QueueAlerts } from "../../src/jobs/alerts.ts";
import { crawlSite, type SiteProgress } from "../../src/jobs/crawl-site.ts";
import type { GenerateProgress } from "../../src/jobs/generate/generate.ts";
import { moveMemories } from "../../src/jobs/memory/move-memories.ts";
import type { RecrawlProgress } from "../../src/jobs/recrawls/recrawl.ts";
import { doRecrawl } from "../../src/jobs/recrawls/recrawls.ts";
import type { CrawlRequest } from "../../src/jobs/request.ts";
import { storedUrl } from "../../src/jobs/storage/upload.ts";
import type { SiteWorld } from "../../src/jobs/world.ts";
import { openDescribe } from "../../src/llmstxt/enhance/enhance.ts";
import { Database } from "../../src/sites/database/database.ts";
import { oldMemories } from "../../src/sites/old-memories.ts";
import type { Site } from "../../src/sites/site.ts";
import type { ListedSite } from "../../src/sites/site-query.ts";
import { sitesIn } from "../../src/sites/store.ts";
import { startModel } from "../servers/model.ts";
import { serveSite, type Site as Website } from "../servers/site.ts";
import { BACKENDS, openSiteWorld, openTestSites, type TestSites, takeAll } from "../servers/sites.ts";

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");
const never = new AbortController().signal;

const page = (
  title: string,
  links: readonly string[] = [],
  words = "It is about one thing and says so at some length.",
) =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="${title}: ${words}"></head>
   <body><main><h1>${title}</h1><p>${words} ${`Every sentence here is about ${title}. `.repeat(8)}</p>
   ${links.map((link) => `<a href="${link}">${link}</a>`).join(" ")}</main></body></html>`;

const etagged = (html: string) => {
  const etag = `"${sha256(html).slice(0, 16)}"`;
  return ({ headers }: { headers: Record<string, unknown> }, response: import("node:http").ServerResponse) => {
    const isKnown = headers["if-none-match"] === etag;
    response.writeHead(isKnown ? 304 : 200, { etag, "content-type": "text/html; charset=utf-8" });
    response.end(isKnown ? undefined : html);
  };
};

describe.each(BACKENDS)("recrawling with an %s", (backend) => {
  let place: TestSites;
  let website: Website;
  let answers: Parameters<typeof serveSite>[0];
  let opened: ReturnType<typeof openSiteWorld>;
  let world: ReturnType<typeof openSiteWorld>["world"];

  beforeAll(async () => {
    place = await openTestSites(backend);
  });
  afterAll(() => place.close());
  beforeEach(async () => {
    await place.empty();
    answers = {
      "/": etagged(page("Home of X", ["/a", "/b"])),
      "/a": etagged(page("Alpha")),
      "/b": etagged(page("Beta")),
    };
    website = await serveSite(answers);
    opened = openSiteWorld(place.sites);
    world = opened.world;
  });
  afterEach(async () => {
    await opened.close();
    await website.close();
  });

  const request = (more: Partial<CrawlRequest> = {}): CrawlRequest => ({
    url: `${website.origin}/`,
    maxPages: 20,
    descLength: 300,
    scope: "domain",
    include: [],
    exclude: [],
    full: false,
    llmEnhance: false,
    useProxy: false,
    enrol: { recrawlIntervalMinutes: 60 },
    ...more,
  });

  async function enrolled(more: Partial<CrawlRequest> = {}, its: SiteWorld = world) {
    const progress: (GenerateProgress | SiteProgress)[] = [];
    const crawled = await crawlSite(request(more), { world: its, report: (fact) => progress.push(fact) }, never);
    return { crawled, progress, site: await found() };
  }

  async function found(): Promise<ListedSite> {
    const site = await place.sites.find(website.origin);
    if (site === undefined) throw new Error("not enrolled");
    return site;
  }

  async function recrawled(its: SiteWorld = world) {
    const before = await found();
    await place.age(before.id, 24 * 60);
    const run = await place.sites.startRun(100, takeAll);
    const progress: RecrawlProgress[] = [];
    const asked = website.requests.length;
    await doRecrawl(
      { siteId: before.id, runId: run.id },
      { world: its, listenTo: () => ({ report: (fact) => progress.push(fact) }) },
      never,
    );
    const settled = await place.sites.settleRun(run.id);
    const requests = website.requests.slice(asked);
    return { before, site: await found(), summary: settled?.summary, progress, requests };
  }

  test("an owner's changes alone make a new text, stay over every crawl, and leave one text behind when they go", async () => {
    const { site, crawled: first } = await enrolled();
    const overlay = {
      name: "Y",
      pages: [
        { path: "/a", hide: true },
        { path: "/gone", title: "Gone" },
      ],
    };
    await place.sites.setOverlay(site.id, { yaml: "name: Y\n", overlay });
    const text = async () => (await place.sites.latestText(site.id)) ?? "";
    const told = (progress: readonly RecrawlProgress[]) => progress.filter(({ type }) => type === "overlaid");

    const changed = await recrawled();
    expect(changed.summary).toMatchObject({ updated: 1, errors: 0 });
    expect(await text()).toMatch(/^# Y\n[\s\S]*Pages: 2\n/);
    expect(await text()).not.toContain("/a)");
    expect(changed.site.latestHash).toBe(sha256(await text()));
    expect(told(changed.progress)).toMatchObject([{ changes: 3, findings: [{ code: "pageGone", page: "/gone" }] }]);
    // The owner's hand is no sign of how often the site changes.
    expect(changed.site.avgChangeIntervalMinutes).toBe(site.avgChangeIntervalMinutes);

    expect((await recrawled()).summary).toMatchObject({ updated: 0, errors: 0 });
    answers["/b"] = etagged(page("Beta two"));
    expect((await recrawled()).summary).toMatchObject({ updated: 1, errors: 0 });
    expect(await text()).toMatch(/^# Y\n[\s\S]*Beta two/);

    expect(await place.sites.setOverlay(site.id, { yaml: "", overlay: {}, expected: ["another"] })).toBe("changed");
    await place.sites.setOverlay(site.id, { yaml: "", overlay: {} });
    expect((await recrawled()).summary).toMatchObject({ updated: 1, errors: 0 });
    expect((await text()).split("\n")[0]).toBe(first.text.split("\n")[0]);
    expect(await text()).toContain("/a)");
  });

  test("a page whose text changed where the document did not is written to the bundle, and the site counts as updated", async () => {
    await enrolled({ publish: true });
    const published = `https://files.test/${new URL(website.origin).host.replace(":", "_")}`;
    const index = world.files.texts.get(`${published}/llms.txt`);
    expect(index).toContain(`](${website.origin}/a.md)`);
    answers["/a"] = etagged(page("Alpha").replace("</main>", "<p>And now for something quite different.</p></main>"));
    const { summary } = await recrawled();
    expect(summary).toMatchObject({ updated: 1, errors: 0 });
    expect(world.files.texts.get(`${published}/a.md`)).toContain("And now for something quite different.");
    expect(world.files.texts.get(`${published}/llms.txt`)).toBe(index);
    expect((await recrawled()).summary).toMatchObject({ updated: 0, errors: 0 });
    delete answers["/b"];
    await recrawled();
    expect(world.files.texts.has(`${published}/b.md`)).toBe(false);
  });

  test("an enrolled crawl says that it is uploaded and enrolled, and its row is the text's hash and URL", async () => {
    const { crawled, progress, site } = await enrolled();
    expect(progress.slice(-3).map(({ type }) => type)).toEqual(["uploading", "uploaded", "enrolled"]);
    expect(site.latestHash).toBe(sha256(crawled.text));
    expect(site.latestUrl).toBe(storedUrl(crawled.uploaded));
    expect(world.files.texts.get(storedUrl(crawled.uploaded) ?? "")).toBe(crawled.text);
    expect(site).toMatchObject({
      request: { maxPages: 20, descLength: 300 },
      recrawlIntervalMinutes: 60,
      sentinelUrl: null,
      pages: 3,
    });
  });

  test("the sentinel is the first of the two sitemaps whose HEAD answers 200", async () => {
    answers["/sitemap_index.xml"] = "<sitemapindex></sitemapindex>";
    const { site } = await enrolled();
    expect(site.sentinelUrl).toBe(`${website.origin}/sitemap_index.xml`);
    const heads = website.requests.filter(({ method, path }) => method === "HEAD" && path.includes("sitemap"));
    expect(heads.map(({ path }) => path)).toEqual(["/sitemap.xml", "/sitemap_index.xml"]);
  });

  test("a sitemap whose HEAD hangs is given up after 5 seconds, and the site is enrolled all the same", async () => {
    const hanging: number[] = [];
    for (const path of ["/sitemap.xml", "/sitemap_index.xml"])
      answers[path] = ({ method }, response) => {
        if (method !== "HEAD") return void response.writeHead(404).end();
        const askedAt = performance.now();
        response.once("close", () => hanging.push(performance.now() - askedAt));
      };
    const { site, progress } = await enrolled();
    expect(progress.at(-1)).toMatchObject({ type: "enrolled" });
    expect(site.sentinelUrl).toBeNull();
    expect(hanging.map((ms) => Math.round(ms / 1_000))).toEqual([5, 5]);
  });

  test("a crawl without auto-update stores its text and enrols nothing", async () => {
    const { enrol: _, ...plain } = request();
    const crawled = await crawlSite(plain, { world, report: () => {} }, never);
    expect(storedUrl(crawled.uploaded)).toMatch(/^https:\/\/files\.test\/127\.0\.0\.1_\d+_\d{8}_\d{6}\.txt$/);
    expect(await place.sites.find(website.origin)).toBeUndefined();
  });

  test("a recrawl that lost more than the limit keeps the document and alerts; the third in a row is taken", async () => {
    const { site: before } = await enrolled();
    const queued: AlertJob[] = [];
    const queue: QueueAlerts = async (jobs) => void queued.push(...jobs);
    const alerts = {
      on: ["failing", "changed", "shrunk"],
      email: undefined,
      webhook: true,
      mail: false,
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
    await place.sites.change(before.id, { tags: ["client"] });
    await place.sites.setTagRule("client", { on: ["failing"], url: "https://hooks.example/client" });
    await recrawled(its);
    expect(queued.slice(1)).toMatchObject([
      { alert: { type: "failing", resolved: true }, to: { type: "webhook", url: "https://hooks.example/client" } },
    ]);
    await place.sites.change(before.id, { alerts: { on: [] } });
    delete answers["/a"];
    await recrawled(its);
    expect(queued).toHaveLength(2);
  });

  test("a recrawl that fails of something unexpected forgets the pages, and the next one reads them anew", async () => {
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

  test("when the upload fails the crawl still ends well, and the site is enrolled with an empty URL", async () => {
    world.files.fail = true;
    const { crawled, progress, site } = await enrolled();
    expect(crawled.uploaded).toMatchObject({
      type: "notStored",
      error: { code: "storage_failed", message: expect.stringContaining("503 Slow Down") },
    });
    expect(progress.slice(-2).map(({ type }) => type)).toEqual(["uploadFailed", "enrolled"]);
    expect(site).toMatchObject({ latestUrl: "", latestHash: crawled.digest });
    world.files.fail = false;
    const { site: after, summary } = await recrawled();
    expect(world.files.texts.get(after.latestUrl ?? "")).toBe(crawled.text);
    expect(summary).toMatchObject({ updated: 1, errors: 0 });
  });

  test("without a database the crawl goes on and says why it enrolled nothing", async () => {
    const nowhere = new Database({ type: "none" }, () => {});
    const progress: (GenerateProgress | SiteProgress)[] = [];
    const its = { ...world, sites: sitesIn(nowhere) };
    const crawled = await crawlSite(request(), { world: its, report: (fact) => progress.push(fact) }, never);
    expect(progress.at(-1)).toMatchObject({ type: "notEnrolled", error: { code: "database_unavailable" } });
    expect(storedUrl(crawled.uploaded)).toBeDefined();
    await nowhere.close();
  });

  const isConditional = ({ headers }: { headers: Record<string, unknown> }) => "if-none-match" in headers;

  test.each([
    ["is lost", () => world.blobs.kept.clear()],
    ["is damaged", () => [...world.blobs.kept.values()].map((bytes) => bytes.fill(0, 40, 60))],
    ["cannot be had", () => Object.assign(world.blobs, { fail: true })],
  ])("what is remembered of the pages %s: they are fetched whole, and nothing else is different", async (_, lose) => {
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

  test("a site is enrolled though the store takes neither its text nor its pages", async () => {
    Object.assign(world.files, { fail: true });
    world.blobs.fail = true;
    expect((await enrolled()).site).toMatchObject({ isStored: false, latestUrl: "" });
    Object.assign(world.files, { fail: false });
    world.blobs.fail = false;
    expect((await recrawled()).requests.filter(isConditional)).toEqual([]);
    expect((await recrawled()).requests.filter(isConditional)).toHaveLength(3);
  });

  test("what older versions remember in the database is moved to the store by many at once, and serves the next recrawl", async () => {
    await enrolled();
    const { id } = await found();
    const lease = await takenLease(id);
    const pages = await world.memory.recall({ baseUrl: lease.site.baseUrl, memoryKey: lease.memoryKey }, never);
    world.blobs.kept.clear();
    await place.database.run(async (db) => {
      await sql`update crawl_sites set memory_key = null`.execute(db);
      await sql`insert into site_memories (site_id, pages) values (${id}, ${pages})`.execute(db);
    });
    const old = oldMemories(place.database);
    world.blobs.fail = true;
    await expect(moveMemories(old, world.memory, AbortSignal.timeout(100))).rejects.toThrow();
    world.blobs.fail = false;
    await Promise.all([1, 2, 3].map(() => moveMemories(old, world.memory, never)));
    const left = await place.database.run((db) => db.selectFrom("site_memories").select("site_id").execute());
    expect([left, world.blobs.kept.size]).toEqual([[], 1]);
    expect((await recrawled()).requests.filter(isConditional)).toHaveLength(3);
  });

  test("sites of a host share its robots.txt and what there is of sitemaps, unless a person asked for the crawl", async () => {
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

  async function takenLease(id: string) {
    await place.age(id, 24 * 60);
    const run = await place.sites.startRun(100, takeAll);
    const lease = await place.sites.take(id, run.id, randomUUID());
    if (lease === undefined) throw new Error("not due");
    await place.sites.release(lease);
    await place.sites.skip(id, run.id);
    return lease;
  }

  test("an unchanged site stays unchanged: conditional requests, no upload, the same hash and URL", async () => {
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
    answers["/sitemap.xml"] = `<urlset><url><loc>${website.origin}/</loc><lastmod>2020-01-01</lastmod></url></urlset>`;
    await enrolled();
    const { site, summary, requests } = await recrawled();
    expect(summary).toEqual({ total: 1, processed: 0, updated: 0, unchanged: 1, errors: 0 });
    expect(requests.map(({ path }) => path)).toEqual(["/sitemap.xml"]);
    expect(site.sentinelLastModified).toEqual(new Date("2020-01-01T00:00:00Z"));
    expect(site.nextCrawlAt?.getTime()).toBeGreaterThan(Date.now() + 59 * 60_000);
  });

  test.each([
    ["newer than the last change", "<urlset><url><lastmod>2999-01-01</lastmod></url></urlset>"],
    ["without a date", "<urlset><url><loc>https://x.dev/</loc></url></urlset>"],
    ["that cannot be parsed", "This is no sitemap."],
  ])("a sitemap %s means a crawl", async (_, body) => {
    answers["/sitemap.xml"] = { body };
    await enrolled();
    expect((await recrawled()).summary).toMatchObject({ processed: 1, unchanged: 0 });
  });

  test("a sitemap that cannot be fetched is reported, and the crawl decides", async () => {
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
    answers["/sitemap.xml"] = "<urlset><url><lastmod>2020-01-01</lastmod></url></urlset>";
    const { site } = await enrolled();
    await place.sites.change(site.id, { maxPages: 2 });
    const { site: after, summary } = await recrawled();
    expect(summary).toMatchObject({ processed: 1, updated: 1, unchanged: 0 });
    expect(after.pages).toBe(2);
    expect((await recrawled()).summary).toMatchObject({ unchanged: 1 });
  });

  test("an upload that fails keeps the URL, counts as an error, and is made good by the next run although nothing changed", async () => {
    answers["/sitemap.xml"] = "<urlset><url><lastmod>2020-01-01</lastmod></url></urlset>";
    await enrolled();
    answers["/a"] = etagged(page("Alpha, rewritten"));
    answers["/sitemap.xml"] = "<urlset><url><lastmod>2999-01-01</lastmod></url></urlset>";
    world.files.fail = true;
    const failed = await recrawled();
    expect(failed.summary).toEqual({ total: 1, processed: 1, updated: 0, unchanged: 0, errors: 1 });
    expect(failed.site.latestUrl).toBe(failed.before.latestUrl);
    expect(failed.site.latestHash).not.toBe(failed.before.latestHash);
    expect(failed.site.isStored).toBe(false);
    world.files.fail = false;
    answers["/sitemap.xml"] = "<urlset><url><lastmod>2020-01-01</lastmod></url></urlset>";
    const good = await recrawled();
    expect(good.site).toMatchObject({ latestHash: failed.site.latestHash, isStored: true });
    expect(sha256(world.files.texts.get(good.site.latestUrl ?? "") ?? "")).toBe(good.site.latestHash);
    expect((await place.sites.versions(good.site.id, undefined, 1)).items[0]?.url).toBe(good.site.latestUrl);
  });

  test("a stored file that has gone is put back under its name by the next recrawl, also of a site that its sitemap excuses", async () => {
    answers["/sitemap.xml"] = "<urlset><url><lastmod>2020-01-01</lastmod></url></urlset>";
    const { crawled } = await enrolled();
    const { latestUrl } = await found();
    await world.files.remove(latestUrl?.split("/").at(-1) ?? "", never);
    const excused = await recrawled();
    expect(excused.summary).toEqual({ total: 1, processed: 0, updated: 0, unchanged: 1, errors: 0 });
    expect(excused.site.latestUrl).toBe(latestUrl);
    expect(world.files.texts.get(latestUrl ?? "")).toBe(crawled.text);
    delete answers["/sitemap.xml"];
    await world.files.remove(latestUrl?.split("/").at(-1) ?? "", never);
    const asked = await recrawled();
    expect(asked.summary).toMatchObject({ processed: 1, updated: 0, errors: 0 });
    expect([...world.files.texts]).toEqual([[latestUrl, crawled.text]]);
  });

  test("stable names, llms-full.txt and pages follow a site through its recrawls", async () => {
    const folder = await mkdtemp(join(tmpdir(), "beside-"));
    const files = await openDiskFiles({ folder, publicBase: () => "https://files.test" });
    const keeping = { ...world, files, extras: { stable: true, full: true } };
    const domain = new URL(website.origin).host.replace(":", "_");
    const read = (name: string) => readFile(join(folder, name), "utf8");
    const { crawled } = await enrolled({}, keeping);
    expect(crawled).not.toHaveProperty("full");
    expect(await read(`${domain}/llms.txt`)).toBe(crawled.text);
    answers["/a"] = etagged(page("Aleph"));
    const { site, progress } = await recrawled(keeping);
    const dated = site.latestUrl?.replace("https://files.test/", "") ?? "";
    const text = await read(dated);
    expect(text).toContain("[Aleph]");
    expect(await read(`${domain}/llms.txt`)).toBe(text);
    const full = await read(`${domain}/llms-full.txt`);
    expect(full).toContain("Every sentence here is about Beta.");
    expect(await read(dated.replace(".txt", "-full.txt"))).toBe(full);
    expect(await read(`${domain}/a.md`)).toContain("Every sentence here is about Aleph.");
    expect(progress).toContainEqual({ type: "pagesStored", stored: 3, pages: 3 });
    await rm(folder, { recursive: true });
  });

  test("one page that cannot be stored leaves the others, and the delivery", async () => {
    const folder = await mkdtemp(join(tmpdir(), "beside-"));
    const files = await openDiskFiles({ folder, publicBase: () => "https://files.test" });
    const domain = new URL(website.origin).host.replace(":", "_");
    await mkdir(join(folder, domain, "a.md"), { recursive: true });
    const { crawled, progress } = await enrolled({}, { ...world, files, extras: { stable: true, full: true } });
    expect(storedUrl(crawled.uploaded)).toBeDefined();
    expect(progress).toContainEqual({ type: "pagesStored", stored: 2, pages: 3 });
    expect(progress.at(-1)).toMatchObject({
      type: "extrasFailed",
      error: { message: expect.stringContaining("a.md") },
    });
    expect((await readdir(join(folder, domain))).sort()).toEqual([
      "a.md",
      "b.md",
      "index.md",
      "llms-full.txt",
      "llms.txt",
    ]);
    await rm(folder, { recursive: true });
  });

  test("a site that cannot be crawled keeps its hash and URL and is due again after an hour, then two", async () => {
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
    expect(await place.sites.siteRuns(id)).toMatchObject([failed, failed, failed]);
  });

  test("a site that ends its worker three times is counted as failed and moves on", async () => {
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

  test("in adaptive mode the next crawl comes after the learned average, else after the interval", async () => {
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

  test("a language model is asked only when the text before it changed", async () => {
    let calls = 0;
    const enhance = async (text: string) => {
      calls++;
      return {
        text: text.replace("Alpha: It is", "Alpha! It is"),
        piecesReplaced: 1,
        pieces: 1,
        tokensIn: 1,
        tokensOut: 1,
      };
    };
    const its = { ...world, enhance };
    await enrolled({ llmEnhance: true }, its);
    expect((await recrawled(its)).summary).toMatchObject({ processed: 1, updated: 0 });
    expect(calls).toBe(1);
    answers["/b"] = etagged(page("Beta, rewritten"));
    const { site, summary } = await recrawled(its);
    expect([summary?.updated, calls]).toEqual([1, 2]);
    expect(sha256(world.files.texts.get(site.latestUrl ?? "") ?? "")).toBe(site.latestHash);
    expect(site.plainDigest).not.toBe(site.latestHash);
  });

  test("topics asked for at enrolment stand in every later document, whatever the settings say", async () => {
    const told = (title: string) => {
      const part = (name: string) =>
        `<h2>${name} of tables</h2><p>How ${name} of tables work in a terminal, at length.</p>`;
      return etagged(page(title).replace("</main>", `${["Borders", "Columns", "Colours"].map(part).join("")}</main>`));
    };
    answers["/a"] = told("Alpha");
    const { crawled, site } = await enrolled({ topics: true });
    expect(crawled.text).toMatch(/\/a\): .* Covers: Borders of tables/);
    expect(site.request.topics).toBe(true);
    answers["/a"] = told("Alpha, rewritten");
    const { site: now } = await recrawled();
    expect(world.files.texts.get(now.latestUrl ?? "")).toMatch(/Alpha, rewritten.* Covers: Borders of tables/);
  });

  test("a recrawl asks a language model about the pages that changed, and about no others", async () => {
    await using model = await startModel("sk-1");
    model.behave((shown) => (/_call/.test(shown) ? `Calls ${shown.split("\n", 1)[0]} with a timeout.` : shown));
    const describe = openDescribe({ apiKey: "sk-1", baseUrl: model.baseUrl, model: "m", timeoutMs: 9_000 });
    const enhance = async (text: string) => ({ text, piecesReplaced: 1, pieces: 1 });
    const its = { ...world, enhance, describe };
    const bare = (name: string, more = "") =>
      etagged(`<title>${name}</title><h1>${name}</h1><pre>${name.toLowerCase()}_call({timeout: 1})${more}</pre>`);
    answers["/"] = etagged(page("Home of X", ["/a", "/b", "/c", "/d"]));
    answers["/c"] = bare("Gamma");
    answers["/d"] = bare("Delta");
    const { crawled } = await enrolled({ llmEnhance: true }, its);
    expect(crawled.text).toContain("/c): Calls Gamma with a timeout.\n");
    expect(model.requests).toHaveLength(2);
    // Gamma answers 304, and is only remembered; Delta is read anew, and is the same.
    answers["/a"] = etagged(page("Alpha, rewritten"));
    answers["/d"] = etagged(
      "<!-- built again -->" + `<title>Delta</title><h1>Delta</h1><pre>delta_call({timeout: 1})</pre>`,
    );
    const { site, progress } = await recrawled(its);
    expect(model.requests).toHaveLength(2);
    expect(progress.filter(({ type }) => type === "described")).toMatchObject([{ isNew: false }, { isNew: false }]);
    const text = world.files.texts.get(site.latestUrl ?? "") ?? "";
    for (const name of ["Gamma", "Delta"]) expect(text).toContain(`: Calls ${name} with a timeout.\n`);
    answers["/c"] = bare("Gamma", "; gamma_call({timeout: 2})");
    answers["/a"] = etagged(page("Alpha, rewritten again"));
    await recrawled(its);
    expect(model.requests).toHaveLength(3);
  });

  test("a webhook call at any step of a recrawl leaves the site due", async () => {
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

  test.each(["is killed", "is stopped"])(
    "a worker that %s after its uploads leaves no second text behind: the next try finds them",
    async (ending) => {
      const folder = await mkdtemp(join(tmpdir(), "again-"));
      const files = await openDiskFiles({ folder, publicBase: () => "https://files.test" });
      const keeping = { ...world, files, extras: { stable: false, full: true } };
      const { site } = await enrolled({}, keeping);
      answers["/a"] = etagged(page("Alpha, rewritten"));
      await place.age(site.id, 24 * 60);
      const run = await place.sites.startRun(1, takeAll);
      const job = { siteId: site.id, runId: run.id };
      const stop = new AbortController();
      const report = ({ type }: RecrawlProgress) => type === "extraStored" && stop.abort(new Error("stopping"));
      // Who is killed gives nothing back.
      const sites = ending === "is killed" ? { ...keeping.sites, release: async () => {} } : keeping.sites;
      const dying = { world: { ...keeping, sites }, listenTo: () => ({ report }) };
      await expect(doRecrawl(job, dying, stop.signal)).rejects.toThrow("stopping");
      await sleep(1_100); // a name of now would be another
      await doRecrawl(job, { world: keeping, listenTo: () => ({ report: () => {} }) }, never);
      const { latestUrl } = await found();
      expect(latestUrl).not.toBe(site.latestUrl);
      const named = [site.latestUrl, latestUrl].map((url) => nameIn(url ?? ""));
      const all = named.flatMap((name) => [name, name.replace(".txt", "-full.txt")]);
      expect((await readdir(folder)).filter((name) => name.endsWith(".txt")).sort()).toEqual(all.sort());
      await rm(folder, { recursive: true });
    },
  );

  test("a job whose site is done already, or gone, does nothing", async () => {
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
