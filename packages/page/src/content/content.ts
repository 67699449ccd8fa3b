// Chooses the blocks of the page's main content.

import { isAnywhere } from "../paragraphs.ts";
import { type Block, type Container, NO_BLOCK } from "../scan/blocks.ts";
import { attributeAt, levelOf, tagSet, tagsOf } from "../scan/html.ts";
import { IS } from "../scan/names.ts";
import type { Scan } from "../scan/scan.ts";
import { blockText } from "../scan/text-of.ts";
import {
  AROUND,
  add,
  addUp,
  bitsWithin,
  endOf,
  namedContentOf,
  rootOf,
  saysArticle,
  type Weighed,
  weigh,
  zeros,
} from "./weigh.ts";

export interface Content {
  readonly blocks: readonly Block[];
  /** The container of the content, and the facts about each container within it. */
  readonly root: number;
  readonly bits: readonly number[];
  /** Number of its characters outside of links. */
  readonly length: number;
  /** Containers of the listed items: cards, posts, products. */
  readonly items: readonly number[];
  /** The page around it. */
  readonly page: Weighed;
}
type Choice = Pick<Content, "blocks" | "root" | "bits" | "length">;
type Picked = Pick<Content, "blocks" | "length">;

const T = tagsOf("p li pre h1 figcaption");
const CELLS = tagSet("td th dt");
const REPEATING = tagSet("td th dd dt li");
const APART = AROUND & ~IS.header;
/** Least characters of content: less is one item of a list. */
const LITTLE = 250;
/** A longer text is never taken for a list. */
const LONG = 4_000;

/**
 * The main content, first with all rules; if that leaves little, without the rules about names of surroundings.
 * @param isRendered a browser has run the page's scripts
 */
export function contentOf(scan: Scan, isRendered: boolean): Content {
  const page = weigh(scan, isRendered);
  let choice = choose(page, 0);
  if (choice.length < (page.mass[choice.root] ?? 0) / 2) {
    const other = choose(page, IS.around);
    if (other.length > 1.5 * choice.length) choice = other;
  }
  if (choice.length > LONG) return { ...choice, items: [], page };
  const groups = groupsOf(page);
  choice = withItems(page, groups, choice);
  const { root } = choice;
  const end = endOf(scan, root);
  return { ...choice, items: groups.items.filter((item) => item >= root && item < end), page };
}

function choose(page: Weighed, ignored: number): Choice {
  const outer = bitsWithin(page, 0, ignored);
  const root = rootOf(page, outer);
  const narrow = readWithin(page, root, root === 0 ? outer : bitsWithin(page, root, ignored));
  if (root === 0 || narrow.length >= LITTLE) return narrow;
  // A part with little of the page's text is one item of a list.
  const named = namedContentOf(page);
  const whole = readWithin(page, named, named === 0 ? outer : bitsWithin(page, named, ignored));
  return narrow.length < 0.25 * (named > 0 ? lengthOf(whole.blocks) : whole.length) ? whole : narrow;
}

function readWithin(page: Weighed, root: number, bits: readonly number[]): Choice {
  const candidates = candidatesIn(page, root, bits);
  const text = pick(page.scan, candidates, isText);
  let linked = 0;
  for (const block of candidates) if (!isText(block)) linked += block.linked;
  // A page with more link text than other text is a list of links, which are its content.
  const picked = linked > 0.5 * text.length ? pick(page.scan, candidates, () => true) : text;
  return { root, bits, length: picked.length, blocks: trimmed(page.scan, picked.blocks) };
}

function candidatesIn({ scan, dropped }: Weighed, root: number, bits: readonly number[]): Block[] {
  const end = endOf(scan, root);
  const candidates: Block[] = [];
  for (let at = scan.containers[root]?.before ?? 0; at < scan.blocks.length; at++) {
    const block = scan.blocks[at] ?? NO_BLOCK;
    const { container, tag: id, length, linked } = block;
    if (container < root || container >= end) break;
    if (length === 0 || (block.bits & dropped) !== 0) continue;
    const said = bits[container] ?? 0;
    // A box with code is no banner or toolbar, whatever its name.
    const apart = (block.bits & IS.code) === 0 ? said & APART : said & APART & ~IS.around;
    if (apart !== 0 || id === T.figcaption) continue;
    if ((said & IS.header) === 0 || levelOf(id) > 0 || (length > 80 && linked < 0.3 * length)) candidates.push(block);
  }
  return candidates;
}

/** True for text. Lists of links are none; code, linked table cells and linked sentences are. */
function isText({ tag: id, length, linked, words, stops, bits }: Block): boolean {
  if ((bits & IS.code) !== 0) return true;
  if (linked <= 0.6 * length || (id === T.p && (length > 200 || (stops > 0 && linked < 0.9 * length)))) return true;
  return CELLS[id] === 1 || (id === T.li && words >= 6 && linked < 0.9 * length);
}

/** The wanted blocks with their headings; a short text before the first h1 is dropped, if that is the page's own. */
function pick(scan: Scan, candidates: readonly Block[], isWanted: (block: Block) => boolean): Picked {
  const heading = candidates.find(({ tag }) => tag === T.h1);
  const isTitle = (block: Block) =>
    block === scan.blocks[scan.title] || scan.head.title.includes(blockText(scan, block));
  let blocks: Block[] = [];
  let length = 0;
  let before: Picked | undefined;
  // Headings behind the last wanted block have nothing below them.
  let last = 0;
  for (const block of candidates) {
    if (block === heading && (length === 0 || isTitle(block))) {
      blocks.length = last;
      before = { blocks, length };
      blocks = [];
      length = last = 0;
    } else if (levelOf(block.tag) > 0) blocks.push(block);
    else if (isWanted(block)) {
      last = blocks.push(block);
      length += block.length - block.linked;
    }
  }
  blocks.length = last;
  if (before === undefined || (before.length < 500 && !(length > 0 && before.length > 5 * length)))
    return { blocks, length };
  return { blocks: before.blocks.concat(blocks), length: before.length + length };
}

const NUMBERS = /^\s*\d+(?:\s+\d+)*\s*$/;
const isCode = (block: Block | undefined): boolean => block !== undefined && (block.bits & IS.code) !== 0;

/** Removes repeated texts, and line numbers and language names beside code. */
function trimmed(scan: Scan, blocks: readonly Block[]): readonly Block[] {
  const lengths = new Map<number, number>();
  const isLabel = (block: Block) => block.length < 60 || isCode(block) || REPEATING[block.tag] === 1;
  for (const block of blocks) if (!isLabel(block)) lengths.set(block.length, (lengths.get(block.length) ?? 0) + 1);
  const seen = new Set<string>();
  const isRepeated = (block: Block) => {
    const before = seen.size;
    return seen.add(blockText(scan, block)).size === before;
  };
  return withoutEnd(scan, blocks).filter((block, at) => {
    const next = blocks[at + 1];
    if (next !== undefined && isCode(next) && isBesideCode(scan, block, next)) return false;
    // Only texts of equal length can be equal: most need not be read.
    return isLabel(block) || lengths.get(block.length) === 1 || !isRepeated(block);
  });
}

/** True for line numbers and for a language name before code. */
function isBesideCode(scan: Scan, block: Block, code: Block): boolean {
  if (!isCode(block)) return isLanguage(scan, block, code);
  const isInCell = scan.around(block.container, 4).some(({ tag: id }) => CELLS[id] === 1);
  return isInCell && NUMBERS.test(blockText(scan, block));
}

/** Removes boilerplate at the end. */
function withoutEnd(scan: Scan, blocks: readonly Block[]): readonly Block[] {
  let end = blocks.length;
  const isOut = (block: Block | undefined) =>
    block !== undefined && block.length < 300 && !isCode(block) && isAnywhere(blockText(scan, block));
  while (end > 1 && isOut(blocks[end - 1])) end--;
  return end === blocks.length ? blocks : blocks.slice(0, end);
}

/** True for a language name above its code, if classes around it name it, too. */
function isLanguage(scan: Scan, block: Block, { container }: Block): boolean {
  if (block.words > 2 || block.length > 12 || block.linked > 0 || levelOf(block.tag) > 0) return false;
  const name = blockText(scan, block).toLowerCase();
  const classesOf = ({ from }: Container) =>
    attributeAt(scan.html, from, "class")
      .toLowerCase()
      .split(/[\s-]+/);
  return scan.around(container, 4).some((around) => classesOf(around).includes(name));
}

const lengthOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { length }) => sum + length, 0);

/** The page's list, if it has more text than the content found; its items' titles are links. */
function withItems(page: Weighed, groups: ReturnType<typeof groupsOf>, choice: Choice): Choice {
  const { scan } = page;
  const { own = 0 } = scan.containers[choice.root] ?? {};
  const isArticle = saysArticle(scan) || (own & IS.article) !== 0;
  const isBeside = (own & AROUND) !== 0;
  const isProse = choice.length >= LITTLE && !isBeside;
  // The products listed on a product's page are other products.
  const isProduct = /\bproduct\b/.test(scan.head.meta.get("og:type") ?? "");
  if ((isProse && isArticle) || isProduct || groups.items.length === 0) return choice;
  const found = lengthOf(choice.blocks);
  const times = isProse || groups.root === 0 ? 3 : isBeside ? 0 : 1;
  const named = namedContentOf(page);
  const root = Math.max(groups.root, named);
  const isList = choice.length < 1_500 && groups.length >= 150 && groups.length > times * found;
  if (isList && root < endOf(scan, Math.min(groups.root, named))) {
    const bits = bitsWithin(page, root, IS.around);
    return { root, bits, ...pick(scan, candidatesIn(page, root, bits), () => true) };
  }
  const isItem = insideOf(scan, groups.items);
  const isListed = ({ container }: Block) => isItem[container] === 1;
  if (isArticle || lengthOf(choice.blocks.filter(isListed)) < 0.5 * found) return choice;
  const kept = new Set(choice.blocks);
  for (const block of candidatesIn(page, choice.root, choice.bits)) if (isListed(block)) kept.add(block);
  const blocks = scan.blocks.filter((block) => kept.has(block));
  return { ...choice, ...pick(scan, blocks, () => true) };
}

/** Least number of similar siblings, and of characters in each. */
const SIBLINGS = 4;
const LEAST = 8;
const MOST = 800;

/**
 * At least four similar siblings, each with a link and a few words: `items`, in the page's order, not nested; `length`,
 * their characters; `root`, the smallest container with nearly all of them.
 */
export function groupsOf({ scan, dropped }: Weighed) {
  const { containers } = scan;
  const length = zeros(scan);
  for (const { bits, container, length: own } of scan.blocks) if ((bits & dropped) === 0) add(length, container, own);
  addUp(scan, length);
  const items = itemsOf(scan, length, dropped);
  const inItems = zeros(scan);
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

function itemsOf(scan: Scan, length: readonly number[], dropped: number): number[] {
  const { containers, links } = scan;
  const linked = zeros(scan);
  const children = zeros(scan);
  for (const { container, href } of links) {
    // A heading's link to itself and a name in code lead to no item.
    if (!href.startsWith("#") && ((containers[container] ?? scan.page).bits & IS.code) === 0) linked[container] = 1;
  }
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

/** 1 for each container inside one of these. */
export function insideOf(scan: Scan, items: readonly number[]): readonly number[] {
  const inside = zeros(scan);
  for (const item of items) inside.fill(1, item, endOf(scan, item));
  return inside;
}
