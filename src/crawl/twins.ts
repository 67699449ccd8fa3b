import type { Fetch } from "../fetch/fetch.ts";
import { segmentsOf } from "./address.ts";
import type { CrawledPage } from "./crawled-page.ts";
import type { CrawlEvent } from "./event.ts";
import { readOwnList } from "./own-list.ts";
import type { Robots } from "./robots.ts";
import type { Site } from "./site.ts";
import { type Claim, settleClaims } from "./twin-claims.ts";
import { shapeOf, type TwinPattern, twinOf, twinsOf } from "./twin-patterns.ts";
import { TwinProbe } from "./twin-probe.ts";

export interface TwinOptions {
  readonly site: Site;
  readonly robots: Robots;
  readonly fetch: Fetch;
  /** Pages of the last crawl; their twins are believed after a look at one of them. */
  readonly remembered: ReadonlyMap<string, CrawledPage>;
  readonly report: (event: CrawlEvent) => void;
}

/**
 * Pages on which every pattern is tried, once so many were taken and while the rest are still being fetched: two, and
 * where those have none four more of other parts of the site.
 */
const LEARN_FIRST = { after: 8, pages: 2 };
const LEARN_MORE = { after: 24, pages: 4 };

type Patterns = readonly TwinPattern[];

/** Finds which pages have a Markdown version (docs/order.md), asking for few of them. */
export class Twins {
  readonly #options: TwinOptions;
  readonly #signal: AbortSignal;
  readonly #probe: TwinProbe;
  readonly #pages: CrawledPage[] = [];
  /** Under a Crawl-delay each probe costs what a page costs: then only the site's own word counts, and unasked. */
  readonly #isSlow: boolean;
  readonly #triedKinds = new Set<string>();
  readonly #listed: Promise<ReadonlySet<string>>;
  #first: Promise<Patterns> | undefined;
  #more: Promise<Patterns> | undefined;

  /** Begins at once, with the site's own llms.txt; `finish` must be awaited, and ends all that was begun. */
  constructor(options: TwinOptions, signal: AbortSignal) {
    const { site, robots, fetch, remembered } = options;
    this.#isSlow = (robots.crawlDelayMs ?? 0) > 0;
    this.#options = options;
    this.#signal = signal;
    this.#probe = new TwinProbe(fetch, (url) => robots.allows(url));
    this.#listed = remembered.size > 0 ? Promise.resolve(new Set()) : readOwnList(site, robots, fetch, signal);
  }

  /** Listed pages in the order taken, the homepage left out: it is no item of the document. */
  take(page: CrawledPage): void {
    this.#pages.push(page);
    if (this.#pages.length === LEARN_FIRST.after) this.#learnFirst();
    if (this.#pages.length === LEARN_MORE.after) this.#learnMore();
  }

  /** Page -> address of its Markdown version, in the order of the pages. Asks for `budget` addresses at most. Never rejects. */
  async finish(budget: number): Promise<ReadonlyMap<CrawledPage, string>> {
    const patterns = await (this.#more ?? this.#learnMore());
    const listed = await this.#listed;
    const claims = this.#pages.flatMap((page) => this.#claimOn(page, listed, patterns) ?? []);
    const isTwin = (claim: Claim) => this.#probe.isTwin(claim.twin, this.#signal);
    const onProbing = (probing: number) => this.#options.report({ type: "twins", probing });
    const believed = await settleClaims(claims, { budget: this.#isSlow ? 0 : budget, isTwin, onProbing });
    return new Map(claims.filter((claim) => believed.has(claim)).map(({ page, twin }) => [page, twin]));
  }

  #learnFirst(): Promise<Patterns> {
    this.#first = this.#learn(this.#pagesToTry(LEARN_FIRST.pages), [...this.#pages]);
    return this.#first;
  }

  #learnMore(): Promise<Patterns> {
    const first = this.#first ?? this.#learnFirst();
    const [tried, known] = [this.#pagesToTry(LEARN_MORE.pages), [...this.#pages]];
    this.#more = first.then((patterns) => (patterns.length > 0 ? patterns : this.#learn(tried, known)));
    return this.#more;
  }

  /** The patterns that hold here, by the site's own word on the `known` pages where it gives one, else by trying some. */
  async #learn(tried: readonly CrawledPage[], known: readonly CrawledPage[]): Promise<Patterns> {
    const listed = await this.#listed;
    const stated = known.flatMap((page) => {
      const own = this.#stated(page, listed);
      return twinsOf(page.url).filter(({ twin }) => twin === own);
    });
    if (stated.length > 0) return [...new Set(stated.map(({ pattern }) => pattern))];
    if (this.#options.remembered.size > 0 || this.#isSlow) return [];
    const guesses = tried.flatMap((page) => twinsOf(page.url));
    const hits = await Promise.all(guesses.map(({ twin }) => this.#probe.isTwin(twin, this.#signal)));
    return [...new Set(guesses.filter((_, index) => hits[index]).map(({ pattern }) => pattern))];
  }

  /** The first page of each part of the site that was not tried yet. */
  #pagesToTry(count: number): CrawledPage[] {
    const chosen: CrawledPage[] = [];
    for (const page of this.#pages) {
      const kind = this.#kindOf(page);
      if (chosen.length >= count || this.#triedKinds.has(kind)) continue;
      this.#triedKinds.add(kind);
      chosen.push(page);
    }
    return chosen;
  }

  #claimOn(page: CrawledPage, listed: ReadonlySet<string>, patterns: Patterns): Claim | undefined {
    const known = this.#options.remembered.get(page.url)?.markdownUrl;
    if (known !== undefined) return { page, twin: known, kind: "remembered", isStated: true };
    const stated = this.#stated(page, listed);
    if (stated !== undefined) return { page, twin: stated, kind: `stated ${this.#kindOf(page)}`, isStated: true };
    const guess = patterns.map((pattern) => twinOf(page.url, pattern)).find((twin) => twin !== undefined);
    return guess === undefined
      ? undefined
      : { page, twin: guess, kind: `guess ${this.#kindOf(page)}`, isStated: false };
  }

  /** What page or site say themselves: a link of type text/markdown, the site's llms.txt, a link to where a twin would be. */
  #stated({ url, page, markdownUrl }: CrawledPage, listed: ReadonlySet<string>): string | undefined {
    const { site } = this.#options;
    const declared = page.alternates.markdown === undefined ? undefined : site.own(page.alternates.markdown);
    if (declared !== undefined) return declared;
    const places = twinsOf(url).map(({ twin }) => twin);
    const links = new Set(page.links.map((link) => link.url));
    return places.find((place) => place === markdownUrl || listed.has(place) || links.has(place));
  }

  #kindOf({ url }: CrawledPage): string {
    const below = segmentsOf(url).slice(segmentsOf(new URL(this.#options.site.scope, url).href).length);
    return `${shapeOf(url)} ${below.length > 1 ? below[0] : ""}`;
  }
}
