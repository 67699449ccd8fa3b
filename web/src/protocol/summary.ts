import type { Check, CrawlAnswer, Failure, Finding, Summary } from "../../../src/shells/protocol/summary.ts";
import { answer } from "./answers.ts";
import { ownAddress } from "./own-address.ts";

export type { Check, CrawlAnswer, Failure, Finding, Summary };

/** What the server could not do, as a code and facts. */
export const readFailure = answer("failure");
export const readCheck = answer("check");

const readAnswer = answer("crawl");

/** Its file's address is one that works from here. */
export function readCrawl(value: unknown): CrawlAnswer {
  const crawl = readAnswer(value);
  return { ...crawl, fileUrl: crawl.fileUrl && ownAddress(crawl.fileUrl) };
}
