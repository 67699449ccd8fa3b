import { CrawlError } from "@llmstxt-service/page/errors";
import type { Fetch, Fetched, FetchRequest } from "../fetch/fetch.ts";
import { MAX_BYTES } from "../fetch/limits.ts";
import { unlessAborted } from "../waiting/abort.ts";

/** A request that was sent before its caller asked for it. */
interface Sent {
  readonly request: FetchRequest;
  readonly answer: Promise<Fetched>;
}

/**
 * Sends requests before they are needed, so that they share a round trip with another. The later caller gets the
 * answer.
 */
export class Ahead {
  readonly #fetch: Fetch;
  readonly #signal: AbortSignal;
  readonly #sent = new Map<string, Sent>();
  readonly #answers: Promise<Fetched>[] = [];

  /** @param signal ends what is under way */
  constructor(fetch: Fetch, signal: AbortSignal) {
    this.#fetch = fetch;
    this.#signal = signal;
  }

  /** Sends each request at once, unless it was sent before. */
  send(requests: readonly FetchRequest[]): void {
    for (const request of requests) {
      if (this.#sent.has(request.url)) continue;
      const answer = this.#fetch(request, this.#signal);
      // The caller gets the error. Without a caller it must not become an unhandled rejection.
      answer.catch(() => {});
      this.#sent.set(request.url, { request, answer });
      this.#answers.push(answer);
    }
  }

  /** Sends one request. @returns when it is on its way, or it is known that it will not be */
  async sent(request: FetchRequest): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.send([{ ...request, onSent: resolve }]);
    await Promise.race([promise, this.settled()]);
  }

  /** Fetches like the given fetch, but takes the answer to a request that was sent ahead, once. */
  readonly fetch: Fetch = async (request, signal) => {
    const sent = this.#sent.get(request.url);
    if (sent === undefined || request.method === "HEAD") return this.#fetch(request, signal);
    this.#sent.delete(request.url);
    try {
      return await unlessAborted(signal, sent.answer);
    } catch (thrown) {
      if (!isTooSmall(sent.request, request, thrown)) throw thrown;
      return this.#fetch(request, signal);
    }
  };

  /** Resolves when no request that was sent ahead is under way any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#answers);
  }
}

/** True if the answer exceeded the limit of the request sent ahead, and the caller's limit is higher. */
const isTooSmall = (sent: FetchRequest, { maxBytes = MAX_BYTES }: FetchRequest, thrown: unknown): boolean =>
  thrown instanceof CrawlError && thrown.code === "too_large" && maxBytes > (sent.maxBytes ?? MAX_BYTES);
