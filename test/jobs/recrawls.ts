import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { RecrawlProgress } from "../../packages/service/src/jobs/recrawls/recrawl.ts";
import { deliverDue, doRecrawl } from "../../packages/service/src/jobs/recrawls/recrawls.ts";
import type { CrawlRequest } from "../../packages/service/src/jobs/request.ts";
import { type CrawlSiteProgress, crawlSite } from "../../packages/service/src/jobs/requested-crawl.ts";
import type { SiteWorld } from "../../packages/service/src/jobs/world.ts";
import type { ListedSite } from "../../packages/service/src/sites/site-query.ts";
import { serveSite, type Site as Website } from "../servers/site.ts";
import { type BACKENDS, openSiteWorld, openTestSites, type TestSites, takeAll } from "../servers/sites.ts";

export const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");
export const never = new AbortController().signal;

export const page = (
  title: string,
  links: readonly string[] = [],
  words = "It is about one thing and says so at some length.",
) =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="${title}: ${words}"></head>
   <body><main><h1>${title}</h1><p>${words} ${`Every sentence here is about ${title}. `.repeat(8)}</p>
   ${links.map((link) => `<a href="${link}">${link}</a>`).join(" ")}</main></body></html>`;

export const etagged = (html: string) => {
  const etag = `"${sha256(html).slice(0, 16)}"`;
  return ({ headers }: { headers: Record<string, unknown> }, response: import("node:http").ServerResponse) => {
    const isKnown = headers["if-none-match"] === etag;
    response.writeHead(isKnown ? 304 : 200, { etag, "content-type": "text/html; charset=utf-8" });
    response.end(isKnown ? undefined : html);
  };
};

export const isConditional = ({ headers }: { headers: Record<string, unknown> }) => "if-none-match" in headers;

/** A site, and a world in which it is enrolled and crawled again: made anew for each test of the `describe` it is called in. */
export function recrawlsIn(backend: (typeof BACKENDS)[number]) {
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
    const progress: CrawlSiteProgress[] = [];
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

  /** Tries what is due of what waits to be stored. */
  const delivered = (its: SiteWorld = world) => deliverDue({ world: its, reportOn: () => () => {} }, never);

  return {
    get place() {
      return place;
    },
    get website() {
      return website;
    },
    get answers() {
      return answers;
    },
    get world() {
      return world;
    },
    request,
    enrolled,
    found,
    recrawled,
    delivered,
  };
}
