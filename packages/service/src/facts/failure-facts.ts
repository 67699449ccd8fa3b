import type { CrawlError } from "@llmstxt-service/page/errors";
import { FAILURES } from "@llmstxt-service/page/failures";
import type { SocketEvent } from "../protocol/protocol.ts";

/** Code, facts and words of a failure for clients. The cause of an unavailable database is left out. */
export function failureFacts({ code, facts, message }: CrawlError) {
  if (code === "database_unavailable") return { code, facts: {}, reason: FAILURES[code].message({}) };
  return { code, facts: { ...facts }, reason: message };
}

type Failed = { readonly error: CrawlError };

/** The event of a fact that has an error. */
export const failureEvent = <Fact extends Failed>({ error, ...fact }: Fact) => ({
  ...fact,
  ...failureFacts(error),
});

/** Row of a step that failed after the crawl; `words` stand before the reason. */
export const failedStep = (words: string, logged: string) =>
  ({
    warning: ({ error }: Failed) => `${words} ${error.message}`,
    event: failureEvent,
    log: ({ error }: Failed) => [logged, { why: error.message }] as const,
  }) as const;

/** Event of a crawl's failure. */
export const failedEvent = (error: CrawlError) =>
  ({ type: "error", ...failureFacts(error), about: FAILURES[error.code].about }) as const satisfies SocketEvent;
