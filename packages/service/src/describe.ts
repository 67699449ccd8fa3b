import type { CrawlError } from "@llmstxt-service/page/errors";
import { FAILURES } from "@llmstxt-service/page/failures";
import { grouped } from "@llmstxt-service/page/grouped";

/** A failed crawl in the words of the specification: what goes into the `error` message, or onto stderr. */
export function describeFailure(error: CrawlError): string {
  return FAILURES[error.code].about === "page" ? `Failed to fetch page: ${error.message}` : error.message;
}

/** `1 page`, `1,200 pages`. */
export function count(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;
}

export function describeWaiting(ahead: number): string {
  return ahead === 0 ? "Waiting: this crawl is next" : `Waiting: ${count(ahead, "crawl")} ahead of this one`;
}

/** The log message for a client that read too slowly to be told everything. */
export function describeMissedLogs(messages: number): string {
  return `${count(messages, "message")} left out: the connection is slow`;
}
