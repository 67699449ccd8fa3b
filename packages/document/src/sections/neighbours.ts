import type { Entry } from "../entry.ts";

/** Pages that stand together in a list, one heading or several neighbours under one. */
export interface Group {
  /** Names of the headings above, the most general first. */
  readonly within: readonly string[];
  /** Name of the group's heading, or the names of the joined groups; empty for pages under no heading. */
  readonly names: readonly string[];
  readonly entries: readonly Entry[];
}

/** Most headings in the name of a joined group. */
const MAX_NAMES = 3;

/**
 * Joins neighbours until there are at most `most` groups, none of one page: each time the two whose joining puts the fewest
 * pages together that the list keeps apart. A heading whose groups are all joined is one group of its own name. undefined
 * where that takes names of more than three parts.
 */
export function joinNeighbours(groups: readonly Group[], most: number): Group[] | undefined {
  let now = [...groups];
  for (;;) {
    const isEnough = now.length <= most;
    if (isEnough && now.every(({ entries }) => entries.length > 1)) break;
    const pairs = now.slice(1).flatMap((second, index) => {
      const first = now[index];
      const isWanted = !isEnough || first?.entries.length === 1 || second.entries.length === 1;
      const joined = first !== undefined && isWanted ? tryJoin(first, second) : undefined;
      return joined === undefined || first === undefined
        ? []
        : [{ index, joined, mergeCost: first.entries.length * second.entries.length }];
    });
    const cheapest = pairs.reduce<(typeof pairs)[number] | undefined>(
      (least, pair) => (least === undefined || pair.mergeCost < least.mergeCost ? pair : least),
      undefined,
    );
    if (cheapest === undefined) return undefined;
    now = promotedToParent(now.toSpliced(cheapest.index, 2, cheapest.joined), cheapest.joined);
  }
  return now.every(({ names }) => names.length > 0 && names.length <= MAX_NAMES) ? now : undefined;
}

/** Neighbours under one heading, or what stands right under a heading with what stands under its first smaller one. */
function tryJoin(first: Group, second: Group): Group | undefined {
  const entries = [...first.entries, ...second.entries];
  if (isSame(second.within, pathOf(first))) return { ...first, entries };
  return isSame(first.within, second.within)
    ? { ...first, names: [...first.names, ...second.names], entries }
    : undefined;
}

/** A group that is all its heading has takes the heading's name. */
function promotedToParent(groups: readonly Group[], group: Group): Group[] {
  const { within, entries } = group;
  const isIn = (other: Group) => within.every((name, index) => pathOf(other)[index] === name);
  if (within.length === 0 || groups.some((other) => other !== group && isIn(other))) return [...groups];
  const whole = { within: within.slice(0, -1), names: within.slice(-1), entries };
  return groups.map((other) => (other === group ? whole : other));
}

function pathOf({ within, names }: Group): readonly string[] {
  return [...within, names.join("\n")];
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}
