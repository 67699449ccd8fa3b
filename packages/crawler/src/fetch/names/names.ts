import { CrawlError } from "@llmstxt-service/page/errors";
import { Semaphore } from "../../waiting/semaphore.ts";
import { codeOf, lookupError, type Resolve, type ResolvedAddress } from "./resolve.ts";
import { resolveByMachine, systemResolve } from "./system.ts";

export { lookupError, type Resolve, type ResolvedAddress } from "./resolve.ts";
export { systemResolve } from "./system.ts";

/** The look-ups of one asker, bounded, so that no page delays another one's. */
export interface Lookups {
  /** @throws Error, CrawlError: see Resolve; `address_not_allowed` for a name too many, `aborted` after `close` */
  lookUp(hostname: string): Promise<readonly ResolvedAddress[]>;
  /** Gives up what is under way, and refuses what comes later. */
  close(): void;
}

/** The names of one process: what is known of them, and who may ask how much. */
export interface Names {
  /** Look-ups of all plain fetches together, whose number is limited already. */
  readonly plain: Lookups;
  /** Look-ups of one page in a browser, whose scripts may ask for any number of names. */
  forPage(): Lookups;
  /** Resolves the name that a person typed, by all sources of this machine. */
  readonly resolveTyped: Resolve;
}

export interface NamesOptions {
  /** Default: the system's. */
  readonly resolve?: Resolve | undefined;
  readonly allowPrivateNetworks: boolean;
}

interface Limits {
  readonly maxAtOnce: number;
  /** Different names; more are refused. */
  readonly maxNames: number;
}

const PLAIN: Limits = { maxAtOnce: 256, maxNames: Number.POSITIVE_INFINITY };

/** A page full of advertisements asks for a hundred hosts or so. */
const PAGE: Limits = { maxAtOnce: 8, maxNames: 200 };

export function openNames({ resolve, allowPrivateNetworks }: NamesOptions): Names {
  const resolveName = resolve ?? systemResolve({ knowsInnerNames: allowPrivateNetworks });
  const memory = new Memory();
  return {
    plain: new BoundedLookups(resolveName, memory, PLAIN),
    forPage: () => new BoundedLookups(resolveName, memory, PAGE),
    resolveTyped: resolve ?? resolveByMachine,
  };
}

class BoundedLookups implements Lookups {
  readonly #resolve: Resolve;
  readonly #memory: Memory;
  readonly #limits: Limits;
  readonly #semaphore: Semaphore;
  readonly #closing = new AbortController();
  readonly #underWay = new Map<string, Promise<readonly ResolvedAddress[]>>();
  readonly #names = new Set<string>();

  constructor(resolve: Resolve, memory: Memory, limits: Limits) {
    this.#resolve = resolve;
    this.#memory = memory;
    this.#limits = limits;
    this.#semaphore = new Semaphore(limits.maxAtOnce);
  }

  async lookUp(hostname: string): Promise<readonly ResolvedAddress[]> {
    const known = this.#memory.recall(hostname);
    if (known?.type === "found") return known.addresses;
    if (known?.type === "failed") throw known.error;
    const underWay = this.#underWay.get(hostname) ?? this.#begin(hostname);
    return underWay;
  }

  close(): void {
    this.#closing.abort();
  }

  #begin(hostname: string): Promise<readonly ResolvedAddress[]> {
    if (Number.isFinite(this.#limits.maxNames)) this.#names.add(hostname);
    if (this.#names.size > this.#limits.maxNames) {
      this.#names.delete(hostname);
      throw new CrawlError("address_not_allowed", {});
    }
    const looking = this.#lookUpInTurn(hostname).finally(() => this.#underWay.delete(hostname));
    this.#underWay.set(hostname, looking);
    return looking;
  }

  async #lookUpInTurn(hostname: string): Promise<readonly ResolvedAddress[]> {
    const { signal } = this.#closing;
    await this.#semaphore.acquire(signal);
    try {
      const addresses = await this.#resolve(hostname, signal);
      if (addresses.length === 0) throw lookupError("ENOTFOUND", hostname);
      this.#memory.remember(hostname, { type: "found", addresses });
      return addresses;
    } catch (thrown) {
      if (thrown instanceof Error && !signal.aborted)
        this.#memory.remember(hostname, { type: "failed", error: thrown });
      throw thrown;
    } finally {
      this.#semaphore.release();
    }
  }
}

type KnownName =
  | { readonly type: "found"; readonly addresses: readonly ResolvedAddress[] }
  | { readonly type: "failed"; readonly error: Error };

/** Milliseconds after which a name that does not exist, and one without an answer, is looked up again. */
const NOT_FOUND_MS = 30_000;
const NO_ANSWER_MS = 5_000;

const MAX_REMEMBERED = 1_000;

/** Answers about names, for as long as they may be believed. */
class Memory {
  readonly #known = new Map<string, { readonly known: KnownName; readonly until: number }>();

  recall(hostname: string): KnownName | undefined {
    const entry = this.#known.get(hostname);
    if (entry === undefined) return undefined;
    if (performance.now() < entry.until) return entry.known;
    this.#known.delete(hostname);
    return undefined;
  }

  remember(hostname: string, known: KnownName): void {
    const lifetimeMs = lifetimeOf(known);
    if (lifetimeMs <= 0) return;
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(hostname, { known, until: performance.now() + lifetimeMs });
  }
}

function lifetimeOf(known: KnownName): number {
  if (known.type === "failed") return codeOf(known.error) === "ENOTFOUND" ? NOT_FOUND_MS : NO_ANSWER_MS;
  return known.addresses.reduce((least, { ttlMs = 0 }) => Math.min(least, ttlMs), Number.POSITIVE_INFINITY);
}
