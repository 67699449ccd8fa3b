import { type PageUrl, partsOf } from "@llmstxt-service/page/address/page-url";
import type { Site } from "@llmstxt-service/page/address/site";
import { toCrawlError } from "@llmstxt-service/page/errors";
import type { Candidate } from "./frontier/frontier.ts";
import type { Home } from "./home.ts";
import type { Keeping } from "./keeping.ts";
import type { CrawlOptions } from "./options.ts";
import type { Reader } from "./reading/reading.ts";
import type { EarlyPage, SlottedFetch } from "./slots.ts";
import { storedPage, type VisitInTurn, type VisitOptions, visit } from "./visit.ts";

/**
 * Number of fetches that may be started before the oldest one is committed: eight for each of sixteen slots. It is the same at
 * any concurrency, because what is committed, and in which order, depends on it.
 */
const MAX_UNDER_WAY = 128;

export interface LookaheadOptions {
  readonly home: Home;
  readonly site: Site;
  readonly crawl: Omit<CrawlOptions, "concurrency" | "timeoutMs" | "reader" | "fetch"> & {
    readonly fetch: SlottedFetch;
    readonly reader: Reader;
  };
  readonly keeping: Keeping;
}

/** A page that was asked for, and what came of it. */
export interface Visited {
  readonly candidate: Candidate;
  readonly visit: VisitInTurn;
}

/** The visits under way. They end in any order and come out in the order in which they were started. */
export class Lookahead {
  readonly #options: LookaheadOptions;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  /** Visits that were started before their turn. */
  readonly #early = new Map<PageUrl, { readonly visit: Promise<VisitInTurn>; readonly use: EarlyPage["use"] }>();
  /** Resolved when the next visit ends. */
  #onEnd = Promise.withResolvers<void>();
  readonly #underWay: { readonly candidate: Candidate; readonly visit: Promise<VisitInTurn> }[] = [];

  constructor(options: LookaheadOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = AbortSignal.any([signal, this.#stop.signal]);
  }

  /** Addresses under way whose turn has come. */
  get urls(): readonly PageUrl[] {
    return this.#underWay.map(({ candidate }) => candidate.url);
  }

  get isEmpty(): boolean {
    return this.#underWay.length === 0;
  }

  /** Pages under way whose turn has come, and early ones. */
  get count(): number {
    return this.#underWay.length + this.#early.size;
  }

  /** Slots in which something might be asked for early. */
  get idle(): number {
    return this.#signal.aborted ? 0 : this.#options.crawl.fetch.idle();
  }

  /** Pages asked for early whose turn has not come. */
  get early(): number {
    return this.#early.size;
  }

  /** Resolves when the next visit has ended. */
  ended(): Promise<void> {
    return this.#onEnd.promise;
  }

  hasEarly(url: PageUrl): boolean {
    return this.#early.has(url);
  }

  /** @param places pages that the result still has room for */
  hasRoom(places: number): boolean {
    return !this.#signal.aborted && this.#underWay.length < Math.min(MAX_UNDER_WAY, places);
  }

  /** True if each place of the result has a page under way. */
  isFull(places: number): boolean {
    return this.#underWay.length >= places;
  }

  /** Asks for a page before its turn has come; `start` then finds it under way. */
  startEarly(url: PageUrl): void {
    const { page, use } = this.#options.crawl.fetch.early();
    this.#early.set(url, { visit: this.#visit(url, { fetch: page }), use });
  }

  start(candidate: Candidate, how: "patient" | "once"): void {
    const { url } = candidate;
    const early = this.#early.get(url);
    // A second try must be a new request.
    this.#early.delete(url);
    early?.use();
    const { page } = this.#options.crawl.fetch;
    const asked = { fetch: page, ...(how === "once" && { once: true as const }) };
    this.#underWay.push({ candidate, visit: early?.visit ?? this.#visit(url, asked) });
  }

  /** The oldest visit under way, once it has ended; undefined if there is none. */
  async next(): Promise<Visited | undefined> {
    const oldest = this.#underWay.shift();
    return oldest && { candidate: oldest.candidate, visit: await oldest.visit };
  }

  /** Ends all that is under way. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([
      ...[...this.#early.values()].map((one) => one.visit),
      ...this.#underWay.map((one) => one.visit),
    ]);
  }

  async #visit(url: PageUrl, asked: Pick<VisitOptions, "fetch" | "once">): Promise<VisitInTurn> {
    const { crawl, keeping } = this.#options;
    const stored = storedPage(url, crawl);
    const mayFollow = (target: string): boolean => this.#mayFollow(url, target);
    const options = { ...asked, reader: crawl.reader, mayFollow, stored, keeping };
    const visited = (await this.#refused(url)) ?? (await visit(url, options, this.#signal));
    this.#onEnd.resolve();
    this.#onEnd = Promise.withResolvers();
    return visited;
  }

  /** Reads the host's robots.txt. Returns the outcome of a page that may not be visited, undefined for one that may. */
  async #refused(url: PageUrl): Promise<VisitInTurn | undefined> {
    try {
      const robots = await this.#options.home.robots.of(url, this.#signal);
      return robots.allows(url) ? undefined : { type: "disallowed" };
    } catch (thrown) {
      return { type: "failed", error: toCrawlError(thrown) };
    }
  }

  /** True for a redirect within the page's host or to the homepage's; one to a third host is asked for in its turn. */
  #mayFollow(url: PageUrl, target: string): boolean {
    const { site, home } = this.#options;
    const own = site.own(target);
    const hosts = [url, site.home].map((one) => partsOf(one).origin);
    return own !== undefined && hosts.includes(partsOf(own).origin) && home.robots.allows(own);
  }
}
