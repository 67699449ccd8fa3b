import { type CrawlError, FAILURES } from "../errors.ts";
import type { SiteProgress } from "../jobs/crawl-site.ts";
import type { GenerateProgress } from "../jobs/generate.ts";
import type { Rendered } from "../llmstxt/llmstxt.ts";
import { describeOverlayFinding } from "./overlay-words.ts";
import { printable } from "./printable.ts";

/** Findings of an overlay that are told one by one. */
const MAX_FINDINGS = 20;

/** The one place where facts become English: the log lines of a fact, none where a person needs to read nothing. */
export function describe(progress: GenerateProgress | SiteProgress, maxPages: number): readonly string[] {
  return words(progress, maxPages).map(printable);
}

function words(progress: GenerateProgress | SiteProgress, maxPages: number): readonly string[] {
  switch (progress.type) {
    case "robots":
      return progress.allowed ? [] : [`robots.txt disallows ${progress.url}`];
    case "site":
      return [`Crawling ${progress.home}`];
    case "sitemap":
      return [`Found sitemap with ${count(progress.urls, "URL")}: ${progress.url}`];
    case "sitemapsCut":
      return [`Sitemaps: not all was read: more ${SITEMAP_LIMITS[progress.limit]}`];
    case "sitemapFailed":
      return [`Could not read the sitemap ${progress.url}: ${progress.error.message}`];
    case "known":
      return [`Known so far: ${count(progress.count, "page")}`];
    case "chosen":
      return [];
    case "visiting":
      return [`Visiting ${progress.url}`];
    case "attempt": {
      const { rung, outcome, elapsedMs } = progress.attempt;
      return [`Fetch by ${RUNG_NAMES[rung]}: ${outcome}, ${Math.round(elapsedMs)} ms: ${progress.url}`];
    }
    case "page":
      return [`Progress: ${progress.done}/${maxPages} pages: ${progress.page.page.title}`];
    case "leftOut":
      return [`Skipped: ${progress.reason}: ${progress.url}${progress.of ? ` (see ${progress.of})` : ""}`];
    case "failed":
      return [`Failed to fetch ${progress.url}: ${progress.error.message}`];
    case "slower":
      return [`Slowing down: ${progress.reason}; ${count(progress.concurrency, "request")} at once`];
    case "probing":
      return [`Looking for Markdown versions of ${count(progress.pages, "page")}`];
    case "markdown":
      return [`Found Markdown version: ${progress.markdownUrl}`];
    case "markdownFailed":
      return [`Kept the plain text of ${progress.url}: making Markdown of it failed: ${progress.error.message}`];
    case "crawled":
      return [...CRAWL_ENDS[progress.why], `Crawl complete: ${count(progress.pages, "page")}`];
    case "rendered":
      return describeRendered(progress.rendered);
    case "overlaid":
      return [
        `Made ${count(progress.changes, "change")} of the overlay`,
        ...progress.findings.slice(0, MAX_FINDINGS).map((finding) => `Overlay: ${describeOverlayFinding(finding)}`),
        ...(progress.findings.length > MAX_FINDINGS
          ? [`Overlay: ${count(progress.findings.length - MAX_FINDINGS, "finding")} more`]
          : []),
      ];
    case "enhanceSkipped":
      return ["Enhancement skipped: no language model is set up here"];
    case "enhancing":
      return [`Enhancing with the language model: part ${progress.piece} of ${progress.pieces}`];
    case "pieceKept":
      return [`Kept part ${progress.piece} of ${progress.pieces} as it was: ${progress.why}`];
    case "tokens":
      return [`Language model: ${count(progress.tokensIn, "token")} in, ${count(progress.tokensOut, "token")} out`];
    case "modelEstimate":
      return [`Language model: ${count(progress.calls, "call")} to make, about ${count(progress.tokens, "token")}`];
    case "described":
      return [`Described by the language model${progress.isNew ? "" : " in an earlier run"}: ${progress.url}`];
    case "notDescribed":
      return [`Left without a description: ${progress.url}: ${progress.why}`];
    case "enhanced":
      return [`Enhanced ${progress.piecesReplaced} of ${count(progress.pieces, "part")}`];
    case "enhanceFailed":
      return [`Enhancement failed, keeping the original: ${progress.error.message}`];
    case "uploading":
      return ["Uploading llms.txt"];
    case "uploaded":
      return [`Upload complete: ${progress.url}`];
    case "withheld":
      return ["Not stored: the site was read with header fields or cookies, and may be for few eyes"];
    case "credentialsNotKept":
      return ["Headers not kept: SECRETS_KEY is not set"];
    case "uploadFailed":
      return [`Upload failed: ${progress.error.message}`];
    case "extraStored":
      return [`Also stored: ${progress.url}`];
    case "pagesStored":
      return [`Also stored the Markdown of ${progress.stored} of ${count(progress.pages, "page")}`];
    case "extrasFailed":
      return [`Not everything was stored beside it: ${progress.error.message}`];
    case "bundleStored":
      return [
        `Published for agents: ${count(progress.files, "file")}, ${progress.written} of them written: ${progress.url}`,
      ];
    case "bundleFailed":
      return [`Not published for agents: ${progress.error.message}`];
    case "enrolled":
      return ["Auto-update enabled for this site"];
    case "notEnrolled":
      return [`Auto-update not enabled: ${whyNotEnrolled(progress.error)}`];
  }
}

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
