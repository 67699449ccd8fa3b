import type { LinkPlace, Page } from "@llmstxt-service/page";
import { languageFolderOf } from "@llmstxt-service/page/address/language-folder";
import type { LeftOut } from "@llmstxt-service/page/address/left-out";
import { datedPath } from "@llmstxt-service/page/address/news";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import { spellingKey } from "@llmstxt-service/page/address/spelling";
import { SiteModel } from "@llmstxt-service/page/site/site-model";
import { Turn } from "../../waiting/event-loop.ts";
import {
  type Candidate,
  candidateOf,
  expectedNow,
  type FoundPage,
  isFirst,
  type Outcome,
  roundOf,
  triedAgain,
} from "./candidate.ts";
import { HomeShare } from "./home-share.ts";
import { LanguageGate } from "./language-gate.ts";
import { NewsShare } from "./news-share.ts";
import type { PathTree } from "./path-tree.ts";
import { ShapeTrust } from "./shape-trust.ts";
import { Stages } from "./stages.ts";
import { Variants } from "./variants.ts";

export { Admission, memberKey } from "./admission.ts";
export type { Candidate, FoundPage, Outcome } from "./candidate.ts";

/** Next in line: a page to ask for, one that waited and is not asked for after all, or one that waits longer. */
export type Next =
  | { readonly type: "ask"; readonly candidate: Candidate }
  | { readonly type: "drop"; readonly url: PageUrl; readonly objection: LeftOut }
  | { readonly type: "later" };

/** Outcome for a page that was found. */
export type Added = "waits" | "known" | "no room" | "trap";

/** Most pages that wait, whatever the size of the site; no crawl takes more than 1,000. */
export const MAX_WAITING = 20_000;

/**
 * Which page comes next (docs/explanation/order.md). What it answers depends on what was added and settled before, in that order,
 * and on nothing else: neither on time nor on how long a fetch takes.
 */
export class Frontier {
  /** Kinds of the site's pages. */
  readonly model: SiteModel;
  readonly #known = new Map<PageUrl, Candidate | undefined>();
  readonly #waiting = new Set<PageUrl>();
  readonly #spellings = new Set<string>();
  readonly #variants = new Variants();
  readonly #trust = new ShapeTrust();
  readonly #home = new HomeShare();
  readonly #stages = new Stages(this.#home);
  readonly #languages = new LanguageGate();
  readonly #news = new NewsShare(this.#home);
  #underWay = 0;
  #wanted = 0;
  #first = 0;
  /** Round of the pages under way. */
  #round = 0;

  /** @param home the homepage, where there is one */
  constructor(home?: Page) {
    this.model = new SiteModel(home);
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Every known address, the pages already asked for included. */
  get known(): number {
    return this.#known.size;
  }

  /** True while a page waits that is worth reading. */
  get hasFirst(): boolean {
    return this.#first > 0;
  }

  /** Number of pages that were added as worth reading: no list, no form. */
  get wanted(): number {
    return this.#wanted;
  }

  has(url: PageUrl): boolean {
    return this.#known.has(url);
  }

  /** Puts a page in line. */
  add(found: FoundPage): Added {
    if (this.#known.has(found.url)) return "known";
    if (this.#waiting.size >= MAX_WAITING) return "no room";
    if (!this.#variants.hasRoomFor(found.url)) {
      this.#known.set(found.url, undefined);
      return "trap";
    }
    this.model.discover(found.url);
    if (found.isFeatured) this.model.feature(found.url);
    const candidate = this.#candidateOf(found);
    if (candidate.isWanted && !candidate.isDoubted) this.#wanted += 1;
    this.#spellings.add(spellingKey(found.url));
    this.#wait(candidate);
    return "waits";
  }

  #candidateOf(found: FoundPage): Candidate {
    const isKnownSpelling = this.#spellings.has(spellingKey(found.url));
    return candidateOf(found, { isKnownSpelling, model: this.model });
  }

  /** Takes in a link of the homepage: parts of the site have turns by how many of these lead there. */
  weigh(url: PageUrl, place: LinkPlace): void {
    this.#home.add(datedPath(this.model.segmentsOf(url)), place);
  }

  /** Puts a page under way before all that wait; undefined when it is under way, or was. */
  askNow(found: FoundPage): Candidate | undefined {
    if (this.#known.has(found.url) && !this.#waiting.has(found.url)) return undefined;
    const candidate = this.#candidateOf(found);
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
    for (let stage = this.#stages.after(-1); stage !== undefined; stage = this.#stages.after(stage)) {
      if (this.#underWay > 0 && roundOf(stage) !== this.#round) return undefined;
      const tree = this.#stages.at(stage);
      const next = this.#takeFrom(tree, review);
      if (next?.type === "ask") this.#start(next.candidate);
      if (next !== undefined) return next;
      if (tree.size === 0) this.#stages.delete(stage);
    }
    return undefined;
  }

  /** Takes in the outcome of a page that `next` returned. */
  settle(candidate: Candidate, outcome: Outcome): void {
    this.#underWay -= 1;
    this.#news.settle(candidate, outcome);
    this.#trust.settle(candidate, outcome);
    this.#languages.settle(candidate.languageFolder);
  }

  /** Puts a page that `next` gave back in line, behind all others. */
  again(candidate: Candidate): void {
    this.#wait(triedAgain(candidate));
  }

  #wait(candidate: Candidate): void {
    this.#known.set(candidate.url, candidate);
    this.#waiting.add(candidate.url);
    this.#news.wait(candidate);
    if (isFirst(candidate)) this.#first += 1;
    this.#stages.at(candidate.stage).add(candidate);
  }

  /**
   * The first of what will be under way together next, as far as is known now. Changes nothing, and nothing may be changed
   * until it is there. Where pages turn out to be worthless, or a folder is entered carefully, others get their places.
   */
  async preview(count: number): Promise<readonly Candidate[]> {
    const turn = new Turn();
    const served = new Map(this.#stages.served);
    const isWaiting = ({ url }: Candidate) => this.#waiting.has(url);
    const ahead: Candidate[] = [];
    const languages = new Set<string | undefined>();
    const news = this.#news.preview();
    let round: number | undefined;
    for (let stage = this.#stages.after(-1); stage !== undefined; stage = this.#stages.after(stage)) {
      if (round !== undefined && roundOf(stage) !== round) break;
      const copy = await this.#stages.copyOf(stage, { served, turn, isWaiting });
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
    return !this.#trust.isClosed(candidate) && this.#mayStart(candidate);
  }

  /** Pages that still wait, in no particular order. */
  rest(): Iterable<PageUrl> {
    return this.#waiting;
  }

  #start(candidate: Candidate): void {
    this.#leave(candidate.url);
    this.#stages.at(candidate.stage).countServed(candidate);
    this.#begin(candidate);
    this.#round = roundOf(candidate.stage);
  }

  #begin(candidate: Candidate): void {
    this.#trust.start(candidate);
    this.#languages.start(candidate.languageFolder);
    this.#news.start(candidate);
    this.#underWay += 1;
  }

  #leave(url: PageUrl): void {
    const candidate = this.#known.get(url);
    if (!this.#waiting.delete(url) || candidate === undefined) return;
    this.#news.leave(candidate);
    if (isFirst(candidate)) this.#first -= 1;
  }

  #takeFrom(tree: PathTree<Candidate>, review: (url: PageUrl) => LeftOut | undefined): Next | undefined {
    const isClosed = (one: Candidate) => this.#trust.isClosed(one);
    const mayTake = (one: Candidate) =>
      !this.#waiting.has(one.url) ||
      isClosed(one) ||
      (this.#languages.isOpen(one.languageFolder) && this.#news.mayStart(one) && this.#mayStart(one));
    for (let next = tree.take(mayTake); next !== undefined; next = tree.take(mayTake)) {
      if (!this.#waiting.has(next.url)) continue; // claimed or dropped since it was added
      // One at a time: of 20,000 pages of a dead shape each is moved.
      if (this.#isMovedBack(next)) return { type: "later" };
      const objection = isClosed(next) ? this.#nothingNew(next) : review(next.url);
      if (objection === undefined) return { type: "ask", candidate: next };
      this.#leave(next.url);
      return { type: "drop", url: next.url, objection };
    }
    return undefined;
  }

  #mayStart(candidate: Candidate): boolean {
    const view = this.model.viewOf(candidate.url);
    return (
      this.#trust.mayStart(candidate) && (view === undefined || this.#trust.mayStart({ ...candidate, shape: view }))
    );
  }

  /**
   * Moves a candidate to a later stage if pages like it turned out to be worth less than expected; true if it was
   * moved.
   */
  #isMovedBack(candidate: Candidate): boolean {
    const kind = this.#trust.isDead(candidate) ? "stub" : this.model.expected(candidate.url);
    const now = expectedNow(candidate, kind);
    if (now === candidate) return false;
    this.#leave(candidate.url);
    this.#wait(now);
    return true;
  }

  #nothingNew({ shape }: Candidate): LeftOut {
    return { reason: "nothing new", evidence: { tried: { like: shape, ...this.#trust.triedIn(shape) } } };
  }
}
