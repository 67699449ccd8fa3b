import type { Page } from "@llmstxt-service/page";
import { hostFolders } from "@llmstxt-service/page/address/host-folders";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import { folderPath, foldersOf } from "@llmstxt-service/page/address/path";
import type { Site } from "@llmstxt-service/page/address/site";
import type { Fetch } from "../../fetch/fetch.ts";
import type { CrawledPage } from "../crawled-page.ts";
import type { CrawlEvent } from "../event.ts";
import type { SiteRobots } from "../site-robots.ts";
import { type Claim, settleClaims } from "./claims.ts";
import { isMarkdownItself, isNegotiated, Learning, type Patterns } from "./learning.ts";
import { NO_LIST, type OwnList, readOwnList, titleKey } from "./own-list.ts";
import { shapeOf, versionAt, versionsAt } from "./patterns.ts";
import { MarkdownProbe } from "./probe.ts";

export { guessedLists } from "./own-list.ts";
export { pagesWithVersion, type VersionPattern, versionsAt } from "./patterns.ts";
export { MarkdownProbe } from "./probe.ts";

export interface MarkdownVersionsOptions {
  readonly site: Site;
  readonly robots: SiteRobots;
  readonly fetch: Fetch;
  readonly home: Page;
  /** Pages of the last crawl: their Markdown versions are asked for where they were. */
  readonly remembered: ReadonlyMap<string, CrawledPage>;
  readonly report: (event: CrawlEvent) => void;
}

/**
 * Most requests beside one for each page: to learn how the site names its versions, and to read the first body of each
 * kind.
 */
const MAX_BESIDE = 15;

/** Most milliseconds that requests for Markdown versions may add to a crawl under a Crawl-delay. */
const MAX_DELAYED = 60_000;

/** Finds which pages have a Markdown version (docs/explanation/order.md): each that is given answered in this crawl. */
export class MarkdownVersions {
  readonly #options: MarkdownVersionsOptions;
  readonly #signal: AbortSignal;
  readonly #probe: MarkdownProbe;
  readonly #pages: CrawledPage[] = [];
  /**
   * True under a Crawl-delay: each request costs as much as a page, so only addresses that the site gives are asked
   * for.
   */
  readonly #isSlow: boolean;
  readonly #listed: Promise<OwnList>;
  /** Number of pages with each title. */
  readonly #titles = new Map<string, number>();
  readonly #learning: Learning;
  /** Number of folders that the site itself lies in. */
  readonly #depth: number;
  #lookedAhead: Promise<void> | undefined;

  /** Begins at once, with the site's own llms.txt; `finish` must be awaited, and ends all that was begun. */
  constructor(options: MarkdownVersionsOptions, signal: AbortSignal) {
    const { robots, fetch, remembered, home, report } = options;
    this.#isSlow = robots.crawlDelayMs > 0;
    this.#options = options;
    this.#depth = foldersOf(new URL(options.site.scope, options.site.home).href).length;
    this.#signal = signal;
    this.#probe = new MarkdownProbe(fetch, (url) => robots.mayAsk(url, signal));
    this.#listed = remembered.size > 0 ? Promise.resolve(NO_LIST) : this.#readList();
    this.#learning = new Learning({
      probe: this.#probe,
      home,
      listed: async (url) => listedVersion(url, await this.#listed),
      stated: async (page) => this.#stated(page, await this.#listed),
      partOf: (url) => `${shapeOf(url)} ${this.#foldersOf(url).slice(0, 2).join("/")}`,
      isToldOnly: remembered.size > 0 || this.#isSlow,
      report,
      signal,
    });
  }

  /** Listed pages in the order listed, the homepage left out: it is no item of the document. */
  add(page: CrawledPage): void {
    this.#pages.push(page);
    for (const title of titlesOf(page.page)) this.#titles.set(title, (this.#titles.get(title) ?? 0) + 1);
    this.#learning.add(this.#pages);
  }

  /** Takes in the first pages that will be asked for; only the first call with enough of them counts. */
  begin(urls: readonly PageUrl[]): void {
    this.#learning.begin(urls);
  }

  /** Takes in the pages that will likely be listed, once, and asks for their versions beside them. */
  expect(urls: readonly PageUrl[]): void {
    if (this.#isSlow || this.#options.remembered.size > 0) return;
    this.#lookedAhead ??= this.#lookAhead(urls);
  }

  async #lookAhead(urls: readonly PageUrl[]): Promise<void> {
    const patterns = await this.#learning.patterns;
    const listed = await this.#listed;
    const claims = this.#withFronts(urls.flatMap((url) => this.#claimAt(url, listed, patterns) ?? []));
    await this.#settle(claims, this.#requestsLeft(urls.length));
  }

  /** Page -> address of its Markdown version, in the order of the pages. Makes `budget` requests at most. Never rejects. */
  async finish(budget: number): Promise<ReadonlyMap<CrawledPage, string>> {
    const patterns = await this.#learning.finish(this.#pages);
    await this.#lookedAhead;
    const listed = await this.#listed;
    const claims = this.#withFronts(this.#pages.flatMap((page) => this.#claimOn(page, listed, patterns) ?? []));
    if (this.#options.remembered.size > 0 && claims.length > 0) await this.#readList();
    const settled = await this.#settle(claims, Math.min(budget, this.#requestsLeft(this.#pages.length)));
    const versions = new Map(claims.filter((claim) => settled.has(claim)).map(({ page, version }) => [page, version]));
    return new Map(
      this.#pages.flatMap((page) => {
        const version = isMarkdownItself(page) ? page.url : versions.get(page.url);
        return version === undefined ? [] : [[page, version] as const];
      }),
    );
  }

  /** Files of a bundle lie at the addresses that Markdown of the site itself would have. */
  async #readList(): Promise<OwnList> {
    const { site, robots, fetch, home } = this.#options;
    const list = await readOwnList({ site, robots, fetch, stated: home.alternates.describedBy }, this.#signal);
    if (list.isOurs) this.#probe.lookIntoEach();
    return list;
  }

  readonly #isKnown = ({ version }: Claim): boolean => this.#probe.isKnown(version);

  #settle(claims: readonly Claim[], requests: number): Promise<ReadonlySet<Claim>> {
    const exists = this.#existsWithin(requests);
    const onProbing = (pages: number) => this.#options.report({ type: "probing", pages });
    return settleClaims(claims, { exists, isKnown: this.#isKnown, onProbing });
  }

  #requestsLeft(pages: number): number {
    const { crawlDelayMs } = this.#options.robots;
    const most = crawlDelayMs > 0 ? Math.floor(MAX_DELAYED / crawlDelayMs) : Number.POSITIVE_INFINITY;
    return Math.min(most, MAX_BESIDE + pages) - this.#probe.asked;
  }

  /** Returns a check that asks while requests are left; an address that was asked for before costs none. */
  #existsWithin(requests: number) {
    let left = requests;
    return async ({ version }: Claim): Promise<boolean | undefined> => {
      const cost = this.#probe.reckon(version);
      if (cost > left) return undefined;
      left -= cost;
      return this.#probe.isMarkdown(version, this.#signal);
    };
  }

  /** Generators make the first page of a folder in another way than those that lie in it. */
  #withFronts(claims: readonly Claim[]): Claim[] {
    const parents = new Set(claims.map(({ page }) => folderPath(page)));
    return claims.map((claim) => {
      const isFront = parents.has(claim.page.endsWith("/") ? claim.page : `${claim.page}/`);
      return isFront ? { ...claim, kind: `${claim.kind} front` } : claim;
    });
  }

  #claimOn(page: CrawledPage, listed: OwnList, patterns: Patterns): Claim | undefined {
    if (isMarkdownItself(page)) return undefined;
    const { url } = page;
    const claim = { page: url, folders: this.#foldersOf(url) };
    const known = this.#options.remembered.get(url)?.markdownUrl;
    if (known !== undefined) return { ...claim, version: known, kind: "remembered" };
    const stated = this.#stated(page, listed);
    if (stated !== undefined) return { ...claim, version: stated, kind: `stated ${shapeOf(url)}` };
    if (!patterns.includes("accept")) return this.#guessAt(url, patterns);
    return isNegotiated(page) ? { ...claim, version: url, kind: `accept ${shapeOf(url)}` } : undefined;
  }

  /** Probable claim for a page that is not read yet. */
  #claimAt(url: PageUrl, listed: OwnList, patterns: Patterns): Claim | undefined {
    const stated = listedVersion(url, listed);
    if (stated === undefined) return this.#guessAt(url, patterns);
    return { page: url, folders: this.#foldersOf(url), version: stated, kind: `stated ${shapeOf(url)}` };
  }

  #guessAt(url: PageUrl, patterns: Patterns): Claim | undefined {
    const version = patterns
      .map((pattern) => (pattern === "accept" ? url : versionAt(url, pattern)))
      .find((found) => found !== undefined);
    if (version === undefined) return undefined;
    return { page: url, folders: this.#foldersOf(url), version, kind: `guess ${shapeOf(url)}` };
  }

  /** Claims of page or site: a link of type text/markdown, the site's llms.txt, a link to the address of a version. */
  #stated({ url, page, markdownUrl }: CrawledPage, listed: OwnList): string | undefined {
    const { site } = this.#options;
    const declared = page.alternates.markdown === undefined ? undefined : site.own(page.alternates.markdown);
    if (declared !== undefined) return declared;
    const places = versionsAt(url).map(({ version }) => version);
    const isLinked = (place: string) => page.links.some((link) => link.url === place);
    return (
      places.find((place) => place === markdownUrl || listed.urls.has(place) || isLinked(place)) ??
      this.#titled(page, listed)
    );
  }

  /** Entry of the site's llms.txt with the title of this page, and of no other. */
  #titled(page: Page, { byTitle }: OwnList): string | undefined {
    const [title] = titlesOf(page).filter((one) => byTitle.get(one) !== undefined && (this.#titles.get(one) ?? 0) <= 1);
    return title === undefined ? undefined : byTitle.get(title);
  }

  /** The folders a page lies in, below the site's own; a folder's own page lies in what holds the folder. */
  #foldersOf(url: PageUrl): string[] {
    return [...hostFolders(url, this.#options.site.home), ...foldersOf(url).slice(this.#depth, -1)];
  }
}

/** The keys of what a page calls itself: its title, and its first heading. */
const titlesOf = ({ title, headings }: Page): readonly string[] => [
  ...new Set([titleKey(title), titleKey(headings[0]?.text ?? "")].filter((key) => key !== "")),
];

const listedVersion = (url: PageUrl, listed: OwnList): string | undefined =>
  versionsAt(url).find(({ version }) => listed.urls.has(version))?.version;
