import type { FetchedBy, SocketEvent } from "../../../src/shells/protocol/messages.ts";
import { LEFT_OUT_WORDS } from "../words/left-out.ts";
import { madeChanges } from "./overlay.ts";
import { amount, fields, flag, keyOf, list, maybe, object, oneOf, type Reader, text } from "./reader.ts";
import { byMethod, crawlEnd, failure, fetchedBy, SUMMARY } from "./summary.ts";

export type { FetchedBy, SocketEvent };

/** A failure as an event tells it. */
export type Failure = Pick<Extract<SocketEvent, { type: "error" }>, "code" | "facts" | "reason">;

type Event<Type extends SocketEvent["type"]> = Extract<SocketEvent, { readonly type: Type }>;

/** A line of a robots.txt that keeps the crawler out, or stands beside one that does. */
export type RobotsLine = NonNullable<Event<"robots">["refusal"]>[number];

/** One reader for each type of event: a new one, or a new field of one, is an error here until it is read. */
const READERS: { readonly [Type in SocketEvent["type"]]: Reader<Event<Type>> } = {
  queued: object({ type: oneOf("queued"), ahead: amount }),
  started: object({ type: oneOf("started"), id: text, host: text, maxPages: amount }),
  robots: object({
    type: oneOf("robots"),
    url: text,
    allowed: flag,
    lines: maybe(list(text)),
    group: maybe(text),
    refusal: maybe(list(object<RobotsLine>({ line: amount, text, decides: flag }))),
  }),
  site: object({ type: oneOf("site"), url: text }),
  sitemap: object({ type: oneOf("sitemap"), url: text, urls: amount }),
  sitemapsCut: object({ type: oneOf("sitemapsCut"), limit: oneOf("files", "bytes", "entries", "time") }),
  sitemapFailed: object({ type: oneOf("sitemapFailed"), url: text, ...failure }),
  known: object({ type: oneOf("known"), count: amount, chosen: amount }),
  chosen: object({ type: oneOf("chosen"), urls: list(text) }),
  visiting: object({ type: oneOf("visiting"), url: text }),
  attempt: object({ type: oneOf("attempt"), url: text, ...fetchedBy, ...failure, ms: amount }),
  page: object({
    type: oneOf("page"),
    url: text,
    title: text,
    section: text,
    ...fetchedBy,
    ms: amount,
    bytes: amount,
    status: amount,
  }),
  leftOut: object({ type: oneOf("leftOut"), url: text, reason: keyOf(LEFT_OUT_WORDS, "not a page"), of: maybe(text) }),
  failed: object({ type: oneOf("failed"), url: text, ...fetchedBy, ...failure, ms: amount }),
  slower: object({ type: oneOf("slower"), reason: text, concurrency: amount }),
  probing: object({ type: oneOf("probing"), pages: amount }),
  markdown: object({ type: oneOf("markdown"), url: text, markdownUrl: text }),
  markdownFailed: object({ type: oneOf("markdownFailed"), url: text, ...failure }),
  crawled: object({ type: oneOf("crawled"), why: crawlEnd, pages: amount }),
  rendered: object({
    type: oneOf("rendered"),
    characters: amount,
    tokens: amount,
    sections: amount,
    shortened: amount,
  }),
  enhancing: object({ type: oneOf("enhancing"), piece: amount, pieces: amount }),
  pieceKept: object({ type: oneOf("pieceKept"), piece: amount, pieces: amount, reason: text }),
  modelEstimate: object({ type: oneOf("modelEstimate"), calls: amount, tokens: amount }),
  described: object({ type: oneOf("described"), url: text, excerpt: text, isNew: flag }),
  notDescribed: object({ type: oneOf("notDescribed"), url: text, reason: text }),
  tokens: object({ type: oneOf("tokens"), in: amount, out: amount }),
  enhanced: object({ type: oneOf("enhanced"), piecesReplaced: amount, pieces: amount }),
  overlaid: object({ type: oneOf("overlaid"), ...madeChanges }),
  enhanceSkipped: object({ type: oneOf("enhanceSkipped") }),
  enhanceFailed: object({ type: oneOf("enhanceFailed"), ...failure }),
  uploading: object({ type: oneOf("uploading") }),
  uploaded: object({ type: oneOf("uploaded"), url: text }),
  uploadFailed: object({ type: oneOf("uploadFailed"), ...failure }),
  withheld: object({ type: oneOf("withheld") }),
  credentialsNotKept: object({ type: oneOf("credentialsNotKept") }),
  extraStored: object({ type: oneOf("extraStored"), url: text }),
  pagesStored: object({ type: oneOf("pagesStored"), stored: amount, pages: amount }),
  extrasFailed: object({ type: oneOf("extrasFailed"), ...failure }),
  bundleStored: object({ type: oneOf("bundleStored"), url: text, files: amount, written: amount }),
  bundleFailed: object({ type: oneOf("bundleFailed"), ...failure }),
  enrolled: object({ type: oneOf("enrolled"), baseUrl: text, recrawlIntervalMinutes: amount }),
  notEnrolled: object({ type: oneOf("notEnrolled"), ...failure }),
  progress: object({
    type: oneOf("progress"),
    done: amount,
    max: amount,
    waiting: amount,
    inFlight: amount,
    pagesPerSecond: amount,
    bytes: amount,
    elapsedMs: amount,
    pagesBy: byMethod,
    rungs: byMethod,
  }),
  stopping: object({ type: oneOf("stopping"), leftMs: amount }),
  missed: object({ type: oneOf("missed"), messages: amount }),
  summary: object({ type: oneOf("summary"), ...SUMMARY }),
  error: object({ type: oneOf("error"), ...failure, about: oneOf("service", "page", "request") }),
};

const isEventType = (type: string): type is SocketEvent["type"] => Object.hasOwn(READERS, type);

/** Reads an event; undefined where it is none of ours. */
export function readEvent(value: unknown): SocketEvent | undefined {
  const type = text(fields(value).type);
  return isEventType(type) ? READERS[type](value) : undefined;
}
