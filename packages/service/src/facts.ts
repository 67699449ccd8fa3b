// Facts about crawls and documents, with their sentences for people and events for programs.
import type { CrawlEnd, CrawlEvent } from "@llmstxt-service/crawler";
import type { Attempt, Slower } from "@llmstxt-service/crawler/fetch";
import { type CrawlError, FAILURES } from "@llmstxt-service/page/errors";

/** Everything that can happen between an address and a stored, enrolled document. Plain, so that it crosses threads. */
export type Fact =
  | Exclude<CrawlEvent, { type: "end" }>
  | { readonly type: "attempt"; readonly url: string; readonly attempt: Attempt }
  | ({ readonly type: "slower" } & Slower)
  | { readonly type: "waiting"; readonly host: string; readonly leftMs: number }
  | { readonly type: "queued"; readonly ahead: number }
  | { readonly type: "crawled"; readonly why: CrawlEnd; readonly pages: number }
  | {
      readonly type: "rendered";
      readonly characters: number;
      readonly sections: number;
      /** Number of excerpts that were shortened. */
      readonly shortened: number;
    }
  | { readonly type: "enhancing"; readonly piece: number; readonly pieces: number }
  | { readonly type: "pieceKept"; readonly piece: number; readonly pieces: number; readonly why: string }
  | { readonly type: "enhanced"; readonly replaced: number; readonly pieces: number }
  /** A call to a language model has ended; for metrics. */
  | { readonly type: "asked"; readonly answered: boolean; readonly tokensIn: number; readonly tokensOut: number }
  | { readonly type: "enhanceSkipped" }
  | { readonly type: "enhanceFailed"; readonly error: CrawlError }
  | { readonly type: "overlaid"; readonly findings: readonly string[] }
  | { readonly type: "uploading" }
  | { readonly type: "uploaded"; readonly url: string }
  | { readonly type: "uploadFailed"; readonly error: CrawlError }
  | { readonly type: "enrolled"; readonly siteId: string }
  | { readonly type: "notEnrolled"; readonly error: CrawlError }
  /** A socket's crawl that goes on without it. */
  | { readonly type: "kept"; readonly id: string }
  | { readonly type: "missed"; readonly messages: number };

export type Report = (fact: Fact) => void;

/** A terminal shows `detail` only with -v, and `step` only in its redrawn line; recrawls log only warnings. */
export type Level = "detail" | "step" | "notice" | "warning";

type Of<Type> = Extract<Fact, { readonly type: Type }>;
interface Row<One> {
  readonly level: Level;
  /** Sentences for people; none if nobody needs to read it. */
  readonly say: (fact: One, maxPages: number) => string | readonly string[];
  /** The event for programs; by default the fact itself. */
  readonly event?: (fact: One) => FactEvent;
}

const RUNGS = { plain: "plain HTTP", browser: "headless browser", proxy: "proxy browser" } as const;
const ENDS: Readonly<Record<CrawlEnd, readonly string[]>> = {
  complete: [],
  limit: ["Maximum pages limit reached"],
  timeout: ["Crawl timeout exceeded"],
  asked: ["Crawl ended on request"],
};

/** `1,234 pages` */
export const count = (number: number, noun: string): string =>
  `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

const isAway = ({ code }: CrawlError) => code === "database_unavailable";

/** Code and message of a failure for clients, without the database's address. */
export const failureOf = (error: CrawlError) => ({
  code: error.code,
  reason: isAway(error) ? "Database unavailable" : error.message,
});

const failed = <One extends { readonly error: CrawlError }>({ error, ...fact }: One) => ({
  ...fact,
  ...failureOf(error),
});

/** One row for each fact: its level, its sentences, its event. A missing row is a compile error. */
const FACTS = {
  queued: {
    level: "notice",
    say: ({ ahead }) =>
      ahead === 0 ? "Waiting: this crawl is next" : `Waiting: ${count(ahead, "crawl")} ahead of this one`,
  },
  robots: { level: "notice", say: ({ allowed, url }) => (allowed ? [] : `robots.txt disallows ${url}`) },
  site: { level: "notice", say: ({ home }) => `Crawling ${home}` },
  sitemap: {
    level: "notice",
    say: ({ urls, url, elsewhere = 0 }) =>
      `Found sitemap with ${count(urls, "URL")}: ${url}${elsewhere > 0 ? ` (${elsewhere} of other sites)` : ""}`,
  },
  sitemapsCut: { level: "warning", say: ({ limit }) => `Sitemaps: not all was read: more ${limit} than the limit` },
  sitemapFailed: {
    level: "warning",
    say: ({ url, error }) => `Could not read the sitemap ${url}: ${error.message}`,
    event: failed,
  },
  known: { level: "detail", say: (fact) => `Found ${count(fact.count, "page")}` },
  visiting: { level: "detail", say: ({ url }) => `Visiting ${url}` },
  attempt: {
    level: "detail",
    say: ({ url, attempt: { rung, outcome } }) => `Fetch by ${RUNGS[rung]}: ${outcome}: ${url}`,
    event: ({ url, attempt: { rung, outcome, elapsedMs } }) => ({
      ...{ type: "attempt", url, by: rung, outcome, ms: Math.round(elapsedMs) },
    }),
  },
  page: {
    level: "step",
    say: ({ done, page }, maxPages) => `Progress: ${done}/${maxPages} pages: ${page.page.title}`,
    event: ({ page: { url, page, rung, bytes }, done, waiting }) => ({
      ...{ type: "page", url, title: page.title, by: rung, bytes, done, waiting },
    }),
  },
  leftOut: {
    level: "detail",
    say: ({ reason, url, others = 0 }) =>
      `Skipped: ${reason}: ${url}${others > 0 ? ` and ${count(others, "other")}` : ""}`,
  },
  failed: {
    level: "warning",
    say: ({ url, error }) => `Failed to fetch ${url}: ${error.message}`,
    event: failed,
  },
  slower: {
    level: "warning",
    say: ({ reason, concurrency }) => `Slowing down: ${reason}; ${count(concurrency, "request")} at once`,
  },
  waiting: {
    level: "warning",
    say: ({ leftMs, host }) => `Waiting ${Math.ceil(leftMs / 1000)} s: ${host} asked for it`,
  },
  probing: { level: "step", say: ({ pages }) => `Looking for Markdown versions of ${count(pages, "page")}` },
  markdown: { level: "detail", say: ({ markdownUrl }) => `Found Markdown version: ${markdownUrl}` },
  markdownFailed: {
    level: "warning",
    say: ({ url, error }) => `Kept the plain text of ${url}: ${error.message}`,
    event: failed,
  },
  crawled: { level: "notice", say: ({ why, pages }) => [...ENDS[why], `Crawl complete: ${count(pages, "page")}`] },
  rendered: {
    level: "notice",
    say: ({ sections, characters, shortened }) => [
      `llms.txt: ${count(sections, "section")}, ${count(characters, "character")}`,
      ...(shortened > 0 ? [`Shortened ${count(shortened, "excerpt")} to keep it readable`] : []),
    ],
  },
  enhanceSkipped: { level: "warning", say: () => "Enhancement skipped: no language model is set up here" },
  enhancing: {
    level: "step",
    say: ({ piece, pieces }) => `Enhancing with the language model: part ${piece} of ${pieces}`,
  },
  pieceKept: {
    level: "warning",
    say: ({ piece, pieces, why }) => `Enhancement: kept part ${piece} of ${pieces} as it was: ${why}`,
  },
  enhanced: {
    level: "notice",
    say: ({ replaced, pieces }) => `Enhanced ${replaced} of ${count(pieces, "part")}`,
  },
  asked: { level: "detail", say: () => [] },
  enhanceFailed: {
    level: "warning",
    say: ({ error }) => `Enhancement failed, keeping the original: ${error.message}`,
    event: failed,
  },
  overlaid: {
    level: "notice",
    say: ({ findings }) => ["Applied the overlay", ...findings.map((finding) => `Overlay: ${finding}`)],
  },
  uploading: { level: "step", say: () => "Uploading llms.txt" },
  uploaded: { level: "notice", say: ({ url }) => `Upload complete: ${url}` },
  uploadFailed: { level: "warning", say: ({ error }) => `Upload failed: ${error.message}`, event: failed },
  enrolled: { level: "notice", say: () => "Auto-update enabled for this site" },
  notEnrolled: {
    level: "warning",
    say: ({ error }) => `Auto-update not enabled: ${isAway(error) ? "database unavailable" : error.message}`,
    event: failed,
  },
  kept: { level: "notice", say: ({ id }) => `Crawl ${id}: it goes on without this connection` },
  missed: {
    level: "warning",
    say: ({ messages }) => `${count(messages, "message")} left out: the connection is slow`,
  },
} as const satisfies { readonly [Type in Fact["type"]]: Row<Of<Type>> };

/** A fact for programs: `event` of the socket's messages, data of server-sent events. */
export type FactEvent = { readonly type: string; readonly [field: string]: unknown };

/** The row of a fact, which is only called with that fact. */
const rowOf = ({ type }: Fact) => FACTS[type] as Row<Fact>;

export const levelOf = (fact: Fact): Level => rowOf(fact).level;

/** Sentences for people, each on one line, since they may contain untrusted text. */
export const describe = (fact: Fact, maxPages: number): readonly string[] =>
  [rowOf(fact).say(fact, maxPages)].flat().map((line) => line.replace(/[\p{Cc}\p{Cf}]+/gu, " ").slice(0, 1_000));

export const eventOf = (fact: Fact): FactEvent => rowOf(fact).event?.(fact) ?? { ...fact };

/** The specification's message for a failed crawl, as sent in `error`. */
export const describeFailure = (error: CrawlError): string =>
  FAILURES[error.code].about === "page" ? `Failed to fetch page: ${error.message}` : error.message;
