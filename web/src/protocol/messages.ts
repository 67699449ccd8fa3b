import { type Rung, readSummary, rung, type Summary } from "./summary.ts";
import { amount, type Fields, fields, flag, list, maybeText, oneOf, text, tryJson } from "./unknown.ts";

export interface ProgressFacts {
  readonly done: number;
  readonly max: number;
  readonly waiting: number;
  readonly inFlight: number;
  readonly pagesPerSecond: number;
  readonly bytes: number;
  readonly elapsedMs: number;
  readonly rungs: Readonly<Record<Rung, number>>;
}

/** The facts that come beside the words of a message with `?events=1`. */
export type CrawlFact =
  | { readonly type: "queued"; readonly ahead: number }
  | { readonly type: "started"; readonly id: string; readonly host: string; readonly maxPages: number }
  | { readonly type: "robots"; readonly allowed: boolean; readonly lines: readonly string[]; readonly group: string }
  | { readonly type: "sitemap"; readonly url: string; readonly urls: number }
  | { readonly type: "known"; readonly count: number; readonly chosen: number }
  | { readonly type: "chosen"; readonly urls: readonly string[] }
  | { readonly type: "visiting"; readonly url: string }
  | {
      readonly type: "page";
      readonly url: string;
      readonly rung: Rung;
      readonly ms: number;
      readonly bytes: number;
    }
  | { readonly type: "leftOut"; readonly url: string; readonly reason: string }
  /** A way of fetching that gave no page; the next one is tried. */
  | {
      readonly type: "attempt";
      readonly url: string;
      readonly rung: Rung;
      readonly reason: string;
      readonly ms: number;
    }
  | { readonly type: "failed"; readonly url: string; readonly rung: Rung; readonly reason: string; readonly ms: number }
  | { readonly type: "slower"; readonly reason: string; readonly concurrency: number }
  | ({ readonly type: "progress" } & ProgressFacts)
  | ({ readonly type: "summary" } & Summary);

/** One message of `WS /ws/crawl`. */
export interface CrawlMessage {
  readonly type: "log" | "result" | "url" | "error";
  readonly content: string;
  readonly fact?: CrawlFact;
}

function readProgress(fact: Fields): ProgressFacts {
  const rungs = fields(fact.rungs);
  return {
    done: amount(fact.done),
    max: amount(fact.max),
    waiting: amount(fact.waiting),
    inFlight: amount(fact.inFlight),
    pagesPerSecond: amount(fact.pagesPerSecond),
    bytes: amount(fact.bytes),
    elapsedMs: amount(fact.elapsedMs),
    rungs: { plain: amount(rungs.plain), browser: amount(rungs.browser), proxy: amount(rungs.proxy) },
  };
}

/** One reader for each type of fact: an unknown type is no fact. */
const READERS: { readonly [T in CrawlFact["type"]]: (fact: Fields) => Extract<CrawlFact, { type: T }> } = {
  queued: (fact) => ({ type: "queued", ahead: amount(fact.ahead) }),
  started: (fact) => ({
    type: "started",
    id: text(fact.id),
    host: text(fact.host),
    maxPages: amount(fact.maxPages),
  }),
  robots: (fact) => ({
    type: "robots",
    allowed: flag(fact.allowed),
    lines: list(fact.lines, (line) => text(line)),
    group: text(fact.group),
  }),
  sitemap: (fact) => ({ type: "sitemap", url: text(fact.url), urls: amount(fact.urls) }),
  known: (fact) => ({ type: "known", count: amount(fact.count), chosen: amount(fact.chosen) }),
  chosen: (fact) => ({ type: "chosen", urls: list(fact.urls, (url) => text(url)) }),
  visiting: (fact) => ({ type: "visiting", url: text(fact.url) }),
  page: (fact) => ({
    type: "page",
    url: text(fact.url),
    rung: rung(fact.rung),
    ms: amount(fact.ms),
    bytes: amount(fact.bytes),
  }),
  leftOut: (fact) => ({ type: "leftOut", url: text(fact.url), reason: text(fact.reason) }),
  attempt: (fact) => ({
    type: "attempt",
    url: text(fact.url),
    rung: rung(fact.rung),
    reason: text(fact.reason),
    ms: amount(fact.ms),
  }),
  failed: (fact) => ({
    type: "failed",
    url: text(fact.url),
    rung: rung(fact.rung),
    reason: text(fact.reason),
    ms: amount(fact.ms),
  }),
  slower: (fact) => ({ type: "slower", reason: text(fact.reason), concurrency: amount(fact.concurrency) }),
  progress: (fact) => ({ type: "progress", ...readProgress(fact) }),
  summary: (fact) => ({ type: "summary", ...readSummary(fact) }),
};

const isFactType = (type: string): type is CrawlFact["type"] => Object.hasOwn(READERS, type);

function readFact(value: unknown): CrawlFact | undefined {
  const fact = fields(value);
  const type = text(fact.type);
  return isFactType(type) ? READERS[type](fact) : undefined;
}

/** Reads one text message of the socket; undefined where it is none of ours. */
export function readMessage(data: unknown): CrawlMessage | undefined {
  const message = fields(tryJson(text(data)));
  if (maybeText(message.type) === undefined) return undefined;
  const fact = readFact(message.event);
  return {
    type: oneOf(["log", "result", "url", "error"], message.type),
    content: text(message.content),
    ...(fact === undefined ? {} : { fact }),
  };
}
