import type { Readers } from "@llmstxt-service/crawler/crawl/reading";
import type { Fetching } from "@llmstxt-service/crawler/fetch";
import { type Fault, type ParsedLink, parseLlmsTxt } from "@llmstxt-service/document/check";
import type { CrawlSettings } from "@llmstxt-service/service/jobs/world";
import { siteOf } from "../site-of.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import { type Address, type AskedLink, askLinks } from "./links.ts";
import { markdownFaults } from "./markdown.ts";
import { openRun } from "./run.ts";

export type { Coverage } from "./coverage.ts";

export interface LiveOptions {
  readonly fetching: Fetching;
  readonly readers: Readers;
  readonly settings: Pick<CrawlSettings, "concurrency" | "productToken" | "respectRobots">;
  /** The address that the file was read from: it covers what lies under its path. */
  readonly source?: string;
  /** The site's address, where a person names it. */
  readonly site?: string;
}

/** Findings of a look at the site. */
export interface LinksReport {
  /** Undefined where nothing tells it: then relative addresses cannot be asked for. */
  readonly site?: string;
  /** Different addresses that were asked for, and that were not: relative ones without a site, and those beyond the limits. */
  readonly asked: number;
  readonly notAsked: number;
  /** Undefined where the site has no sitemap. */
  readonly coverage?: Coverage;
  readonly faults: readonly Fault[];
}

/** Most different addresses that are asked for, and minutes for all of them. */
const MAX_ADDRESSES = 5_000;
const MAX_MINUTES = 20;

/** Asks the site: do the links answer, is there Markdown where they lead to HTML, does the sitemap hold more? */
export async function checkLive(text: string, options: LiveOptions, signal: AbortSignal): Promise<LinksReport> {
  const { links, details } = parseLlmsTxt(text);
  const base = siteOf({ ...options, details, links });
  const run = openRun({ ...options, base }, signal);
  const timed = AbortSignal.any([signal, AbortSignal.timeout(MAX_MINUTES * 60_000)]);
  const addresses = addressesOf(links, base);
  const asked = await askLinks(addresses.slice(0, MAX_ADDRESSES), run.fetch, timed);
  signal.throwIfAborted();
  const answered = asked.filter(({ answer }) => answer !== undefined);
  const coverage = await coverageOf({ ...run, asked: answered }, signal);
  return {
    ...(base && { site: base }),
    asked: answered.length,
    notAsked: addresses.length - answered.length + (base === undefined ? links.filter(isRelative).length : 0),
    ...(coverage && { coverage }),
    faults: [
      ...asked.flatMap(linkFaults),
      ...(await markdownFaults({ ...run, asked: answered }, signal)),
      ...(coverage === undefined ? [] : coverageFaults(coverage)),
    ],
  };
}

/** The different web addresses of a file, relative ones by the site, in their order. */
function addressesOf(links: readonly ParsedLink[], base: string | undefined): Address[] {
  const lines = new Map<string, number[]>();
  for (const { url: written, line } of links) {
    const url = URL.parse(written, base);
    if (url === null || !/^https?:$/.test(url.protocol)) continue;
    url.hash = "";
    const known = lines.get(url.href);
    if (known === undefined) lines.set(url.href, [line]);
    else known.push(line);
  }
  return [...lines].map(([url, own]) => ({ url, lines: own }));
}

const isRelative = ({ url }: ParsedLink): boolean => !/^[a-z][a-z\d+.-]*:/i.test(url);

function linkFaults({ url, lines, answer }: AskedLink): Fault[] {
  if (answer === undefined) return [];
  if (answer.type === "dead")
    return lines.map((line) => ({ rule: "dead-link", line, detail: `${url}: ${answer.why}` }));
  if (answer.landed === url) return [];
  return lines.map((line) => ({ rule: "link-redirect", line, detail: `${url} leads to ${answer.landed}` }));
}

/** As the field's judge asks. */
const ENOUGH = 0.95;

/** A chosen list may leave out most of a large site; one this short leads to nothing of it. */
const HARDLY_ANY = 0.1;
const FEW_PAGES = 5;

function coverageFaults({ pages, listed, missing }: Coverage): Fault[] {
  if (listed >= pages * ENOUGH) return [];
  const share = `${listed} of ${pages} pages (${Math.floor((100 * listed) / pages)} %)`;
  const rule = listed < FEW_PAGES && listed < pages * HARDLY_ANY ? "coverage-poor" : "coverage";
  return [{ rule, line: 1, detail: `${share}; missing: ${missing.join(", ")}` }];
}
