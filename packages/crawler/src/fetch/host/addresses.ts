import { isIP } from "node:net";
import { Semaphore } from "../../waiting/semaphore.ts";

/** Most hosts whose address is remembered. */
const MAX_KNOWN = 10_000;

/** Requests in flight to one address, whatever its names: a thousand sites of one provider are one machine. */
export class AddressLimit {
  readonly #most: number;
  readonly #addresses = new Map<string, string>();
  readonly #places = new Map<string, Semaphore>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Remembers where a host was dialled. Until then its name stands for it: the first request to a host is one alone. */
  learn(hostname: string, address: string): void {
    const [oldest] = this.#addresses.keys();
    if (this.#addresses.size >= MAX_KNOWN && oldest !== undefined) this.#addresses.delete(oldest);
    this.#addresses.set(hostname, address);
  }

  /**
   * Waits for a place. Hosts take turns at the places of an address: a large site does not keep a small one waiting.
   * @returns what gives it back @throws CrawlError `aborted`
   */
  async enter(hostname: string, signal: AbortSignal): Promise<() => void> {
    const bare = hostname.replace(/^\[|\]$/g, "");
    const key = isIP(bare) === 0 ? (this.#addresses.get(bare) ?? bare) : bare;
    const places = this.#places.get(key) ?? this.#open(key);
    await places.acquire(signal, hostname);
    return () => places.release();
  }

  #open(key: string): Semaphore {
    // Idle addresses are forgotten when the next one comes.
    for (const [name, places] of this.#places) if (places.free === this.#most) this.#places.delete(name);
    const places = new Semaphore(this.#most);
    this.#places.set(key, places);
    return places;
  }
}
