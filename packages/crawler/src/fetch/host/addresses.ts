import { isIP } from "node:net";
import { onAbort, stopped, throwIfStopped } from "../../waiting/abort.ts";

/** Hosts whose address is remembered. */
const MAX_KNOWN = 10_000;

/** Requests in flight to one address, whatever its names: a thousand sites of one provider are one machine. */
export class AddressLimit {
  readonly #most: number;
  readonly #addresses = new Map<string, string>();
  readonly #gates = new Map<string, Gate>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Remembers where a host was dialled. Until then its name stands for it: the first request to a host is one alone. */
  learn(hostname: string, address: string): void {
    const [oldest] = this.#addresses.keys();
    if (this.#addresses.size >= MAX_KNOWN && oldest !== undefined) this.#addresses.delete(oldest);
    this.#addresses.set(hostname, address);
  }

  /** Waits for a place. @returns what gives it back @throws CrawlError `aborted` */
  enter(hostname: string, signal: AbortSignal): Promise<() => void> {
    const bare = hostname.replace(/^\[|\]$/g, "");
    const key = isIP(bare) === 0 ? (this.#addresses.get(bare) ?? bare) : bare;
    return (this.#gates.get(key) ?? this.#open(key)).enter(hostname, signal);
  }

  #open(key: string): Gate {
    // Idle addresses are forgotten when the next one comes.
    for (const [name, gate] of this.#gates) if (gate.isIdle) this.#gates.delete(name);
    const gate = new Gate(this.#most);
    this.#gates.set(key, gate);
    return gate;
  }
}

/** One address: hosts take turns at its places, so that a large site does not keep a small one waiting. */
class Gate {
  readonly #most: number;
  /** By host; the first of the map is served next. */
  readonly #lines = new Map<string, Set<() => void>>();
  #inFlight = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get isIdle(): boolean {
    return this.#inFlight === 0 && this.#lines.size === 0;
  }

  async enter(hostname: string, signal: AbortSignal): Promise<() => void> {
    throwIfStopped(signal);
    if (this.#lines.size === 0 && this.#inFlight < this.#most) this.#inFlight++;
    else await this.#wait(hostname, signal);
    return () => {
      this.#inFlight--;
      this.#startWaiting();
    };
  }

  #wait(hostname: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const line = this.#lines.get(hostname) ?? new Set();
    this.#lines.set(hostname, line);
    line.add(resolve);
    const forget = onAbort(signal, () => {
      line.delete(resolve);
      if (line.size === 0 && this.#lines.get(hostname) === line) this.#lines.delete(hostname);
      reject(stopped(signal));
    });
    return promise.finally(forget);
  }

  #startWaiting(): void {
    // A host that was served goes to the end.
    for (const [hostname, line] of this.#lines) {
      if (this.#inFlight >= this.#most) break;
      const [next] = line;
      if (next === undefined) continue;
      line.delete(next);
      this.#lines.delete(hostname);
      if (line.size > 0) this.#lines.set(hostname, line);
      this.#inFlight++;
      next();
    }
  }
}
