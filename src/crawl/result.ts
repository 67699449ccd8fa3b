import type { CrawlError } from "../errors.ts";
import type { Fetched } from "../fetch/fetch.ts";
import type { Page } from "../page/page.ts";
import type { Admission, Objection } from "./admission.ts";
import { Canonicals } from "./canonicals.ts";
import type { CrawledPage } from "./crawled-page.ts";
import type { CrawlEvent } from "./event.ts";
import type { Candidate, Frontier } from "./frontier.ts";
import type { Hearsay, Place } from "./hearsay.ts";
import { refreshTarget } from "./home.ts";
import { Selection } from "./selection.ts";
import type { Site } from "./site.ts";
import type { PageUrl } from "./url.ts";
import { pageOf, type Seen, type Visit, validatorsOf } from "./visit.ts";

export interface ResultOptions {
  readonly site: Site;
  readonly frontier: Frontier;
  readonly hearsay: Hearsay;
  readonly admission: Admission;
  readonly maxPages: number;
  /** Where each page's Markdown is wanted. */
  readonly markdownOf: ((fetched: Fetched) => string) | undefined;
  readonly report: (event: CrawlEvent) => void;
}

/** What came of a page: listed, a known page again, or neither. */
export type Outcome = "listed" | "repeated" | "other";

/** A page that was read, with the place in line it was read in. */
type Placed = Seen & { readonly place: Place };

const REPETITIONS: readonly Objection["reason"][] = [
  "duplicate",
  "redirect",
  "error page",
  "other language",
  "older version",
];

/** The pages of the result, and what is decided about each visit as it is taken. */
export class Result {
  readonly #options: ResultOptions;
  readonly #site: Site;
  readonly #frontier: Frontier;
  readonly #hearsay: Hearsay;
  readonly #admission: Admission;
  readonly #selection = new Selection();
  readonly #canonicals = new Canonicals<Placed>();
  /** Addresses of which it is decided what comes of them. */
  readonly #settled = new Set<PageUrl>();

  constructor(options: ResultOptions) {
    this.#options = options;
    this.#site = options.site;
    this.#frontier = options.frontier;
    this.#hearsay = options.hearsay;
    this.#admission = options.admission;
  }

  get pages(): readonly CrawledPage[] {
    return this.#selection.pages;
  }

  get isFull(): boolean {
    return this.pages.length >= this.#options.maxPages;
  }

  /** Whether it was decided already what comes of this address, as where another page's redirect led. */
  isSettled(url: PageUrl): boolean {
    return this.#settled.has(url);
  }

  /** The homepage is listed whatever it says of itself: it is the head of the document. */
  takeHome(seen: Seen): void {
    const { home } = this.#site;
    this.#frontier.claim(home);
    this.#settled.add(home);
    this.#list(home, seen);
  }

  /** What speaks against an address beside those that are known. */
  repeats(url: PageUrl): Objection | undefined {
    return this.#admission.repeats(url, (other) => this.#frontier.has(other));
  }

  take(candidate: Candidate, taken: Visit): Outcome {
    const outcome = this.#settled.has(candidate.url) ? "repeated" : this.#outcomeOf(candidate, taken);
    this.#settle(candidate.url);
    return outcome;
  }

  #outcomeOf(candidate: Candidate, taken: Visit): Outcome {
    switch (taken.type) {
      case "failed":
        return this.#fail(candidate.url, taken.error);
      case "redirected": {
        const isOwn = this.#site.own(taken.target) !== undefined;
        return this.leaveOut(candidate.url, { reason: isOwn ? "robots" : "other site" });
      }
      case "read":
      case "unchanged":
        return this.#land(candidate, taken);
    }
  }

  #fail(url: PageUrl, error: CrawlError): Outcome {
    if (error.code === "aborted") return "other";
    if (error.code === "unsupported_type") return this.leaveOut(url, { reason: "not a page" });
    this.#options.report({ type: "failed", url, error });
    // What is not there, or has nothing to say, is as good as a repetition: a folder full of them is a trap.
    return error.code === "http_status" || error.code === "empty_page" ? "repeated" : "other";
  }

  /** Where redirects and meta refreshes of a page lead decides what is judged. */
  #land(candidate: Candidate, seen: Seen): Outcome {
    const url = this.#site.own(seen.url);
    if (url === undefined) return this.leaveOut(candidate.url, { reason: "other site" });
    const isElsewhere = url !== candidate.url;
    if (isElsewhere && this.#settled.has(url)) return this.leaveOut(candidate.url, { reason: "redirect", of: url });
    this.#frontier.claim(url);
    const problem = isElsewhere ? this.#admission.problemOf(url) : undefined;
    if (problem !== undefined) return this.leaveOut(candidate.url, { reason: problem });
    const moved = refreshTarget(seen);
    const outcome =
      moved === undefined ? this.#judge(url, { ...seen, place: candidate }) : this.#move(candidate, moved);
    this.#settle(url);
    return outcome;
  }

  /** A page that sends its readers on by meta refresh: its place goes to where it leads. */
  #move({ url, level, isFeatured }: Candidate, target: string): Outcome {
    const own = this.#site.own(target);
    if (own === undefined) return this.leaveOut(url, { reason: "other site" });
    this.#hearsay.follow(own, url, { level, isFeatured });
    return this.leaveOut(url, { reason: "redirect", of: own });
  }

  #judge(url: PageUrl, seen: Placed): Outcome {
    const page = pageOf(seen);
    this.#admission.learn(url, page.alternates.languages);
    const objection = this.#objectionTo(url, page);
    if (objection?.reason === "noindex") this.#hearsay.takeLinks(page, url, seen.place.level + 1);
    if (objection !== undefined) return this.leaveOut(url, objection);
    const canonical = this.#canonicalOf(url, page);
    if (canonical === undefined) return this.#accept(url, seen);
    if (this.#selection.has(canonical)) return this.leaveOut(url, { reason: "canonical elsewhere", of: canonical });
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
    return this.#selection.objectionTo(page) ?? this.repeats(url);
  }

  /**
   * Where a page says that it is at home, if that is worth believing. That every page were the homepage is a common
   * mistake of templates; where it is true the content says so.
   */
  #canonicalOf(url: PageUrl, { canonical }: Page): PageUrl | undefined {
    const own = canonical === undefined ? undefined : this.#site.own(canonical);
    if (own === undefined || own === url || own === this.#site.home) return undefined;
    if (this.#selection.has(own)) return own;
    const isHopeless = this.#settled.has(own) || (this.#admission.problemOf(own) ?? this.repeats(own)) !== undefined;
    return isHopeless ? undefined : own;
  }

  #accept(url: PageUrl, seen: Placed): Outcome {
    this.#list(url, seen);
    this.#hearsay.takeLinks(pageOf(seen), url, seen.place.level + 1);
    return "listed";
  }

  /** It is decided what comes of this address; so is then of the pages that named it as theirs. */
  #settle(url: PageUrl): void {
    this.#settled.add(url);
    const answered = this.#selection.has(url);
    for (const held of this.#canonicals.release(url, answered)) {
      if (answered) this.leaveOut(held.url, { reason: "canonical elsewhere", of: url });
      else this.#acceptHeld(held.url, held.visited);
    }
  }

  /** Lists a page whose canonical address nobody will ask for any more; false when there is none. */
  listHeld(): boolean {
    const held = this.#canonicals.releaseFirst();
    if (held !== undefined) this.#acceptHeld(held.url, held.visited);
    return held !== undefined;
  }

  #acceptHeld(url: PageUrl, seen: Placed): void {
    const objection = this.isFull ? ({ reason: "over the limit" } as const) : this.#objectionTo(url, pageOf(seen));
    if (objection === undefined) this.#accept(url, seen);
    else this.leaveOut(url, objection);
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
    const markdown = this.#options.markdownOf?.(fetched);
    const { rung, wireBytes: bytes } = fetched;
    return {
      ...place,
      page,
      ...(markdown !== undefined && { markdown }),
      validators: validatorsOf(fetched),
      rung,
      bytes,
    };
  }

  leaveOut(url: PageUrl, objection: Objection): Outcome {
    this.#options.report({ type: "leftOut", url, ...objection });
    return REPETITIONS.includes(objection.reason) ? "repeated" : "other";
  }
}
