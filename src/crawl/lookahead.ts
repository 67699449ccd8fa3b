import type { PageUrl } from "../address/page-url.ts";
import type { Site } from "../address/site.ts";
import type { CrawledPage } from "./crawled-page.ts";
import type { Candidate } from "./frontier/frontier.ts";
import type { Home } from "./home.ts";
import type { CrawlOptions } from "./options.ts";
import type { Reader } from "./reading/reading.ts";
import { type Visit, visit } from "./visit.ts";

/**
 * How many fetches may be started before the oldest one is committed: eight for each of sixteen slots. It is the same at
 * any concurrency, because what is committed, and in which order, depends on it.
 */
const MAX_UNDER_WAY = 128;

export interface LookaheadOptions {
  readonly home: Home;
  readonly site: Site;
  readonly crawl: Omit<CrawlOptions, "concurrency" | "timeoutMs" | "reader"> & { readonly reader: Reader };
}

/** A page that was asked for, and what came of it. */
export interface Visited {
  readonly candidate: Candidate;
  readonly visit: Visit;
}

/** The visits under way. They end in any order and come out in the order in which they were started. */
export class Lookahead {
  readonly #options: LookaheadOptions;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  /** Asked for before the sitemaps were read. */
  readonly #early = new Map<PageUrl, Promise<Visit>>();
  readonly #underWay: { readonly candidate: Candidate; readonly visit: Promise<Visit> }[] = [];

  constructor(options: LookaheadOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = AbortSignal.any([signal, this.#stop.signal]);
  }

  get isEmpty(): boolean {
    return this.#underWay.length === 0;
  }

  /** @param places pages that the result still has room for */
  hasRoom(places: number): boolean {
    return !this.#signal.aborted && this.#underWay.length < Math.min(MAX_UNDER_WAY, places);
  }

  /** Asks for a page before its turn has come; `start` then finds it under way. */
  startEarly(url: PageUrl): void {
    this.#early.set(url, this.#visit(url, "patient"));
  }

  start(candidate: Candidate, how: "patient" | "once"): void {
    const { url } = candidate;
    this.#underWay.push({ candidate, visit: this.#early.get(url) ?? this.#visit(url, how) });
    // A second try is a new one.
    this.#early.delete(url);
  }

  /** The oldest one, when it has ended. */
  async next(): Promise<Visited | undefined> {
    const oldest = this.#underWay.shift();
    return oldest && { candidate: oldest.candidate, visit: await oldest.visit };
  }

  /** Ends all that is under way. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#early.values(), ...this.#underWay.map((one) => one.visit)]);
  }

  #visit(url: PageUrl, how: "patient" | "once"): Promise<Visit> {
    const { fetch, reader } = this.#options.crawl;
    const stored = storedPage(url, this.#options.crawl);
    const options = {
      fetch: fetch.page,
      reader,
      mayFollow: this.#mayFollow,
      stored,
      ...(how === "once" && { once: true as const }),
    };
    return visit(url, options, this.#signal);
  }

  readonly #mayFollow = (target: string): boolean =>
    this.#options.site.own(target) !== undefined && this.#options.home.robots.allows(target);
}

/** Last time's page, unless something is asked for now that it does not have. */
function storedPage(url: PageUrl, { remembered, withMarkdown }: LookaheadOptions["crawl"]): CrawledPage | undefined {
  const stored = remembered?.get(url);
  return withMarkdown === true && stored?.markdown === undefined ? undefined : stored;
}
