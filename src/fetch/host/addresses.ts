import { isIP } from "node:net";
import { Semaphore } from "../../waiting/semaphore.ts";

/** Hosts whose address is remembered. */
const MAX_KNOWN = 10_000;

/** Requests in flight to one address, whatever its names: a thousand sites of one provider are one machine. */
export class AddressLimit {
  readonly #most: number;
  readonly #addresses = new Map<string, string>();
  readonly #gates = new Map<string, { readonly slots: Semaphore; users: number }>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Remembers where a host was dialled. Until then its name stands for it: the first request to a host is one alone. */
  learn(hostname: string, address: string): void {
    const [oldest] = this.#addresses.keys();
    if (this.#addresses.size >= MAX_KNOWN && oldest !== undefined) this.#addresses.delete(oldest);
    this.#addresses.set(hostname, address);
  }

  /** Waits for a place. @returns what gives it back @throws the signal's reason */
  async enter(hostname: string, signal: AbortSignal): Promise<() => void> {
    const bare = hostname.replace(/^\[|\]$/g, "");
    const address = isIP(bare) === 0 ? (this.#addresses.get(bare) ?? bare) : bare;
    const gate = this.#gates.get(address) ?? { slots: new Semaphore(this.#most), users: 0 };
    this.#gates.set(address, gate);
    gate.users++;
    const forget = () => {
      gate.users--;
      if (gate.users === 0) this.#gates.delete(address);
    };
    try {
      await gate.slots.acquire(signal);
    } catch (thrown) {
      forget();
      throw thrown;
    }
    return () => {
      gate.slots.release();
      forget();
    };
  }
}
