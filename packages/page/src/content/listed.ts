import type { Scan, TextBlock } from "../scan/scan.ts";
import { MARK } from "../scan/scan.ts";
import type { Groups } from "./groups.ts";
import { endOfContainer, marksWithin, SURROUNDINGS, saysArticle, weigh } from "./mass.ts";
import { namedContent } from "./named.ts";
import { type ContentReading, candidatesIn, LITTLE, lengthOfAll, pickBlocks } from "./pick.ts";

/** Characters of content below which it may be the introduction of a list. */
const MAX_INTRODUCTION = 1_500;
/**
 * Characters below which content is an introduction if the page's list is longer; longer content is one if the list is
 * `TIMES_AS_MUCH` times as long. A list shorter than `MIN_GROUPS` never takes the content's place.
 */
const MIN_PROSE = 250;
const TIMES_AS_MUCH = 3;
const MIN_GROUPS = 150;
/** Characters of content that are not taken for the introduction of what readers wrote below it. */
const COMMENTED = 1_000;

/** Content with more than this share of its text in items is a list of them. */
const LIST_SHARE = 0.5;

interface Listed {
  readonly dropped: number;
  readonly groups: Groups;
}

/** The container of the like siblings where they hold more text than the content that was found. */
export function withGroups(scanned: Scan, { dropped, groups }: Listed, content: ContentReading): ContentReading {
  // A lenient reading finds a sidebar where the list has no text.
  const isBeside = ((scanned.containers[content.root]?.own ?? 0) & SURROUNDINGS) !== 0;
  const isProse = content.length >= MIN_PROSE && !isBeside;
  if (isProse && isArticle(scanned, content)) return content;
  if (content.length >= MAX_INTRODUCTION) return withItems(scanned, { dropped, groups }, content);
  if (groups.length < MIN_GROUPS) return content;
  const found = lengthOfAll(content.blocks);
  const times = isProse || groups.root === 0 ? TIMES_AS_MUCH : isBeside ? 0 : 1;
  if (groups.length <= times * found) return withItems(scanned, { dropped, groups }, content);
  const { marks: around = 0 } = scanned.containers[groups.root] ?? {};
  if ((around & MARK.comments) !== 0 && content.length > COMMENTED) return content;
  const named = namedContent(scanned, dropped);
  const root = Math.max(groups.root, named);
  // A list beside the content is a menu.
  if (root >= endOfContainer(scanned.containers, Math.min(groups.root, named))) return content;
  const marks = marksWithin({ scanned, mass: weigh(scanned, dropped) }, root, MARK.negative);
  return { root, marks, ...pickBlocks(candidatesIn(scanned, { root, marks, dropped }), () => true) };
}

/** The content of a page that is mostly a list, with the titles of its items: they are links. */
function withItems(scanned: Scan, { dropped, groups }: Listed, content: ContentReading): ContentReading {
  if (isArticle(scanned, content)) return content;
  const isInItem = insideOf(scanned, groups.items);
  const kept = new Set(content.blocks);
  const isListed = ({ container }: TextBlock) => isInItem[container] === 1;
  if (lengthOfAll(content.blocks.filter(isListed)) < LIST_SHARE * lengthOfAll(content.blocks)) return content;
  const candidates = new Set(candidatesIn(scanned, { ...content, dropped }).filter(isListed));
  const blocks = scanned.blocks.filter((block) => kept.has(block) || candidates.has(block));
  return { ...content, ...pickBlocks(blocks, () => true) };
}

/** A list below an article holds other articles. */
const isArticle = (scanned: Scan, { root }: ContentReading): boolean =>
  saysArticle(scanned) || ((scanned.containers[root]?.own ?? 0) & MARK.article) !== 0;

/** The content of a product's page without the cards of others, where enough is left. */
export function withoutOthers(scanned: Scan, { items }: Groups, content: ContentReading): ContentReading {
  const isOther = insideOf(scanned, items);
  const own = content.blocks.filter(({ container }) => isOther[container] === 0);
  const picked = pickBlocks(own, () => true);
  return picked.length >= LITTLE ? { ...content, ...picked } : content;
}

/** 1 for the containers that are one of these items, or in one. */
function insideOf({ containers }: Scan, items: readonly number[]): Uint8Array {
  const isInside = new Uint8Array(containers.length);
  for (const item of items) isInside.fill(1, item, endOfContainer(containers, item));
  return isInside;
}
