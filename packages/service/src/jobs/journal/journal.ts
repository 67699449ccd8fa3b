import type { Reader, ReadPage } from "@llmstxt-service/crawler/crawl/reading";
import type { CrawlFetch, Fetch, Fetched, FetchRequest } from "@llmstxt-service/crawler/fetch";
import { throwIfStopped, unlessAborted } from "@llmstxt-service/crawler/waiting/abort";
import { Turn } from "@llmstxt-service/crawler/waiting/event-loop";
import { lazily } from "@llmstxt-service/crawler/waiting/lazily";
import type { Page } from "@llmstxt-service/page";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { FailureCode } from "@llmstxt-service/page/failures";
import type { HadAnswers, JournalRecord, KeptFailure } from "./record.ts";

export type { Frames } from "./files.ts";
export type { AnswersLost, HadAnswerSet, JournalRecord } from "./record.ts";

/** Imported only if there is a journal to read or write. */
export const journalFiles = () => import("./files.ts");

interface JournalOptions {
  /** Answers of the interrupted crawl. */
  readonly had: HadAnswers;
  /** Called with each answer; must not throw. */
  readonly write: (record: JournalRecord) => void;
  /** Resolves when more answers may come; undefined: at once. A request is sent only then. Must not reject. */
  readonly room?: () => Promise<void> | undefined;
}

/** Texts of pages that a journal keeps; `asked`: as far as the steps after the document need them. */
type TextsKept = "all" | "asked" | "none";

/** Failures that the site would repeat. Others may pass or are ours, so their requests are sent again. */
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

/** Most bytes of a kept body; requests with larger answers are sent again. */
const MAX_BODY = 8 * 2 ** 20;

/**
 * Stands between a crawl and the network: a request that an earlier process had answered gets that answer, any other is
 * sent and its answer recorded. A resumed crawl makes the same decisions from the same answers, and so ends like an
 * uninterrupted one; no other state of it has to be kept.
 */
export class CrawlJournal {
  readonly #options: JournalOptions;
  readonly #turn = new Turn();
  readonly #asked = lazily(async () => new (await import("./texts.ts")).KeptTexts());
  /** Pages to be read, and pages read, by the body that stands for them. */
  readonly #unread = new WeakMap<Uint8Array, string>();
  readonly #read = new WeakMap<Uint8Array, ReadPage>();

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  fetch({ page, plain, setDelay }: CrawlFetch): CrawlFetch {
    const kept = { page: this.#through("page", page), plain: this.#through("plain", plain) };
    return { ...kept, setDelay: (origin, delayMs) => setDelay(origin, delayMs) };
  }

  /**
   * Records the pages that `reader` reads. The fetch judges attempts with a reader of its own: an attempt that it
   * rejects is no answer.
   */
  reader(reader: Reader, texts: TextsKept): Reader {
    return {
      page: async (fetched) => this.#read.get(fetched.body) ?? this.#noted(fetched, await reader.page(fetched), texts),
      sitemap: (fetched, signal) => reader.sitemap(fetched, signal),
    };
  }

  #through(lane: "page" | "plain", fetch: Fetch): Fetch {
    return async (request, signal) => {
      const key = keyOf(lane, request);
      const had = this.#options.had(key);
      if (had !== undefined && mayFollowAll(had, request)) return this.#again(had, signal);
      const room = this.#options.room?.();
      if (room !== undefined) await unlessAborted(signal, room);
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
      // The bytes are copied, because a reader may transfer them to a thread.
      this.#options.write({ key, answer: answerOf(fetched, fetched.headers), body: Uint8Array.from(body) });
  }

  async #noted(fetched: Fetched, read: ReadPage, texts: TextsKept): Promise<ReadPage> {
    const key = this.#unread.get(fetched.body);
    const { problem, markdownError, page, ...rest } = read;
    if (key === undefined || problem !== undefined) return read;
    this.#unread.delete(fetched.body);
    const { etag, "last-modified": modified } = fetched.headers;
    const validators = { ...(etag && { etag }), ...(modified && { "last-modified": modified }) };
    const failed = markdownError && { markdownError: [markdownError.code, markdownError.facts] as const };
    const kept = { ...rest, ...failed, page: { ...page, text: await this.#textOf(page, texts) } };
    this.#options.write({ key, answer: answerOf(fetched, validators), read: kept });
    return read;
  }

  async #textOf(page: Page, texts: TextsKept): Promise<string> {
    switch (texts) {
      case "all":
        return page.text;
      case "asked":
        return (await this.#asked.get()).textOf(page);
      case "none":
        return "";
    }
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

/** Key of a request: a retry has the same one. */
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

/**
 * True if a recorded answer still applies: the crawl must decide on each of its redirects as it did then, and refuse
 * the same one.
 */
function mayFollowAll({ answer, refused }: JournalRecord, { mayFollow = () => true }: FetchRequest): boolean {
  if (refused !== undefined) return !mayFollow(refused);
  return answer?.chain.slice(1).every((target) => mayFollow(target)) ?? true;
}

/** Both parts come from an error that this program recorded. */
const errorOf = (failure: KeptFailure): CrawlError =>
  new CrawlError(...(failure as ConstructorParameters<typeof CrawlError>));
