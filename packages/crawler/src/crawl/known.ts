import type { Page, PageKind } from "@llmstxt-service/page";
import type { LeftOut } from "@llmstxt-service/page/address/left-out";
import type { Member } from "@llmstxt-service/page/address/member";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import type { Site } from "@llmstxt-service/page/address/site";
import { spellingKey } from "@llmstxt-service/page/address/spelling";
import { duplicateKeys } from "@llmstxt-service/page/duplicate";
import type { KnownKind } from "@llmstxt-service/page/site/site-model";
import { Canonicals } from "./canonicals.ts";
import type { CrawledPage } from "./crawled-page.ts";
import type { Place } from "./discovery.ts";
import { type Admission, type Frontier, memberKey } from "./frontier/frontier.ts";
import type { Known } from "./judge.ts";
import { pagesWithVersion } from "./markdown-versions/markdown-versions.ts";
import { charactersOf, pageOf, type Seen } from "./visit.ts";

/** Kinds of deferred pages that fill the places left, in this order. */
const FILLING: readonly PageKind[] = ["list", "stub"];

/** Most pages of a crawl that are tried a second time; a host that fails more often is in trouble. */
const MAX_SECOND_TRIES = 20;

/** Most characters of all pages that a crawl keeps: a thousand of 100,000 each; ordinary pages have 20,000. */
const MAX_CHARACTERS = 100_000_000;

/** A page that was read and has a place only if nothing better is left. */
export interface DeferredPage {
  readonly url: PageUrl;
  readonly visited: PlacedPage;
}

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
  #deferred: DeferredPage[] = [];
  /** Kinds by which deferred pages got their places: pages that are listed after them change nothing. */
  readonly #filled = new Map<PageUrl, PageKind>();
  /** Pages by the Markdown versions that they name. */
  readonly #versions = new Map<string, PageUrl>();
  #characters = 0;

  constructor(site: Site, frontier: Frontier, admission: Admission) {
    this.#site = site;
    this.#frontier = frontier;
    this.#admission = admission;
  }

  /** Pages of the result, in the order in which they were listed. */
  get pages(): readonly CrawledPage[] {
    return [...this.#pages.values()].map((page) => {
      const member = this.#memberOf(page.url, page.page);
      return Object.keys(member).length === 0 ? page : { ...page, member };
    });
  }

  #memberOf(url: PageUrl, page?: Page): Member {
    return this.#admission.memberOf(url, (other) => this.#frontier.has(other), page?.lang);
  }

  isApart(url: PageUrl, page: Page, other: PageUrl): boolean {
    return memberKey(this.#memberOf(url, page)) !== memberKey(this.#memberOf(other, this.listed(other)));
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

  get isListGiven(): boolean {
    return this.#admission.isListGiven;
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

  refusalOf(url: PageUrl): LeftOut | undefined {
    return this.#admission.refusalOf(url);
  }

  isContents(url: PageUrl): boolean {
    return this.#admission.isContents(url);
  }

  foreign(url: PageUrl, page: Page): LeftOut | undefined {
    return this.#admission.foreign(url, page, (other) => this.#frontier.has(other));
  }

  judged(url: PageUrl, page: Page): KnownKind {
    const filled = this.#filled.get(url);
    return filled === undefined ? this.#frontier.model.judge(url, page) : { kind: filled, isWanted: false };
  }

  get deferredCount(): number {
    return this.#deferred.length;
  }

  /** Keeps a list or a stub for the places that may be left, at most `count` of them; false where it is not kept. */
  defer(page: DeferredPage, count: number): boolean {
    const { kind } = this.judged(page.url, pageOf(page.visited));
    const mayFill = FILLING.includes(kind) && this.#deferred.length < count && this.keep(page.visited);
    if (mayFill) this.#deferred.push(page);
    return mayFill;
  }

  /** Deferred pages in the order in which they fill places: lists, then stubs. */
  deferred(): readonly DeferredPage[] {
    const byKind = Map.groupBy(this.#deferred.splice(0), (page) => this.#kindOf(page));
    const fill = FILLING.flatMap((kind) => byKind.get(kind) ?? []);
    for (const page of fill) this.#filled.set(page.url, this.#kindOf(page));
    return fill;
  }

  /** Takes out deferred pages that fill no place, by all that is known now: facets and archives. */
  takeUnwanted(): readonly DeferredPage[] {
    const byFilling = Map.groupBy(this.#deferred, (page) => FILLING.includes(this.#kindOf(page)));
    this.#deferred = byFilling.get(true) ?? [];
    return byFilling.get(false) ?? [];
  }

  #kindOf({ url, visited }: DeferredPage): PageKind {
    return this.judged(url, pageOf(visited)).kind;
  }

  /** The reason against a page that fills no place. */
  unwanted(url: PageUrl, page: Page): LeftOut {
    const { kind } = this.judged(url, page);
    const reason = kind === "stub" ? "over the limit" : "list of pages";
    return { reason, evidence: { kind: this.#frontier.model.evidenceOf(url, kind) } };
  }

  repeats(url: PageUrl): LeftOut | undefined {
    if (this.isListGiven) return undefined;
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
    return this.#keysOf(url, page)
      .map((key) => this.#byContent.get(key))
      .find((same) => same !== undefined);
  }

  /** Keys by which copies of a page are found, separate for each language and version. */
  #keysOf(url: PageUrl, page: Page): readonly string[] {
    const member = memberKey(this.#memberOf(url, page));
    return duplicateKeys(page, spellingKey(url)).map((key) => `${member} ${key}`);
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
    for (const key of this.#keysOf(page.url, page.page))
      if (!this.#byContent.has(key)) this.#byContent.set(key, page.url);
  }

  /** Marks an address as decided. */
  settle(url: PageUrl): void {
    this.#settled.add(url);
  }
}
