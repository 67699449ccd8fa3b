import { setTimeout as sleep } from "node:timers/promises";
import { CrawlError } from "../errors.ts";

/** Times a request is repeated after its first failure. */
export const MAX_RETRIES = 2;

const FIRST_BACKOFF_MS = 500;

/**
 * What a crawl may spend on second tries, so that a host in trouble is not asked three times for everything:
 * ten to begin with, and one more for each five requests.
 */
export class RetryBudget {
  #left = 10;

  /** A request was made for the first time. */
  earn(): void {
    this.#left += 0.2;
  }

  /** Whether one more retry may be made; takes it from the budget. */
  spend(): boolean {
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}

/** Waits before retry 1, 2, …: doubling, with half of it random, so that those who failed together do not come back together. */
export async function backOff(retry: number, signal: AbortSignal): Promise<void> {
  const fullMs = FIRST_BACKOFF_MS * 2 ** (retry - 1);
  try {
    await sleep(fullMs * (0.5 + Math.random() / 2), undefined, { signal });
  } catch (thrown) {
    throw new CrawlError("aborted", "stopped", { cause: thrown });
  }
}
