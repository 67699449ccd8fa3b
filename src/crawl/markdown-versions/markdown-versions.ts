import { folderPath, foldersOf } from "../../address/path.ts";
import type { Site } from "../../address/site.ts";
import type { Fetch } from "../../fetch/fetch.ts";
import type { CrawledPage } from "../crawled-page.ts";
import type { CrawlEvent } from "../event.ts";
import type { Robots } from "../robots/robots.ts";
import { type Claim, REMEMBERED, settleClaims } from "./claims.ts";
import { readOwnList } from "./own-list.ts";
import { shapeOf, type VersionPattern, versionAt, versionsAt } from "./patterns.ts";
import { MarkdownProbe } from "./probe.ts";

export { guessedLists } from "./own-list.ts";
export { type VersionPattern, versionsAt } from "./patterns.ts";
export { MarkdownProbe } from "./probe.ts";

export interface MarkdownVersionsOptions {
  readonly site: Site;
  readonly robots: Robots;
  readonly fetch: Fetch;
  /** Where the homepage says that the site's llms.txt is. */
  readonly describedBy: string | undefined;
  /** Pages of the last crawl; their Markdown versions are believed after a look at one of them. */
  readonly remembered: ReadonlyMap<string, CrawledPage>;
  readonly report: (event: CrawlEvent) => void;
}

/**
 * Pages on which patterns are tried, while the rest are still being fetched: every pattern on the first of two parts of
 * the site, and where those have none, the commonest on the first of three more.
 */
const LEARN_FIRST = { after: 4, pages: 2 };
const LEARN_MORE = { after: 12, pages: 3 };
const COMMONEST: VersionPattern = "page.md";

/** Requests of a crawl of fifty pages, and one more for each five pages beyond. */
const MAX_REQUESTS = { pages: 50, requests: 28, pagesEach: 5 };

/** How the Markdown versions of this site are found; `accept`: at the page's own address, by asking for it. */
type Patterns = readonly (VersionPattern | "accept")[];

/** Finds which pages have a Markdown version (docs/explanation/order.md), asking for few of them. */
export class MarkdownVersions {
  readonly #options: MarkdownVersionsOptions;
  readonly #signal: AbortSignal;
  readonly #probe: MarkdownProbe;
  readonly #pages: CrawledPage[] = [];
  /** Under a Crawl-delay each probe costs what a page costs: then only the site's own word counts, and unasked. */
  readonly #isSlow: boolean;
  readonly #triedParts = new Set<string>();
  readonly #listed: Promise<ReadonlySet<string>>;
  #first: Promise<Patterns> | undefined;
  #more: Promise<Patterns> | undefined;

  /** Begins at once, with the site's own llms.txt; `finish` must be awaited, and ends all that was begun. */
  constructor(options: MarkdownVersionsOptions, signal: AbortSignal) {
    const { site, robots, fetch, remembered, describedBy } = options;
    this.#isSlow = (robots.crawlDelayMs ?? 0) > 0;
    this.#options = options;
    this.#signal = signal;
    this.#probe = new MarkdownProbe(fetch, (url) => robots.allows(url));
    this.#listed =
      remembered.size > 0
        ? Promise.resolve(new Set())
        : readOwnList({ site, robots, fetch, stated: describedBy }, signal);
  }

  /** Listed pages in the order listed, the homepage left out: it is no item of the document. */
  add(page: CrawledPage): void {
    this.#pages.push(page);
    if (this.#pages.length === LEARN_FIRST.after) this.#learnFirst();
    if (this.#pages.length === LEARN_MORE.after) this.#learnMore();
  }

  /** Page -> address of its Markdown version, in the order of the pages. Makes `budget` requests at most. Never rejects. */
  async finish(budget: number): Promise<ReadonlyMap<CrawledPage, string>> {
    const patterns = await (this.#more ?? this.#learnMore());
    const listed = await this.#listed;
    const parents = new Set(this.#pages.map(({ url }) => folderPath(url)));
    const claims = this.#pages.flatMap((page) => {
      if (isMarkdownItself(page)) return [];
      const claim = this.#claimOn(page, listed, patterns);
      // Generators make the first page of a folder in another way than those that lie in it.
      const isFront = parents.has(page.url.endsWith("/") ? page.url : `${page.url}/`);
      return claim === undefined ? [] : [isFront ? { ...claim, kind: `${claim.kind} front` } : claim];
    });
    const exists = this.#existsWithin(this.#isSlow ? 0 : Math.min(budget, this.#requestsLeft()));
    const isKnown = ({ version }: Claim) => this.#probe.isKnown(version);
    const onProbing = (pages: number) => this.#options.report({ type: "probing", pages });
    const believed = await settleClaims(claims, { exists, isKnown, onProbing });
    const versions = new Map(claims.filter((claim) => believed.has(claim)).map(({ page, version }) => [page, version]));
    return new Map(
      this.#pages.flatMap((page) => {
        const version = isMarkdownItself(page) ? page.url : versions.get(page);
        return version === undefined ? [] : [[page, version] as const];
      }),
    );
  }

  #requestsLeft(): number {
    const { pages, requests, pagesEach } = MAX_REQUESTS;
    return requests + Math.max(0, Math.ceil((this.#pages.length - pages) / pagesEach)) - this.#probe.asked;
  }

  /** Asks as long as requests are left; what was asked before costs none. */
  #existsWithin(requests: number) {
    let left = requests;
    return async ({ version }: Claim): Promise<boolean | undefined> => {
      if (!this.#probe.isKnown(version) && --left < 0) return undefined;
      return this.#probe.isMarkdown(version, this.#signal);
    };
  }

  #learnFirst(): Promise<Patterns> {
    const guesses = this.#pagesToTry(LEARN_FIRST.pages).flatMap(({ url }) => versionsAt(url));
    this.#first = this.#learn(guesses, [...this.#pages]);
    return this.#first;
  }

  #learnMore(): Promise<Patterns> {
    const first = this.#first ?? this.#learnFirst();
    const guesses = this.#pagesToTry(LEARN_MORE.pages).flatMap(({ url }) =>
      versionsAt(url).filter(({ pattern }) => pattern === COMMONEST),
    );
    const known = [...this.#pages];
    const negotiated = known.find(isNegotiated);
    this.#more = first.then(async (patterns) => {
      if (patterns.length > 0) return patterns;
      if (negotiated === undefined || this.#isToldOnly) return this.#learn(guesses, known);
      // What is asked here is not asked below.
      return (await this.#answersMarkdown(negotiated.url)) ? ["accept"] : this.#learn(guesses.slice(1), known);
    });
    return this.#more;
  }

  /** Nothing is guessed: the last crawl knows, or each request is dear. */
  get #isToldOnly(): boolean {
    return this.#options.remembered.size > 0 || this.#isSlow;
  }

  async #answersMarkdown(url: string): Promise<boolean> {
    return (await this.#probe.isMarkdown(url, this.#signal)) && !(await this.#answersAnything(url));
  }

  /** The patterns that hold here, by the site's own word on the `known` pages where it gives one, else by trying some. */
  async #learn(guesses: ReturnType<typeof versionsAt>, known: readonly CrawledPage[]): Promise<Patterns> {
    const listed = await this.#listed;
    const stated = known.flatMap((page) => {
      const own = this.#stated(page, listed);
      return versionsAt(page.url).filter(({ version }) => version === own);
    });
    if (stated.length > 0) return [...new Set(stated.map(({ pattern }) => pattern))];
    if (this.#isToldOnly || guesses.length === 0) return [];
    this.#options.report({ type: "probing", pages: guesses.length });
    const hits = await Promise.all(guesses.map(({ version }) => this.#probe.isMarkdown(version, this.#signal)));
    const found = guesses.filter((_, index) => hits[index]);
    const [hit] = found;
    if (hit === undefined || (await this.#answersAnything(hit.version))) return [];
    return [...new Set(found.map(({ pattern }) => pattern))];
  }

  /** Whether this server has a Markdown text at an invented address: then it answers so for every address. */
  #answersAnything(version: string): Promise<boolean> {
    const slash = version.lastIndexOf("/") + 1;
    return this.#probe.isMarkdown(`${version.slice(0, slash)}no-such-page-${version.slice(slash)}`, this.#signal);
  }

  /** The first page of each part of the site that was not tried yet. */
  #pagesToTry(count: number): CrawledPage[] {
    const chosen: CrawledPage[] = [];
    for (const page of this.#pages) {
      const part = `${shapeOf(page.url)} ${this.#foldersOf(page).slice(0, 2).join("/")}`;
      if (chosen.length >= count || this.#triedParts.has(part) || isMarkdownItself(page)) continue;
      this.#triedParts.add(part);
      chosen.push(page);
    }
    return chosen;
  }

  #claimOn(page: CrawledPage, listed: ReadonlySet<string>, patterns: Patterns): Claim | undefined {
    const claim = { page, folders: this.#foldersOf(page) };
    const known = this.#options.remembered.get(page.url)?.markdownUrl;
    if (known !== undefined) return { ...claim, folders: [], version: known, kind: REMEMBERED, isStated: true };
    const stated = this.#stated(page, listed);
    const shape = shapeOf(page.url);
    if (stated !== undefined) return { ...claim, version: stated, kind: `stated ${shape}`, isStated: true };
    if (patterns.includes("accept"))
      return isNegotiated(page) ? { ...claim, version: page.url, kind: `accept ${shape}`, isStated: false } : undefined;
    const guess = patterns
      .map((pattern) => (pattern === "accept" ? undefined : versionAt(page.url, pattern)))
      .find((version) => version !== undefined);
    return guess === undefined ? undefined : { ...claim, version: guess, kind: `guess ${shape}`, isStated: false };
  }

  /** What page or site say themselves: a link of type text/markdown, the site's llms.txt, a link to where a version would be. */
  #stated({ url, page, markdownUrl }: CrawledPage, listed: ReadonlySet<string>): string | undefined {
    const { site } = this.#options;
    const declared = page.alternates.markdown === undefined ? undefined : site.own(page.alternates.markdown);
    if (declared !== undefined) return declared;
    const places = versionsAt(url).map(({ version }) => version);
    const links = new Set(page.links.map((link) => link.url));
    return places.find((place) => place === markdownUrl || listed.has(place) || links.has(place));
  }

  /** The folders a page lies in, below the site's own; a folder's own page lies in what holds the folder. */
  #foldersOf({ url }: CrawledPage): string[] {
    const { scope } = this.#options.site;
    return foldersOf(url).slice(foldersOf(new URL(scope, url).href).length, -1);
  }
}

/** It came as Markdown when it was read. */
const isMarkdownItself = ({ url, page }: CrawledPage): boolean => page.alternates.markdown === url;

const isNegotiated = ({ page }: CrawledPage): boolean => page.alternates.isNegotiated === true;
