import type { Fetched } from "../fetch/fetch.ts";
import { Admission, type Objection } from "./admission.ts";
import type { CrawledPage } from "./crawled-page.ts";
import type { CrawlEvent } from "./event.ts";
import { type Candidate, Frontier } from "./frontier.ts";
import { Hearsay } from "./hearsay.ts";
import type { Home } from "./home.ts";
import type { CrawlOptions } from "./options.ts";
import { Result } from "./result.ts";
import type { Site } from "./site.ts";
import type { SitemapEntry } from "./sitemap.ts";
import type { PageUrl } from "./url.ts";
import { pageOf, type Visit, visit } from "./visit.ts";

/**
 * How many fetches may be started before the oldest one's result is taken: eight for each of sixteen slots. It is the
 * same at any concurrency, because what is taken, and in which order, depends on it.
 */
const LOOKAHEAD = 128;

/** Pages asked for while the sitemaps are still being read: one for each slot there can be. */
const MOST_EARLY = 16;

/** A host that fails more often is in trouble, and more requests are no help. */
const MOST_SECOND_TRIES = 20;

/** Looking ahead costs what choosing does: sites that go on for longer are told of page by page. */
const MOST_OUTLOOKS = 20;

/** Pages left waiting are named one by one up to here; the event `known` says how many there are. */
const MOST_NAMED = 200;

export interface WalkOptions {
  readonly home: Home;
  readonly site: Site;
  readonly crawl: Omit<CrawlOptions, "concurrency" | "timeoutMs">;
  /** Where each page's Markdown is wanted. */
  readonly markdownOf: ((fetched: Fetched) => string) | undefined;
  readonly report: (event: CrawlEvent) => void;
}

interface UnderWay {
  readonly candidate: Candidate;
  readonly visit: Promise<Visit>;
}

/**
 * The walk over one site, from its homepage on. Pages are fetched in any order but taken in the frontier's, and only
 * what was taken decides what comes next; so the same site gives the same pages in the same order whatever the network.
 */
export class Walk {
  readonly #options: WalkOptions;
  readonly #frontier: Frontier;
  readonly #hearsay: Hearsay;
  readonly #result: Result;
  readonly #secondTries = new Set<PageUrl>();
  /** Asked for before the sitemaps were read. */
  readonly #early = new Map<PageUrl, Promise<Visit>>();
  #outlooks = 0;

  constructor(options: WalkOptions) {
    const { home, site, crawl, markdownOf, report } = options;
    const page = pageOf(home.visit);
    const admission = new Admission({ site, robots: home.robots, home: page, crawl });
    const frontier = new Frontier({
      review: (url) => this.#result.repeats(url),
      onDropped: (url, objection) => this.#result.leaveOut(url, objection),
    });
    const leaveOut = (url: PageUrl, reason: Objection["reason"]) => this.#result.leaveOut(url, { reason });
    const hearsay = new Hearsay({ site, frontier, admission, leaveOut });
    const { maxPages } = crawl;
    this.#options = options;
    this.#frontier = frontier;
    this.#hearsay = hearsay;
    this.#result = new Result({ site, frontier, hearsay, admission, maxPages, markdownOf, report });
    this.#result.takeHome(home.visit);
    for (const shown of [home.rendered, page]) if (shown !== undefined) hearsay.takeHome(shown, crawl.language);
  }

  get pages(): readonly CrawledPage[] {
    return this.#result.pages;
  }

  get isFull(): boolean {
    return this.#result.isFull;
  }

  /**
   * Ends when the result is full, nothing is left to ask for, or `signal` fired; nothing is under way then.
   * @throws what the sitemaps throw
   */
  async go(sitemaps: Promise<readonly SitemapEntry[]>, signal: AbortSignal): Promise<void> {
    const stop = new AbortController();
    const limited = AbortSignal.any([signal, stop.signal]);
    const underWay: UnderWay[] = [];
    try {
      this.#startEarly(limited);
      await this.#addSitemap(await sitemaps);
      while (!this.isFull) {
        this.#start(underWay, limited);
        const oldest = underWay.shift();
        if (oldest !== undefined) this.#take(oldest.candidate, await oldest.visit);
        else if (signal.aborted || !this.#result.listHeld()) break;
      }
    } finally {
      stop.abort();
      await Promise.all([...this.#early.values(), ...underWay.map((one) => one.visit)]);
    }
    const rest = [...this.#frontier.rest()].slice(0, MOST_NAMED);
    for (const url of rest) this.#result.leaveOut(url, this.#result.repeats(url) ?? { reason: "over the limit" });
  }

  async #addSitemap(entries: readonly SitemapEntry[]): Promise<void> {
    await this.#hearsay.takeSitemap(entries);
    this.#options.report({ type: "known", count: this.#frontier.known });
  }

  /** What the homepage puts first comes first whatever the sitemaps say: no need to wait for them. */
  #startEarly(signal: AbortSignal): void {
    const places = Math.min(MOST_EARLY, this.#options.crawl.maxPages - this.pages.length);
    for (const { url, isFeatured, isDoubted } of this.#frontier.outlook(places)) {
      if (!isFeatured || isDoubted || this.#result.repeats(url) !== undefined) continue;
      this.#early.set(url, this.#visit(url, signal));
    }
  }

  #visit(url: PageUrl, signal: AbortSignal): Promise<Visit> {
    const { crawl } = this.#options;
    const options = { fetch: crawl.fetch.page, mayFollow: this.#mayFollow, stored: storedPage(url, crawl) };
    return visit(url, options, signal);
  }

  #start(underWay: UnderWay[], signal: AbortSignal): void {
    const { crawl, report } = this.#options;
    const most = Math.min(LOOKAHEAD, crawl.maxPages - this.pages.length);
    if (underWay.length === 0) this.#tellOutlook(crawl.maxPages - this.pages.length);
    while (!signal.aborted && underWay.length < most) {
      const candidate = this.#frontier.next();
      if (candidate === undefined) return;
      const { url } = candidate;
      underWay.push({ candidate, visit: this.#early.get(url) ?? this.#visit(url, signal) });
      // A second try is a new one.
      this.#early.delete(url);
      report({ type: "visiting", url });
    }
  }

  /** When all that was under way is settled, it is known what comes next. */
  #tellOutlook(places: number): void {
    if (this.#options.crawl.withOutlook !== true || this.#outlooks++ >= MOST_OUTLOOKS) return;
    const urls = this.#frontier.outlook(places).map(({ url }) => url);
    if (urls.length > 0) this.#options.report({ type: "chosen", urls });
  }

  readonly #mayFollow = (target: string): boolean =>
    this.#options.site.own(target) !== undefined && this.#options.home.robots.allows(target);

  #take(candidate: Candidate, taken: Visit): void {
    if (this.#deservesAnother(candidate, taken)) {
      this.#secondTries.add(candidate.url);
      this.#frontier.settle(candidate, "other");
      this.#frontier.again(candidate);
      return;
    }
    this.#frontier.settle(candidate, this.#result.take(candidate, taken));
  }

  /** What failed for a reason that passes is asked for once more when all else is done and the host has calmed down. */
  #deservesAnother({ url }: Candidate, taken: Visit): boolean {
    if (taken.type !== "failed" || !taken.error.retry || this.#result.isSettled(url)) return false;
    return this.#secondTries.size < MOST_SECOND_TRIES && !this.#secondTries.has(url);
  }
}

/** Last time's page, unless something is asked for now that it does not have. */
function storedPage(url: PageUrl, { remembered, withMarkdown }: WalkOptions["crawl"]): CrawledPage | undefined {
  const stored = remembered?.get(url);
  return withMarkdown === true && stored?.markdown === undefined ? undefined : stored;
}
