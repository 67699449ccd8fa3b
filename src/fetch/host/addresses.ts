import { isIP } from "node:net";
import { onAbort, stopped, throwIfStopped } from "../../waiting/abort.ts";
import { type Others, OwnShare } from "./others.ts";

/** Hosts whose address is remembered. */
const MAX_KNOWN = 10_000;

/** Places that are asked for at first. */
const FIRST_PLACES = 8;

/** A request to a host. */
export interface Entering {
  readonly hostname: string;
  /** Whether it is the only one to its origin over all processes: then it needs no part of theirs. */
  readonly hasTurn: boolean;
}

/**
 * Requests in flight to one address, whatever its names: a thousand sites of one provider are one machine. Other processes
 * count, too.
 */
export class AddressLimit {
  readonly #most: number;
  readonly #others: Others | undefined;
  readonly #addresses = new Map<string, string>();
  readonly #gates = new Map<string, Gate>();

  constructor(most: number, others?: Others) {
    this.#most = most;
    this.#others = others;
  }

  /** Remembers where a host was dialled. Until then its name stands for it: the first request to a host is one alone. */
  learn(hostname: string, address: string): void {
    const [oldest] = this.#addresses.keys();
    if (this.#addresses.size >= MAX_KNOWN && oldest !== undefined) this.#addresses.delete(oldest);
    this.#addresses.set(hostname, address);
  }

  /** Waits for a place. @returns what gives it back @throws CrawlError `aborted` */
  enter(entering: Entering, signal: AbortSignal): Promise<() => void> {
    const bare = entering.hostname.replace(/^\[|\]$/g, "");
    const address = isIP(bare) === 0 ? this.#addresses.get(bare) : bare;
    const key = address ?? bare;
    const gate = this.#gates.get(key) ?? this.#open(key, address);
    return gate.enter(entering, signal);
  }

  #open(key: string, address: string | undefined): Gate {
    // What is idle is forgotten when the next one comes.
    for (const [name, gate] of this.#gates) if (gate.isIdle) this.#gates.delete(name);
    const others = address === undefined ? undefined : this.#others;
    const gate = new Gate(this.#most, others && { name: `address ${key}`, others });
    this.#gates.set(key, gate);
    return gate;
  }
}

type Counted = Pick<Entering, "hasTurn">;

interface Waiter extends Counted {
  readonly start: () => void;
}

/** One address: hosts take turns at its places, so that a large site does not keep a small one waiting. */
class Gate {
  readonly #most: number;
  readonly #share: OwnShare | undefined;
  /** By host; the first of the map is served next. */
  readonly #lines = new Map<string, Set<Waiter>>();
  #inFlight = 0;
  #sharedInFlight = 0;
  /** Most requests that were in flight or waiting since the share was renewed. */
  #peak = 0;

  constructor(most: number, shared?: { readonly name: string; readonly others: Others }) {
    this.#most = most;
    if (shared === undefined) return;
    this.#share = new OwnShare({
      ...shared,
      most,
      inFlight: () => this.#sharedInFlight,
      wanted: () => Math.min(most, this.#wanted),
      onShare: () => {
        this.#peak = 0;
        this.#startWaiting();
      },
    });
  }

  get isIdle(): boolean {
    return this.#inFlight === 0 && this.#lines.size === 0 && (this.#share?.isIdle ?? true);
  }

  async enter(entering: Entering, signal: AbortSignal): Promise<() => void> {
    throwIfStopped(signal);
    if (this.#lines.size === 0 && this.#canStart(entering)) this.#count(entering, 1);
    else await this.#wait(entering, signal);
    return () => {
      this.#count(entering, -1);
      this.#startWaiting();
    };
  }

  /** Twice what was needed since the share was renewed: hosts begin with some and get more. */
  get #wanted(): number {
    this.#peak = Math.max(this.#peak, this.#sharedInFlight + this.#sharedWaiting);
    return this.#peak === 0 ? 0 : Math.max(FIRST_PLACES, 2 * this.#peak);
  }

  get #sharedWaiting(): number {
    let sum = 0;
    for (const line of this.#lines.values()) for (const { hasTurn } of line) if (!hasTurn) sum++;
    return sum;
  }

  #canStart({ hasTurn }: Counted): boolean {
    const hasShare = hasTurn || this.#share === undefined || this.#sharedInFlight < this.#share.slots;
    return hasShare && this.#inFlight < this.#most;
  }

  #count({ hasTurn }: Counted, by: number): void {
    this.#inFlight += by;
    if (!hasTurn) this.#sharedInFlight += by;
    this.#peak = Math.max(this.#peak, this.#sharedInFlight);
  }

  #wait({ hostname, hasTurn }: Entering, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const line = this.#lines.get(hostname) ?? new Set();
    this.#lines.set(hostname, line);
    const waiter: Waiter = { hasTurn, start: resolve };
    line.add(waiter);
    const forget = onAbort(signal, () => {
      line.delete(waiter);
      if (line.size === 0 && this.#lines.get(hostname) === line) this.#lines.delete(hostname);
      reject(stopped(signal));
    });
    this.#startWaiting();
    return promise.finally(forget);
  }

  #startWaiting(): void {
    // A host that was served goes to the end.
    for (const [hostname, line] of this.#lines) {
      if (this.#inFlight >= this.#most) break;
      const [next] = line;
      if (next === undefined || !this.#canStart(next)) continue;
      line.delete(next);
      this.#lines.delete(hostname);
      if (line.size > 0) this.#lines.set(hostname, line);
      this.#count(next, 1);
      next.start();
    }
    if (this.#sharedWaiting > 0) this.#share?.want();
  }
}
