import { type Entry, textKey } from "../entry.ts";
import { MAX_SECTIONS } from "../limits.ts";
import { rankOf, roleOf } from "../wording/wording.ts";
import { partsByIndex } from "./index-parts.ts";
import { nameWithin, type Part } from "./part.ts";
import { joinedSeries } from "./series.ts";
import type { Trail } from "./trails.ts";

/** Most parts of a site: one section is kept free for `Optional` … */
const MAX_PARTS = MAX_SECTIONS - 1;
/** … and sections kept free for pages that lie in no part. */
const LOOSE_PARTS = 2;
/** Least pages of a part that is split off a larger one. */
const LEAST_PAGES = 3;
/**
 * Least pages, on average, of the parts that a part is split into: one list of fourteen is read sooner than three of
 * four or five.
 */
const LEAST_MEAN = 5;

export interface Parts {
  readonly parts: readonly Part[];
  /** Pages that lie in no part. */
  readonly loose: readonly Entry[];
  /** Pages that an index page leaves out and no page of its part links to. */
  readonly unlinked: readonly Entry[];
}

/**
 * Takes the site apart along its trails: by their first step, then the largest parts by the next as long as nearly all of
 * their pages lie in smaller parts, then by the headings of their index pages. Pages alone in a part stay loose.
 */
export function partsOf(entries: readonly Entry[], trailOf: (entry: Entry) => Trail): Parts {
  const [folders, loose] = divide(entries, 0, trailOf);
  const top = merged(folders);
  const single = top.filter((part) => part.entries.length === 1);
  const most = MAX_PARTS - (loose.length + single.length > 0 ? LOOSE_PARTS : 0);
  const parts = top.filter((part) => part.entries.length > 1);
  const isLarge = (part: Part) => part.entries.length >= Math.max(12, entries.length / 6);
  for (let depth = 1; depth < 3; depth++) {
    for (const part of bySize(parts).filter(isLarge)) {
      const smaller = takenApart(part, trailOf, MAX_PARTS - LOOSE_PARTS - parts.length);
      if (smaller !== undefined) parts.splice(parts.indexOf(part), 1, ...smaller);
    }
  }
  const unlinked: Entry[] = [];
  for (const part of bySize(parts).filter(isLarge)) {
    const smaller = partsByIndex(part, most - parts.length + 1);
    if (smaller !== undefined) parts.splice(parts.indexOf(part), 1, ...smaller.parts);
    unlinked.push(...(smaller?.unlinked ?? []));
  }
  const inRoom = joinedSeries(parts, most);
  const kept = new Set(bySize(inRoom).slice(0, most));
  const alone = [...single, ...inRoom.filter((part) => !kept.has(part))];
  return { parts: [...kept], loose: [...loose, ...alone.flatMap((part) => part.entries)], unlinked };
}

function bySize(parts: readonly Part[]): Part[] {
  return [...parts].sort((a, b) => b.entries.length - a.entries.length);
}

/** Parts by the trail's step at `depth`, and the entries whose trail ends before. */
function divide(entries: readonly Entry[], depth: number, trailOf: (entry: Entry) => Trail): [Part[], Entry[]] {
  const groups = Map.groupBy(entries, (entry) => trailOf(entry)[depth]?.key);
  const parts = [...groups].flatMap(([key, inside]) => {
    const trail = inside[0] === undefined ? [] : trailOf(inside[0]).slice(0, depth + 1);
    return key === undefined ? [] : [{ name: trail[depth]?.label ?? key, trail, entries: inside }];
  });
  return [parts, groups.get(undefined) ?? []];
}

/** Parts that a part is split into; undefined where it is better left whole. */
function takenApart(part: Part, trailOf: (entry: Entry) => Trail, room: number): Part[] | undefined {
  const [smaller, own] = divide(part.entries, part.trail.length, trailOf);
  const real = smaller.filter(({ entries }) => entries.length >= LEAST_PAGES).sort(byRole);
  const rest = [
    ...own,
    ...smaller.filter(({ entries }) => entries.length < LEAST_PAGES).flatMap(({ entries }) => entries),
  ];
  const covered = real.reduce((sum, { entries }) => sum + entries.length, 0);
  if (real.length < 2 || covered < part.entries.length * 0.5 || covered < real.length * LEAST_MEAN) return undefined;
  if (real.length + (rest.length > 1 ? 1 : 0) - 1 > room) return undefined;
  const named = real.map((inner) => ({ ...inner, name: nameWithin(part, inner.name) }));
  if (rest.length > 1) return [{ ...part, entries: rest }, ...named];
  // The part's index page alone makes no section: it opens the first of the smaller ones.
  return named.map((inner, index) => (index === 0 ? { ...inner, entries: [...rest, ...inner.entries] } : inner));
}

/** The user's guide before the contributor's. */
function byRole(a: Part, b: Part): number {
  const rank = ({ name }: Part) => rankOf(roleOf(textKey(name)) ?? "part");
  return rank(a) - rank(b);
}

/** Two folders that are called the same are one part. */
function merged(parts: readonly Part[]): Part[] {
  const groups = Map.groupBy(parts, ({ name }) => textKey(name)).values();
  return [...groups].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, entries: group.flatMap((part) => part.entries) })),
  );
}
