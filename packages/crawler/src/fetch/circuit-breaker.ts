import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import type { FailureCode } from "@llmstxt-service/page/failures";
import { statusLine } from "@llmstxt-service/page/status-line";
import type { Fetch, Fetched } from "./fetch.ts";
import { isPassing } from "./http/http.ts";

/** Failures in a row after which a crawl asks a host no more. */
const MAX_FAILURES = 10;

/** Failures that count against a host: no answer, or a broken one. A 404 or a page without text is an answer. */
const HOST_FAILURES: readonly FailureCode[] = [
  "dns",
  "unreachable",
  "connection",
  "tls",
  "timeout",
  "bad_response",
  "http_status_passing",
  "host_asks_to_wait",
];

/** After `MAX_FAILURES` in a row of one host in a crawl, every further fetch from it fails with `host_failing`. */
export class CircuitBreaker {
  readonly #failures = new Map<string, number>();
  readonly #lastReason = new Map<string, string>();

  watch(fetch: Fetch): Fetch {
    return async (request, signal) => {
      const hostname = URL.parse(request.url)?.hostname ?? "";
      this.#refuseFailing(hostname);
      try {
        const fetched = await fetch(request, signal);
        this.#count(hostname, failureIn(fetched));
        return fetched;
      } catch (thrown) {
        const error = toCrawlError(thrown);
        if (error.code !== "aborted") {
          this.#count(hostname, HOST_FAILURES.includes(error.code) ? error.message : undefined);
        }
        throw error;
      }
    };
  }

  #refuseFailing(hostname: string): void {
    if ((this.#failures.get(hostname) ?? 0) < MAX_FAILURES) return;
    const last = this.#lastReason.get(hostname) ?? "";
    throw new CrawlError("host_failing", { failures: MAX_FAILURES, last });
  }

  #count(hostname: string, failure: string | undefined): void {
    if (failure === undefined) {
      this.#failures.delete(hostname);
      return;
    }
    this.#failures.set(hostname, (this.#failures.get(hostname) ?? 0) + 1);
    this.#lastReason.set(hostname, failure);
  }
}

/** The status line of an answer that counts as a failure: the plain rung returns a 503 as an answer. */
function failureIn({ status }: Fetched): string | undefined {
  return isPassing(status) ? statusLine(status) : undefined;
}
