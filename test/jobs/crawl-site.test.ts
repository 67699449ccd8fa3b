import { describe, expect, test } from "vitest";
import { type CrawlSiteProgress, crawlSite } from "../../packages/service/src/jobs/requested-crawl.ts";
import { storedUrl } from "../../packages/service/src/jobs/storage/upload.ts";
import { Database } from "../../packages/service/src/sites/database/database.ts";
import { sitesIn } from "../../packages/service/src/sites/store.ts";
import { BACKENDS } from "../servers/sites.ts";
import { isConditional, never, recrawlsIn, sha256 } from "./recrawls.ts";

describe.each(BACKENDS)("crawling and enrolling with an %s", (backend) => {
  const at = recrawlsIn(backend);

  test("an enrolled crawl says that it is uploaded and enrolled, and its row is the text's hash and URL", async () => {
    const { world, enrolled } = at;
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
    const { website, answers, enrolled } = at;
    answers["/sitemap_index.xml"] = "<sitemapindex></sitemapindex>";
    const { site } = await enrolled();
    expect(site.sentinelUrl).toBe(`${website.origin}/sitemap_index.xml`);
    const heads = website.requests.filter(({ method, path }) => method === "HEAD" && path.includes("sitemap"));
    expect(heads.map(({ path }) => path)).toEqual(["/sitemap.xml", "/sitemap_index.xml"]);
  });

  test("a sitemap whose HEAD hangs is given up after 5 seconds, and the site is enrolled all the same", async () => {
    const { answers, enrolled } = at;
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
    const { place, website, world, request } = at;
    const { enrol: _, ...plain } = request();
    const crawled = await crawlSite(plain, { world, report: () => {} }, never);
    expect(storedUrl(crawled.uploaded)).toMatch(/^https:\/\/files\.test\/127\.0\.0\.1_\d+_\d{8}_\d{6}\.txt$/);
    expect(await place.sites.find(website.origin)).toBeUndefined();
  });

  test("when the upload fails the crawl still ends well, and the site is enrolled with an empty URL", async () => {
    const { world, enrolled, found, recrawled, delivered } = at;
    world.files.fail = true;
    const { crawled, progress, site } = await enrolled();
    expect(crawled.uploaded).toMatchObject({
      type: "notStored",
      error: { code: "storage_failed", message: expect.stringContaining("503 Slow Down") },
    });
    expect(progress.slice(-2).map(({ type }) => type)).toEqual(["uploadFailed", "enrolled"]);
    expect(site).toMatchObject({ latestUrl: "", latestHash: crawled.digest });
    world.files.fail = false;
    await recrawled();
    await delivered();
    expect(world.files.texts.get((await found()).latestUrl ?? "")).toBe(crawled.text);
  });

  test("without a database the crawl goes on and says why it enrolled nothing", async () => {
    const { world, request } = at;
    const nowhere = new Database({ type: "none" }, () => {});
    const progress: CrawlSiteProgress[] = [];
    const its = { ...world, sites: sitesIn(nowhere) };
    const crawled = await crawlSite(request(), { world: its, report: (fact) => progress.push(fact) }, never);
    expect(progress.at(-1)).toMatchObject({ type: "notEnrolled", error: { code: "database_unavailable" } });
    expect(storedUrl(crawled.uploaded)).toBeDefined();
    await nowhere.close();
  });

  test("a site is enrolled though the store takes neither its text nor its pages", async () => {
    const { world, enrolled, recrawled } = at;
    Object.assign(world.files, { fail: true });
    world.blobs.fail = true;
    expect((await enrolled()).site).toMatchObject({ undelivered: { tries: 1 }, latestUrl: "" });
    Object.assign(world.files, { fail: false });
    world.blobs.fail = false;
    expect((await recrawled()).requests.filter(isConditional)).toEqual([]);
    expect((await recrawled()).requests.filter(isConditional)).toHaveLength(3);
  });
});
