import { type ByType, byType } from "@llmstxt-service/service/by-type";
import type { Failure, FetchedBy, SocketEvent } from "../protocol/types.ts";
import type { LineKind, LogLine } from "../state/log.ts";
import { pathOn } from "./addresses.ts";
import { size, some } from "./amounts.ts";
import { FAILURE_WORDS } from "./failures.ts";
import { LEFT_OUT_WORDS } from "./left-out.ts";
import { VERDICTS } from "./live.ts";
import { took } from "./times.ts";

type Line = Pick<LogLine, "kind" | "text" | "detail">;

const line = (kind: LineKind, text: string, detail = ""): Line => ({ kind, text, detail });

/** A failure in words: `The page was not found (404)`. */
export const failureTitle = ({ code, facts }: Pick<Failure, "code" | "facts">): string =>
  FAILURE_WORDS[code](facts).title;

const kindOf = (by: FetchedBy): LineKind => (by === "plain" ? "done" : by);

/** Shortest wait in milliseconds that is mentioned. */
const TOLD_WAIT_MS = 1000;

/** Time of a page's answers, and separately the time that its requests waited. */
const spent = ({ ms, waitedMs }: { readonly ms: number; readonly waitedMs: number }): string =>
  waitedMs >= TOLD_WAIT_MS ? `${took(ms)}, waited ${took(waitedMs)}` : took(ms);

const LOST = {
  damaged: "Some of the pages so far are damaged: they are asked for again",
  otherVersion: "Another version kept the pages so far: they are asked for again",
  otherSettings: "Other settings were used for the pages so far: they are asked for again",
  unread: "The pages so far cannot be read: they are asked for again",
} as const;

const ENDS = { complete: "Crawl complete", limit: "Page limit reached", asked: "Finished on request" } as const;

/** Events that the tally and the map show, not the log. */
const elsewhere = () => undefined;

/** Log line of each event. */
const LINES: ByType<SocketEvent, Line | undefined, [host: string]> = {
  started: elsewhere,
  known: elsewhere,
  chosen: elsewhere,
  visiting: elsewhere,
  attempt: elsewhere,
  progress: elsewhere,
  summary: elsewhere,
  markdown: elsewhere,
  enhanceSkipped: elsewhere,
  tokens: elsewhere,
  queued: (one) =>
    line("info", one.ahead === 0 ? "Waiting: next in line" : `Waiting: ${some(one.ahead, "crawl")} ahead`),
  robots: (one) => (one.allowed ? undefined : line("warn", "robots.txt does not allow crawling")),
  site: (one) => line("info", `Crawling ${one.url}`),
  sitemap: (one, host) =>
    line("info", `Found a sitemap with ${some(one.urls, "address", "addresses")}`, pathOn(host, one.url)),
  noSubdomains: ({ host }) => line("warn", `${host} has no sub-domains`, "it is not part of a registrable domain"),
  sitemapsCut: () => line("warn", "The sitemaps are too large to be read whole", "the rest was not read"),
  sitemapFailed: (one) => line("warn", "A sitemap could not be read", failureTitle(one)),
  page: (one, host) =>
    line(kindOf(one.by), pathOn(host, one.url), `${one.by === "plain" ? "" : `${one.by} `}${spent(one)}`),
  leftOut: (one, host) => line("leftOut", pathOn(host, one.url), LEFT_OUT_WORDS[one.reason]),
  failed: (one, host) => line("failed", pathOn(host, one.url), failureTitle(one)),
  waiting: (one) =>
    line(
      "warn",
      `${one.host} asked for a pause of ${took(one.leftMs)}`,
      `goes on at ${new Date(one.until).toLocaleTimeString()}`,
    ),
  slower: (one) => line("warn", `Slowing down to ${some(one.concurrency, "request")} at a time`, one.reason),
  probing: (one) => line("info", `Looking for Markdown versions of ${some(one.pages, "page")}`),
  markdownFailed: (one, host) =>
    line("warn", `No Markdown could be made of ${pathOn(host, one.url)}`, failureTitle(one)),
  crawled: (one) =>
    one.why === "timeout"
      ? line("warn", "Time limit reached", some(one.pages, "page"))
      : line("info", ENDS[one.why], some(one.pages, "page")),
  rendered: (one) => line("info", "Wrote llms.txt", some(one.characters, "character")),
  enhancing: (one) => line("info", `Language model: part ${one.piece} of ${one.pieces}`),
  pieceKept: (one) => line("warn", `Part ${one.piece} of ${one.pieces} stays as it was`, one.reason),
  modelEstimate: (one) =>
    line("info", `Language model: ${some(one.calls, "call")}`, `about ${some(one.tokens, "token")}`),
  described: (one, host) => line("info", `Described by the language model: ${pathOn(host, one.url)}`, one.excerpt),
  notDescribed: (one, host) => line("info", `No description of ${pathOn(host, one.url)}`, one.reason),
  enhanced: (one) => line("info", `The language model improved ${one.piecesReplaced} of ${some(one.pieces, "part")}`),
  overlaid: (one) =>
    line(
      one.findings.length > 0 ? "warn" : "info",
      `Applied your edits: ${some(one.changes, "change")}`,
      one.findings[0]?.reason ?? "",
    ),
  enhanceFailed: (one) => line("warn", "The language model failed: the text stays as it was", one.reason),
  uploading: () => line("info", "Storing llms.txt"),
  uploaded: (one) => line("info", "Stored", one.url),
  extraStored: (one) => line("info", "Stored", one.url),
  withheld: () => line("info", "Not stored: the site was read with your header fields"),
  credentialsNotKept: () => line("warn", "Your header fields are not kept: this server has no SECRETS_KEY"),
  uploadFailed: (one) => line("warn", "llms.txt could not be stored", one.reason),
  pagesStored: (one) => line("info", `Stored the Markdown of ${one.stored} of ${some(one.pages, "page")}`),
  bundleStored: (one) => line("info", `Published ${some(one.files, "file")} for agents`, one.url),
  unserved: (one) => line("warn", `The server settings leave out ${some(one.count, "page")}`, one.pages[0]?.url ?? ""),
  bundleFailed: (one) => line("warn", "The files for agents could not be published", one.reason),
  extrasFailed: (one) => line("warn", "Not every file could be stored", one.reason),
  enrolled: () => line("info", "The site is kept up to date"),
  notEnrolled: (one) => line("warn", "The site is not kept up to date", failureTitle(one)),
  liveChecked: ({ verdict }) =>
    line(verdict === "live" ? "info" : "warn", "The site's own llms.txt", VERDICTS[verdict].word),
  liveNotChecked: (one) => line("warn", "The files on the site itself could not be checked", one.reason),
  stopping: (one) =>
    line(
      "warn",
      "The server is stopping",
      one.goesOn ? "the crawl goes on once it is back" : `${Math.round(one.leftMs / 1000)} s left for this crawl`,
    ),
  resumed: (one) => line("info", "The crawl goes on", `it had ${some(one.pages, "page")}`),
  answersLost: (one) => line("warn", LOST[one.why], one.reason ?? (one.bytes === undefined ? "" : size(one.bytes))),
  missed: (one) => line("warn", `${some(one.messages, "message")} left out: the connection is slow`),
  error: (one) => line("failed", failureTitle(one), one.reason),
};

/**
 * Log line of an event; undefined if it is shown elsewhere, or unknown here. Addresses of `host` are shown as paths.
 */
export const lineOf = (event: SocketEvent, host: string): Line | undefined =>
  Object.hasOwn(LINES, event.type) ? byType(LINES, event, host) : undefined;
