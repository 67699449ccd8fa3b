// Lets the groups of a site take turns: a group's share grows with the square root of its known size. Pure.
import type { KnownAddress } from "./known.ts";

/** A test of addresses; one that has failed fails for ever. */
export type Fits = (one: KnownAddress) => boolean;

/** Base of everything that takes turns: a group of the site, or a set of similar addresses. */
abstract class Turns {
  known = 0;
  taken = 0;

  /** Discovery number of its first address. */
  abstract readonly since: number;
  abstract next(fits: Fits): KnownAddress | undefined;

  get share(): number {
    return (this.taken + 1) / Math.sqrt(this.known);
  }
}

const isWaiting = ({ state }: KnownAddress): boolean => state === "waiting";

/** From this many groups on, small ones (at most three addresses) or similar ones count as one. */
const [MANY, SMALL] = [6, 3];
/** Number of folders that must contain a name for it to be common to them. */
const COMMON = 3;

/** Addresses that share one turn, the best first. */
class Group extends Turns {
  readonly since: number;
  /** False after a rank has changed. */
  isSorted = false;
  #waiting: KnownAddress[];
  /** Number of the first ones of those waiting that are taken or do not fit, for each test. */
  #passed = new WeakMap<Fits, number>();

  constructor(members: readonly KnownAddress[]) {
    super();
    this.since = members[0]?.turn ?? 0;
    this.known = members.length;
    this.#waiting = members.filter(isWaiting);
    this.taken = this.known - this.#waiting.length;
  }

  next(fits: Fits): KnownAddress | undefined {
    if (!this.isSorted) {
      this.#waiting = this.#waiting.filter(isWaiting).sort((a, b) => a.rank - b.rank);
      this.#passed = new WeakMap();
      this.isSorted = true;
    }
    let at = this.#passed.get(fits) ?? 0;
    for (let one = this.#waiting[at]; one && !(isWaiting(one) && fits(one)); one = this.#waiting[at]) at++;
    this.#passed.set(fits, at);
    return this.#waiting[at];
  }
}

/** A folder of the site or a group of its menu: its own addresses and its sub-groups. */
class Part extends Turns {
  readonly own: KnownAddress[] = [];
  readonly parts = new Map<string, Part>();
  /** Names of pages in its sub-groups, with the first groups that have them. */
  readonly names = new Map<string, Part[]>();
  /** Number of its pages with the same names as pages of neighbouring groups. */
  common = 0;
  /** Members that take turns; undefined after something became known. */
  turns: readonly Turns[] | undefined;

  get since(): number {
    return this.own[0]?.turn ?? 1e9;
  }

  get all(): KnownAddress[] {
    return [...this.own, ...[...this.parts.values()].flatMap((part) => part.all)];
  }

  meet(name: string, part: Part): void {
    const parts = this.names.get(name) ?? [];
    this.names.set(name, parts);
    if (parts.length >= COMMON) part.common++;
    else if (!parts.includes(part) && parts.push(part) === COMMON) for (const one of parts) one.common++;
  }

  get isTwin(): boolean {
    return this.common > this.known / 2;
  }

  next(fits: Fits): KnownAddress | undefined {
    const open = (this.turns ?? []).filter(({ taken, known }) => taken < known);
    open.sort((a, b) => a.share - b.share || a.since - b.since);
    for (const one of open) {
      const found = one.next(fits);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

export class Parts {
  readonly #root = new Part();
  /** The groups of each address from the root on, and the set in which it has its turn. */
  readonly #positions = new Map<KnownAddress, { readonly way: readonly Part[]; group: Group | undefined }>();

  /** @param name its name within its last group */
  add(path: readonly string[], one: KnownAddress, name = ""): void {
    let last = this.#root;
    const way = [last];
    for (const group of path) {
      const next = last.parts.get(group) ?? new Part();
      last.parts.set(group, next);
      last.meet(name, next);
      way.push(next);
      last = next;
    }
    last.own.push(one);
    for (const part of way) {
      part.known++;
      part.turns = undefined;
    }
    this.#positions.set(one, { way, group: undefined });
  }

  /** True for an address outside of all groups. */
  isTop(one: KnownAddress): boolean {
    return this.#positions.get(one)?.way.length === 1;
  }

  /** Counts a turn for the groups of an address that no longer waits. */
  taken(one: KnownAddress): void {
    const { way = [], group } = this.#positions.get(one) ?? {};
    for (const part of way) part.taken++;
    if (group !== undefined) group.taken++;
  }

  /** The rank of an address has changed. */
  moved(one: KnownAddress): void {
    const group = this.#positions.get(one)?.group;
    if (group !== undefined) group.isSorted = false;
  }

  next(fits: Fits): KnownAddress | undefined {
    this.#divide(this.#root);
    return this.#root.next(fits);
  }

  /** Divides again the groups in which something became known. */
  #divide(part: Part): void {
    if (part.turns !== undefined) return;
    const parts = [...part.parts.values()];
    const small = parts.filter(({ known }) => known <= SMALL);
    const twins = parts.filter((one) => one.isTwin);
    const families = [...part.parts].flatMap(([name, one]) => (name.includes("#") && one.known <= SMALL ? [one] : []));
    const loose = new Set([...(small.length > MANY ? small : families), ...(twins.length > MANY ? twins : [])]);
    const members = [...part.own, ...[...loose].flatMap((one) => one.all)];
    const large = parts.filter((one) => !loose.has(one));
    const group = new Group(members);
    for (const one of members) {
      const position = this.#positions.get(one);
      if (position !== undefined) position.group = group;
    }
    part.turns = members.length > 0 ? [group, ...large] : large;
    for (const one of large) this.#divide(one);
  }
}
