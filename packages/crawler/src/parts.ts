// The parts of a site in fair turns: the share of a part grows with the square root of its known size. Pure.
import type { Known } from "./order.ts";

type Fits = (one: Known) => boolean;

/** What has turns: a part of the site, or addresses that stand together. */
abstract class Turns {
  known = 0;
  /** Addresses that were asked for, those aside that brought nothing. */
  taken = 0;
  waiting = 0;

  /** When the first of it became known. */
  abstract readonly since: number;
  abstract next(fits: Fits): Known | undefined;

  get share(): number {
    return (this.taken + 1) / Math.sqrt(this.known);
  }
}

/** From this many small parts on, of at most three addresses, they are no parts. */
const [MANY, SMALL] = [12, 3];
/** A folder of more addresses is divided by the first word of their names, where that makes families of five. */
const [WIDE, FAMILY] = [12, 5];
/** A family of more of its folder than this is the folder. */
const MOST = 0.7;

/** Addresses that have one turn together, the best first. */
class Group extends Turns {
  readonly since: number;
  /** False after the rank of one has changed. */
  isSorted = false;
  #members: Known[];

  constructor(members: Known[]) {
    super();
    this.#members = members;
    this.since = members[0]?.turn ?? 0;
    this.known = members.length;
  }

  next(fits: Fits): Known | undefined {
    if (!this.isSorted) this.#members = this.#members.filter((one) => !one.isAsked).sort((a, b) => a.rank - b.rank);
    this.isSorted = true;
    return this.#members.find((one) => !one.isAsked && fits(one));
  }
}

/** A folder of the site, or a group of its menu: what stands in it directly, and its parts. */
class Part extends Turns {
  readonly own: Known[] = [];
  readonly parts = new Map<string, Part>();
  /** What takes turns in it; undefined after something became known. */
  turns: readonly Turns[] | undefined;

  get since(): number {
    return this.own[0]?.turn ?? 1e9;
  }

  get all(): Known[] {
    return [...this.own, ...[...this.parts.values()].flatMap((part) => part.all)];
  }

  next(fits: Fits): Known | undefined {
    const open = (this.turns ?? []).filter(({ waiting }) => waiting > 0);
    open.sort((a, b) => a.share - b.share || a.since - b.since);
    for (const one of open) {
      const found = one.next(fits);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Where an address stands: its parts from the root on, and the group in which it has its turn. */
interface Place {
  readonly way: readonly Part[];
  group: Group | undefined;
  isMissed: boolean;
}

export class Parts {
  readonly #root = new Part();
  readonly #places = new Map<Known, Place>();

  add(path: readonly string[], one: Known): void {
    const way = [this.#root];
    for (const name of path) {
      const { parts } = way.at(-1) ?? this.#root;
      const next = parts.get(name) ?? new Part();
      parts.set(name, next);
      way.push(next);
    }
    for (const part of way) {
      part.known++;
      part.waiting++;
      part.turns = undefined;
    }
    way.at(-1)?.own.push(one);
    this.#places.set(one, { way, group: undefined, isMissed: false });
  }

  asked(one: Known): void {
    for (const turns of this.#turnsOf(one)) {
      turns.taken++;
      turns.waiting--;
    }
  }

  missed(one: Known): void {
    const place = this.#places.get(one);
    if (place === undefined || place.isMissed) return;
    place.isMissed = true;
    for (const turns of this.#turnsOf(one)) turns.taken--;
  }

  /** The rank of an address has changed. */
  moved(one: Known): void {
    const group = this.#places.get(one)?.group;
    if (group !== undefined) group.isSorted = false;
  }

  next(fits: Fits): Known | undefined {
    if (this.#root.waiting === 0) return undefined;
    this.#divide(this.#root);
    return this.#root.next(fits);
  }

  #turnsOf(one: Known): Turns[] {
    const { way = [], group } = this.#places.get(one) ?? {};
    return group === undefined ? [...way] : [...way, group];
  }

  /** Finds again what takes turns, in the parts in which something became known. */
  #divide(part: Part): void {
    if (part.turns !== undefined) return;
    const parts = [...part.parts.values()];
    const small = parts.filter(({ known }) => known <= SMALL);
    const loose = small.length > MANY ? new Set(small) : new Set<Part>();
    const together = [...part.own, ...[...loose].flatMap((one) => one.all)];
    const large = parts.filter((one) => !loose.has(one));
    part.turns = [...families(together).map((own) => this.#groupOf(own)), ...large];
    for (const one of large) this.#divide(one);
  }

  #groupOf(members: Known[]): Group {
    const group = new Group(members);
    for (const one of members) {
      const place = this.#places.get(one);
      if (place !== undefined) place.group = group;
      if (!one.isAsked) group.waiting++;
      else if (place?.isMissed === false) group.taken++;
    }
    return group;
  }
}

/** Divides what stands together by the first word of the names; what is in no family stays together. */
function families(own: Known[]): Known[][] {
  if (own.length <= WIDE) return own.length === 0 ? [] : [own];
  const byWord = Map.groupBy(own, ({ word }) => word);
  const isFamily = ([word, { length }]: readonly [string, Known[]]) =>
    word !== "" && length >= FAMILY && length < own.length * MOST;
  const large = [...byWord].filter(isFamily);
  const names = new Set(large.map(([word]) => word));
  const rest = own.filter(({ word }) => !names.has(word));
  return [...large.map(([, members]) => members), ...(rest.length > 0 ? [rest] : [])];
}
