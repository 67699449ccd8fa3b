import { sleep } from "../../waiting/abort.ts";

/** 408, 425, 429, 500, 502, 503, 504 and Cloudflare's 520-524: another answer may come soon. */
export function isPassing(status: number): boolean {
  return [408, 425, 429, 500, 502, 503, 504].includes(status) || (status >= 520 && status <= 524);
}

/** Times a request is repeated after its first failure. packages/crawler/src/crawl/judge.ts asks once more for what still failed at the end. */
const MAX_RETRIES = 2;

/** Most times that a request is repeated because the host refused so many at once, which is no fault of the page's. */
const MAX_WAITS = 12;

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8000;

/** Requests that earn one retry. */
const RETRY_COST = 5;

/**
 * Budget of second tries for a crawl, so that a host in trouble is not asked three times for everything:
 * ten to begin with, and one more for each five requests. Beside those, one wait for each good answer: a host that
 * answers some and refuses others limits the rate, one that refuses more than it answers does not want to be asked.
 */
export class RetryBudget {
  /** Credit for retries: each retry costs RETRY_COST, each request earns 1. */
  #credit = 10 * RETRY_COST;
  #waits = 0;
  #answers = 0;

  /** Good answers so far. */
  get answers(): number {
    return this.#answers;
  }

  /** A request is made for the first time. */
  earn(): void {
    this.#credit++;
  }

  answered(): void {
    this.#answers++;
    this.#waits++;
  }

  /** True if one more retry may be made; takes it from the budget. */
  spendRetry(): boolean {
    if (this.#credit < RETRY_COST) return false;
    this.#credit -= RETRY_COST;
    return true;
  }

  spendWait(): boolean {
    if (this.#waits < 1) return false;
    this.#waits--;
    return true;
  }
}

/** Counts the tries of one request and decides about the next. */
export class Tries {
  readonly #budget: RetryBudget;
  #retries = 0;
  #waits = 0;
  /** Good answers of the crawl when this request was last made. */
  #answersBefore: number;

  constructor(budget: RetryBudget) {
    this.#budget = budget;
    this.#answersBefore = budget.answers;
    budget.earn();
  }

  /** After a passing failure. @param failure `refused`: the host was asked too much, which is not the page's fault */
  mayRepeat(failure: "refused" | "failed"): boolean {
    const mayWait = failure === "refused" && this.#mayWait();
    this.#answersBefore = this.#budget.answers;
    if (mayWait) this.#waits++;
    else if (this.#retries < MAX_RETRIES && this.#budget.spendRetry()) this.#retries++;
    else return false;
    return true;
  }

  /** If no request was answered meanwhile, the refusal is not a matter of rate. */
  #mayWait(): boolean {
    return this.#budget.answers > this.#answersBefore && this.#waits < MAX_WAITS && this.#budget.spendWait();
  }

  /** Waits before the next try: doubling, half of it random, so that requests that failed together are not repeated together. */
  async backOff(signal: AbortSignal): Promise<void> {
    const fullMs = Math.min(FIRST_BACKOFF_MS * 2 ** (this.#retries + this.#waits - 1), MAX_BACKOFF_MS);
    await sleep(fullMs * (0.5 + Math.random() / 2), signal);
  }
}
