import { languageFolderOf } from "@llmstxt-service/page/address/language-folder";
import type { LeftOut } from "@llmstxt-service/page/address/left-out";
import { isDateAlone } from "@llmstxt-service/page/address/news";
import { type PageUrl, partsOf } from "@llmstxt-service/page/address/page-url";
import { spellingKey } from "@llmstxt-service/page/address/spelling";
import { Turn } from "../../waiting/event-loop.ts";
import { type Candidate, candidateOf, type FoundPage, type Outcome, roundOf, triedAgain } from "./candidate.ts";
import { FolderTrust } from "./folder-trust.ts";
import { LanguageGate } from "./language-gate.ts";
import { NewsShare } from "./news-share.ts";
import { PathTree, type ServedCounts } from "./path-tree.ts";

export { Admission } from "./admission.ts";
export type { Candidate, FoundPage, Outcome } from "./candidate.ts";

/** Next in line: a page to ask for, or one that waited and is not asked for after all. */
export type Next =
  | { readonly type: "ask"; readonly candidate: Candidate }
  | { readonly type: "drop"; readonly url: PageUrl; readonly objection: LeftOut };

/** Outcome for a page that was found. */
export type Added = "waits" | "known" | "no room" | "trap";

/** Upper bound of waiting pages, for sites of any size; no crawl takes more than 1,000. */
export const MAX_WAITING = 20_000;

/** A preview is for watching only: it must not hold up the crawl of a large site. */
const MAX_LOOKED_AT = 5_000;

/** Variants of one path by several parameters; more are combinations. With one parameter they are a site's way of naming pages. */
const MAX_VARIANTS = 50;

/** Pages that stand for a day, a month or a year; a calendar has one for each there is. */
const MAX_DATES = 12;

/**
 * Which page comes next (docs/explanation/order.md). What it answers depends on what was added and settled before, in that order,
 * and on nothing else: neither on time nor on how long a fetch takes.
 */
export class Frontier {
  readonly #known = new Map<PageUrl, Candidate | undefined>();
  readonly #waiting = new Set<PageUrl>();
  readonly #spellings = new Set<string>();
  readonly #alike = new Map<string, number>();
  readonly #served: ServedCounts = new Map();
  readonly #stages = new Map<number, PathTree<Candidate>>();
  readonly #trust = new FolderTrust();
  readonly #languages = new LanguageGate();
  readonly #news = new NewsShare();
  #underWay = 0;
  /** The round of all that is under way. */
  #round = 0;

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Every known address, the pages already asked for included. */
  get known(): number {
    return this.#known.size;
  }

  has(url: PageUrl): boolean {
    return this.#known.has(url);
  }

  /** Puts a page in line. */
  add(found: FoundPage): Added {
    if (this.#known.has(found.url)) return "known";
    if (this.#waiting.size >= MAX_WAITING) return "no room";
    if (!this.#hasRoomFor(found.url)) {
      this.#known.set(found.url, undefined);
      return "trap";
    }
    const candidate = candidateOf(found, { isKnownSpelling: this.#spellings.has(spellingKey(found.url)) });
    this.#known.set(found.url, candidate);
    this.#waiting.add(found.url);
    this.#news.wait(candidate);
    this.#spellings.add(spellingKey(found.url));
    this.#treeOf(candidate.stage).add(candidate);
    return "waits";
  }

  /** Puts a page under way before all that wait; undefined when it is under way, or was. */
  askNow(found: FoundPage): Candidate | undefined {
    if (this.#known.has(found.url) && !this.#waiting.has(found.url)) return undefined;
    const candidate = candidateOf(found, { isKnownSpelling: this.#spellings.has(spellingKey(found.url)) });
    this.claim(found.url);
    this.#begin(candidate);
    return candidate;
  }

  /** Marks a page as known that was reached another way: the homepage, or where a redirect led. It waits no longer. */
  claim(url: PageUrl): void {
    this.#leave(url);
    if (!this.#known.has(url)) this.#known.set(url, undefined);
    this.#spellings.add(spellingKey(url));
    this.#languages.open(languageFolderOf(url)?.path);
  }

  /**
   * The next page to ask for. Undefined when there is none, and when what is under way must be settled first, because
   * it may bring pages that come before all that wait.
   * @param review asked when a page's turn has come: what is known by then may speak against it
   */
  next(review: (url: PageUrl) => LeftOut | undefined): Next | undefined {
    for (const [stage, tree] of [...this.#stages].sort(([a], [b]) => a - b)) {
      if (this.#underWay > 0 && roundOf(stage) !== this.#round) return undefined;
      const next = this.#takeFrom(tree, review);
      if (next?.type === "ask") this.#start(next.candidate);
      if (next !== undefined) return next;
      if (tree.size === 0) this.#stages.delete(stage);
    }
    return undefined;
  }

  /** Says what came of a page that `next` gave. */
  settle(candidate: Candidate, outcome: Outcome): void {
    this.#underWay -= 1;
    this.#news.settle(candidate, outcome);
    this.#trust.settle(candidate.folder, outcome);
    this.#languages.settle(candidate.languageFolder);
  }

  /** Puts a page that `next` gave back in line, behind all others. */
  again(candidate: Candidate): void {
    const again = triedAgain(candidate);
    this.#waiting.add(again.url);
    this.#known.set(again.url, again);
    this.#news.wait(again);
    this.#treeOf(again.stage).add(again);
  }

  /**
   * The first of what will be under way together next, as far as is known now. Changes nothing, and nothing may be changed
   * until it is there. Where pages turn out to be worthless, or a folder is entered carefully, others get their places.
   */
  async preview(count: number): Promise<readonly Candidate[]> {
    const turn = new Turn();
    const served = new Map(this.#served);
    const ahead: Candidate[] = [];
    const languages = new Set<string | undefined>();
    const news = this.#news.preview();
    let round: number | undefined;
    for (const [stage, tree] of [...this.#stages].sort(([a], [b]) => a - b)) {
      if (round !== undefined && roundOf(stage) !== round) break;
      const copy = await this.#copyOf(tree, served, turn);
      if (copy.size > 0) round = roundOf(stage);
      while (ahead.length < count && copy.size > 0) {
        if (turn.isOver) await turn.end();
        const next = copy.take((one) => this.#languages.isOpen(one.languageFolder, languages) && news.mayStart(one));
        if (next === undefined) break;
        languages.add(next.languageFolder);
        news.start(next);
        copy.countServed(next);
        ahead.push(next);
      }
    }
    return ahead;
  }

  /** True if its folder takes one more now, as far as pages of it showed what they are worth. */
  mayEnter(candidate: Candidate): boolean {
    return !this.#trust.isClosed(candidate) && this.#trust.mayStart(candidate);
  }

  async #copyOf(tree: PathTree<Candidate>, served: ServedCounts, turn: Turn): Promise<PathTree<Candidate>> {
    const copy = new PathTree<Candidate>(served);
    for (const one of tree) {
      if (turn.isOver) await turn.end();
      if (copy.size === MAX_LOOKED_AT) break;
      if (this.#waiting.has(one.url)) copy.add(one);
    }
    return copy;
  }

  /** All that still waits, in no order that means anything. */
  rest(): Iterable<PageUrl> {
    return this.#waiting;
  }

  #treeOf(stage: number): PathTree<Candidate> {
    const tree = this.#stages.get(stage) ?? new PathTree<Candidate>(this.#served);
    this.#stages.set(stage, tree);
    return tree;
  }

  #start(candidate: Candidate): void {
    this.#leave(candidate.url);
    this.#stages.get(candidate.stage)?.countServed(candidate);
    this.#begin(candidate);
    this.#round = roundOf(candidate.stage);
  }

  #begin(candidate: Candidate): void {
    this.#trust.start(candidate.folder);
    this.#languages.start(candidate.languageFolder);
    this.#news.start(candidate);
    this.#underWay += 1;
  }

  #leave(url: PageUrl): void {
    const candidate = this.#known.get(url);
    if (this.#waiting.delete(url) && candidate !== undefined) this.#news.leave(candidate);
  }

  #takeFrom(tree: PathTree<Candidate>, review: (url: PageUrl) => LeftOut | undefined): Next | undefined {
    const isClosed = (one: Candidate) => this.#trust.isClosed(one);
    const mayTake = (one: Candidate) =>
      !this.#waiting.has(one.url) ||
      isClosed(one) ||
      (this.#languages.isOpen(one.languageFolder) && this.#news.mayStart(one) && this.#trust.mayStart(one));
    for (let next = tree.take(mayTake); next !== undefined; next = tree.take(mayTake)) {
      if (!this.#waiting.has(next.url)) continue; // claimed or dropped since it was added
      const objection = isClosed(next) ? this.#nothingNew(next) : review(next.url);
      if (objection === undefined) return { type: "ask", candidate: next };
      this.#leave(next.url);
      return { type: "drop", url: next.url, objection };
    }
    return undefined;
  }

  #nothingNew({ folder }: Candidate): LeftOut {
    return { reason: "nothing new", evidence: { tried: { like: folder, ...this.#trust.triedIn(folder) } } };
  }

  /** True if few enough of its kind are known, where a site could make up as many as it likes. */
  #hasRoomFor(url: PageUrl): boolean {
    const { pathname, search } = partsOf(url);
    const isDate = isDateAlone(url);
    if (!isDate && !search.includes("&")) return true;
    const kind = isDate ? "dates" : pathname;
    const alike = this.#alike.get(kind) ?? 0;
    this.#alike.set(kind, alike + 1);
    return alike < (isDate ? MAX_DATES : MAX_VARIANTS);
  }
}
