import type { Rendered } from "@llmstxt-service/document";
import type { CrawlError } from "@llmstxt-service/page/errors";
import { FAILURES } from "@llmstxt-service/page/failures";
import { type ByType, byType } from "./by-type.ts";
import type { SiteProgress } from "./jobs/crawl-site.ts";
import type { GenerateProgress } from "./jobs/generate/generate.ts";
import { describeOverlayFinding } from "./overlay-words.ts";
import { printable } from "./printable.ts";
import { unservedLines } from "./unserved-words.ts";

/** Findings of an overlay that are told one by one. */
const MAX_FINDINGS = 20;

/** The one place where facts become English: the log lines of a fact, none where a person needs to read nothing. */
export function describe(progress: Progress, maxPages: number): readonly string[] {
  return byType(LINES, progress, maxPages).map(printable);
}

type Progress = GenerateProgress | SiteProgress;

/** The log lines of each fact. */
const LINES: ByType<Progress, readonly string[], [maxPages: number]> = {
  robots: (one) => (one.allowed ? [] : [`robots.txt disallows ${one.url}`]),
  site: (one) => [`Crawling ${one.home}`],
  sitemap: (one) => [`Found sitemap with ${count(one.urls, "URL")}: ${one.url}`],
  sitemapsCut: (one) => [`Sitemaps: not all was read: more ${SITEMAP_LIMITS[one.limit]}`],
  sitemapFailed: (one) => [`Could not read the sitemap ${one.url}: ${one.error.message}`],
  known: (one) => [`Known so far: ${count(one.count, "page")}`],
  chosen: () => [],
  visiting: (one) => [`Visiting ${one.url}`],
  attempt: (one) => {
    const { rung, outcome, elapsedMs, waitedMs } = one.attempt;
    const waited = waitedMs < 1 ? "" : ` after waiting ${Math.round(waitedMs)} ms for its turn`;
    return [`Fetch by ${RUNG_NAMES[rung]}: ${outcome}, ${Math.round(elapsedMs)} ms${waited}: ${one.url}`];
  },
  page: (one, maxPages) => [`Progress: ${one.done}/${maxPages} pages: ${one.page.page.title}`],
  leftOut: (one) => [
    `Skipped: ${one.reason}: ${one.url}${one.of ? ` (see ${one.of})` : ""}${one.others ? `, and ${count(one.others, "other")}` : ""}`,
  ],
  failed: (one) => [`Failed to fetch ${one.url}: ${one.error.message}`],
  slower: (one) => {
    const apart = one.gapMs === undefined ? "" : `, one each ${one.gapMs / 1000} s`;
    return [`Slowing down: ${one.reason}; ${count(one.concurrency, "request")} at once${apart}`];
  },
  waiting: (one) => [
    `Waiting ${Math.ceil(one.leftMs / 1000)} s: ${one.host} asked for it; the crawl goes on at ${one.until.slice(11, 19)} UTC`,
  ],
  probing: (one) => [`Looking for Markdown versions of ${count(one.pages, "page")}`],
  markdown: (one) => [`Found Markdown version: ${one.markdownUrl}`],
  markdownFailed: (one) => [`Kept the plain text of ${one.url}: making Markdown of it failed: ${one.error.message}`],
  crawled: (one) => [...CRAWL_ENDS[one.why], `Crawl complete: ${count(one.pages, "page")}`],
  rendered: (one) => describeRendered(one.rendered),
  overlaid: (one) => [
    `Made ${count(one.changes, "change")} of the overlay`,
    ...one.findings.slice(0, MAX_FINDINGS).map((finding) => `Overlay: ${describeOverlayFinding(finding)}`),
    ...(one.findings.length > MAX_FINDINGS
      ? [`Overlay: ${count(one.findings.length - MAX_FINDINGS, "finding")} more`]
      : []),
  ],
  enhanceSkipped: () => ["Enhancement skipped: no language model is set up here"],
  enhancing: (one) => [`Enhancing with the language model: part ${one.piece} of ${one.pieces}`],
  pieceKept: (one) => [`Kept part ${one.piece} of ${one.pieces} as it was: ${one.why}`],
  tokens: (one) => [`Language model: ${count(one.tokensIn, "token")} in, ${count(one.tokensOut, "token")} out`],
  modelEstimate: (one) => [`Language model: ${count(one.calls, "call")} to make, about ${count(one.tokens, "token")}`],
  described: (one) => [`Described by the language model${one.isNew ? "" : " in an earlier run"}: ${one.url}`],
  notDescribed: (one) => [`Left without a description: ${one.url}: ${one.why}`],
  enhanced: (one) => [`Enhanced ${one.piecesReplaced} of ${count(one.pieces, "part")}`],
  enhanceFailed: (one) => [`Enhancement failed, keeping the original: ${one.error.message}`],
  uploading: () => ["Uploading llms.txt"],
  uploaded: (one) => [`Upload complete: ${one.url}`],
  withheld: () => ["Not stored: the site was read with header fields or cookies, and may be for few eyes"],
  credentialsNotKept: () => ["Headers not kept: SECRETS_KEY is not set"],
  uploadFailed: (one) => [`Upload failed: ${one.error.message}`],
  extraStored: (one) => [`Also stored: ${one.url}`],
  pagesStored: (one) => [`Also stored the Markdown of ${one.stored} of ${count(one.pages, "page")}`],
  extrasFailed: (one) => [`Not everything was stored beside it: ${one.error.message}`],
  bundleStored: (one) => [
    `Published for agents: ${count(one.files, "file")}, ${one.written} of them written: ${one.url}`,
  ],
  unserved: (one) => unservedLines(one),
  bundleFailed: (one) => [`Not published for agents: ${one.error.message}`],
  enrolled: () => ["Auto-update enabled for this site"],
  notEnrolled: (one) => [`Auto-update not enabled: ${whyNotEnrolled(one.error)}`],
};

/** A failed crawl in the words of the specification: what goes into the `error` message, or onto stderr. */
export function describeFailure(error: CrawlError): string {
  return FAILURES[error.code].about === "page" ? `Failed to fetch page: ${error.message}` : error.message;
}

/** In which state the database is away is nothing to tell clients. */
const whyNotEnrolled = (error: CrawlError) =>
  error.code === "database_unavailable" ? "database unavailable" : error.message;

/** `1 page`, `1,200 pages`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
}

const RUNG_NAMES = { plain: "plain HTTP", browser: "headless browser", proxy: "proxy browser" } as const;

const SITEMAP_LIMITS = {
  files: "files than are read for so many pages",
  bytes: "than 200 MB",
  entries: "addresses than can wait; each folder keeps its first ones",
  time: "than can be read in 30 s",
} as const;

const CRAWL_ENDS = {
  complete: [],
  limit: ["Maximum pages limit reached"],
  timeout: ["Crawl timeout exceeded"],
  asked: ["Crawl ended on request"],
} as const;

function describeRendered({ text, tokens, sections, shortened, over }: Rendered): readonly string[] {
  const size = `${count(text.length, "character")}, about ${count(tokens, "token")}, in ${count(sections.length, "section")}`;
  return [
    `llms.txt: ${size}`,
    ...(shortened > 0
      ? [`Shortened ${count(shortened, "excerpt")} to keep the file small enough to be read whole`]
      : []),
    ...(over > 0 ? [`The document is ${count(over, "character")} over its budget; --publish divides it`] : []),
  ];
}

/** The log message of a crawl that waits for its turn. */
export function describeWaiting(ahead: number): string {
  return ahead === 0 ? "Waiting: this crawl is next" : `Waiting: ${count(ahead, "crawl")} ahead of this one`;
}

/** The log message for a client that read too slowly to be told everything. */
export function describeMissedLogs(messages: number): string {
  return `${count(messages, "message")} left out: the connection is slow`;
}
