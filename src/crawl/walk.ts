import type { CrawlError } from "../errors.ts";
import type { Link, Page } from "../page/page.ts";
import { addressProblem, isFile, segmentsOf } from "./address.ts";
import type { CrawledPage } from "./crawled-page.ts";
import type { CrawlEvent, LeftOutReason } from "./event.ts";
import { type Candidate, Frontier } from "./frontier.ts";
import { pathFilter } from "./globs.ts";
import { type Home, refreshTarget } from "./home.ts";
import type { CrawlOptions } from "./options.ts";
import { markdownOf } from "./reading.ts";
import { Selection } from "./selection.ts";
import type { Site } from "./site.ts";
import type { SitemapEntry } from "./sitemap.ts";
import type { PageUrl } from "./url.ts";
import { pageOf, type Seen, type Visit, validatorsOf, visit } from "./visit.ts";

/**
 * How many fetches may be started before the oldest one's result is taken: eight for each of sixteen slots. It is the
 * same at any concurrency, because what is taken, and in which order, depends on it.
 */
const LOOKAHEAD = 128;

export interface WalkOptions {
  readonly home: Home;
  readonly site: Site;
  readonly crawl: Omit<CrawlOptions, "concurrency" | "timeoutMs">;
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
  readonly #site: Site;
  readonly #frontier: Frontier;
  readonly #selection: Selection;
  readonly #isWanted: (url: string) => boolean;
  /** Pages whose visit was taken, listed or not. */
  readonly #settled = new Set<PageUrl>();
  /** Clicks from the homepage, as far as pages taken so far tell. */
  readonly #clicks = new Map<PageUrl, number>();

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#site = options.site;
    this.#selection = new Selection(options.site);
    this.#frontier = new Frontier((url) => this.#leaveOut(url, "trap"));
    this.#isWanted = pathFilter(options.crawl.include ?? [], options.crawl.exclude ?? []);
    this.#takeHome(options.home);
  }

  get pages(): readonly CrawledPage[] {
    return this.#selection.pages;
  }

  get isFull(): boolean {
    return this.pages.length >= this.#options.crawl.maxPages;
  }

  addSitemap(entries: readonly SitemapEntry[]): void {
    for (const { url } of entries) this.#hear(url, { level: 1, isFeatured: false });
    this.#options.report({ type: "known", count: this.#frontier.known });
  }

  /** Ends when the result is full, nothing is left to ask for, or `signal` fired; nothing is under way then. */
  async go(signal: AbortSignal): Promise<void> {
    const stop = new AbortController();
    const limited = AbortSignal.any([signal, stop.signal]);
    const underWay: UnderWay[] = [];
    try {
      while (!this.isFull) {
        this.#start(underWay, limited);
        const oldest = underWay.shift();
        if (oldest === undefined) break;
        this.#take(oldest.candidate, await oldest.visit);
      }
    } finally {
      stop.abort();
      await Promise.all(underWay.map((one) => one.visit));
    }
    for (const url of this.#frontier.rest()) this.#leaveOut(url, "over the limit");
  }

  #start(underWay: UnderWay[], signal: AbortSignal): void {
    const { crawl, report } = this.#options;
    const most = Math.min(LOOKAHEAD, crawl.maxPages - this.pages.length);
    while (!signal.aborted && underWay.length < most) {
      const candidate = this.#frontier.next();
      if (candidate === undefined) return;
      const stored = storedPage(candidate.url, crawl);
      const options = { fetch: crawl.fetch.page, mayFollow: this.#mayFollow, stored };
      underWay.push({ candidate, visit: visit(candidate.url, options, signal) });
      report({ type: "visiting", url: candidate.url });
    }
  }

  readonly #mayFollow = (target: string): boolean =>
    this.#site.own(target) !== undefined && this.#options.home.robots.allows(target);

  #takeHome({ url, visit: seen }: Home): void {
    this.#frontier.claim(url);
    this.#settled.add(url);
    this.#clicks.set(url, 0);
    this.#list(url, seen);
    const page = pageOf(seen);
    const featured = [...linksIn(page, "navigation"), ...linksIn(page, "content"), ...linksIn(page, "breadcrumb")];
    for (const link of featured) this.#follow(link.url, url, { level: 1, isFeatured: true });
    for (const link of linksIn(page, "footer")) this.#follow(link.url, url, { level: 1, isFeatured: false });
    if (page.next !== undefined) this.#follow(page.next, url, { level: 1, isFeatured: true });
  }

  #take(candidate: Candidate, taken: Visit): void {
    const outcome = this.#settled.has(candidate.url) ? "repeated" : this.#outcomeOf(candidate, taken);
    this.#settled.add(candidate.url);
    this.#frontier.settle(candidate, outcome);
  }

  #outcomeOf(candidate: Candidate, taken: Visit): "listed" | "repeated" | "other" {
    switch (taken.type) {
      case "failed":
        return this.#fail(candidate.url, taken.error);
      case "redirected":
        this.#leaveOut(candidate.url, this.#site.own(taken.target) === undefined ? "other site" : "robots");
        return "other";
      case "read":
      case "unchanged":
        return this.#settle(candidate, taken);
    }
  }

  #fail(url: PageUrl, error: CrawlError): "repeated" | "other" {
    if (error.code === "aborted") return "other";
    if (error.code === "unsupported_type") this.#leaveOut(url, "not a page");
    else this.#options.report({ type: "failed", url, error });
    return error.code === "http_status" ? "repeated" : "other";
  }

  #settle(candidate: Candidate, seen: Seen): "listed" | "repeated" | "other" {
    const url = this.#site.own(seen.url);
    if (url === undefined) return this.#leaveOut(candidate.url, "other site");
    if (url !== candidate.url && this.#settled.has(url)) return this.#leaveOut(candidate.url, "redirect", url);
    this.#frontier.claim(url);
    this.#settled.add(url);
    const problem = url === candidate.url ? undefined : this.#problemOf(url);
    if (problem !== undefined) return this.#leaveOut(candidate.url, problem);
    const moved = refreshTarget(seen);
    if (moved !== undefined) return this.#move(candidate, moved);
    const page = pageOf(seen);
    const objection = this.#selection.objectionTo(url, page);
    if (objection === undefined) this.#list(url, seen);
    if (objection === undefined || objection.reason === "noindex") this.#followAll(page, url, candidate.level + 1);
    return objection === undefined ? "listed" : this.#leaveOut(candidate.url, objection.reason, objection.of);
  }

  /** A page that sends its readers on by meta refresh: its place goes to where it leads. */
  #move(candidate: Candidate, target: string): "repeated" | "other" {
    const url = this.#site.own(target);
    if (url === undefined) return this.#leaveOut(candidate.url, "other site");
    this.#follow(url, candidate.url, { level: candidate.level, isFeatured: candidate.isFeatured });
    return this.#leaveOut(candidate.url, "redirect", url);
  }

  #list(url: PageUrl, seen: Seen): void {
    const page = this.#crawledPage(url, seen);
    this.#selection.add(page);
    this.#options.report({ type: "page", page, done: this.pages.length, waiting: this.#frontier.waiting });
  }

  #crawledPage(url: PageUrl, seen: Seen): CrawledPage {
    const depth = this.#clicks.get(url) ?? Math.max(2, segmentsOf(url).length);
    const place = { url, depth, inScope: this.#site.inScope(url) };
    if (seen.type === "unchanged") {
      const { markdownUrl: _, ...stored } = seen.stored; // to be found again, though for less
      return { ...stored, ...place };
    }
    const { fetched, page } = seen;
    const markdown = this.#options.crawl.withMarkdown === true ? { markdown: markdownOf(fetched) } : {};
    const { rung, wireBytes: bytes } = fetched;
    return { ...place, page, ...markdown, validators: validatorsOf(fetched), rung, bytes };
  }

  #followAll(page: Page, from: PageUrl, level: number): void {
    if (!page.robots.follow) return;
    if (page.next !== undefined) this.#follow(page.next, from, { level, isFeatured: false });
    for (const { url, rel } of page.links)
      if (!rel.includes("nofollow")) this.#follow(url, from, { level, isFeatured: false });
  }

  #follow(link: string, from: PageUrl, place: { readonly level: number; readonly isFeatured: boolean }): void {
    const url = this.#hear(link, place);
    if (url === undefined) return;
    const clicks = (this.#clicks.get(from) ?? segmentsOf(from).length) + 1;
    this.#clicks.set(url, Math.min(clicks, this.#clicks.get(url) ?? clicks));
  }

  /** Puts a page of this site in line, or says once why not. */
  #hear(link: string, place: { readonly level: number; readonly isFeatured: boolean }): PageUrl | undefined {
    const url = this.#site.own(link);
    if (url === undefined || isFile(url)) return undefined;
    if (this.#frontier.has(url)) return url;
    const problem = this.#problemOf(url);
    if (problem === undefined) this.#frontier.add({ url, isInScope: this.#site.inScope(url), ...place });
    else {
      this.#frontier.claim(url);
      this.#leaveOut(url, problem);
    }
    return url;
  }

  #problemOf(url: PageUrl): LeftOutReason | undefined {
    const { crawl, home } = this.#options;
    if (crawl.scope === "path" && !this.#site.inScope(url)) return "out of scope";
    if (!this.#isWanted(url)) return "excluded";
    if (!home.robots.allows(url)) return "robots";
    return addressProblem(url);
  }

  #leaveOut(url: string, reason: LeftOutReason, of?: string): "repeated" | "other" {
    this.#options.report({ type: "leftOut", url, reason, ...(of !== undefined && { of }) });
    return reason === "duplicate" || reason === "redirect" || reason === "error page" ? "repeated" : "other";
  }
}

/** Last time's page, unless something is asked for now that it does not have. */
function storedPage(url: PageUrl, { remembered, withMarkdown }: WalkOptions["crawl"]): CrawledPage | undefined {
  const stored = remembered?.get(url);
  return withMarkdown === true && stored?.markdown === undefined ? undefined : stored;
}

const linksIn = (page: Page, place: Link["place"]): Link[] =>
  page.robots.follow ? page.links.filter((link) => link.place === place && !link.rel.includes("nofollow")) : [];
