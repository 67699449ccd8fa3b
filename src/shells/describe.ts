import type { CrawlError, FailureCode } from "../errors.ts";
import type { SiteProgress } from "../jobs/crawl-site.ts";
import type { GenerateProgress } from "../jobs/generate.ts";
import type { Rendered } from "../llmstxt/llmstxt.ts";

/** The one place where facts become English: the log lines of a fact, none where a person needs to read nothing. */
export function describe(progress: GenerateProgress | SiteProgress, maxPages: number): readonly string[] {
  return words(progress, maxPages).map(printable);
}

/** Titles and addresses are strangers' text: nothing in them may move a cursor or end a line. */
const printable = (line: string) => line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");

function words(progress: GenerateProgress | SiteProgress, maxPages: number): readonly string[] {
  switch (progress.type) {
    case "robots":
      return progress.allowed ? [] : [`robots.txt disallows ${progress.url}`];
    case "site":
      return [`Crawling ${progress.home}`];
    case "sitemap":
      return [`Found sitemap with ${count(progress.urls, "URL")}: ${progress.url}`];
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
    case "twins":
      return [`Looking for Markdown versions of ${count(progress.probing, "page")}`];
    case "markdown":
      return [`Found Markdown version: ${progress.markdownUrl}`];
    case "crawled":
      return [...CRAWL_ENDS[progress.why], `Crawl complete: ${count(progress.pages, "page")}`];
    case "rendered":
      return describeRendered(progress.rendered);
    case "enhanceSkipped":
      return ["Enhancement skipped: no language model is set up here"];
    case "enhancing":
      return [`Enhancing with the language model: part ${progress.piece} of ${progress.pieces}`];
    case "pieceKept":
      return [`Kept part ${progress.piece} of ${progress.pieces} as it was: ${progress.why}`];
    case "tokens":
      return [`Language model: ${count(progress.tokensIn, "token")} in, ${count(progress.tokensOut, "token")} out`];
    case "enhanced":
      return [`Enhanced ${progress.piecesReplaced} of ${count(progress.pieces, "part")}`];
    case "enhanceFailed":
      return [`Enhancement failed, keeping the original: ${progress.why}`];
    case "uploading":
      return ["Uploading llms.txt"];
    case "uploaded":
      return [`Upload complete: ${progress.url}`];
    case "uploadFailed":
      return [`Upload failed: ${progress.why}`];
    case "alsoStored":
      return [`Also stored: ${progress.url}`];
    case "pagesStored":
      return [`Also stored the Markdown of ${progress.stored} of ${count(progress.pages, "page")}`];
    case "besideFailed":
      return [`Not everything was stored beside it: ${progress.why}`];
    case "enrolled":
      return ["Auto-update enabled for this site"];
    case "notEnrolled":
      return [`Auto-update not enabled: ${progress.why}`];
  }
}

/** A failed crawl in the words of the specification: what goes into the `error` message, or onto stderr. */
export function describeFailure(error: CrawlError): string {
  return OWN_WORDS.has(error.code) ? error.message : `Failed to fetch page: ${error.message}`;
}

/** `1 page`, `1,200 pages`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
}

/** Failures that are not about fetching the homepage: their message is the whole text. */
const OWN_WORDS: ReadonlySet<FailureCode> = new Set<FailureCode>([
  "invalid_url",
  "invalid_request",
  "crawl_timeout",
  "interrupted",
  "aborted",
  "storage_failed",
  "database_unavailable",
  "unexpected",
]);

const RUNG_NAMES = { plain: "plain HTTP", browser: "headless browser", proxy: "proxy browser" } as const;

const CRAWL_ENDS = {
  complete: [],
  limit: ["Maximum pages limit reached"],
  timeout: ["Crawl timeout exceeded"],
} as const;

function describeRendered({ text, tokens, sections, shortened }: Rendered): readonly string[] {
  const size = `${count(text.length, "character")}, about ${count(tokens, "token")}, in ${count(sections.length, "section")}`;
  return [
    `Wrote llms.txt: ${size}`,
    ...(shortened > 0
      ? [`Shortened ${count(shortened, "excerpt")} to keep the file small enough to be read whole`]
      : []),
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
