import { type Robots, RobotsByHost } from "@llmstxt-service/crawler/crawl/robots";
import type { SitemapEntry } from "@llmstxt-service/crawler/crawl/sitemap";
import { findSitemaps } from "@llmstxt-service/crawler/crawl/sitemap-search";
import { parseLlmsTxt } from "@llmstxt-service/document/check";
import { pageKey } from "@llmstxt-service/document/page-key";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import { versionFolderOf } from "@llmstxt-service/page/address/version-folder";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { MarkdownRun } from "./markdown.ts";

/** Pages of the sitemaps, and those of them that are listed. */
export interface Coverage {
  /** Pages of the sitemaps below the file's path. */
  readonly pages: number;
  readonly listed: number;
  /** Examples of pages that are not listed. */
  readonly missing: readonly string[];
}

const MAX_MISSING = 3;

/** Most sitemap files and their addresses; most linked llms.txt files, and levels of them. */
const LIMITS = {
  files: 100,
  bytes: 200 * 1024 * 1024,
  entries: 20_000,
  indexes: 50,
  levels: 2,
  indexBytes: 2 * 1024 * 1024,
};

/**
 * Coverage of the sitemaps; undefined if the site is not known, or no sitemap has pages below the file's path. Rejects
 * only when `signal` fires.
 */
export async function coverageOf(run: MarkdownRun, signal: AbortSignal): Promise<Coverage | undefined> {
  const { robots, entries } = await sitemapOf(run, signal);
  if (run.site === undefined || entries.length === 0) return undefined;
  const { site } = run;
  const listed = new Set((await listedAddresses(run, signal)).flatMap((url) => pageKey(url) ?? []));
  const home = pageKey(site.home);
  if (home !== undefined) listed.add(home);
  const own = entries.flatMap(({ url, alternates }) => {
    const page = site.own(url);
    const others = alternates.flatMap((one) => site.own(one.url) ?? []);
    // Pages that robots.txt forbids do not count.
    return page !== undefined && site.inScope(page) && robots.allows(page) ? [{ page, others }] : [];
  });
  if (own.length === 0) return undefined;
  const missing = own.filter((named) => !isListed(named, listed));
  const examples = missing.slice(0, MAX_MISSING).map(({ page }) => page);
  return { pages: own.length, listed: own.length - missing.length, missing: examples };
}

async function sitemapOf(
  { site, settings, fetch, readers }: MarkdownRun,
  signal: AbortSignal,
): Promise<{ readonly robots: Pick<Robots, "allows">; readonly entries: readonly SitemapEntry[] }> {
  if (site === undefined) return NOTHING_NAMED;
  try {
    const robots = await new RobotsByHost({ fetch, ...settings, report: () => {} }).of(site.home, signal);
    const search = { site, robots, linked: [], isWanted: undefined, fetch: fetch.plain };
    const limits = { maxFiles: LIMITS.files, maxBytes: LIMITS.bytes, maxEntries: LIMITS.entries };
    const reader = readers.forCrawl({ withMarkdown: false }, signal);
    const tell = { onSitemap: () => {}, onFailed: () => {}, onCut: () => {} };
    return { robots, entries: await findSitemaps({ ...search, ...limits, reader, ...tell }, signal) };
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof CrawlError)) throw thrown;
    return NOTHING_NAMED; // a robots.txt that cannot be had: no crawl would look further
  }
}

const NOTHING_NAMED = { robots: { allows: () => true }, entries: [] };

interface NamedPage {
  readonly page: PageUrl;
  readonly others: readonly PageUrl[];
}

/** True if the page is listed, also in another language or version. */
function isListed({ page, others }: NamedPage, listed: ReadonlySet<string>): boolean {
  const unversioned = versionFolderOf(page)?.withVersion(undefined);
  return [page, ...others, ...(unversioned === undefined ? [] : [unversioned])].some((one) => {
    const key = pageKey(one);
    return key !== undefined && listed.has(key);
  });
}

/** Addresses in the file, and in each llms.txt that it links to. */
async function listedAddresses({ asked, fetch, site }: MarkdownRun, signal: AbortSignal): Promise<readonly string[]> {
  const all = asked.map(({ url }) => url);
  const seen = new Set<string>();
  let next = all;
  for (let level = 0; level < LIMITS.levels; level++) {
    const files = next.filter((url) => isIndex(url) && site?.own(url) !== undefined && !seen.has(url));
    next = [];
    for (const url of files.slice(0, LIMITS.indexes - seen.size)) {
      seen.add(url);
      for (const link of await linksOf(url, fetch, signal)) next.push(link);
    }
    for (const url of next) all.push(url);
  }
  return all;
}

const isIndex = (url: string): boolean => new URL(url).pathname.endsWith("/llms.txt");

async function linksOf(url: string, fetch: MarkdownRun["fetch"], signal: AbortSignal): Promise<readonly string[]> {
  try {
    const { status, body } = await fetch.plain({ url, accept: "text/plain", maxBytes: LIMITS.indexBytes }, signal);
    if (status !== 200) return [];
    return parseLlmsTxt(new TextDecoder().decode(body)).links.flatMap((link) => URL.parse(link.url, url)?.href ?? []);
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof CrawlError)) throw thrown;
    return []; // it answered a moment ago: what it lists is then not known
  }
}
