import type { Reader } from "@llmstxt-service/crawler/crawl/reading";
import { judgeWith } from "@llmstxt-service/crawler/crawl/reading";
import { RobotsByHost } from "@llmstxt-service/crawler/crawl/robots";
import { withSlots } from "@llmstxt-service/crawler/crawl/slots";
import { visit } from "@llmstxt-service/crawler/crawl/visit";
import type { CrawlFetch, Fetching } from "@llmstxt-service/crawler/fetch";
import { targetOf } from "@llmstxt-service/crawler/fetch/guard";
import { pageUrl } from "@llmstxt-service/page/address/page-url";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { CrawlSettings } from "@llmstxt-service/service/jobs/world";
import type { PageAccess, ReadHtml } from "./read-pages.ts";

interface NetworkOptions {
  readonly fetching: Fetching;
  readonly reader: Reader;
  /** Addresses that a person typed: their hosts and ports may be private. */
  readonly typed: readonly string[];
  readonly settings: Pick<CrawlSettings, "concurrency" | "productToken" | "respectRobots">;
}

/** Most redirects to other hosts that are followed for a page. */
const MAX_HOPS = 5;

const MAX_MARKDOWN_BYTES = 2 * 1024 * 1024;

/** Fetcher of some hosts, and their robots.txt. */
type RequestWay = { readonly fetch: CrawlFetch; readonly robots: RobotsByHost };

/** Access to pages as in a crawl: robots.txt, the address guard, the host's pace, and the browser if needed. */
export function networkAccess(options: NetworkOptions): PageAccess {
  const wayTo = ways(options);
  const { reader } = options;
  const allowed = async (url: string, signal: AbortSignal) => {
    const way = wayTo(url);
    const rules = await way.robots.of(url, signal);
    if (!rules.allows(url)) throw new CrawlError("robots_disallows", { url });
    return { ...way, rules };
  };
  const pageAt = async (text: string, hops: number, signal: AbortSignal): Promise<ReadHtml> => {
    const url = pageUrl(text);
    const { fetch, rules } = await allowed(url, signal);
    const { origin } = new URL(url);
    const mayFollow = (target: string) => new URL(target).origin === origin && rules.allows(target);
    let characters = 0;
    const counted: CrawlFetch["page"] = async (request, stop) => {
      const fetched = await fetch.page(request, stop);
      characters = utf8CodePoints(fetched.body);
      return fetched;
    };
    const seen = await visit(url, { fetch: counted, reader, mayFollow, stored: undefined }, signal);
    if (seen.type === "read") {
      const { url: landed, page, markdown } = seen;
      return { url: landed, page, characters, ...(markdown !== undefined && { markdown }) };
    }
    if (seen.type === "failed") throw seen.error;
    if (seen.type === "unchanged" || hops >= MAX_HOPS) throw new CrawlError("too_many_redirects", { max: MAX_HOPS });
    return pageAt(seen.target, hops + 1, signal);
  };
  return {
    page: (url, signal) => pageAt(url, 0, signal),
    async markdown(url, signal) {
      const { fetch, rules } = await allowed(url, signal);
      const request = { url, accept: "text/markdown, text/plain;q=0.9, */*;q=0.1", maxBytes: MAX_MARKDOWN_BYTES };
      const { status, body } = await fetch.plain({ ...request, mayFollow: rules.allows }, signal);
      if (status !== 200) throw new CrawlError("http_status", { status });
      const text = new TextDecoder().decode(body);
      // Some servers answer a missing file with 200 and a page of HTML.
      if (/^\s*<(?:!doctype|html)/i.test(text.slice(0, 1_000)))
        throw new CrawlError("unsupported_type", { detail: "HTML" });
      return text;
    },
  };
}

/** Fetchers: one for each typed host, and one for all others. */
function ways({ fetching, reader, typed, settings }: NetworkOptions): (url: string) => RequestWay {
  const targets = new Map(typed.map((address) => [new URL(address).host, targetOf(new URL(address))]));
  const known = new Map<string, RequestWay>();
  return (url) => {
    const { host } = new URL(url);
    const allow = targets.get(host);
    const name = allow === undefined ? "" : host;
    const before = known.get(name);
    if (before !== undefined) return before;
    const base = fetching.forCrawl({ useProxy: false, judge: judgeWith(reader), ...(allow && { allow }) });
    const fetch = withSlots(base, settings.concurrency);
    const way = { fetch, robots: new RobotsByHost({ fetch, ...settings, report: () => {} }) };
    known.set(name, way);
    return way;
  };
}

/** Counts bytes that start a character. */
function utf8CodePoints(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if ((byte & 0xc0) !== 0x80) count++;
  return count;
}
