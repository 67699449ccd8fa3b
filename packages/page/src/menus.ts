// Finds labels in menus: captions before a list, the item or button around it, items without a link.
import { zeros } from "./content/weigh.ts";
import type { Block, Container, RawLink } from "./scan/blocks.ts";
import { levelOf, tagSet } from "./scan/html.ts";
import type { Scan } from "./scan/scan.ts";
import { readable } from "./scan/source.ts";
import { blockText } from "./scan/text-of.ts";
import { clip, onOneLine } from "./text.ts";

const LISTS = tagSet("ul ol menu dl");
const ITEMS = tagSet("li dt");
/** A label is short and right above its list, with few wrappers between. */
const WRAPPERS = 4;
const DEPTH = 8;
const LABELS = 4;
const LABEL_CHARACTERS = 60;
const DIVIDERS = 100;

type Divider = { readonly first: number; readonly text: string };
const NO_LABELS: readonly string[] = [];

export class Menus {
  /** Blocks with links to other hosts, which name no part of this site. */
  readonly foreign = new Set<number>();
  readonly #scan: Scan;
  readonly #captions = new Map<number, string>();
  readonly #known = new Map<number, readonly string[]>();
  #dividers: Map<number, Divider[]> | undefined;
  /** Blocks with links to addresses, and items that lead to several. */
  #leading: { readonly blocks: ReadonlySet<number>; readonly items: ReadonlySet<number> } | undefined;

  constructor(scan: Scan) {
    this.#scan = scan;
  }

  /** Labels above a link, the most general first; in the content only above those of lists. */
  labelsOf(link: RawLink, place: "navigation" | "content"): readonly string[] {
    let list = this.#at(link.container);
    while (list.index > 0 && LISTS[list.tag] === 0) list = this.#at(list.parent);
    const labels = list.index === 0 ? NO_LABELS : this.#inList(list, link);
    const openers = place === "navigation" ? this.#openersOf(link, list) : NO_LABELS;
    return openers.length === 0 ? labels : [...labels, ...openers];
  }

  #inList(list: Container, { first }: RawLink): readonly string[] {
    this.#dividers ??= this.#findDividers();
    const divider = this.#dividers.get(list.index)?.findLastIndex((one) => one.first < first) ?? -1;
    const key = list.index * (DIVIDERS + 1) + divider + 1;
    const labels = this.#known.get(key) ?? this.#above(list, first);
    this.#known.set(key, labels);
    return labels;
  }

  /** Texts that open the elements around a link within its list: headings by rank, and an item's text without address. */
  #openersOf({ container, block }: RawLink, list: Container): readonly string[] {
    const labels: string[] = [];
    let below = 7;
    for (const { before, tag: id, index } of this.#scan.around(container, DEPTH)) {
      const opener = this.#scan.blocks[before];
      if (index <= list.index) break;
      if (opener === undefined || before >= block) continue;
      // The first heading is the page's.
      const rank = ITEMS[id] === 0 ? levelOf(opener.tag) - 1 : Number(this.#isLeading(index, before));
      if (rank < 1 || rank >= below) continue;
      below = rank;
      labels.unshift(this.#labelOf(opener));
    }
    return labels.filter((label) => label !== "").slice(-LABELS);
  }

  /** True for an item that leads to several addresses, opened by a text that leads to none. */
  #isLeading(item: number, opener: number): boolean {
    this.#leading ??= this.#findLeading();
    return this.#leading.items.has(item) && !this.#leading.blocks.has(opener);
  }

  #findLeading() {
    const links = this.#scan.links.filter(({ href }) => !href.startsWith("#"));
    const byItem = [...Map.groupBy(links, ({ container }) => this.#itemOf(container).index)];
    const several = byItem.filter(([, own]) => own.some(({ href }) => href !== own[0]?.href));
    return { blocks: new Set(links.map(({ block }) => block)), items: new Set(several.map(([index]) => index)) };
  }

  #at(index: number): Container {
    return this.#scan.containers[index] ?? this.#scan.page;
  }

  #above(from: Container, first: number): readonly string[] {
    const labels: string[] = [];
    for (let list = from; list.index > 0 && labels.length < LABELS; list = this.#at(list.parent)) {
      if (LISTS[list.tag] === 0) continue;
      const divider = this.#dividers?.get(list.index)?.findLast((item) => item.first < first)?.text ?? "";
      labels.unshift(...[this.#captionOf(list), divider].filter((label) => label !== ""));
    }
    return labels;
  }

  #captionOf(list: Container): string {
    const caption =
      this.#captions.get(list.index) ?? (this.#textBefore(list) || this.#buttonBefore(list) || this.#itemBefore(list));
    this.#captions.set(list.index, caption);
    return caption;
  }

  /** The text right before a list that belongs to it. */
  #textBefore(list: Container): string {
    const block = this.#scan.blocks[list.before - 1];
    if (block === undefined || (block.linked === block.length && this.foreign.has(list.before - 1))) return "";
    let around = this.#at(list.parent);
    for (let left = WRAPPERS; left > 0 && around.index > 0; left--) {
      if (block.container >= around.index)
        return this.#isPart(block, around.index, list.before - 2) ? "" : this.#labelOf(block);
      // Text before the item around the list belongs to another item.
      if (LISTS[around.tag] === 1 || ITEMS[around.tag] === 1) return "";
      around = this.#at(around.parent);
    }
    return "";
  }

  /** True for a text in a list, or behind other text in an element beside the list. */
  #isPart({ container }: Block, around: number, before: number): boolean {
    const last = this.#scan.blocks[before]?.container ?? 0;
    const isPart = ({ index, tag: id }: Container) => index > around && (LISTS[id] === 1 || last >= index);
    return this.#scan.around(container).some(isPart);
  }

  /** The item around an element, with few wrappers between. */
  #itemOf(index: number): Container {
    let item = this.#at(index);
    for (let left = WRAPPERS; left > 0 && ITEMS[item.tag] === 0; left--) item = this.#at(item.parent);
    return item;
  }

  /** The text of the button that opens a list, in the same item. */
  #buttonBefore(list: Container): string {
    const { labels, html } = this.#scan;
    const item = this.#itemOf(list.parent);
    if (ITEMS[item.tag] === 0) return "";
    let [low, high] = [0, labels.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((labels[middle]?.from ?? 0) < list.from) low = middle + 1;
      else high = middle;
    }
    const button = labels[low - 1];
    if (button === undefined || button.from < item.from || button.to - button.from > 2_000) return "";
    // Bound: 2,000 characters.
    const words = html.slice(button.from, button.to).replace(/<svg[\s\S]*?<\/svg>|<[^>]*>/g, " ");
    const text = onOneLine(readable(words));
    return /\p{L}/u.test(text) && text.length <= LABEL_CHARACTERS ? clip(text, LABEL_CHARACTERS) : "";
  }

  /** The linked item before a list that is all of its own item; one without a link is a divider. */
  #itemBefore(list: Container): string {
    const [item, block] = [this.#at(list.parent), this.#scan.blocks[list.before - 1]];
    if (ITEMS[item.tag] === 0 || item.before !== list.before || block === undefined) return "";
    const above = this.#itemOf(block.container);
    const first = this.#scan.blocks[above.before];
    return above.parent === item.parent && first !== undefined && first.linked > 0 ? this.#labelOf(first) : "";
  }

  /** Items and texts of a list without a link, by their list: they name the following items. */
  #findDividers(): Map<number, Divider[]> {
    const { blocks, links } = this.#scan;
    const holdsLink = zeros(this.#scan);
    for (const { container } of links)
      for (let at = container; at > 0 && holdsLink[at] === 0; at = this.#at(at).parent) holdsLink[at] = 1;
    const dividers = new Map<number, Divider[]>();
    for (const block of blocks) {
      if (block.linked > 0 || block.length > LABEL_CHARACTERS) continue;
      const own = this.#at(block.container);
      const item = this.#itemOf(own.index);
      // Text right in the list stands between its items.
      const parent = LISTS[own.tag] === 1 ? own.index : item.parent;
      if (parent !== own.index && (ITEMS[item.tag] === 0 || holdsLink[item.index] === 1)) continue;
      if (LISTS[this.#at(parent).tag] === 0 || holdsLink[parent] === 0) continue;
      const text = this.#labelOf(block);
      if (text === "") continue;
      const before = dividers.get(parent) ?? [];
      if (before.length === 0) dividers.set(parent, before);
      if (before.length < DIVIDERS) before.push({ first: block.first, text });
    }
    return dividers;
  }

  #labelOf(block: Block): string {
    return block.length > LABEL_CHARACTERS ? "" : clip(blockText(this.#scan, block), 2 * LABEL_CHARACTERS);
  }
}
