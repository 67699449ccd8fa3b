import type { Container, Scan, TextBlock } from "../scan/scan.ts";
import { MARK } from "../scan/scan.ts";
import { endOfContainer } from "./mass.ts";

/** Cards, rows of a thread list, products: like siblings, each with a link and a few words. */
export interface Groups {
  /** Index of the narrowest container that holds nearly all of them; 0 where there are none. */
  readonly root: number;
  /** Characters of text in them, linked or not. */
  readonly length: number;
  /** The items of all of them, as containers in document order. */
  readonly items: readonly number[];
}

/** Least items of a group; fewer are a choice of two or three, not a list. */
const MIN_ITEMS = 4;
/** Least and most characters of an item: shorter ones are buttons, longer ones articles. */
const MIN_ITEM_CHARACTERS = 8;
const MAX_ITEM_CHARACTERS = 800;
/** Least share of siblings with one tag name that must be items for them to be a group. */
const ITEM_SHARE = 0.7;
/** A container with more than this share of its text in items of its own is a part of the page, with a list in it. */
const PART_SHARE = 0.6;
/** Least such parts beside each other: then they are no items. */
const MIN_PARTS = 2;
/** Least share of all items' text that the root holds; the rest may be a group of another kind elsewhere. */
const ROOT_SHARE = 0.8;
const AROUND = MARK.hidden | MARK.inert | MARK.navigation | MARK.footer | MARK.cookie | MARK.aside;
/** A form with more than this share of the page's text is a list to tick, or the whole page. */
const FORM_SHARE = 0.3;
const CODES = MARK.code | MARK.foreign;

interface GroupTerms {
  /** Marks of what is not looked at. */
  readonly dropped: number;
  /** True for the page of one product: its parts, which are siblings too, are no items. */
  readonly isOfOne: boolean;
}

/** Finds the groups of like siblings outside of what surrounds content. Linear in the page's size. */
export function groupsOf({ containers, blocks, links }: Scan, { dropped, isOfOne }: GroupTerms): Groups {
  const length = totals(containers, blocks, dropped);
  const holdsLink = new Uint8Array(containers.length);
  for (const { container } of links)
    for (let index = container; index > 0 && holdsLink[index] === 0; index = containers[index]?.parent ?? 0)
      holdsLink[index] = 1;
  const inForm = formsOf(containers, length);
  const isItem = (container: Container): boolean => {
    const held = length[container.index] ?? 0;
    if (held < MIN_ITEM_CHARACTERS || held > MAX_ITEM_CHARACTERS) return false;
    if (inForm[container.index] === 1) return false;
    return holdsLink[container.index] === 1 && (container.marks & (AROUND | CODES | dropped)) === 0;
  };
  const items = outermost(containers, itemsOfGroups(containers, length, { isItem, isOfOne }));
  const inItems = new Float64Array(containers.length);
  let total = 0;
  for (const item of items) {
    inItems[item] = length[item] ?? 0;
    total += length[item] ?? 0;
  }
  for (let index = containers.length - 1; index > 0; index--) {
    const parent = containers[index]?.parent ?? 0;
    inItems[parent] = (inItems[parent] ?? 0) + (inItems[index] ?? 0);
  }
  let root = 0;
  for (const item of new Set(items.map((index) => containers[index]?.parent ?? 0)))
    root = (inItems[item] ?? 0) > (inItems[root] ?? 0) || root === 0 ? item : root;
  while (root > 0 && (inItems[root] ?? 0) < ROOT_SHARE * total) root = containers[root]?.parent ?? 0;
  return { root, length: total, items };
}

/** 1 for what stands in a form that is no layout. */
function formsOf(containers: readonly Container[], length: Float64Array): Uint8Array {
  const inForm = new Uint8Array(containers.length);
  for (const { index, parent, own } of containers) {
    const isForm = (own & MARK.form) !== 0 && (length[index] ?? 0) < FORM_SHARE * (length[0] ?? 0);
    if (isForm || inForm[parent] === 1) inForm[index] = 1;
  }
  return inForm;
}

function totals(containers: readonly Container[], blocks: readonly TextBlock[], dropped: number): Float64Array {
  const length = new Float64Array(containers.length);
  for (const block of blocks) {
    if ((block.marks & dropped) === 0) length[block.container] = (length[block.container] ?? 0) + block.length;
  }
  for (let index = containers.length - 1; index > 0; index--) {
    const parent = containers[index]?.parent ?? 0;
    length[parent] = (length[parent] ?? 0) + (length[index] ?? 0);
  }
  return length;
}

interface Group {
  readonly items: readonly number[];
}

/** Items of the groups with at least `MIN_ITEMS` of them; siblings without text are not counted. */
function itemsOfGroups(
  containers: readonly Container[],
  length: Float64Array,
  { isItem, isOfOne }: { readonly isItem: (container: Container) => boolean; readonly isOfOne: boolean },
): readonly number[] {
  const groups = new Map<number, { siblings: number; readonly items: number[] }>();
  const children = childrenOf(containers, length);
  for (const container of containers) {
    if (container.index === 0 || length[container.index] === 0) continue;
    if ((children[container.parent] ?? 0) < MIN_ITEMS) continue;
    const key = container.parent * 256 + container.tag;
    const group = groups.get(key) ?? { siblings: 0, items: [] };
    groups.set(key, group);
    group.siblings++;
    if (isItem(container)) group.items.push(container.index);
  }
  const alike = [...groups.values()].filter(
    ({ siblings, items }) => items.length >= MIN_ITEMS && items.length >= ITEM_SHARE * siblings,
  );
  return (isOfOne ? withoutParts(containers, length, alike) : alike)
    .flatMap(({ items }) => items)
    .sort((a, b) => a - b);
}

/** The groups without those whose members are parts of the page, with lists in them. */
function withoutParts(
  containers: readonly Container[],
  length: Float64Array,
  groups: readonly Group[],
): readonly Group[] {
  const inner = lengthOfInner(containers, length, groups);
  const isPart = (item: number) => (inner[item] ?? 0) > PART_SHARE * (length[item] ?? 0);
  return groups.filter(({ items }) => items.filter(isPart).length < MIN_PARTS);
}

/** Characters of text that each container holds in items within it. */
function lengthOfInner(containers: readonly Container[], length: Float64Array, groups: readonly Group[]): Float64Array {
  const isItem = new Uint8Array(containers.length);
  for (const { items } of groups) for (const item of items) isItem[item] = 1;
  const inner = new Float64Array(containers.length);
  for (let index = containers.length - 1; index > 0; index--) {
    const parent = containers[index]?.parent ?? 0;
    inner[parent] = (inner[parent] ?? 0) + ((isItem[index] === 1 ? length[index] : inner[index]) ?? 0);
  }
  return inner;
}

/** Number of children with text of each container: most have too few for a group. */
function childrenOf(containers: readonly Container[], length: Float64Array): Int32Array {
  const children = new Int32Array(containers.length);
  for (const { index, parent } of containers)
    if (index > 0 && length[index] !== 0) children[parent] = (children[parent] ?? 0) + 1;
  return children;
}

/** Items without those inside another item, such as a card's own list of labels. */
function outermost(containers: readonly Container[], items: readonly number[]): readonly number[] {
  const kept: number[] = [];
  let end = 0;
  for (const item of items) {
    if (item < end) continue;
    kept.push(item);
    end = endOfContainer(containers, item);
  }
  return kept;
}
