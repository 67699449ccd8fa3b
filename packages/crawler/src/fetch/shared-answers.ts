import type { Fetch, Fetched, FetchRequest } from "./fetch.ts";

/** Milliseconds for which an answer is shared. */
const FRESH_MS = 180_000;
/** Most bytes of one answer, and of all that are kept. */
const MAX_BYTES = 2 * 2 ** 20;
const MAX_ALL_BYTES = 32 * 2 ** 20;
const MAX_ANSWERS = 5_000;

/** Statuses of a file that is there, and of one that is not. Any other answer may change in a moment. */
const KEPT_STATUS: ReadonlySet<number> = new Set([200, 404, 410]);

interface SharedAnswer {
  readonly answer: Fetched;
  readonly site: string;
  readonly at: number;
}

/** Answers of the last minutes to what a host says to all its sites (`FetchRequest.isShared`), for the crawls of its other sites. */
export class SharedAnswers {
  readonly #kept = new Map<string, SharedAnswer>();
  readonly #now: () => number;
  #bytes = 0;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** The fetch of a crawl of `site`: takes answers that crawls of other sites got, and keeps its own for them. */
  watch(fetch: Fetch, site: string): Fetch {
    return async (request, signal) => {
      if (!request.isShared) return fetch(request, signal);
      const key = keyOf(request);
      const kept = this.#find(key, site);
      if (kept !== undefined && mayFollowAll(kept, request)) return copyOf(kept);
      const answer = await fetch(request, signal);
      if (isKept(answer)) this.#keep(key, { answer, site, at: this.#now() });
      else this.#forget(key);
      return answer;
    };
  }

  #find(key: string, site: string): Fetched | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined || kept.site === site || this.#now() - kept.at > FRESH_MS) return undefined;
    return kept.answer;
  }

  #keep(key: string, kept: SharedAnswer): void {
    this.#forget(key);
    this.#kept.set(key, { ...kept, answer: copyOf(kept.answer) });
    this.#bytes += kept.answer.body.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MAX_ALL_BYTES && this.#kept.size <= MAX_ANSWERS) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#kept.get(key)?.answer.body.length ?? 0;
    this.#kept.delete(key);
  }
}

const keyOf = ({ url, accept, maxBytes, maxRedirects, cut }: FetchRequest): string =>
  JSON.stringify([url, accept, maxBytes, maxRedirects, cut]);

const isKept = ({ status, body }: Fetched): boolean => KEPT_STATUS.has(status) && body.length <= MAX_BYTES;

/** True if the request's crawl may follow every redirect that the answer came through. */
const mayFollowAll = ({ chain }: Fetched, { mayFollow }: FetchRequest): boolean =>
  mayFollow === undefined || chain.slice(1).every((target) => mayFollow(target));

/** Readers may detach a large buffer, so each gets a copy. */
const copyOf = (answer: Fetched): Fetched => ({ ...answer, body: Uint8Array.from(answer.body) });
