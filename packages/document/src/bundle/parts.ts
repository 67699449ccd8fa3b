import { codePoints } from "../budget.ts";
import { type Item, itemLine } from "../document.ts";
import { type Entry, textKey } from "../entry.ts";
import { folderName } from "../wording/wording.ts";

/** A page with its line in the index. */
export interface ListedItem {
  readonly entry: Entry;
  readonly item: Item;
}

/** Pages that are listed together. */
export interface BundlePart {
  readonly name: string;
  readonly items: readonly ListedItem[];
}

/** The same parts, each of at most `room` code points: divided by the folders of its pages, else one page after the other. */
export function dividedParts(parts: readonly BundlePart[], room: number): readonly BundlePart[] {
  return distinct(parts.flatMap((part) => (sizeOf(part) <= room ? [part] : smaller(part, room))));
}

/** Code points of the part's lines. */
function sizeOf({ items }: BundlePart): number {
  let size = 0;
  for (const { item } of items) size += codePoints(itemLine(item)) + 1;
  return size;
}

function smaller(part: BundlePart, room: number): readonly BundlePart[] {
  const groups = byFolder(part);
  if (groups.length < 2)
    return numbered(
      part,
      packed(
        part.items.map((item) => ({ name: part.name, items: [item] })),
        room,
      ),
    );
  const fitting = groups.flatMap((group) => (sizeOf(group) <= room ? [group] : smaller(group, room)));
  const bins = packed(fitting, room);
  return numbered(part, bins);
}

/** The pages by the first folder in which they differ. */
function byFolder({ name, items }: BundlePart): readonly BundlePart[] {
  const shared = sharedDepth(items);
  const groups = Map.groupBy(items, ({ entry }) => entry.path[shared] ?? "");
  return [...groups].map(([segment, own]) => ({
    name: segment === "" || own.length === 1 ? name : `${name}: ${folderName(segment)}`,
    items: own,
  }));
}

function sharedDepth(items: readonly ListedItem[]): number {
  const first = items[0]?.entry.path ?? [];
  const isShared = (segment: string, at: number) => items.every(({ entry }) => entry.path[at] === segment);
  const end = first.findIndex((segment, at) => !isShared(segment, at));
  return end < 0 ? first.length : end;
}

/** Joins neighbouring parts as far as they fit into `room` code points. */
function packed(parts: readonly BundlePart[], room: number): readonly (readonly BundlePart[])[] {
  const bins: BundlePart[][] = [];
  let size = 0;
  for (const part of parts) {
    const more = sizeOf(part);
    const last = bins.at(-1);
    if (last === undefined || size + more > room) {
      bins.push([part]);
      size = more;
    } else {
      last.push(part);
      size += more;
    }
  }
  return bins;
}

/** Names the joined parts: one folder keeps its name, several get the name of the part that was divided. */
function numbered({ name }: BundlePart, bins: readonly (readonly BundlePart[])[]): readonly BundlePart[] {
  return bins.map((bin) => ({
    name: bin.length === 1 ? (bin[0]?.name ?? name) : name,
    items: bin.flatMap(({ items }) => items),
  }));
}

/** Names that repeat are numbered: `Reference 1`, `Reference 2`. */
function distinct(parts: readonly BundlePart[]): readonly BundlePart[] {
  const groups = Map.groupBy(parts, ({ name }) => textKey(name));
  const taken = new Set(groups.keys());
  const next = new Map<string, number>();
  return parts.map((part) => {
    const key = textKey(part.name);
    if (groups.get(key)?.length === 1) return part;
    let number = next.get(key) ?? 1;
    while (taken.has(textKey(`${part.name} ${number}`))) number++;
    next.set(key, number + 1);
    return { ...part, name: `${part.name} ${number}` };
  });
}
