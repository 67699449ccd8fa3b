import { isIPv6 } from "node:net";
import { setTimeout } from "node:timers/promises";

/** Wrong secrets of an address that are answered at once, in a minute: people mistype, and old pages ask on. */
const MAX_AT_ONCE = 10;
const WINDOW_MS = 60_000;

/** Each further one is held back a second longer, up to this: with the number below, a guess takes half a second. */
const STEP_MS = 1_000;
export const MAX_HELD_SECONDS = 10;

/** Wrong secrets of one address that wait for their answer: some kilobytes and a connection each. */
const MAX_WAITING = 20;

/** Addresses remembered at once: some megabytes. An attacker with more addresses can guess from each of them anyway. */
const MAX_ADDRESSES = 10_000;

interface GuessCount {
  wrong: number;
  waiting: number;
  until: number;
}

export interface WrongSecretsClock {
  now(): number;
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<unknown>;
}

/** A stop of the server does not wait for who is held back. */
const CLOCK: WrongSecretsClock = {
  now: () => performance.now(),
  wait: (ms) => setTimeout(ms, undefined, { ref: false }),
};

/**
 * Holds back the answers to wrong secrets by client address, for all doors together: key, token, session, cron and
 * webhook secret. Asked only of a secret that was compared and is wrong: a right one is never slowed.
 */
export class WrongSecrets {
  readonly #counts = new Map<string, GuessCount>();
  readonly #clock: WrongSecretsClock;

  constructor(clock = CLOCK) {
    this.#clock = clock;
  }

  /**
   * Resolves when a wrong secret of this address may be answered: `wrong` with the door's own refusal, `tooMany`, at
   * once, where too many of it are waiting already.
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
    // A waiting address still counts when the minute is over. Later ones wait longer: the first are over first.
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

/** An IPv6 client has 2^64 addresses of its own. */
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
