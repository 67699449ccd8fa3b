import type { Check, CrawlAnswer, Finding, Summary } from "../../../src/shells/protocol/summary.ts";
import { LEFT_OUT_WORDS } from "../words/left-out.ts";
import { amount, flag, keyOf, list, maybe, nullable, object, oneOf, text } from "./reader.ts";

export type { Check, CrawlAnswer, Finding, Summary };

const readFinding = object<Finding>({
  level: oneOf("hint", "warning", "error"),
  line: amount,
  code: text,
  message: text,
  fix: text,
});

export const readCheck = object<Check>({ valid: flag, score: amount, findings: list(readFinding), more: amount });

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
  shortened: amount,
  score: amount,
  findings: list(readFinding),
  timedOut: flag,
  stored: flag,
  fullUrl: maybe(text),
};

export const readCrawl = object<CrawlAnswer>({
  id: text,
  url: text,
  finishedAt: text,
  fileUrl: nullable(text),
  summary: object<Summary>(SUMMARY),
  text,
});
