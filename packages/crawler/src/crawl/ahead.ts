import { CrawlError } from "@llmstxt-service/page/errors";
import type { Fetch, Fetched, FetchRequest } from "../fetch/fetch.ts";
import { MAX_BYTES } from "../fetch/limits.ts";
import { unlessAborted } from "../waiting/abort.ts";

/** A request that was sent before anybody asked for it. */
interface Sent {
  readonly request: FetchRequest;
  readonly answer: Promise<Fetched>;
}

/** Sends requests that will be wanted, so that they share a round trip with another. Who asks for one gets its answer. */
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

  /** Sends each of them at once, but what was sent before. */
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

  /** Sends one of them. @returns when it is on its way, or it is known that it will not be */
  async sent(request: FetchRequest): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.send([{ ...request, onSent: resolve }]);
    await Promise.race([promise, this.settled()]);
  }

  /** As the fetch it was made of; an answer that was sent for is given once. */
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

  /** When nothing that was sent for is under way any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#answers);
  }
}

/** True if the answer was larger than what was sent for, and may not be larger than what is asked for now. */
const isTooSmall = (sent: FetchRequest, { maxBytes = MAX_BYTES }: FetchRequest, thrown: unknown): boolean =>
  thrown instanceof CrawlError && thrown.code === "too_large" && maxBytes > (sent.maxBytes ?? MAX_BYTES);
