// Plain requests of one crawl: redirects, retries of temporary failures, the guard and a host slot for every hop.
import { setTimeout as wait } from "node:timers/promises";
import { CrawlError, isFailure, statusLine } from "@llmstxt-service/page/errors";
import { ACCEPT_ENCODING } from "./bodies.ts";
import { aborted, timedOut } from "./failure.ts";
import { type CrawlFetchOptions, type Fetched, type FetchRequest, type Headers, MAX_BYTES } from "./fetch.ts";
import { type hostsOf, MAX_PAUSE_MS, type Reaction, retryAfterMs } from "./host.ts";
import type { Answer, ExchangeRequest, Wire } from "./http.ts";
import { Cookies, follow } from "./redirects.ts";

const TIMEOUT_MS = 10_000;
const ACCEPT_PAGES = "text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8,*/*;q=0.1";

/** Retries at the start of a crawl, and requests that earn another: a host in trouble is not asked thrice for all. */
const FIRST_RETRIES = 10;
const RETRY_COST = 5;
const MAX_RETRIES = 2;
/** Most waits of a request whose host refuses some requests and answers others. */
const MAX_WAITS = 12;
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8000;
/** Shortest pause that is reported: `Retry-After` counts whole seconds, and part of one may have passed. */
const LEAST_PAUSE_MS = 500;

/** 429, or the 503 that nginx and others send instead. */
const isRefusal = (status: number): boolean => status === 429 || status === 503;

const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Statuses of temporary failures: a time-out, too early, too many, a failing server, and Cloudflare's 520-524. */
export const isPassing = (status: number): boolean => PASSING.has(status) || (status >= 520 && status <= 524);

export interface PlainOptions {
  readonly wire: Wire;
  readonly hostOf: ReturnType<typeof hostsOf>;
  readonly userAgent: string;
  readonly crawl: CrawlFetchOptions;
}

export class Plain {
  readonly options: PlainOptions;
  readonly #fields: Headers;
  readonly #cookies = new Cookies();
  /** Each retry costs RETRY_COST, each request earns 1. */
  #credit = FIRST_RETRIES * RETRY_COST;
  #answers = 0;
  #waits = 0;
  readonly #pausedUntil = new Map<string, number>();
  #requests = 0;
  /** Answers that have arrived, by the numbers of their requests. */
  readonly #arrived = new Map<number, () => void>();

  constructor(options: PlainOptions) {
    this.options = options;
    const { language } = options.crawl;
    const languages = language === undefined ? "*" : `${language},*;q=0.5`;
    this.#fields = { "user-agent": options.userAgent, "accept-language": languages };
  }

  async fetch(request: FetchRequest, signal: AbortSignal): Promise<Fetched> {
    const { timeoutMs = TIMEOUT_MS } = request;
    const turn = this.#requests++;
    // Time in a host's queue does not count; time of the exchange does, over all hops.
    let leftMs = timeoutMs;
    const { url, answer } = await follow(request, this.#cookies, async (hop) => {
      if (leftMs <= 0) throw timedOut(timeoutMs);
      const url = this.options.wire.guard.checkUrl(hop);
      const answer = await this.#again(request, { url, timeoutMs: leftMs }, signal);
      leftMs -= answer.elapsedMs;
      return answer;
    });
    await new Promise<void>((handOn) => {
      this.#arrived.set(turn, handOn);
      if (this.#arrived.size === 1) setImmediate(() => this.#handOn());
    });
    const { cookies: _, ...fetched } = answer;
    return { ...fetched, url, rung: "plain", elapsedMs: timeoutMs - leftMs };
  }

  /** Hands on the first request's answer, one a turn of the event loop: what follows is sent before the next is read. */
  #handOn(): void {
    const first = this.#arrived.keys().reduce((one, other) => Math.min(one, other), Infinity);
    this.#arrived.get(first)?.();
    this.#arrived.delete(first);
    if (this.#arrived.size > 0) setImmediate(() => this.#handOn());
  }

  /** One hop, with retries of temporary failures. */
  async #again(request: FetchRequest, hop: Hop, signal: AbortSignal): Promise<Answer> {
    this.#credit++;
    const tries = { retries: 0, waits: 0, answersBefore: this.#answers };
    for (;;) {
      try {
        const answer = await this.#once(request, hop, signal);
        if (!isPassing(answer.status)) {
          this.#answers++;
          this.#waits++;
          return answer;
        }
        const isLeftAlone = (retryAfterMs(answer.headers["retry-after"], new Date()) ?? 0) > MAX_PAUSE_MS;
        if (request.once || isLeftAlone || !this.#mayRepeat(tries, isRefusal(answer.status))) return answer;
      } catch (thrown) {
        const mayPass = thrown instanceof CrawlError && thrown.retry && thrown.code !== "host_asks_to_wait";
        if (request.once || !mayPass || !this.#mayRepeat(tries, false)) throw thrown;
      }
      const backOffMs = Math.min(FIRST_BACKOFF_MS * 2 ** (tries.retries + tries.waits - 1), MAX_BACKOFF_MS);
      // Half of the backoff is random, so that requests that failed together are not repeated together.
      await wait(backOffMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {
        // It throws only when the signal fires.
        throw aborted();
      });
    }
  }

  /**
   * Decides on a retry after a temporary failure. A host that answers some requests and refuses others limits its rate,
   * which is not the page's fault; a host that refuses more than it answers is left alone.
   */
  #mayRepeat(tries: { retries: number; waits: number; answersBefore: number }, isRefused: boolean): boolean {
    const isRate = isRefused && this.#answers > tries.answersBefore && tries.waits < MAX_WAITS && this.#waits > 0;
    tries.answersBefore = this.#answers;
    if (isRate) {
      this.#waits--;
      return ++tries.waits > 0;
    }
    if (tries.retries >= MAX_RETRIES || this.#credit < RETRY_COST) return false;
    this.#credit -= RETRY_COST;
    return ++tries.retries > 0;
  }

  #once(request: FetchRequest, hop: Hop, signal: AbortSignal): Promise<Answer> {
    const { method = "GET", maxBytes = MAX_BYTES, cut, refuse } = request;
    const { onSent } = this.options.crawl;
    const exchange = () => {
      const asked = { ...hop, method, headers: this.#headers(request, hop.url), maxBytes, cut, refuse, onSent };
      return this.options.wire.exchange(asked, signal);
    };
    return this.inSlot(hop.url, signal, exchange, "pace");
  }

  /** Runs in a slot of the host of `url`; refusals change the host's pace, and so do answers outside of browsers. */
  async inSlot<Got extends Pick<Answer, "status" | "headers" | "elapsedMs">>(
    url: URL,
    signal: AbortSignal,
    run: () => Promise<Got>,
    teaches: "refusals" | "pace" = "refusals",
  ): Promise<Got> {
    const host = this.options.hostOf(url.hostname);
    this.#tellPause(url.host, host.pauseMs);
    await host.enter(url.origin, signal);
    let reaction: Reaction = "nothing";
    try {
      const got = await run();
      const { status, headers, elapsedMs: ms } = got;
      const wanted = () => retryAfterMs(headers["retry-after"], new Date());
      if (isRefusal(status)) reaction = { refused: statusLine(status), retryAfterMs: wanted() };
      else if (teaches === "pace") reaction = { ms };
      return got;
    } catch (thrown) {
      if (teaches === "pace" && isFailure(thrown, "timeout")) reaction = "timeout";
      throw thrown;
    } finally {
      const slower = host.leave(url.origin, reaction);
      if (slower !== undefined) this.options.crawl.onSlower?.(slower);
      this.#tellPause(url.host, host.pauseMs);
    }
  }

  /** Reports each pause of a host once, although every waiting request learns of it. */
  #tellPause(host: string, leftMs: number): void {
    const until = performance.now() + leftMs;
    if (leftMs < LEAST_PAUSE_MS || until < (this.#pausedUntil.get(host) ?? 0) + LEAST_PAUSE_MS) return;
    this.#pausedUntil.set(host, until);
    this.options.crawl.onPause?.({ host, leftMs });
  }

  #headers({ accept = ACCEPT_PAGES, validators, cut }: FetchRequest, url: URL): Record<string, string> {
    const given = this.options.crawl.credentials?.(url);
    const headers: Record<string, string> = { ...this.#fields, ...given, accept };
    // A body that is cut in the middle of a coding cannot be decoded.
    headers["accept-encoding"] = cut ? "identity" : ACCEPT_ENCODING;
    const cookie = this.#cookies.field(url.href, given?.cookie);
    if (cookie !== undefined) headers.cookie = cookie;
    if (validators?.etag !== undefined) headers["if-none-match"] = validators.etag;
    if (validators?.lastModified !== undefined) headers["if-modified-since"] = validators.lastModified;
    return headers;
  }
}

type Hop = Pick<ExchangeRequest, "url" | "timeoutMs">;
