import type { Link, LinkPlace, Page } from "@llmstxt-service/page";
import { fileKind } from "@llmstxt-service/page/address/files";
import type { LeftOut, LeftOutReason } from "@llmstxt-service/page/address/left-out";
import { type PageUrl, tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { segmentsOf } from "@llmstxt-service/page/address/path";
import type { Site } from "@llmstxt-service/page/address/site";
import { Turn } from "../waiting/event-loop.ts";
import type { Admission, Frontier } from "./frontier/frontier.ts";
import { ListTurns } from "./list-turns.ts";
import type { SitemapEntry } from "./sitemap/sitemap.ts";

/** Most links whose outcome is remembered: some sites make up links without end. */
const MAX_DISCOVERED = 50_000;

export interface DiscoveryOptions {
  readonly site: Site;
  readonly frontier: Frontier;
  readonly admission: Admission;
  /** When it fires, links that are still to be taken in are dropped. */
  readonly signal: AbortSignal;
}

/** A page that was found and is not to be asked for. */
export interface Refused extends LeftOut {
  readonly url: PageUrl;
}

/** Way in which a page was found, as far as it decides its place in line. */
export interface Place {
  readonly level: number;
  readonly isFeatured: boolean;
  /** Turn of its list on the page that names it: links of smaller ones come first. */
  readonly turn?: number;
}

/**
 * Pages found in links and sitemaps: each admitted one is put in line once, and how far off it is remembered. Each method
 * that takes links returns the pages that are not to be asked for, each the first time it is found. A page names 5,000
 * links and a sitemap 50,000, and a hostile robots.txt makes each of them dear: others have their turn in between.
 */
export class Discovery {
  readonly #options: DiscoveryOptions;
  readonly #turn = new Turn();
  /** Clicks from the homepage, as far as the pages taken so far tell. */
  readonly #clicks = new Map<PageUrl, number>();
  /** Outcome of each link, null for nothing: a site's navigation is the same on all of its pages. */
  readonly #discovered = new Map<string, PageUrl | null>();

  readonly #files = new Set<PageUrl>();
  /** Files of data, until a page calls them API descriptions. */
  readonly #data = new Map<PageUrl, LeftOutReason>();
  /** Usual addresses of API descriptions, which no page has named. */
  readonly #guessed = new Set<PageUrl>();
  /** Pages of links that may not be followed. */
  readonly #unfollowed = new Set<PageUrl>();
  readonly #weighed = new Set<PageUrl>();
  /** Pages of other hosts, until it is known which of these are of the site's domain. */
  readonly #elsewhere = new Set<PageUrl>();

  constructor(options: DiscoveryOptions) {
    this.#options = options;
    this.#clicks.set(options.site.home, 0);
  }

  /** Clicks from the homepage; a guess by the path for what only a sitemap named. */
  depthOf(url: PageUrl): number {
    return this.#clicks.get(url) ?? Math.max(2, segmentsOf(url).length);
  }

  /** The homepage's links: where it speaks the language asked for, then navigation; the footer's are not featured. */
  async addHome(page: Page, language: string | undefined): Promise<Refused[]> {
    const { home } = this.#options.site;
    this.#addUnfollowed(page);
    const links = linksOf(page);
    const spoken = page.alternates.languages.filter(
      ({ lang }) => lang.toLowerCase() === language?.toLowerCase() || this.#options.admission.speaks(lang),
    );
    const places = ["navigation", "content", "breadcrumb"] as const;
    const featured = [...spoken, ...places.flatMap((place) => links.filter((link) => link.place === place))];
    for (const { url: link, place } of featured.flatMap((one) => ("place" in one ? [one] : [])))
      this.#weigh(link, place);
    return [
      ...(await this.#addAll(featured, home, { level: 1, isFeatured: true })),
      ...(await this.#addAll(links, home, { level: 1, isFeatured: false })),
    ];
  }

  /** Counts a page of the site that the homepage links to, once. */
  #weigh(link: string, place: LinkPlace): void {
    const url = this.#options.site.own(link);
    if (url === undefined || this.#weighed.has(url)) return;
    this.#weighed.add(url);
    this.#options.frontier.weigh(url, place);
  }

  /** Pages that no link leads to that may be followed. */
  unfollowed(): PageUrl[] {
    return [...this.#unfollowed].filter((url) => !this.#options.frontier.has(url));
  }

  /** Files of data that no page has called API descriptions. */
  data(): Refused[] {
    return [...this.#data].map(([url, reason]) => ({ url, reason }));
  }

  /** Pages of other hosts below the site's domain, which no crawl of one host reads. */
  async onOtherHosts(): Promise<PageUrl[]> {
    if (this.#elsewhere.size === 0) return [];
    const { subDomainsOf } = await import("./sub-domains.ts");
    const domain = await subDomainsOf(this.#options.site.home);
    return [...this.#elsewhere].filter((url) => domain?.has(new URL(url).hostname) === true);
  }

  /** True for an address that no page names. */
  isGuessed(url: PageUrl): boolean {
    return this.#guessed.has(url);
  }

  #addUnfollowed({ robots, links }: Page): void {
    const unfollowed = links.filter(({ rel }) => !robots.follow || rel.includes("nofollow"));
    for (const { url: link } of unfollowed.slice(0, MAX_DISCOVERED - this.#unfollowed.size)) {
      const url = this.#options.site.own(link);
      if (url !== undefined && fileKind(url) === undefined) this.#unfollowed.add(url);
    }
  }

  /** The links of a page that was read. */
  addLinks(page: Page, from: PageUrl, level: number): Promise<Refused[]> {
    this.#addUnfollowed(page);
    const { languages } = page.alternates;
    const spoken = page.robots.follow ? languages.filter(({ lang }) => this.#options.admission.speaks(lang)) : [];
    return this.#addAll([...spoken, ...linksOf(page)], from, { level, isFeatured: false });
  }

  async addSitemap(entries: readonly SitemapEntry[]): Promise<Refused[]> {
    const refused: Refused[] = [];
    for (const { url, alternates } of entries) {
      if (this.#turn.isOver && (await this.#isStopped())) break;
      const own = this.#add({ url }, { level: 1, isFeatured: false }, refused);
      if (own === undefined) continue;
      this.#options.admission.learn(own, { languages: alternates });
      for (const { lang, url: other } of alternates)
        if (this.#options.admission.speaks(lang)) this.#add({ url: other }, { level: 1, isFeatured: false }, refused);
    }
    return refused;
  }

  /** One link, such as where a page sends its readers. */
  addLink(link: string, from: PageUrl, place: Place): Promise<Refused[]> {
    return this.#addAll([{ url: link }], from, place);
  }

  async #addAll(links: readonly ListedLink[], from: PageUrl, place: Place): Promise<Refused[]> {
    const refused: Refused[] = [];
    const clicks = this.depthOf(from) + 1;
    const turns = new ListTurns(links, { isHome: place.isFeatured });
    for (const link of links) {
      if (this.#turn.isOver && (await this.#isStopped())) break;
      const known = this.#options.frontier.known;
      const url = this.#add(link, { ...place, turn: turns.of(link) }, refused);
      if (this.#options.frontier.known > known) turns.take(link);
      if (url === undefined) continue;
      const before = this.#clicks.get(url);
      if (before === undefined || clicks < before) this.#clicks.set(url, clicks);
    }
    return refused;
  }

  /** Lets others have their turn, and says whether the crawl was stopped meanwhile. */
  async #isStopped(): Promise<boolean> {
    await this.#turn.end();
    return this.#options.signal.aborted;
  }

  /** Puts a page of this site in line, or says once why not. Undefined for other sites and for files. */
  #add(link: ListedLink, place: Place, refused: Refused[]): PageUrl | undefined {
    const known = this.#discovered.get(link.url);
    if (known !== undefined && !(known === null && link.as !== undefined)) return known ?? undefined;
    const url = this.#addFirst(link, place, refused);
    if (this.#discovered.size < MAX_DISCOVERED) this.#discovered.set(link.url, url ?? null);
    return url;
  }

  /** Keeps a page of another host that may be of the site's domain. */
  #addElsewhere(link: string): void {
    const { site, admission } = this.#options;
    const url = this.#elsewhere.size < MAX_DISCOVERED ? tryPageUrl(link, site.home) : undefined;
    if (url === undefined || !sharesEnd(url, site.home)) return;
    if (fileKind(url) === undefined && admission.isWantedElsewhere(url)) this.#elsewhere.add(url);
  }

  /** Reports a file that is not read, once, however its links are spelled. */
  #refuseFile(url: PageUrl, reason: LeftOutReason, refused: Refused[]): void {
    if (this.#files.has(url)) return;
    this.#files.add(url);
    if (reason === "data file") this.#data.set(url, reason);
    else refused.push({ url, reason });
  }

  #addFirst(link: ListedLink, { level, isFeatured, turn = 0 }: Place, refused: Refused[]): PageUrl | undefined {
    const { site, frontier, admission } = this.#options;
    const url = site.own(link.url);
    if (url === undefined) {
      this.#addElsewhere(link.url);
      return undefined;
    }
    const file = fileKind(url);
    const isAsked = file === undefined || (link.as !== undefined && file === "data file");
    if (!isAsked) {
      if (file !== "" && this.#discovered.size < MAX_DISCOVERED) this.#refuseFile(url, file, refused);
      return undefined;
    }
    this.#data.delete(url);
    if (link.as !== "guess") this.#guessed.delete(url);
    else if (!frontier.has(url)) this.#guessed.add(url);
    if (frontier.has(url)) return url;
    const problem = admission.problemOf(url);
    if (problem === undefined) {
      const added = frontier.add({ url, isInScope: site.inScope(url), level, isFeatured, turn });
      if (added === "trap") refused.push({ url, reason: "trap" });
      // A remembered link is counted once.
      if (added === "no room" && this.#discovered.size < MAX_DISCOVERED)
        refused.push({ url, reason: "over the limit" });
      admission.discover(url);
    } else {
      frontier.claim(url);
      refused.push({ url, ...problem });
    }
    return url;
  }
}

/** True for hosts on one port whose names end alike: the list of public suffixes is loaded for no others. */
function sharesEnd(a: PageUrl, b: PageUrl): boolean {
  const [one, other] = [new URL(a), new URL(b)];
  const end = ({ hostname }: URL) => hostname.split(".").slice(-2).join(".");
  return one.port === other.port && end(one) === end(other);
}

/** A link, with the list on its page that it belongs to. `as`: it leads to an API description, or may. */
type ListedLink = Pick<Link, "url" | "heading"> & Partial<Pick<Link, "place">> & { readonly as?: "api" | "guess" };

/** Words that call the file behind a link an API description. */
const API_WORDS = /\b(?:open ?api|swagger)\b/i;

/**
 * Links that may be followed, `rel=next` first: it is the one way on that a book's author thought of; then lists of pages,
 * and API descriptions that the page shows.
 */
function linksOf({ robots, next, contents = [], shown, links }: Page): (ListedLink & Pick<Link, "place">)[] {
  if (!robots.follow) return [];
  const first = next === undefined ? contents : [next, ...contents];
  const described = (shown?.urls ?? []).map((url) => ({
    url,
    as: shown?.isGuess ? ("guess" as const) : ("api" as const),
  }));
  const followed = links.filter(({ rel }) => !rel.includes("nofollow"));
  return [
    ...first.map((url) => ({ url, place: "navigation" as const })),
    ...described.map((link) => ({ ...link, place: "navigation" as const })),
    ...followed.map((link) => (API_WORDS.test(link.text) ? { ...link, as: "api" as const } : link)),
  ];
}
