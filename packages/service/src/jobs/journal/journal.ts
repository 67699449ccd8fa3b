import type { Reader, ReadPage } from "@llmstxt-service/crawler/crawl/reading";
import type { CrawlFetch, Fetch, Fetched, FetchRequest } from "@llmstxt-service/crawler/fetch";
import { throwIfStopped } from "@llmstxt-service/crawler/waiting/abort";
import { Turn } from "@llmstxt-service/crawler/waiting/event-loop";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { FailureCode } from "@llmstxt-service/page/failures";
import type { HadAnswers, JournalRecord, KeptFailure } from "./record.ts";

export type { HadAnswerSet, JournalRecord } from "./record.ts";

/** Loaded where there is something to write or to read. */
export const journalFiles = () => import("./files.ts");

export interface JournalOptions {
  /** Answers of the crawl that is gone on with. */
  readonly had: HadAnswers;
  /** Takes each answer as it is had; must not throw. */
  readonly write: (record: JournalRecord) => void;
}

/** A site's own word about an address, which it would say again. What may pass, and trouble of ours, is asked for again. */
const LASTING: ReadonlySet<FailureCode> = new Set([
  "http_status",
  "off_site",
  "too_many_redirects",
  "bad_redirect",
  "unsupported_coding",
  "unsupported_type",
  "too_large",
  "empty_page",
]);

const isLasting = (status: number): boolean => status < 500 && ![408, 425, 429].includes(status);

/** Larger answers are asked for again. */
const MAX_BODY = 8 * 2 ** 20;

/**
 * Stands between a crawl and the network: an answer that an earlier crawl of the same request had is given without a request,
 * any other is written down. Every decision is made again from the same facts, so a crawl that goes on ends as one
 * without a break, and nothing of its state has to be kept.
 */
export class CrawlJournal {
  readonly #options: JournalOptions;
  readonly #turn = new Turn();
  /** Pages that are to be read, and those that were, by the bytes that stand for them. */
  readonly #unread = new WeakMap<Uint8Array, string>();
  readonly #read = new WeakMap<Uint8Array, ReadPage>();

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  fetch({ page, plain, setDelay }: CrawlFetch): CrawlFetch {
    const kept = { page: this.#through("page", page), plain: this.#through("plain", plain) };
    return { ...kept, setDelay: (origin, delayMs) => setDelay(origin, delayMs) };
  }

  /** Not for the judge of the fetch: what it has turned down is no answer. */
  reader(reader: Reader, { withText }: { readonly withText: boolean }): Reader {
    return {
      page: async (fetched) =>
        this.#read.get(fetched.body) ?? this.#noted(fetched, await reader.page(fetched), { withText }),
      sitemap: (fetched, signal) => reader.sitemap(fetched, signal),
    };
  }

  #through(lane: "page" | "plain", fetch: Fetch): Fetch {
    return async (request, signal) => {
      const key = keyOf(lane, request);
      const had = this.#options.had(key);
      if (had !== undefined && mayFollowAll(had, request)) return this.#again(had, signal);
      let refused: string | undefined;
      const { mayFollow } = request;
      const watched = (target: string): boolean => {
        if (mayFollow?.(target) !== false) return true;
        refused = target;
        return false;
      };
      try {
        const fetched = await fetch(mayFollow === undefined ? request : { ...request, mayFollow: watched }, signal);
        this.#answered(lane, key, fetched);
        return fetched;
      } catch (thrown) {
        if (thrown instanceof CrawlError && LASTING.has(thrown.code))
          this.#options.write({ key, failure: [thrown.code, thrown.facts], ...(refused && { refused }) });
        throw thrown;
      }
    };
  }

  #answered(lane: "page" | "plain", key: string, fetched: Fetched): void {
    const { body, status } = fetched;
    if (lane === "page" && status !== 304) this.#unread.set(body, key);
    else if (isLasting(status) && body.length <= MAX_BODY)
      // A reader may take the bytes away.
      this.#options.write({ key, answer: answerOf(fetched, fetched.headers), body: Uint8Array.from(body) });
  }

  #noted(fetched: Fetched, read: ReadPage, { withText }: { readonly withText: boolean }): ReadPage {
    const key = this.#unread.get(fetched.body);
    const { problem, markdownError, page, ...rest } = read;
    if (key === undefined || problem !== undefined) return read;
    this.#unread.delete(fetched.body);
    const { etag, "last-modified": modified } = fetched.headers;
    const validators = { ...(etag && { etag }), ...(modified && { "last-modified": modified }) };
    const failed = markdownError && { markdownError: [markdownError.code, markdownError.facts] as const };
    const kept = { ...rest, ...failed, page: withText ? page : { ...page, text: "" } };
    this.#options.write({ key, answer: answerOf(fetched, validators), read: kept });
    return read;
  }

  async #again({ answer, body, read, failure }: JournalRecord, signal: AbortSignal): Promise<Fetched> {
    if (this.#turn.isOver) await this.#turn.end();
    throwIfStopped(signal);
    if (answer === undefined) throw errorOf(failure ?? ["unexpected", {}]);
    const fetched = { ...answer, body: body ?? new Uint8Array(), elapsedMs: 0, attempts: [] };
    if (read !== undefined) {
      const { markdownError, ...rest } = read;
      const failed = markdownError && { markdownError: errorOf(markdownError) };
      this.#read.set(fetched.body, { ...rest, problem: undefined, ...failed });
    }
    return fetched;
  }
}

/** Another try of a request is the same one. */
const keyOf = (lane: string, { url, method, rung, accept, validators, maxBytes, maxRedirects, cut }: FetchRequest) =>
  JSON.stringify([lane, url, method, rung, accept, validators, maxBytes, maxRedirects, cut]);

const answerOf = ({ url, chain, status, wireBytes, rung }: Fetched, headers: Fetched["headers"]) => ({
  url,
  chain,
  status,
  headers,
  wireBytes,
  rung,
});

/** The crawl is asked again about each redirect: it notes the one that it refuses. */
function mayFollowAll({ answer, refused }: JournalRecord, { mayFollow = () => true }: FetchRequest): boolean {
  if (refused !== undefined) return !mayFollow(refused);
  return answer?.chain.slice(1).every((target) => mayFollow(target)) ?? true;
}

/** We wrote both ourselves, of an error. */
const errorOf = (failure: KeptFailure): CrawlError =>
  new CrawlError(...(failure as ConstructorParameters<typeof CrawlError>));
