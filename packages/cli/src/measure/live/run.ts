import { judgeWith, type Readers } from "@llmstxt-service/crawler/crawl/reading";
import { withSlots } from "@llmstxt-service/crawler/crawl/slots";
import type { CrawlFetch, Fetching } from "@llmstxt-service/crawler/fetch";
import { targetOf } from "@llmstxt-service/crawler/fetch/guard";
import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { Site } from "@llmstxt-service/page/address/site";
import type { CrawlSettings } from "@llmstxt-service/service/jobs/world";

export interface LiveRunOptions {
  readonly fetching: Fetching;
  readonly readers: Readers;
  readonly settings: Pick<CrawlSettings, "concurrency" | "productToken" | "respectRobots">;
  /** Address of the site, or of the file, which covers the pages below its path. */
  readonly base: string | undefined;
}

/** Inputs of every part of the check. */
export interface LiveRun {
  readonly fetch: CrawlFetch;
  readonly readers: Readers;
  readonly settings: LiveRunOptions["settings"];
  /** Site of the file; undefined if it cannot be known. */
  readonly site: Site | undefined;
}

/** Fetches as a crawl of the site would: its host may be private, and gets no more requests at once than in a crawl. */
export function openRun({ fetching, readers, settings, base }: LiveRunOptions, signal: AbortSignal): LiveRun {
  const reader = readers.forCrawl({ withMarkdown: false }, signal);
  const url = base === undefined ? undefined : tryPageUrl(base);
  const allow = url && { allow: targetOf(new URL(url)) };
  const fetch = fetching.forCrawl({ useProxy: false, judge: judgeWith(reader), ...allow });
  return { fetch: withSlots(fetch, settings.concurrency), readers, settings, site: url && new Site(url, url) };
}
