import { clip } from "./clip.ts";
import type { Container, TextBlock } from "./scan/scan.ts";
import { blockText, type Scan, type ScannedLink, Source, scan, tag, tagSet, textOf } from "./scan/scan.ts";

/** The labels above a link in a menu, the most general first. */
export type LinkGroup = readonly string[];

const LISTS = tagSet("ul ol menu dl");
const ITEMS = tagSet("li dt");
const BUTTON = tag("button");
/** A label stands right above its list, at most a wrapper or two apart. */
const MAX_WRAPPERS = 4;
const MAX_LABELS = 4;
/** Most labels of one list that are looked at for each of its links. */
const MAX_DIVIDERS = 100;
/** Most characters of a label; a longer text above a list is a sentence. */
const MAX_LABEL_CHARACTERS = 60;

/**
 * Tells under which labels of a menu a link stands: captions before a list (Sphinx, Starlight, VuePress), the item that holds
 * a smaller list (Docusaurus, MkDocs, Antora) or its button that opens it (Bootstrap), items of their own between the others
 * (GitBook, HonKit, Maven). Links of one list share one array.
 */
export function linkGroups(scanned: Scan): (link: ScannedLink) => LinkGroup {
  const { containers } = scanned;
  const captions = new Map<number, string>();
  const dividers = dividersOf(scanned);
  const known = new Map<number, LinkGroup>();

  function captionOf(list: number): string {
    const caption = captions.get(list) ?? (captionBefore(scanned, list) || buttonBefore(scanned, list));
    captions.set(list, caption);
    return caption;
  }

  function groupOf(container: number, first: number): LinkGroup {
    const labels: string[] = [];
    for (let index = container; index > 0 && labels.length < MAX_LABELS; index = containers[index]?.parent ?? 0) {
      if (!isList(scanned, index)) continue;
      const divider = dividers.get(index)?.findLast((item) => item.first < first)?.text ?? "";
      labels.unshift(...[captionOf(index), divider].filter((label) => label !== ""));
    }
    return labels;
  }

  let run = { container: -1, last: 0, group: NONE };

  /** Text between links that stand in one line for the reader's eye only: `<strong>Basics</strong><a>…</a><a>…</a>`. */
  function runOf({ container, first, last }: ScannedLink): LinkGroup {
    const block = scanned.blocks[lastBefore(scanned.blocks, first + 1, ({ first: own }) => own)]?.first ?? 0;
    const isSame = container === run.container;
    const from = Math.max(block, isSame ? run.last : 0);
    const before = isLong(scanned, from, first) ? "" : textOf(scanned, from, first);
    const isLabel = /\p{L}/u.test(before) && before.length <= MAX_LABEL_CHARACTERS;
    run = { container, last, group: isLabel ? [before] : isSame ? run.group : NONE };
    return run.group;
  }

  return (link) => {
    const { container, first } = link;
    let list = container;
    while (list > 0 && !isList(scanned, list)) list = containers[list]?.parent ?? 0;
    if (list === 0) return runOf(link);
    const divider = dividers.get(list)?.findLastIndex((item) => item.first < first) ?? -1;
    const key = list * (MAX_DIVIDERS + 1) + divider + 1;
    const group = known.get(key) ?? groupOf(list, first);
    known.set(key, group);
    return group;
  };
}

const NONE: LinkGroup = [];

/** Code units of a label as it is written: indented, escaped, in several bytes a letter. */
const MAX_WRITTEN_LABEL = 2_000;

function isLong({ stretches }: Scan, first: number, last: number): boolean {
  let length = 0;
  for (let at = first; at < last && length <= MAX_WRITTEN_LABEL; at += 2)
    length += (stretches[at + 1] ?? 0) - (stretches[at] ?? 0);
  return length > MAX_WRITTEN_LABEL;
}

function isList({ containers }: Scan, index: number): boolean {
  return LISTS[containers[index]?.tag ?? 0] === 1;
}

/** The text right before a list that belongs to it; empty where there is none. */
function captionBefore(scanned: Scan, list: number): string {
  const { containers, blocks, stretches } = scanned;
  const from = containers[list]?.from ?? 0;
  const startOf = ({ first }: TextBlock) => stretches[first] ?? 0;
  const block = blocks[lastBefore(blocks, from, startOf)];
  if (block === undefined) return "";
  let parent = containers[list]?.parent ?? 0;
  for (let wrappers = 0; wrappers < MAX_WRAPPERS && parent > 0; wrappers++) {
    if (startOf(block) >= (containers[parent]?.from ?? 0))
      return isInList(scanned, block, parent) ? "" : labelOf(scanned, block);
    // Text before the item that holds the list is another item's.
    if (isList(scanned, parent) || ITEMS[containers[parent]?.tag ?? 0] === 1) return "";
    parent = containers[parent]?.parent ?? 0;
  }
  return "";
}

/** Most elements between an item and its list that are looked through for a button. */
const MAX_BEFORE = 20;

/**
 * The words of the button that opens a list, in the item that holds both; empty where there is none. A button outside all items
 * opens the whole menu.
 */
function buttonBefore({ containers, source }: Scan, list: number): string {
  let item = containers[list];
  for (let wrappers = 0; wrappers < MAX_WRAPPERS && item !== undefined; wrappers++) {
    item = containers[item.parent];
    if (item !== undefined && ITEMS[item.tag] === 1) break;
  }
  if (item === undefined || ITEMS[item.tag] !== 1 || list - item.index > MAX_BEFORE) return "";
  const button = containers.slice(item.index, list).findLast((one) => one.tag === BUTTON);
  if (button === undefined || button.to - button.from > MAX_WRITTEN_LABEL) return "";
  // A button is not read with the page, so its words are read here, as those of another element.
  const html = `<div${source.html.slice(button.from + "<button".length, button.to)}`;
  const inside = scan(new Source(html, source.isBytes ? "bytes" : "characters"));
  const text = textOf(inside, 0, inside.stretches.length);
  return /\p{L}/u.test(text) && text.length <= MAX_LABEL_CHARACTERS ? text : "";
}

/** True if a list stands between the block and the container around it: then the text is an item of that list. */
function isInList(scanned: Scan, { container }: TextBlock, around: number): boolean {
  for (let index = container; index > around; index = scanned.containers[index]?.parent ?? 0)
    if (isList(scanned, index)) return true;
  return false;
}

function labelOf(scanned: Scan, block: TextBlock): string {
  return block.length > MAX_LABEL_CHARACTERS ? "" : clip(blockText(scanned, block), MAX_LABEL_CHARACTERS * 2);
}

interface Divider {
  readonly first: number;
  readonly text: string;
}

/** Items without any link, by their list: they name what follows. */
function dividersOf(scanned: Scan): ReadonlyMap<number, readonly Divider[]> {
  const { containers, blocks, links } = scanned;
  const holdsLink = new Uint8Array(containers.length);
  for (const { container } of links)
    for (let index = container; index > 0 && holdsLink[index] === 0; index = containers[index]?.parent ?? 0)
      holdsLink[index] = 1;
  const dividers = new Map<number, Divider[]>();
  for (const block of blocks) {
    const item = itemOf(scanned, block);
    if (item === undefined || holdsLink[item.index] === 1) continue;
    const text = labelOf(scanned, block);
    if (text === "") continue;
    const before = dividers.get(item.parent);
    if (before === undefined) dividers.set(item.parent, [{ first: block.first, text }]);
    else if (before.length < MAX_DIVIDERS) before.push({ first: block.first, text });
  }
  return dividers;
}

/** The item of a list that a text stands in, at most a wrapper or two deep: `<li><h3>Basics</h3>`. */
function itemOf(scanned: Scan, { container }: TextBlock): Container | undefined {
  let item = scanned.containers[container];
  for (let wrappers = 0; wrappers < MAX_WRAPPERS && item !== undefined && ITEMS[item.tag] === 0; wrappers++)
    item = scanned.containers[item.parent];
  return item !== undefined && ITEMS[item.tag] === 1 && isList(scanned, item.parent) ? item : undefined;
}

/** Index of the last block that begins below `limit`, -1 if there is none; blocks are sorted by their beginnings. */
function lastBefore(blocks: readonly TextBlock[], limit: number, beginningOf: (block: TextBlock) => number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const block = blocks[middle];
    if (block !== undefined && beginningOf(block) < limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
