import type { Fetch, Fetched, FetchRequest } from "./fetch.ts";
import { packAnswer, unpackAnswer } from "./packed-answer.ts";

/** Milliseconds an answer serves others. */
export const FRESH_MS = 180_000;
/** Bytes of one answer, and of all that are kept. */
const MAX_BYTES = 2 * 2 ** 20;
const MAX_ALL_BYTES = 32 * 2 ** 20;
const MAX_ANSWERS = 5_000;

/** What is there, and what is not; anything else may be otherwise in a moment. */
const KEPT_STATUS: ReadonlySet<number> = new Set([200, 404, 410]);

/** How long what other processes were told of an origin is not asked for again, and how long what is told them is gathered. */
const LOOK_AGAIN_MS = 15_000;
const GATHER_MS = 100;
const MAX_ORIGINS = 1_000;

/** An answer as processes hand it to each other. */
export interface KeptAnswer {
  readonly origin: string;
  /** A digest of all that the answer depends on. */
  readonly key: string;
  /** Who asked for it: the next time that site wants to know anew. */
  readonly site: string;
  readonly packed: Uint8Array;
}

/** What the processes of one database were told in the last minutes. Rejects where nobody can be asked. */
export interface AnswerStore {
  /** Younger than `FRESH_MS`. */
  recall(origin: string): Promise<readonly (KeptAnswer & { readonly ageMs: number })[]>;
  keep(answers: readonly KeptAnswer[]): Promise<void>;
}

interface SharedAnswersOptions {
  readonly now?: () => number;
  /** Of other processes; default: this one is alone. */
  readonly store?: AnswerStore | undefined;
  /** What answers depend on besides the request: processes that ask otherwise share none. */
  readonly asks?: string;
}

interface Kept {
  readonly answer: Fetched;
  readonly site: string;
  readonly at: number;
}

/** Answers of the last minutes to what a host says to all its sites (`FetchRequest.isShared`), for the crawls of its other sites. */
export class SharedAnswers {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;
  readonly #asks: string;
  readonly #store: AnswerStore | undefined;
  readonly #looked = new Map<string, { readonly at: number; readonly done: Promise<void> }>();
  #gathered: Promise<KeptAnswer | undefined>[] = [];
  #bytes = 0;

  constructor({ now = () => performance.now(), store, asks = "" }: SharedAnswersOptions = {}) {
    this.#now = now;
    this.#store = store;
    this.#asks = asks;
  }

  /** The fetch of a crawl of this site: takes what another site's crawl was told, and keeps what it is told itself. */
  watch(fetch: Fetch, site: string): Fetch {
    return async (request, signal) => {
      if (!request.isShared) return fetch(request, signal);
      const key = keyOf(request, this.#asks);
      const kept = this.#find(key, site) ?? (await this.#findElsewhere(key, site, request.url));
      if (kept !== undefined && mayFollowAll(kept, request)) return copyOf(kept);
      const answer = await fetch(request, signal);
      if (isKept(answer)) {
        this.#keep(key, { answer, site, at: this.#now() });
        this.#tell({ origin: new URL(request.url).origin, key, site }, answer);
      } else this.#forget(key);
      return answer;
    };
  }

  #find(key: string, site: string): Fetched | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined || kept.site === site || this.#now() - kept.at > FRESH_MS) return undefined;
    return kept.answer;
  }

  async #findElsewhere(key: string, site: string, url: string): Promise<Fetched | undefined> {
    if (this.#store === undefined) return undefined;
    const { origin } = new URL(url);
    const looked = this.#looked.get(origin);
    if (looked !== undefined && this.#now() - looked.at < LOOK_AGAIN_MS) await looked.done;
    else await this.#look(origin, this.#store);
    return this.#find(key, site);
  }

  #look(origin: string, store: AnswerStore): Promise<void> {
    const [oldest] = this.#looked.keys();
    if (this.#looked.size >= MAX_ORIGINS && oldest !== undefined) this.#looked.delete(oldest);
    // What cannot be had is asked of the host itself.
    const done = this.#takeAll(origin, store).catch(() => undefined);
    this.#looked.delete(origin);
    this.#looked.set(origin, { at: this.#now(), done });
    return done;
  }

  async #takeAll(origin: string, store: AnswerStore): Promise<void> {
    for (const { key, site, packed, ageMs } of await store.recall(origin)) {
      const at = this.#now() - ageMs;
      if ((this.#kept.get(key)?.at ?? Number.NEGATIVE_INFINITY) >= at) continue;
      const answer = await unpackAnswer(packed, MAX_BYTES);
      if (isKept(answer)) this.#keep(key, { answer, site, at });
    }
  }

  /** A crawl's first requests come together, and so do their answers. */
  #tell(kept: Omit<KeptAnswer, "packed">, answer: Fetched): void {
    const store = this.#store;
    if (store === undefined) return;
    const packing = packAnswer(answer).then((packed) => packed && { ...kept, packed });
    this.#gathered.push(packing.catch(() => undefined));
    if (this.#gathered.length > 1) return;
    const send = async () => {
      const gathered = await Promise.all(this.#gathered.splice(0));
      await store.keep(gathered.filter((one) => one !== undefined));
    };
    // The others ask for themselves then.
    setTimeout(() => send().catch(() => undefined), GATHER_MS).unref();
  }

  #keep(key: string, kept: Kept): void {
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

const keyOf = ({ url, accept, maxBytes, maxRedirects, cut }: FetchRequest, asks: string): string =>
  process
    .getBuiltinModule("node:crypto")
    .createHash("sha256")
    .update(JSON.stringify([url, accept, maxBytes, maxRedirects, cut, asks]))
    .digest("base64url");

const isKept = ({ status, body }: Fetched): boolean => KEPT_STATUS.has(status) && body.length <= MAX_BYTES;

/** One site may go where another may not. */
const mayFollowAll = ({ chain }: Fetched, { mayFollow }: FetchRequest): boolean =>
  mayFollow === undefined || chain.slice(1).every((target) => mayFollow(target));

/** Whoever reads a large body takes it away. */
const copyOf = (answer: Fetched): Fetched => ({ ...answer, body: Uint8Array.from(answer.body) });
