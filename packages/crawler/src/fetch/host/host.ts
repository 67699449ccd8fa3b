import { throwIfStopped } from "../../waiting/abort.ts";
import { Line } from "../../waiting/line.ts";
import type { Slower } from "../fetch.ts";
import type { AddressLimit } from "./addresses.ts";
import { Origin } from "./origin.ts";
import { leftAlone, MAX_PAUSE_MS, type Observation, Pace } from "./pace.ts";
import { type HostSlot, type OnPause, withAddress } from "./slot.ts";

export { AddressLimit } from "./addresses.ts";
export { MAX_PAUSE_MS, type Observation } from "./pace.ts";
export type { HostSlot } from "./slot.ts";

/** Least milliseconds without a request to a host after it refused one. */
const MIN_PAUSE_MS = 250;
/** Most milliseconds for which a host's wish to be left alone is remembered. */
const MAX_CLOSED_MS = 600_000;

/** One host as all crawls of this process see it: its slots, its pace and the pauses it asked for. */
export class Host {
  readonly #pace: Pace;
  readonly #origins = new Map<string, Origin>();
  readonly #waiting = new Line<{ readonly origin: Origin; readonly onPause: OnPause | undefined }>();
  #inFlight = 0;
  #nextAt = 0;
  /** Time until which the host has asked to be left alone. */
  #pausedUntil = 0;
  #wake: NodeJS.Timeout | undefined;
  readonly #isLimited: () => boolean;

  /** `isLimited`: whether it may be asked one request at a time, because another process crawls it. */
  constructor(maxConcurrency: number, isLimited: () => boolean = () => false) {
    this.#pace = new Pace(maxConcurrency);
    this.#isLimited = isLimited;
  }

  /** Requests that may be in flight at present. */
  get concurrency(): number {
    return this.#isLimited() ? 1 : this.#pace.concurrency;
  }

  /** Milliseconds until it may be asked again. */
  get restMs(): number {
    const nextAt = Math.max(this.#nextAt, ...[...this.#origins.values()].map((origin) => origin.nextAt));
    return Math.max(0, nextAt - performance.now());
  }

  /** True if no request is in flight or waiting, and nothing is to be remembered. */
  get isIdle(): boolean {
    const isAsked = this.#inFlight > 0 || this.#waiting.length > 0;
    const isDelayed = [...this.#origins.values()].some(({ delayMs }) => delayMs > 0);
    return !isAsked && !isDelayed && performance.now() >= this.#nextAt;
  }

  /**
   * The slot of one origin. Origins of a host share its slots and its pace; a `Crawl-delay` holds for its origin alone.
   */
  at(name: string): HostSlot {
    const host = this;
    const originNow = () => this.#originOf(name);
    return {
      get concurrency() {
        return originNow().delayMs > 0 ? 1 : host.concurrency;
      },
      enter: (signal, onPause) => this.#enter(originNow(), signal, onPause),
      leave: (seen) => this.#leave(originNow(), seen),
      setDelay: (delayMs) => originNow().setDelay(delayMs),
    };
  }

  #originOf(name: string): Origin {
    const origin = this.#origins.get(name) ?? new Origin();
    this.#origins.set(name, origin);
    return origin;
  }

  async #enter(origin: Origin, signal: AbortSignal, onPause: OnPause | undefined): Promise<void> {
    throwIfStopped(signal);
    this.#refuseWhileClosed();
    if (this.#waiting.length === 0 && this.#canStart(origin)) return this.#start(origin);
    const leftMs = this.#pausedUntil - performance.now();
    if (leftMs > 0) onPause?.(leftMs);
    const turn = this.#waiting.wait({ origin, onPause }, signal);
    this.#startWaiting();
    try {
      await turn;
    } catch (thrown) {
      // Another waiting request may be the next to start.
      this.#startWaiting();
      throw thrown;
    }
  }

  #leave(origin: Origin, seen: Observation): Slower | undefined {
    this.#inFlight--;
    origin.inFlight--;
    const slower = this.#pace.learn(seen, this.#inFlight);
    const pauseMs = seen.type === "refused" ? Math.max(seen.retryAfterMs ?? 0, MIN_PAUSE_MS) : 0;
    if (pauseMs > 0) this.#pause(pauseMs);
    // Counted from the answer's end, too: how long a request travels is not ours to know.
    this.#keepDistance(origin);
    this.#startWaiting();
    return slower;
  }

  get #isFull(): boolean {
    return this.#inFlight >= this.concurrency;
  }

  #canStart(origin: Origin): boolean {
    const now = performance.now();
    return !this.#isFull && now >= this.#nextAt && !origin.isBusy && now >= origin.nextAt;
  }

  #start(origin: Origin): void {
    this.#inFlight++;
    origin.inFlight++;
    this.#keepDistance(origin);
  }

  #keepDistance(origin: Origin): void {
    const { gapMs } = this.#pace;
    if (gapMs > 0) this.#nextAt = Math.max(this.#nextAt, performance.now() + gapMs);
    origin.keepDistance();
  }

  #startWaiting(): void {
    for (const waiter of this.#waiting) {
      if (this.#isFull) break;
      const { origin } = waiter.about;
      if (!this.#canStart(origin)) continue;
      this.#start(origin);
      waiter.serve();
    }
    this.#wakeLater();
  }

  /** Sets the timer for the next waiting request that may start before a slot is given back. */
  #wakeLater(): void {
    clearTimeout(this.#wake);
    if (this.#isFull) return;
    let nextAt = Number.POSITIVE_INFINITY;
    for (const {
      about: { origin },
    } of this.#waiting)
      if (!origin.isBusy) nextAt = Math.min(nextAt, origin.nextAt);
    if (nextAt === Number.POSITIVE_INFINITY) return;
    // A pause may have ended since `#canStart` looked: with nothing in flight, nothing else would wake the waiting requests.
    const waitMs = Math.max(0, Math.ceil(Math.max(this.#nextAt, nextAt) - performance.now()));
    this.#wake = setTimeout(() => this.#startWaiting(), waitMs);
  }

  #pause(pauseMs: number): void {
    const until = performance.now() + Math.min(pauseMs, MAX_CLOSED_MS);
    this.#nextAt = Math.max(this.#nextAt, until);
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
    if (pauseMs <= MAX_PAUSE_MS) {
      for (const { about } of this.#waiting) about.onPause?.(pauseMs);
      return;
    }
    for (const waiter of this.#waiting) waiter.refuse(leftAlone(pauseMs));
  }

  #refuseWhileClosed(): void {
    const waitMs = this.#nextAt - performance.now();
    if (waitMs > MAX_PAUSE_MS) throw leftAlone(waitMs);
  }
}

interface HostSlotsOptions {
  /** True if a host may be asked one request at a time, because another process crawls it. */
  readonly isLimited?: ((hostname: string) => boolean) | undefined;
  readonly addresses?: AddressLimit | undefined;
}

/** Hosts by name. Two crawls of one host share its entry, so that it never sees more than one's worth of requests. */
export class Hosts {
  readonly #maxConcurrency: number;
  readonly #isLimited: (hostname: string) => boolean;
  readonly #addresses: AddressLimit | undefined;
  readonly #hosts = new Map<string, Host>();

  constructor(maxConcurrency: number, { isLimited = () => false, addresses }: HostSlotsOptions = {}) {
    this.#maxConcurrency = maxConcurrency;
    this.#isLimited = isLimited;
    this.#addresses = addresses;
  }

  /** The slot for requests to a URL or an origin. */
  slotFor(url: string): HostSlot {
    const { hostname, origin } = new URL(url);
    const slot = this.#get(hostname).at(origin);
    return this.#addresses === undefined ? slot : withAddress(slot, hostname, this.#addresses);
  }

  /** Milliseconds until the host may be asked again. */
  restMs(hostname: string): number {
    return this.#hosts.get(hostname)?.restMs ?? 0;
  }

  #get(hostname: string): Host {
    const known = this.#hosts.get(hostname);
    if (known !== undefined) return known;
    this.#forgetIdle();
    const host = new Host(this.#maxConcurrency, () => this.#isLimited(hostname));
    this.#hosts.set(hostname, host);
    return host;
  }

  /** A server that crawls for months meets many hosts; what was learnt about one that is idle is cheap to learn again. */
  #forgetIdle(): void {
    if (this.#hosts.size < MAX_HOSTS) return;
    for (const [hostname, host] of this.#hosts) if (host.isIdle) this.#hosts.delete(hostname);
  }
}

const MAX_HOSTS = 1000;

/** The same slots for one crawl; `onRequests` hears after each change how many it holds: its requests on the wire. */
export function countedSlots(hosts: Pick<Hosts, "slotFor">, onRequests: (open: number) => void): typeof hosts {
  let open = 0;
  const change = (by: number) => {
    open += by;
    onRequests(open);
  };
  const counted = (slot: HostSlot): HostSlot => ({
    get concurrency() {
      return slot.concurrency;
    },
    async enter(signal, onPause) {
      await slot.enter(signal, onPause);
      change(1);
    },
    leave(seen) {
      change(-1);
      return slot.leave(seen);
    },
    setDelay: (delayMs) => slot.setDelay(delayMs),
  });
  return { slotFor: (url) => counted(hosts.slotFor(url)) };
}
