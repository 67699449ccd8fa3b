import { isIPv6 } from "node:net";
import { setTimeout } from "node:timers/promises";

/**
 * Wrong secrets that one address may send within WINDOW_MS and have answered at once: people mistype, and old pages
 * repeat.
 */
const MAX_AT_ONCE = 10;
const WINDOW_MS = 60_000;

/**
 * Each further wrong secret is answered a second later than the one before, up to MAX_HELD_SECONDS; with MAX_WAITING
 * this makes two guesses a second.
 */
const STEP_MS = 1_000;
export const MAX_HELD_SECONDS = 10;

/** Most wrong secrets of one address that wait for their answer: each holds some kilobytes and a connection. */
const MAX_WAITING = 20;

/** Most addresses remembered: some megabytes. An attacker with more addresses can guess from each of them anyway. */
const MAX_ADDRESSES = 10_000;

interface GuessCount {
  wrong: number;
  waiting: number;
  until: number;
}

export interface WrongSecretsClock {
  now(): number;
  /** Resolves after `ms` milliseconds. */
  wait(ms: number): Promise<unknown>;
}

/** A stop of the server does not wait for these timers. */
const CLOCK: WrongSecretsClock = {
  now: () => performance.now(),
  wait: (ms) => setTimeout(ms, undefined, { ref: false }),
};

/**
 * Delays the answers to wrong secrets by client address, for all doors together: key, token, session, cron and webhook
 * secret. It is asked only after a secret was compared and found wrong, so right ones are never delayed.
 */
export class WrongSecrets {
  readonly #counts = new Map<string, GuessCount>();
  readonly #clock: WrongSecretsClock;

  constructor(clock = CLOCK) {
    this.#clock = clock;
  }

  /**
   * Resolves when a wrong secret of this address may be answered: `wrong` after the delay, `tooMany` at once if too
   * many answers of the address wait already.
   */
  async settle(address: string): Promise<"wrong" | "tooMany"> {
    const count = this.#countOf(networkOf(address));
    count.wrong++;
    const heldMs = Math.min(Math.max(0, count.wrong - MAX_AT_ONCE) * STEP_MS, MAX_HELD_SECONDS * 1_000);
    if (heldMs === 0) return "wrong";
    if (count.waiting >= MAX_WAITING) return "tooMany";
    count.waiting++;
    await this.#clock.wait(heldMs);
    count.waiting--;
    return "wrong";
  }

  #countOf(network: string): GuessCount {
    const now = this.#clock.now();
    const known = this.#counts.get(network);
    if (known !== undefined && known.until > now) return known;
    // An address whose answers still wait is remembered for another window.
    const count = known ?? { wrong: 0, waiting: 0, until: 0 };
    count.wrong = 0;
    count.until = now + WINDOW_MS;
    this.#counts.delete(network);
    this.#counts.set(network, count);
    for (const [oldest, { until, waiting }] of this.#counts) {
      if ((until > now || waiting > 0) && this.#counts.size <= MAX_ADDRESSES) break;
      this.#counts.delete(oldest);
    }
    return count;
  }
}

/** The client's network: an IPv6 client has 2^64 addresses of its own. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [head = "", tail = ""] = address.split("%", 1).join("").split("::");
  const groups = head === "" ? [] : head.split(":");
  if (address.includes("::")) {
    const after = tail === "" ? [] : tail.split(":");
    while (groups.length + after.length < 8) groups.push("0");
    for (const group of after) groups.push(group);
  }
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
