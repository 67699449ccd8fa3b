import type { FetchedBy } from "../../../src/shells/protocol/messages.ts";
import type {
  Check,
  CrawlAnswer,
  CrawlState,
  Failure,
  Finding,
  Summary,
} from "../../../src/shells/protocol/summary.ts";
import { FAILURE_WORDS } from "../words/failures.ts";
import { LEFT_OUT_WORDS } from "../words/left-out.ts";
import { UNFOUND_WORDS } from "../words/unfound.ts";
import { madeChanges } from "./overlay.ts";
import { ownAddress } from "./own-address.ts";
import { amount, fields, flag, keyOf, list, maybe, nullable, object, oneOf, text } from "./reader.ts";

export type { Check, CrawlAnswer, CrawlState, Failure, Finding, Summary };

const readFinding = object<Finding>({
  level: oneOf("hint", "warning", "error"),
  line: amount,
  code: text,
  message: text,
  fix: text,
  detail: maybe(text),
  points: amount,
});

export const readCheck = object<Check>({
  profile: oneOf("v2", "strict"),
  valid: flag,
  score: amount,
  findings: list(readFinding),
  more: amount,
});

const by = oneOf<FetchedBy>("plain", "browser", "proxy");
export const fetchedBy = { by, rung: by };
export const byMethod = object<Record<FetchedBy, number>>({ plain: amount, browser: amount, proxy: amount });
export const crawlEnd = oneOf<NonNullable<Summary["why"]>>("complete", "limit", "timeout", "asked");
export const failure = { code: keyOf<Failure["code"]>(FAILURE_WORDS, "unexpected"), facts: fields, reason: text };

const readFindability = object<NonNullable<Summary["findability"]>>({
  questions: amount,
  hit1: amount,
  hit3: amount,
  mrr: amount,
  unfound: list(
    object<NonNullable<Summary["findability"]>["unfound"][number]>({
      url: text,
      reason: keyOf(UNFOUND_WORDS, "noWords"),
    }),
  ),
  unfoundPages: amount,
});

/** A reader for each field of a summary, for the event and for the REST interface. */
export const SUMMARY = {
  pages: amount,
  characters: amount,
  tokens: amount,
  lines: amount,
  sections: list(object<Summary["sections"][number]>({ name: text, pages: amount, characters: amount, line: amount })),
  leftOut: list(
    object<Summary["leftOut"][number]>({
      reason: keyOf(LEFT_OUT_WORDS, "not a page"),
      count: amount,
      examples: list(text),
    }),
  ),
  failed: amount,
  failures: list(
    object<Summary["failures"][number]>({ url: text, ...fetchedBy, ...failure, ms: amount, status: maybe(amount) }),
  ),
  shortened: amount,
  score: amount,
  findings: list(readFinding),
  timedOut: flag,
  why: maybe(crawlEnd),
  elapsedMs: maybe(amount),
  bytes: maybe(amount),
  pagesBy: maybe(byMethod),
  stored: flag,
  findability: maybe(readFindability),
  overlay: maybe(object<NonNullable<Summary["overlay"]>>(madeChanges)),
  fullUrl: maybe(text),
};

export const readCrawl = object<CrawlAnswer>({
  id: text,
  url: text,
  state: oneOf<CrawlState>("waiting", "running", "done", "failed", "cancelled"),
  request: object<CrawlAnswer["request"]>({
    url: text,
    maxPages: amount,
    descLength: amount,
    enableAutoUpdate: flag,
    recrawlIntervalMinutes: maybe(amount),
    llmEnhance: flag,
    useProxy: flag,
    include: list(text),
    exclude: list(text),
    scope: oneOf("domain", "path"),
    language: maybe(text),
    full: flag,
    publish: flag,
  }),
  createdAt: text,
  finishedAt: nullable(text),
  elapsedMs: amount,
  site: nullable(
    object<NonNullable<CrawlAnswer["site"]>>({
      id: text,
      recrawlIntervalMinutes: amount,
      nextCrawlAt: nullable(text),
      paused: flag,
    }),
  ),
  error: nullable(object<Failure>(failure)),
  fileUrl: nullable(ownAddress),
  summary: nullable(object<Summary>(SUMMARY)),
  document: nullable(text),
  text: nullable(text),
});
