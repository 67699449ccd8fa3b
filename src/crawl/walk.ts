import type { CrawlError } from "../errors.ts";
import type { Page } from "../page/page.ts";
import { Admission, type Objection } from "./admission.ts";
import { Canonicals } from "./canonicals.ts";
import type { CrawledPage } from "./crawled-page.ts";
import type { CrawlEvent } from "./event.ts";
import { type Candidate, Frontier } from "./frontier.ts";
import { Hearsay, type Place } from "./hearsay.ts";
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

/** A host that fails more often is in trouble, and more requests are no help. */
const MOST_SECOND_TRIES = 20;

/** Pages left waiting are named one by one up to here; the event `known` says how many there are. */
const MOST_NAMED = 200;

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

/** What came of a page: listed, a known page again, or neither. */
type Outcome = "listed" | "repeated" | "other";

/**
 * The walk over one site, from its homepage on. Pages are fetched in any order but taken in the frontier's, and only
 * what was taken decides what comes next; so the same site gives the same pages in the same order whatever the network.
 */
export class Walk {
  readonly #options: WalkOptions;
  readonly #site: Site;
  readonly #admission: Admission;
  readonly #frontier: Frontier;
  readonly #hearsay: Hearsay;
  readonly #selection = new Selection();
  readonly #canonicals = new Canonicals<Seen & { readonly place: Place }>();
  /** Addresses of which it is decided what comes of them. */
  readonly #settled = new Set<PageUrl>();
  readonly #secondTries = new Set<PageUrl>();

  constructor(options: WalkOptions) {
    const { home, site, crawl } = options;
    const page = pageOf(home.visit);
    this.#options = options;
    this.#site = site;
    this.#admission = new Admission({ site, robots: home.robots, home: page, crawl });
    this.#frontier = new Frontier({
      review: (url) => this.#repeats(url),
      onDropped: (url, objection) => this.#leaveOut(url, objection),
    });
    const leaveOut = (url: PageUrl, reason: Objection["reason"]) => this.#leaveOut(url, { reason });
    this.#hearsay = new Hearsay({ site, frontier: this.#frontier, admission: this.#admission, leaveOut });
    this.#frontier.claim(home.url);
    this.#settled.add(home.url);
    this.#list(home.url, home.visit);
    for (const shown of [home.rendered, page]) if (shown !== undefined) this.#hearsay.takeHome(shown, crawl.language);
  }

  get pages(): readonly CrawledPage[] {
    return this.#selection.pages;
  }

  get isFull(): boolean {
    return this.pages.length >= this.#options.crawl.maxPages;
  }

  addSitemap(entries: readonly SitemapEntry[]): void {
    this.#hearsay.takeSitemap(entries);
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
        if (oldest !== undefined) this.#take(oldest.candidate, await oldest.visit);
        else if (signal.aborted || !this.#listHeld()) break;
      }
    } finally {
      stop.abort();
      await Promise.all(underWay.map((one) => one.visit));
    }
    const rest = [...this.#frontier.rest()].slice(0, MOST_NAMED);
    for (const url of rest) this.#leaveOut(url, this.#repeats(url) ?? { reason: "over the limit" });
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

  #repeats(url: PageUrl): Objection | undefined {
    return this.#admission.repeats(url, (other) => this.#frontier.has(other));
  }

  #take(candidate: Candidate, taken: Visit): void {
    if (this.#deservesAnother(candidate, taken)) {
      this.#secondTries.add(candidate.url);
      this.#frontier.settle(candidate, "other");
      this.#frontier.again(candidate);
      return;
    }
    const outcome = this.#settled.has(candidate.url) ? "repeated" : this.#outcomeOf(candidate, taken);
    this.#settle(candidate.url);
    this.#frontier.settle(candidate, outcome);
  }

  /** What failed for a reason that passes is asked for once more when all else is done and the host has calmed down. */
  #deservesAnother({ url }: Candidate, taken: Visit): boolean {
    if (taken.type !== "failed" || !taken.error.retry || this.#settled.has(url)) return false;
    return this.#secondTries.size < MOST_SECOND_TRIES && !this.#secondTries.has(url);
  }

  #outcomeOf(candidate: Candidate, taken: Visit): Outcome {
    switch (taken.type) {
      case "failed":
        return this.#fail(candidate.url, taken.error);
      case "redirected": {
        const isOwn = this.#site.own(taken.target) !== undefined;
        return this.#leaveOut(candidate.url, { reason: isOwn ? "robots" : "other site" });
      }
      case "read":
      case "unchanged":
        return this.#land(candidate, taken);
    }
  }

  #fail(url: PageUrl, error: CrawlError): Outcome {
    if (error.code === "aborted") return "other";
    if (error.code === "unsupported_type") return this.#leaveOut(url, { reason: "not a page" });
    this.#options.report({ type: "failed", url, error });
    // What is not there, or has nothing to say, is as good as a repetition: a folder full of them is a trap.
    return error.code === "http_status" || error.code === "empty_page" ? "repeated" : "other";
  }

  /** Where redirects and meta refreshes of a page lead decides what is judged. */
  #land(candidate: Candidate, seen: Seen): Outcome {
    const url = this.#site.own(seen.url);
    if (url === undefined) return this.#leaveOut(candidate.url, { reason: "other site" });
    const isElsewhere = url !== candidate.url;
    if (isElsewhere && this.#settled.has(url)) return this.#leaveOut(candidate.url, { reason: "redirect", of: url });
    this.#frontier.claim(url);
    const problem = isElsewhere ? this.#admission.problemOf(url) : undefined;
    if (problem !== undefined) return this.#leaveOut(candidate.url, { reason: problem });
    const moved = refreshTarget(seen);
    const outcome =
      moved === undefined ? this.#judge(url, { ...seen, place: candidate }) : this.#move(candidate, moved);
    this.#settle(url);
    return outcome;
  }

  /** A page that sends its readers on by meta refresh: its place goes to where it leads. */
  #move({ url, level, isFeatured }: Candidate, target: string): Outcome {
    const own = this.#site.own(target);
    if (own === undefined) return this.#leaveOut(url, { reason: "other site" });
    this.#hearsay.follow(own, url, { level, isFeatured });
    return this.#leaveOut(url, { reason: "redirect", of: own });
  }

  #judge(url: PageUrl, seen: Seen & { readonly place: Place }): Outcome {
    const page = pageOf(seen);
    this.#admission.learn(url, page.alternates.languages);
    const objection = this.#objectionTo(url, page);
    if (objection?.reason === "noindex") this.#hearsay.takeLinks(page, url, seen.place.level + 1);
    if (objection !== undefined) return this.#leaveOut(url, objection);
    const canonical = this.#canonicalOf(url, page);
    if (canonical === undefined) return this.#accept(url, seen);
    if (this.#selection.has(canonical)) return this.#leaveOut(url, { reason: "canonical elsewhere", of: canonical });
    if (this.#canonicals.isProven(url, canonical)) {
      this.#frontier.claim(canonical);
      this.#accept(canonical, seen);
      this.#settle(canonical);
      return "listed";
    }
    this.#canonicals.hold({ url, canonical, visited: seen });
    this.#hearsay.follow(canonical, url, seen.place);
    return "other";
  }

  #objectionTo(url: PageUrl, page: Page): Objection | undefined {
    if (this.#admission.isForeign(url, page)) return { reason: "other language" };
    return this.#selection.objectionTo(page) ?? this.#repeats(url);
  }

  /**
   * Where a page says that it is at home, if that is worth believing. That every page were the homepage is a common
   * mistake of templates; where it is true the content says so.
   */
  #canonicalOf(url: PageUrl, { canonical }: Page): PageUrl | undefined {
    const own = canonical === undefined ? undefined : this.#site.own(canonical);
    if (own === undefined || own === url || own === this.#site.home) return undefined;
    if (this.#selection.has(own)) return own;
    const isHopeless = this.#settled.has(own) || (this.#admission.problemOf(own) ?? this.#repeats(own)) !== undefined;
    return isHopeless ? undefined : own;
  }

  #accept(url: PageUrl, seen: Seen & { readonly place: Place }): Outcome {
    this.#list(url, seen);
    this.#hearsay.takeLinks(pageOf(seen), url, seen.place.level + 1);
    return "listed";
  }

  /** It is decided what comes of this address; so is then of the pages that named it as theirs. */
  #settle(url: PageUrl): void {
    this.#settled.add(url);
    const answered = this.#selection.has(url);
    for (const held of this.#canonicals.release(url, answered)) {
      if (answered) this.#leaveOut(held.url, { reason: "canonical elsewhere", of: url });
      else this.#acceptHeld(held.url, held.visited);
    }
  }

  /** Lists a page whose canonical address nobody will ask for any more; false when there is none. */
  #listHeld(): boolean {
    const held = this.#canonicals.releaseFirst();
    if (held !== undefined) this.#acceptHeld(held.url, held.visited);
    return held !== undefined;
  }

  #acceptHeld(url: PageUrl, seen: Seen & { readonly place: Place }): void {
    const objection = this.isFull ? ({ reason: "over the limit" } as const) : this.#objectionTo(url, pageOf(seen));
    if (objection === undefined) this.#accept(url, seen);
    else this.#leaveOut(url, objection);
  }

  #list(url: PageUrl, seen: Seen): void {
    const page = this.#crawledPage(url, seen);
    this.#selection.add(page);
    this.#options.report({ type: "page", page, done: this.pages.length, waiting: this.#frontier.waiting });
  }

  #crawledPage(url: PageUrl, seen: Seen): CrawledPage {
    const place = { url, depth: this.#hearsay.depthOf(url), inScope: this.#site.inScope(url) };
    if (seen.type === "unchanged") {
      const { markdownUrl: _, ...stored } = seen.stored; // to be found again, though for less
      return { ...stored, ...place };
    }
    const { fetched, page } = seen;
    const markdown = this.#options.crawl.withMarkdown === true ? { markdown: markdownOf(fetched) } : {};
    const { rung, wireBytes: bytes } = fetched;
    return { ...place, page, ...markdown, validators: validatorsOf(fetched), rung, bytes };
  }

  #leaveOut(url: PageUrl, objection: Objection): Outcome {
    this.#options.report({ type: "leftOut", url, ...objection });
    return REPETITIONS.includes(objection.reason) ? "repeated" : "other";
  }
}

const REPETITIONS: readonly Objection["reason"][] = [
  "duplicate",
  "redirect",
  "error page",
  "other language",
  "older version",
];

/** Last time's page, unless something is asked for now that it does not have. */
function storedPage(url: PageUrl, { remembered, withMarkdown }: WalkOptions["crawl"]): CrawledPage | undefined {
  const stored = remembered?.get(url);
  return withMarkdown === true && stored?.markdown === undefined ? undefined : stored;
}
