import type { Page } from "@llmstxt-service/page";
import type { LeftOut } from "@llmstxt-service/page/address/left-out";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import type { Site } from "@llmstxt-service/page/address/site";
import { spellingKey } from "@llmstxt-service/page/address/spelling";
import { duplicateKeys } from "@llmstxt-service/page/duplicate";
import { Canonicals } from "./canonicals.ts";
import type { CrawledPage } from "./crawled-page.ts";
import type { Place } from "./discovery.ts";
import type { Admission, Frontier } from "./frontier/frontier.ts";
import type { Known } from "./judge.ts";
import { pagesWithVersion } from "./markdown-versions/markdown-versions.ts";
import { charactersOf, type Seen } from "./visit.ts";

/** A host that fails more often is in trouble, and more requests are no help. */
const MAX_SECOND_TRIES = 20;

/** Characters of all pages that a crawl keeps: a thousand of 100,000 each, where ordinary ones have 20,000. */
const MAX_CHARACTERS = 100_000_000;

/** A page that was read, with the place in line it was read in. */
export type PlacedPage = Seen & { readonly place: Place };

/** Knowledge of a walk about its site: the pages of the result, and the decisions on other addresses. */
export class KnownSite implements Known {
  readonly canonicals = new Canonicals<PlacedPage>();
  readonly #site: Site;
  readonly #frontier: Frontier;
  readonly #admission: Admission;
  readonly #pages = new Map<PageUrl, CrawledPage>();
  readonly #byContent = new Map<string, PageUrl>();
  readonly #settled = new Set<PageUrl>();
  readonly #triedAgain = new Set<PageUrl>();
  readonly #failed = new Set<PageUrl>();
  /** Pages by the Markdown versions that they name. */
  readonly #versions = new Map<string, PageUrl>();
  #characters = 0;

  constructor(site: Site, frontier: Frontier, admission: Admission) {
    this.#site = site;
    this.#frontier = frontier;
    this.#admission = admission;
  }

  /** In the order listed. */
  get pages(): readonly CrawledPage[] {
    return [...this.#pages.values()];
  }

  get count(): number {
    return this.#pages.size;
  }

  /** Makes room for a page that is to be kept; false where there is none. */
  keep(seen: Seen): boolean {
    const characters = charactersOf(seen);
    const hasRoom = this.#characters + characters <= MAX_CHARACTERS;
    if (hasRoom) this.#characters += characters;
    return hasRoom;
  }

  get home(): PageUrl {
    return this.#site.home;
  }

  own(link: string): PageUrl | undefined {
    return this.#site.own(link);
  }

  isSettled(url: PageUrl): boolean {
    return this.#settled.has(url);
  }

  listed(url: PageUrl): Page | undefined {
    return this.#pages.get(url)?.page;
  }

  problemOf(url: PageUrl): LeftOut | undefined {
    return this.#admission.problemOf(url);
  }

  refusalOf(url: PageUrl): LeftOut {
    return this.#admission.refusalOf(url);
  }

  isContents(url: PageUrl): boolean {
    return this.#admission.isContents(url);
  }

  foreign(url: PageUrl, page: Page): LeftOut | undefined {
    return this.#admission.foreign(url, page, (other) => this.#frontier.has(other));
  }

  repeats(url: PageUrl): LeftOut | undefined {
    const page = this.#pageWithVersion(url);
    if (page !== undefined) return { reason: "markdown version", of: page };
    return this.#admission.repeats(url, (other) => this.#frontier.has(other));
  }

  /** The page that a Markdown text is a version of: one that names it, or that lies where it would. */
  #pageWithVersion(url: PageUrl): PageUrl | undefined {
    const places = pagesWithVersion(url).flatMap((place) => this.#site.own(place) ?? []);
    return this.#versions.get(url) ?? places.find((place) => this.#frontier.has(place) && !this.#failed.has(place));
  }

  duplicateOf(url: PageUrl, page: Page): PageUrl | undefined {
    const keys = duplicateKeys(page, spellingKey(url));
    return keys.map((key) => this.#byContent.get(key)).find((same) => same !== undefined);
  }

  beliefIn(url: PageUrl, canonical: PageUrl) {
    return this.canonicals.beliefIn(url, canonical);
  }

  mayTryAgain(url: PageUrl): boolean {
    return this.#triedAgain.size < MAX_SECOND_TRIES && !this.#triedAgain.has(url);
  }

  tryAgain(url: PageUrl): void {
    this.#triedAgain.add(url);
  }

  isTriedAgain(url: PageUrl): boolean {
    return this.#triedAgain.has(url);
  }

  fail(url: PageUrl): void {
    this.#failed.add(url);
  }

  list(page: CrawledPage): void {
    const { markdown } = page.page.alternates;
    if (markdown !== undefined && markdown !== page.url) this.#versions.set(markdown, page.url);
    this.#pages.set(page.url, page);
    for (const key of duplicateKeys(page.page, spellingKey(page.url)))
      if (!this.#byContent.has(key)) this.#byContent.set(key, page.url);
  }

  /** It is decided what becomes of this address. */
  settle(url: PageUrl): void {
    this.#settled.add(url);
  }
}
