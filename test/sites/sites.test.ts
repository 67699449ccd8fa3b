import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Enrolled, Site as SiteJson, Sites, Version, VersionItem } from "../../packages/service/src/shapes.ts";
import { crawled, page, readEvents, smallSite, startReady } from "../serve/crawling.ts";
import type { Service } from "../servers/service.ts";
import { type Site, serveSite } from "../servers/site.ts";

let service: Service;
let site: Site;
let answers: ReturnType<typeof smallSite>;

beforeAll(async () => {
  service = await startReady({ DATABASE_URL: "", CRON_SECRET: "cron" });
});

afterAll(async () => {
  await service.stop();
});

beforeEach(async () => {
  answers = smallSite();
  site = await serveSite(answers);
});

afterEach(async () => {
  await site.close();
});

const get = async (id: string) => (await service.ask<SiteJson>(`GET /api/sites/${id}`)).body;
const list = async (query = "") => (await service.ask<Sites>(`GET /api/sites${query}`)).body;
const versions = async (id: string) =>
  (await service.ask<{ items: VersionItem[] }>(`GET /api/sites/${id}/versions`)).body.items;

/** Waits until this holds for the site. */
async function until(id: string, isSo: (site: SiteJson) => boolean): Promise<SiteJson> {
  await expect.poll(async () => isSo(await get(id)), { interval: 100 }).toBe(true);
  return get(id);
}

/** Enrols the small site by a crawl. */
async function enrolled(changes: object = {}): Promise<SiteJson> {
  const crawl = await crawled(service, { url: site.origin });
  const { body } = await service.ask<Enrolled>("POST /api/sites", { crawlId: crawl.id, ...changes });
  return get(body.sites[0]?.id ?? "");
}

async function recrawled(id: string): Promise<SiteJson> {
  const { lastCrawledAt } = await get(id);
  expect((await service.ask(`POST /api/sites/${id}/recrawl`)).status).toBe(202);
  return until(id, (now) => now.lastCrawledAt !== lastCrawledAt && now.state !== "crawling");
}

test("a site is enrolled by its address, and crawled at once", async () => {
  const { status, body } = await service.ask<Enrolled>("POST /api/sites", {
    ...{ base_url: `${site.origin}/#top`, recrawlIntervalMinutes: 60, maxPages: 2, webhook_secret: "s3cret" },
  });
  expect([status, body.refused]).toEqual([201, []]);
  const [added] = body.sites;
  expect(added?.baseUrl).toBe(site.origin);
  const done = await until(added?.id ?? "", ({ state }) => state === "upToDate");
  expect(done).toMatchObject({
    ...{ pages: 2, maxPages: 2, descLength: 500, recrawlIntervalMinutes: 60, alerts: true, hasWebhookSecret: true },
    ...{ failure: null, notStoredSince: null, overlay: null, document: expect.stringMatching(/^# Small Site\n/) },
    summary: { pages: 2, why: "limit" },
  });
  expect(JSON.stringify(done)).not.toContain("s3cret");
  expect(Date.parse(done.nextCrawlAt ?? "") - Date.parse(done.lastCrawledAt ?? "")).toBeCloseTo(3_600_000, -4);
  const twice = await service.ask("POST /api/sites", { base_url: site.origin });
  expect([twice.status, twice.body]).toEqual([409, { detail: "Site already enrolled" }]);
});

test("many sites are enrolled at once, and refused ones are named", async () => {
  const base_urls = ["https://one.invalid", "https://two.invalid/docs/", "nonsense", "https://ONE.invalid/"];
  const { status, body } = await service.ask<Enrolled>("POST /api/sites", { base_urls, language: "de" });
  expect(status).toBe(201);
  expect(body.sites.map(({ baseUrl }) => baseUrl)).toEqual(["https://one.invalid", "https://two.invalid/docs"]);
  expect(body.refused).toEqual([
    { base_url: "nonsense", detail: "Invalid URL format" },
    { base_url: "https://ONE.invalid/", detail: "Named twice" },
  ]);
  const failed = await until(body.sites[0]?.id ?? "", ({ state }) => state === "failed");
  expect(failed).toMatchObject({ failure: { code: "dns", times: 1 }, language: "de", document: null });
  const history = (await service.ask<{ items: { id: string }[] }>(`GET /api/crawls?siteId=${failed.id}`)).body.items;
  expect(history).toEqual([
    expect.objectContaining({ state: "failed", by: "site", error: expect.objectContaining({ code: "dns" }) }),
  ]);
  expect(failed.crawlId).toBe(history[0]?.id);
  expect((await readEvents(`${service.url}/api/crawls/${failed.crawlId}/events`)).at(-1)).toMatchObject({
    type: "end",
    content: "failed",
  });
});

test.each([
  [{}, 422, "base_url: must have one of base_url, base_urls and crawlId"],
  [
    { base_url: "https://a.example", crawlId: "00000000-0000-4000-8000-000000000000" },
    422,
    "base_url: must have one of base_url, base_urls and crawlId",
  ],
  [{ base_url: "nonsense" }, 422, "Invalid URL format"],
  [{ base_url: "https://a.example", maxPages: 5_000 }, 422, "Max pages must be between 1 and 1000"],
  [
    { base_url: "https://a.example", recrawlIntervalMinutes: 0 },
    422,
    "Recrawl interval must be between 1 and 525600 minutes",
  ],
  [{ crawlId: "00000000-0000-4000-8000-000000000000" }, 404, "No such crawl"],
])("enrolling with %j is refused", async (body, status, detail) => {
  const answer = await service.ask("POST /api/sites", body);
  expect([answer.status, answer.body]).toEqual([status, { detail }]);
});

test("a finished crawl becomes a site without another crawl", async () => {
  const crawl = await crawled(service, { url: site.origin, maxPages: 3 });
  const asked = site.requests.filter(({ method }) => method === "GET").length;
  const { body } = await service.ask<Enrolled>("POST /api/sites", { crawlId: crawl.id, recrawlIntervalMinutes: 1_440 });
  const kept = await get(body.sites[0]?.id ?? "");
  expect(kept).toMatchObject({
    ...{ state: "upToDate", document: crawl.document, plain: crawl.plain, fileUrl: crawl.fileUrl, crawlId: crawl.id },
    ...{ recrawlIntervalMinutes: 1_440, maxPages: 3, summary: crawl.summary },
  });
  expect(site.requests.filter(({ method }) => method === "GET")).toHaveLength(asked);
  expect((await service.ask(`GET /api/crawls/${crawl.id}`)).body).toMatchObject({ siteId: kept.id });
  const [version] = await versions(kept.id);
  expect(version).toMatchObject({ version: 1, by: "crawl", pages: 3, added: 2, removed: 0, url: crawl.fileUrl });
});

test("an unchanged site has no new version; an added page makes a version that counts it", async () => {
  const before = await enrolled();
  const same = await recrawled(before.id);
  expect(same).toMatchObject({ document: before.document, lastChangedAt: before.lastChangedAt });
  expect(await versions(before.id)).toHaveLength(1);
  Object.assign(answers, smallSite(4));
  const changed = await recrawled(before.id);
  expect(changed.document).toContain("Shears and hedges");
  expect(changed.pages).toBe(5);
  const [newest, first] = await versions(before.id);
  expect(newest).toMatchObject({ version: 2, by: "crawl", added: 1, removed: 0, pages: 5, url: changed.fileUrl });
  expect(first?.version).toBe(1);
  const { body } = await service.ask<Version>(`GET /api/sites/${before.id}/versions/2?against=1`);
  expect(body.text).toBe(changed.document);
  expect(body.difference?.added).toEqual([
    expect.objectContaining({ url: `${site.origin}/shears`, title: "Shears and hedges" }),
  ]);
  expect(body.difference?.unified).toMatch(/^\+- \[Shears and hedges\]/m);
  expect(body.difference?.unified).toMatch(/^--- version 1\n\+\+\+ version 2$/m);
  const { body: itself } = await service.ask<Version>(`GET /api/sites/${before.id}/versions/2?against=2`);
  expect(itself.difference?.unified).toBe("");
  const paged = (await service.ask(`GET /api/sites/${before.id}/versions?limit=1`)).body;
  expect(paged).toEqual({ items: [newest], next: "2" });
  expect((await service.ask(`GET /api/sites/${before.id}/versions?limit=1&cursor=2`)).body).toEqual({
    items: [first],
    next: null,
  });
  for (const path of ["versions/99999999999", "versions/2?against=99999999999", "versions?cursor=99999999999"])
    expect((await service.ask(`GET /api/sites/${before.id}/${path}`)).status).toBe(422);
  for (const path of ["versions/9", "versions/2?against=9"])
    expect((await service.ask(`GET /api/sites/${before.id}/${path}`)).status).toBe(404);
});

test("a changed overlay alone stores a new version; without the overlay the old text is back", async () => {
  const before = await enrolled();
  const asked = site.requests.length;
  const overlay = { name: "Tools", pages: [{ path: "/rake", hide: true }] };
  const patched = (await service.ask<SiteJson>(`PATCH /api/sites/${before.id}`, { overlay })).body;
  expect(site.requests).toHaveLength(asked);
  expect(patched).toMatchObject({ overlay, plain: before.document, nextCrawlAt: before.nextCrawlAt });
  expect(patched.document).toMatch(/^# Tools\n/);
  expect(patched.document).not.toContain("/rake");
  expect(patched.fileUrl).not.toBe(before.fileUrl);
  expect(patched.summary?.characters).toBe(patched.document?.length);
  expect(await versions(before.id)).toEqual([
    expect.objectContaining({ version: 2, by: "edit", removed: 1, url: patched.fileUrl }),
    expect.objectContaining({ version: 1 }),
  ]);
  const recrawledSite = await recrawled(before.id);
  expect(recrawledSite.document).toBe(patched.document);
  expect(await versions(before.id)).toHaveLength(2);
  const undone = (await service.ask<SiteJson>(`PATCH /api/sites/${before.id}`, { overlay: null })).body;
  expect(undone).toMatchObject({ overlay: null, document: before.document });
});

test("single settings of a site can be changed; a new interval counts from the last crawl", async () => {
  const before = await enrolled();
  const patch = async (changes: object) => (await service.ask<SiteJson>(`PATCH /api/sites/${before.id}`, changes)).body;
  const changed = await patch({ recrawlIntervalMinutes: 60, include: ["/spade"], language: "en", alerts: false });
  expect(changed).toMatchObject({
    recrawlIntervalMinutes: 60,
    include: ["/spade"],
    language: "en",
    alerts: false,
    maxPages: 50,
  });
  expect(Date.parse(changed.nextCrawlAt ?? "")).toBe(Date.parse(before.lastCrawledAt ?? "") + 3_600_000);
  expect(await patch({ language: null, webhook_secret: "s" })).toMatchObject({
    include: ["/spade"],
    language: null,
    hasWebhookSecret: true,
  });
  expect(await patch({ webhook_secret: "" })).toMatchObject({ hasWebhookSecret: false });
  const refused = await service.ask(`PATCH /api/sites/${before.id}`, { descLength: 5 });
  expect([refused.status, refused.body]).toEqual([422, { detail: "Description length must be between 100 and 2000" }]);
  const wrong = await service.ask(`PATCH /api/sites/${before.id}`, { descLength: 5, scope: "all" });
  expect([wrong.status, wrong.body]).toEqual([422, { detail: "scope: must be domain or path" }]);
});

test("a site with changed paths is crawled again, whatever its sitemap says", async () => {
  const urls = ["/", "/spade", "/rake", "/watering-can"].map(
    (path) => `<url><loc>${site.origin}${path}</loc><lastmod>2020-01-01</lastmod></url>`,
  );
  answers["/sitemap.xml"] = {
    headers: { "content-type": "application/xml" },
    body: `<urlset>${urls.join("")}</urlset>`,
  };
  const before = await enrolled();
  await service.ask(`PATCH /api/sites/${before.id}`, { exclude: ["/rake"] });
  expect((await recrawled(before.id)).document).not.toContain("/rake");
});

test("a paused site is not due, can be crawled by hand, and can be resumed", async () => {
  const before = await enrolled();
  const paused = (await service.ask<SiteJson>(`PATCH /api/sites/${before.id}`, { paused: true })).body;
  expect(paused).toMatchObject({ state: "paused", nextCrawlAt: null });
  expect(await recrawled(before.id)).toMatchObject({ state: "paused", nextCrawlAt: null });
  const due = (await service.ask<SiteJson>(`PATCH /api/sites/${before.id}`, { paused: false })).body;
  expect(Date.parse(due.nextCrawlAt ?? "")).toBeLessThanOrEqual(Date.now());
});

test("a removed site is gone with its versions; its crawl stays", async () => {
  const before = await enrolled();
  expect((await service.ask(`DELETE /api/sites/${before.id}`)).status).toBe(204);
  for (const request of [
    `GET /api/sites/${before.id}`,
    `DELETE /api/sites/${before.id}`,
    `GET /api/sites/${before.id}/versions`,
  ])
    expect((await service.ask(request)).body).toEqual({ detail: "No such site" });
  expect((await service.ask(`GET /api/crawls/${before.crawlId}`)).body).toMatchObject({ siteId: null, state: "done" });
});

test("the list can be searched, sorted and read in pages, sites without a value last", async () => {
  const { body } = await service.ask<Enrolled>("POST /api/sites", {
    base_urls: [
      "https://a.list.invalid",
      "https://b.list.invalid/100%_sure",
      "https://c.list.invalid",
      "https://d.other.invalid",
    ],
  });
  const ids = body.sites.map(({ id }) => id);
  for (const id of ids) await until(id, ({ state }) => state === "failed");
  await service.ask(`PATCH /api/sites/${ids[1]}`, { paused: true });
  await service.ask(`PATCH /api/sites/${ids[0]}`, { paused: true });
  const walk = async (query: string) => {
    const found: string[] = [];
    for (let next: string | null = ""; next !== null; ) {
      const part: Sites = await list(`?limit=1&${query}${next && `&cursor=${next}`}`);
      found.push(...part.items.map(({ baseUrl }) => new URL(baseUrl).hostname.slice(0, 1)));
      next = part.next;
    }
    return found.join("");
  };
  expect(await walk("search=LIST.invalid")).toBe("abc");
  expect(await walk("search=list.invalid&order=desc")).toBe("cba");
  expect((await walk("search=list.invalid&sort=nextCrawl")).slice(0, 1)).toBe("c");
  expect((await walk("search=list.invalid&sort=nextCrawl&order=desc")).slice(0, 1)).toBe("c");
  expect((await walk("search=list.invalid&sort=lastChange")).length).toBe(3);
  expect(await walk(`search=${encodeURIComponent("100%_")}`)).toBe("b");
  expect(await walk("search=nothing-like-it")).toBe("");
  const attention = await list("?filter=attention&search=list.invalid");
  expect(attention.items).toHaveLength(3);
  expect(attention.attention).toBeGreaterThanOrEqual(3);
  expect(attention.total).toBeGreaterThanOrEqual(4);
  const byPages = (await list("?limit=1&sort=pages")).next;
  for (const cursor of ["nonsense", byPages, Buffer.from("5").toString("base64url")])
    expect(await service.ask(`GET /api/sites?sort=lastChange&cursor=${cursor}`)).toMatchObject({
      status: 422,
      body: { detail: "Invalid request: cursor: must be the `next` of a list" },
    });
});

test("calls of the webhook and of an outside cron are visible in the list", async () => {
  const before = await enrolled({ webhook_secret: "s" });
  const base_url = before.baseUrl;
  const hook = await service.ask<{ next_crawl_at: string }>("POST /internal/hooks/site-changed", {
    base_url,
    webhook_secret: "s",
  });
  expect((await get(before.id)).nextCrawlAt).toBe(hook.body.next_crawl_at);
  answers["/"] = page("Small Site", "<p>Everything is new here, and nothing else is left.</p>");
  await service.ask("POST /internal/cron/recrawl", undefined, { "X-Cron-Secret": "cron" });
  const done = await until(before.id, ({ lastCrawledAt }) => lastCrawledAt !== before.lastCrawledAt);
  expect(done.document).toContain("Everything is new");
  const { body } = await service.ask<string>("GET /metrics");
  expect(body).toMatch(/llmstxt_recrawls_total\{outcome="updated"\} [1-9]/);
});
