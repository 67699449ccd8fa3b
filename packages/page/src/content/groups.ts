// What a page lists: cards, posts, products, rows of threads.
import { NO_BLOCK } from "../scan/blocks.ts";
import { IS } from "../scan/names.ts";
import type { Scan } from "../scan/scan.ts";
import { add, addUp, endOf, type Weighed } from "./weigh.ts";

/** Least like siblings, and characters of one: a few words and a link. */
const SIBLINGS = 4;
const LEAST = 8;
const MOST = 800;

/**
 * At least four like siblings, each with a link and a few words: `items`, in the page's order, none in another; `length`,
 * characters in them; `root`, the narrowest container that holds nearly all of them.
 */
export function groupsOf({ scan, dropped }: Weighed) {
  const { containers } = scan;
  const length = new Float64Array(containers.length);
  for (let at = 0; at < scan.blocks.length; at++) {
    const { bits, container, length: own } = scan.blocks[at] ?? NO_BLOCK;
    if ((bits & dropped) === 0) add(length, container, own);
  }
  addUp(scan, length);
  const items = itemsOf(scan, length, dropped);
  const inItems = new Float64Array(containers.length);
  for (const item of items) inItems[item] = length[item] ?? 0;
  addUp(scan, inItems);
  const held = (at: number) => inItems[at] ?? 0;
  let root = 0;
  for (const item of items) {
    const parent = containers[item]?.parent ?? 0;
    if (root === 0 || held(parent) > held(root)) root = parent;
  }
  while (root > 0 && held(root) < 0.8 * held(0)) root = containers[root]?.parent ?? 0;
  return { root, length: held(0), items };
}

function itemsOf(scan: Scan, length: Float64Array, dropped: number): number[] {
  const { containers, links } = scan;
  const linked = new Uint8Array(containers.length);
  const children = new Int32Array(containers.length);
  for (let at = 0; at < links.length; at++) linked[links[at]?.container ?? 0] = 1;
  for (let at = containers.length - 1; at > 0; at--) {
    const parent = containers[at]?.parent ?? 0;
    if (linked[at] === 1) linked[parent] = 1;
    if ((length[at] ?? 0) > 0) children[parent] = (children[parent] ?? 0) + 1;
  }
  const out = IS.hidden | IS.inert | IS.navigation | IS.footer | IS.cookie | IS.aside | IS.code | IS.form | dropped;
  const groups = new Map<number, { siblings: number; items: number[] }>();
  for (let index = 1; index < containers.length; index++) {
    const { parent, tag: id, bits } = containers[index] ?? scan.page;
    const own = length[index] ?? 0;
    if (own === 0 || (children[parent] ?? 0) < SIBLINGS) continue;
    const key = parent * 256 + id;
    const group = groups.get(key) ?? { siblings: 0, items: [] };
    if (group.siblings++ === 0) groups.set(key, group);
    if (own >= LEAST && own <= MOST && linked[index] === 1 && (bits & out) === 0) group.items.push(index);
  }
  const found: number[] = [];
  for (const { siblings, items } of groups.values())
    if (items.length >= SIBLINGS && items.length >= 0.7 * siblings) for (const item of items) found.push(item);
  let end = 0;
  return found
    .sort((a, b) => a - b)
    .filter((item) => {
      if (item < end) return false;
      end = endOf(scan, item);
      return true;
    });
}

/** 1 for each container in one of these. */
export function insideOf(scan: Scan, items: readonly number[]): Uint8Array {
  const inside = new Uint8Array(scan.containers.length);
  for (const item of items) inside.fill(1, item, endOf(scan, item));
  return inside;
}
