import { isFurtherPage, isSecondary, segmentsOf, spellingKey } from "./address.ts";
import type { Objection } from "./admission.ts";
import { FolderTrust } from "./folder-trust.ts";
import { PathTree, type Turns } from "./path-tree.ts";
import { type PageUrl, partsOf } from "./url.ts";

/** A page that was heard of. */
export interface Found {
  readonly url: PageUrl;
  /** How many pages had to be taken to hear of it, one after the other: 1 for what homepage and sitemaps name. */
  readonly level: number;
  readonly isInScope: boolean;
  /** Linked from the homepage, its footer aside: what the site itself puts first. */
  readonly isFeatured: boolean;
}

/** One that waits for its turn, or has had it. */
export interface Candidate extends Found {
  readonly segments: readonly string[];
  /** What it stands or falls with: pages of one folder tend to be alike. */
  readonly folder: string;
  /** Whether it is likely to be a known page again. */
  readonly isDoubted: boolean;
  readonly stage: number;
}

export interface FrontierOptions {
  /** Asked when a page's turn has come: what is known by then may speak against it. */
  readonly review: (url: PageUrl) => Objection | undefined;
  /** Told of each page that waited and is not asked for after all. */
  readonly onDropped: (url: PageUrl, objection: Objection) => void;
}

/** However large the site: more than this is not remembered, and no crawl takes more than 1,000. */
const MOST_WAITING = 20_000;

/** An outlook is for watching only: it must not hold up the crawl of a large site. */
const MOST_LOOKED_AT = 5_000;

/** Query variants of one path; more are combinations. */
const MOST_VARIANTS = 50;

/** Pages of a folder that only repeats what is known. */
const TRAP: Objection = { reason: "trap" };

/** Pages that stand for a day, a month or a year; a calendar has one for each there is. */
const MOST_DATES = 12;
const DATE = /\/(19|20)\d\d(\/\d{1,2}){0,2}\/?$/;

/** First to last. Each waits until nothing of the ones before it waits or is under way. */
const GROUP = { wanted: 0, secondary: 1, outOfScope: 2, lastResort: 3 } as const;

const GROUPS_APART = 1_000_000;
const LEVELS_APART = 10;

/**
 * Which page comes next (docs/order.md). What it answers depends on what was added and settled before, in that order,
 * and on nothing else: neither on time nor on how long a fetch takes.
 */
export class Frontier {
  readonly #known = new Map<PageUrl, Candidate | undefined>();
  readonly #waiting = new Set<PageUrl>();
  readonly #spellings = new Set<string>();
  readonly #alike = new Map<string, number>();
  readonly #turns: Turns = new Map();
  readonly #stages = new Map<number, PathTree<Candidate>>();
  readonly #trust = new FolderTrust();
  readonly #review: FrontierOptions["review"];
  readonly #onDropped: FrontierOptions["onDropped"];
  #underWay = 0;
  /** The round of all that is under way. */
  #round = 0;

  constructor({ review, onDropped }: FrontierOptions) {
    this.#review = review;
    this.#onDropped = onDropped;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Everything heard of, the pages already asked for included. */
  get known(): number {
    return this.#known.size;
  }

  has(url: PageUrl): boolean {
    return this.#known.has(url);
  }

  /** Puts a page in line. False when it is known already, or there is no more room for it. */
  add(found: Found): boolean {
    if (this.#known.has(found.url) || this.#waiting.size >= MOST_WAITING) return false;
    if (!this.#hasRoomFor(found.url)) {
      this.#known.set(found.url, undefined);
      this.#onDropped(found.url, TRAP);
      return false;
    }
    const candidate = this.#candidateOf(found);
    this.#known.set(found.url, candidate);
    this.#waiting.add(found.url);
    this.#spellings.add(spellingKey(found.url));
    this.#treeOf(candidate.stage).add(candidate);
    return true;
  }

  /** Marks a page as known that was reached another way: the homepage, or where a redirect led. It waits no longer. */
  claim(url: PageUrl): void {
    this.#waiting.delete(url);
    if (!this.#known.has(url)) this.#known.set(url, undefined);
    this.#spellings.add(spellingKey(url));
  }

  /**
   * The next page to ask for. Undefined when there is none, and when what is under way must be settled first, because
   * it may bring pages that come before all that wait.
   */
  next(): Candidate | undefined {
    for (const [stage, tree] of [...this.#stages].sort(([a], [b]) => a - b)) {
      if (this.#underWay > 0 && roundOf(stage) !== this.#round) return undefined;
      const next = this.#takeFrom(tree);
      if (next !== undefined) return this.#start(next);
      if (tree.size === 0) this.#stages.delete(stage);
    }
    return undefined;
  }

  /** Says what came of a page that `next` gave: listed, a known page again, or neither. */
  settle(candidate: Candidate, outcome: "listed" | "repeated" | "other"): void {
    this.#underWay -= 1;
    this.#trust.settle(candidate.folder, outcome);
  }

  /** Puts a page that `next` gave back in line, behind all others. */
  again(candidate: Candidate): void {
    const again = { ...candidate, stage: stageOf(candidate, true) };
    this.#waiting.add(again.url);
    this.#treeOf(again.stage).add(again);
  }

  /**
   * The first of what will be under way together next, as far as is known now. Changes nothing. Where pages turn out to
   * be worthless, or a folder is entered carefully, others get their places.
   */
  outlook(count: number): readonly Candidate[] {
    const turns = new Map(this.#turns);
    const ahead: Candidate[] = [];
    let round: number | undefined;
    for (const [stage, tree] of [...this.#stages].sort(([a], [b]) => a - b)) {
      if (round !== undefined && roundOf(stage) !== round) break;
      const copy = this.#copyOf(tree, turns);
      if (copy.size > 0) round = roundOf(stage);
      while (ahead.length < count && copy.size > 0) {
        const next = copy.take(() => true);
        if (next === undefined) break;
        copy.countTurn(next);
        ahead.push(next);
      }
    }
    return ahead;
  }

  #copyOf(tree: PathTree<Candidate>, turns: Turns): PathTree<Candidate> {
    const copy = new PathTree<Candidate>(turns);
    for (const one of tree) {
      if (copy.size === MOST_LOOKED_AT) break;
      if (this.#waiting.has(one.url)) copy.add(one);
    }
    return copy;
  }

  /** All that still waits, in no order that means anything. */
  rest(): Iterable<PageUrl> {
    return this.#waiting;
  }

  #treeOf(stage: number): PathTree<Candidate> {
    const tree = this.#stages.get(stage) ?? new PathTree<Candidate>(this.#turns);
    this.#stages.set(stage, tree);
    return tree;
  }

  #start(candidate: Candidate): Candidate {
    this.#waiting.delete(candidate.url);
    this.#stages.get(candidate.stage)?.countTurn(candidate);
    this.#trust.start(candidate.folder);
    this.#underWay += 1;
    this.#round = roundOf(candidate.stage);
    return candidate;
  }

  #takeFrom(tree: PathTree<Candidate>): Candidate | undefined {
    const isClosed = (one: Candidate) => this.#trust.isClosed(one.folder, one.isDoubted);
    const mayTake = (one: Candidate) =>
      !this.#waiting.has(one.url) || isClosed(one) || this.#trust.mayStart(one.folder, one.isDoubted);
    for (let next = tree.take(mayTake); next !== undefined; next = tree.take(mayTake)) {
      if (!this.#waiting.has(next.url)) continue; // claimed or dropped since it was added
      const objection = isClosed(next) ? TRAP : this.#review(next.url);
      if (objection === undefined) return next;
      this.#waiting.delete(next.url);
      this.#onDropped(next.url, objection);
    }
    return undefined;
  }

  /** Whether few enough of its kind are known, where a site could make up as many as it likes. */
  #hasRoomFor(url: PageUrl): boolean {
    const { pathname, search } = partsOf(url);
    const isDate = DATE.test(pathname);
    if (search === "" && !isDate) return true;
    const kind = isDate ? "dates" : pathname;
    const alike = this.#alike.get(kind) ?? 0;
    this.#alike.set(kind, alike + 1);
    return alike < (isDate ? MOST_DATES : MOST_VARIANTS);
  }

  #candidateOf(found: Found): Candidate {
    const { search } = partsOf(found.url);
    const isSpelling = this.#spellings.has(spellingKey(found.url));
    return {
      ...found,
      segments: segmentsOf(found.url),
      folder: isSpelling ? "other spellings" : folderOf(found.url),
      isDoubted: isSpelling || search !== "" || !found.isInScope,
      stage: stageOf(found, isSpelling || isFurtherPage(found.url)),
    };
  }
}

/** Where a page lies; for a variant its path. Numbers are left out: `/2026/1/` and `/2026/2/` are alike. */
function folderOf(url: string): string {
  const { pathname, search } = partsOf(url);
  const folder = search === "" ? pathname.replace(/[^/]*\/?$/, "") : `${pathname}?`;
  return folder.replace(/\/\d+(?=\/)/g, "/#");
}

function stageOf({ url, level, isInScope, isFeatured }: Found, isLastResort: boolean): number {
  const inTurn = isInScope ? (isSecondary(url) ? GROUP.secondary : GROUP.wanted) : GROUP.outOfScope;
  const group = isLastResort ? GROUP.lastResort : inTurn;
  return group * GROUPS_APART + Math.min(level, GROUPS_APART / LEVELS_APART - 1) * LEVELS_APART + (isFeatured ? 0 : 1);
}

/** Stages that differ only in being featured may be under way together: neither brings pages that come before the other. */
const roundOf = (stage: number): number => Math.floor(stage / LEVELS_APART);
