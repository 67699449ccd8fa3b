import { onAbort, stopped, throwIfStopped } from "../../waiting/abort.ts";
import type { Slower } from "../fetch.ts";
import type { AddressLimit } from "./addresses.ts";
import { Origin } from "./origin.ts";
import { type Others, OwnShare, type Share } from "./others.ts";
import { leftAlone, MAX_PAUSE_MS, type Observation, Pace } from "./pace.ts";
import { type HostSlot, type Waiter, type Waiting, withAddress } from "./slot.ts";
import { type Going, Turns } from "./turns.ts";

export { AddressLimit } from "./addresses.ts";
export { type Others, SHARE_MS } from "./others.ts";
export { MAX_PAUSE_MS, type Observation } from "./pace.ts";
export type { HostSlot } from "./slot.ts";

/** A host that refuses one request gets no other for as long at least: it would refuse that, too. */
const MIN_PAUSE_MS = 250;
/** The longest we remember it. */
const MAX_CLOSED_MS = 600_000;

/** One host as all crawls of this process see it: its slots, its pace and the pauses it asked for. */
export class Host {
  readonly #pace: Pace;
  readonly #origins = new Map<string, Origin>();
  readonly #waiting = new Set<Waiter>();
  #inFlight = 0;
  #nextAt = 0;
  /** Until when the host has asked to be left alone. */
  #pausedUntil = 0;
  #wake: NodeJS.Timeout | undefined;
  readonly #others: Others | undefined;
  readonly #name: string;
  readonly #share: OwnShare | undefined;

  /** `others`: where other processes may be asking the same host. */
  constructor(
    maxConcurrency: number,
    { name = "", others }: { readonly name?: string; readonly others?: Others | undefined } = {},
  ) {
    this.#pace = new Pace(maxConcurrency);
    this.#name = name;
    this.#others = others;
    if (others === undefined) return;
    const inFlight = () => this.#sharedInFlight;
    const wanted = () => (this.#sharedInFlight === 0 && !this.#isShareWanted ? 0 : this.#pace.concurrency);
    const onShare = ({ pauseMs }: Share) => {
      if (pauseMs > 0) this.#pause(pauseMs);
      this.#startWaiting();
    };
    this.#share = new OwnShare({ name, most: maxConcurrency, others, inFlight, wanted, onShare });
  }

  /** Whether no request is in flight or waiting, and nothing is to be remembered. */
  get isIdle(): boolean {
    const isAsked = this.#inFlight > 0 || this.#waiting.size > 0;
    const isDelayed = [...this.#origins.values()].some(({ delayMs }) => delayMs > 0);
    return !isAsked && !isDelayed && performance.now() >= this.#nextAt;
  }

  /** Its origins share its slots and its pace; a `Crawl-delay` holds for the one whose robots.txt asks for it. */
  at(name: string): HostSlot {
    const pace = this.#pace;
    const originNow = () => this.#originOf(name);
    return {
      get hasTurns() {
        return originNow().hasTurns;
      },
      get concurrency() {
        return originNow().delayMs > 0 ? 1 : pace.concurrency;
      },
      enter: (signal, onPause) => this.#enterInTurn(originNow(), { signal, onPause }),
      leave: (seen) => this.#leave(originNow(), seen),
      setDelay: (delayMs) => originNow().setDelay(delayMs),
    };
  }

  #originOf(name: string): Origin {
    const origin = this.#origins.get(name) ?? new Origin(this.#others && new Turns(name, this.#others));
    this.#origins.set(name, origin);
    return origin;
  }

  /** Under a `Crawl-delay` the processes take turns: a slot of this one alone does not say when. */
  async #enterInTurn(origin: Origin, waiting: Waiting): Promise<void> {
    const { signal } = waiting;
    await this.#enter(origin, waiting);
    if (!origin.hasTurns) return;
    try {
      await origin.turns?.take(this.#going(origin, 1), signal);
    } catch (thrown) {
      this.#leave(origin, { type: "none" });
      throw thrown;
    }
  }

  #going(origin: Origin, beginning: number): Going {
    let wanted = beginning;
    for (const waiter of this.#waiting) if (waiter.origin === origin) wanted++;
    return { delayMs: origin.delayMs, wanted };
  }

  async #enter(origin: Origin, waiting: Waiting): Promise<void> {
    throwIfStopped(waiting.signal);
    this.#refuseWhileClosed();
    if (this.#waiting.size === 0 && this.#canStart(origin)) return this.#start(origin);
    const leftMs = this.#pausedUntil - performance.now();
    if (leftMs > 0) waiting.onPause?.(leftMs);
    await this.#wait(origin, waiting);
  }

  #leave(origin: Origin, seen: Observation): Slower | undefined {
    this.#inFlight--;
    origin.inFlight--;
    const slower = this.#pace.learn(seen, this.#inFlight);
    const pauseMs = seen.type === "refused" ? Math.max(seen.retryAfterMs ?? 0, MIN_PAUSE_MS) : 0;
    if (pauseMs > 0) this.#refused(pauseMs);
    // Counted from the answer's end, too: how long a request travels is not ours to know.
    this.#keepDistance(origin);
    if (origin.hasTurns) {
      origin.turns?.answered(Math.max(origin.delayMs, Math.min(pauseMs, MAX_CLOSED_MS)));
      origin.turns?.goOn(this.#going(origin, 0));
    }
    this.#startWaiting();
    return slower;
  }

  #wait(origin: Origin, { signal, onPause }: Waiting): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { origin, start: resolve, refuse: reject, onPause };
    const forget = onAbort(signal, () => {
      this.#waiting.delete(waiter);
      reject(stopped(signal));
      if (origin.hasTurns && origin.inFlight === 0) origin.turns?.goOn(this.#going(origin, 0));
      this.#startWaiting();
    });
    this.#waiting.add(waiter);
    this.#startWaiting();
    return promise.finally(forget);
  }

  get #isFull(): boolean {
    return this.#inFlight >= this.#pace.concurrency;
  }

  /** Whether the other processes leave room for one more. */
  #hasShare(origin: Origin): boolean {
    return origin.hasTurns || this.#share === undefined || this.#sharedInFlight < this.#share.slots;
  }

  /** Requests that count in this process's share; those in turn are one at a time everywhere. */
  get #sharedInFlight(): number {
    let sum = 0;
    for (const { hasTurns, inFlight } of this.#origins.values()) if (!hasTurns) sum += inFlight;
    return sum;
  }

  get #isShareWanted(): boolean {
    for (const { origin } of this.#waiting) if (!origin.hasTurns) return true;
    return false;
  }

  #refused(pauseMs: number): void {
    this.#pause(pauseMs);
    // They learn of it as they renew their shares; who cannot be told will be refused himself.
    this.#others?.pause(this.#name, pauseMs).catch(() => {});
  }

  #canStart(origin: Origin): boolean {
    const now = performance.now();
    return !this.#isFull && this.#hasShare(origin) && now >= this.#nextAt && !origin.isBusy && now >= origin.nextAt;
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
    if (this.#isShareWanted) this.#share?.want();
    for (const waiter of this.#waiting) {
      if (this.#isFull) break;
      if (!this.#canStart(waiter.origin)) continue;
      this.#waiting.delete(waiter);
      this.#start(waiter.origin);
      waiter.start();
    }
    this.#wakeLater();
  }

  /** When the next of those who wait may start without anybody's leaving. */
  #wakeLater(): void {
    clearTimeout(this.#wake);
    if (this.#isFull) return;
    let nextAt = Number.POSITIVE_INFINITY;
    for (const { origin } of this.#waiting)
      if (!origin.isBusy && this.#hasShare(origin)) nextAt = Math.min(nextAt, origin.nextAt);
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
      for (const { onPause } of this.#waiting) onPause?.(pauseMs);
      return;
    }
    for (const waiter of this.#waiting) waiter.refuse(leftAlone(pauseMs));
    this.#waiting.clear();
  }

  #refuseWhileClosed(): void {
    const waitMs = this.#nextAt - performance.now();
    if (waitMs > MAX_PAUSE_MS) throw leftAlone(waitMs);
  }
}

interface HostsOptions {
  readonly others?: Others | undefined;
  readonly addresses?: AddressLimit | undefined;
}

/** Hosts by name. Two crawls of one host share its entry, so that it never sees more than one's worth of requests. */
export class Hosts {
  readonly #maxConcurrency: number;
  readonly #others: Others | undefined;
  readonly #addresses: AddressLimit | undefined;
  readonly #hosts = new Map<string, Host>();

  constructor(maxConcurrency: number, { others, addresses }: HostsOptions = {}) {
    this.#maxConcurrency = maxConcurrency;
    this.#others = others;
    this.#addresses = addresses;
  }

  /** For requests to this URL, or this origin. */
  slotFor(url: string): HostSlot {
    const { hostname, origin } = new URL(url);
    const slot = this.#get(hostname).at(origin);
    return this.#addresses === undefined ? slot : withAddress(slot, hostname, this.#addresses);
  }

  #get(hostname: string): Host {
    const known = this.#hosts.get(hostname);
    if (known !== undefined) return known;
    this.#forgetIdle();
    const host = new Host(this.#maxConcurrency, { name: hostname, others: this.#others });
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
