import { isIPv6 } from "node:net";

/** Wrong secrets that one address may show in a minute. */
const MAX_WRONG = 10;
const WINDOW_MS = 60_000;

/** Addresses remembered at once: some megabytes. An attacker with more addresses can guess from each of them anyway. */
const MAX_ADDRESSES = 10_000;

interface Count {
  wrong: number;
  readonly until: number;
}

/**
 * Counts wrong secrets by client address, for all doors together: key, token, cron and webhook secret. After ten in a
 * minute an address is refused before its secret is looked at: a right one too, or guessing would go on.
 */
export class WrongSecrets {
  readonly #counts = new Map<string, Count>();
  readonly #now: () => number;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Seconds until this address may try again; undefined: it may now. */
  refusedFor(address: string): number | undefined {
    const count = this.#counts.get(networkOf(address));
    const leftMs = count === undefined || count.wrong < MAX_WRONG ? 0 : count.until - this.#now();
    return leftMs > 0 ? Math.ceil(leftMs / 1000) : undefined;
  }

  add(address: string): void {
    const network = networkOf(address);
    const now = this.#now();
    const known = this.#counts.get(network);
    const count = known === undefined || known.until <= now ? { wrong: 0, until: now + WINDOW_MS } : known;
    count.wrong++;
    // Those that begin later stand later: the first are the first to be over.
    if (count !== known) this.#counts.delete(network);
    this.#counts.set(network, count);
    for (const [oldest, { until }] of this.#counts) {
      if (until > now && this.#counts.size <= MAX_ADDRESSES) break;
      this.#counts.delete(oldest);
    }
  }
}

/** An IPv6 client has 2^64 addresses of its own. */
function networkOf(address: string): string {
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
