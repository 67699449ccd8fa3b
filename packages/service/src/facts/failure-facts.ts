import type { CrawlError } from "@llmstxt-service/page/errors";
import { FAILURES } from "@llmstxt-service/page/failures";
import type { SocketEvent } from "../protocol/protocol.ts";

/** What a program needs to know of a failure, and the words for people. Why the database is away is told to no client. */
export function failureFacts({ code, facts, message }: CrawlError) {
  if (code === "database_unavailable") return { code, facts: {}, reason: FAILURES[code].message({}) };
  return { code, facts: { ...facts }, reason: message };
}

interface Failed {
  readonly error: CrawlError;
}

/** A fact about a failure as its event. */
export const failureEvent = <Fact extends Failed>({ error, ...fact }: Fact) => ({
  ...fact,
  ...failureFacts(error),
});

/** The row of a step after the crawl that failed; `words` come before the reason. */
export const failedStep = (words: string, logged: string) =>
  ({
    warning: ({ error }: Failed) => `${words} ${error.message}`,
    event: failureEvent,
    log: ({ error }: Failed) => [logged, { why: error.message }] as const,
  }) as const;

/** How a crawl failed. */
export const failedEvent = (error: CrawlError) =>
  ({ type: "error", ...failureFacts(error), about: FAILURES[error.code].about }) as const satisfies SocketEvent;
