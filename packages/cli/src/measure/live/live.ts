import { type Fault, type ParsedLink, parseLlmsTxt } from "@llmstxt-service/document/check";
import { siteOf } from "../site-of.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import { type Address, type AskedLink, askLinks } from "./links.ts";
import { markdownFaults } from "./markdown.ts";
import { type LiveRunOptions, openRun } from "./run.ts";

export type { Coverage } from "./coverage.ts";

interface LiveOptions extends Omit<LiveRunOptions, "base"> {
  /** Address that the file was read from: it covers the pages below its path. */
  readonly source?: string;
  /** Address of the site, if a person gives it. */
  readonly site?: string;
}

export interface LinksReport {
  /** Site of the file; undefined if it cannot be known: relative addresses are not requested then. */
  readonly site?: string;
  /**
   * Numbers of different addresses: requested, and not requested, which are relative ones without a site and those over
   * the limits.
   */
  readonly asked: number;
  readonly notAsked: number;
  /** Coverage of the sitemaps; undefined without any. */
  readonly coverage?: Coverage;
  readonly faults: readonly Fault[];
}

/** Most different addresses requested, and most minutes for all of them. */
const MAX_ADDRESSES = 5_000;
const MAX_MINUTES = 20;

/** Checks the site: whether links answer, whether linked HTML has Markdown, and whether the sitemap has more pages. */
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

/** The different web addresses of a file, in their order; relative ones are resolved by the site. */
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

/** Share of a sitemap's pages from which coverage is good, as in other checkers of the format. */
const ENOUGH = 0.95;

/** Share below which a list is no choice of a large site's pages but hardly leads to any. */
const HARDLY_ANY = 0.1;
const FEW_PAGES = 5;

function coverageFaults({ pages, listed, missing }: Coverage): Fault[] {
  if (listed >= pages * ENOUGH) return [];
  const share = `${listed} of ${pages} pages (${Math.floor((100 * listed) / pages)} %)`;
  const rule = listed < FEW_PAGES && listed < pages * HARDLY_ANY ? "coverage-poor" : "coverage";
  return [{ rule, line: 1, detail: `${share}; missing: ${missing.join(", ")}` }];
}
