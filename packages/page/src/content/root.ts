import type { Container, Scan, TextBlock } from "../scan/scan.ts";
import { isHeading, MARK, TAG } from "../scan/scan.ts";
import { endOfContainer, isParagraphLike, type Mass, type Weighed } from "./mass.ts";
import { namedContent } from "./named.ts";

/** `<main>` is believed when it holds this share of the page's text, and this much of it or half of all there is. */
const MAIN_SHARE = 0.25;
const MAIN_MASS = 100;
/** An `<article>` is the page's when it holds this share of what is left, and this much. */
const ARTICLE_SHARE = 0.6;
const ARTICLE_MASS = 200;
/** Least running text of an `<article>` that is a post; one with less is a card. */
const POST_MASS = 80;

/** An element that is named as the content holds at least this much of the running text of any other part. */
const NAMED_SHARE = 0.25;

/** Index of the container that holds the main content; 0, the page itself, where none stands out. */
export function rootOf(weighed: Weighed, marks: Int32Array, dropped: number): number {
  const main = mainOf(weighed);
  const article = articleOf(weighed, main, marks);
  if (article > 0) return article;
  if (main > 0) return main;
  const best = bestSubtree(weighed.scanned, marks, dropped);
  const named = namedContent(weighed.scanned, dropped);
  const { containers } = weighed.scanned;
  const holds = (outer: number, inner: number) => outer <= inner && inner < endOfContainer(containers, outer);
  if (named === 0 || holds(named, best)) return best;
  const isAround = ((marks[best] ?? 0) & (MARK.navigation | MARK.footer | MARK.negative)) !== 0;
  const { of } = weighed.mass;
  const isMuch = (of[named] ?? 0) >= NAMED_SHARE * (of[best] ?? 0);
  return isAround || isMuch || holds(best, named) ? named : best;
}

function mainOf({ scanned, mass }: Weighed): number {
  let best = 0;
  let most = Math.max(Math.min(MAIN_MASS, mass.total / 2), MAIN_SHARE * mass.total);
  for (const { index, own } of scanned.containers) {
    const held = mass.of[index] ?? 0;
    if ((own & MARK.main) === 0 || held < most) continue;
    // An inner element with the same text does not replace the outer one.
    if (best > 0 && held === most) continue;
    best = index;
    most = held;
  }
  return best;
}

function articleOf({ scanned, mass }: Weighed, root: number, marks: Int32Array): number {
  const { containers } = scanned;
  const end = endOfContainer(containers, root);
  let best = 0;
  for (let index = root + 1; index < end; index++) {
    const container = containers[index];
    if (container === undefined || (container.own & MARK.article) === 0) continue;
    if (((marks[container.parent] ?? 0) & MARK.article) !== 0) continue;
    if (((marks[index] ?? 0) & (MARK.navigation | MARK.footer | MARK.aside)) !== 0) continue;
    if (best === 0 || (mass.of[index] ?? 0) > (mass.of[best] ?? 0)) best = index;
  }
  const held = mass.of[best] ?? 0;
  if (held < ARTICLE_MASS || held < ARTICLE_SHARE * (mass.of[root] ?? 0)) return 0;
  return isReply(containers, best, mass) ? 0 : best;
}

/** True if an article with a text of its own stands before this one: the first post of a thread may be shorter. */
function isReply(containers: readonly Container[], best: number, mass: Mass): boolean {
  const parent = containers[best]?.parent;
  for (let index = best - 1; index > 0; index--) {
    const before = containers[index];
    if (before === undefined || before.parent !== parent || (before.own & MARK.article) === 0) continue;
    if ((mass.of[index] ?? 0) >= POST_MASS) return true;
  }
  return false;
}

/** The subtree whose running text outweighs most what surrounds content in it. */
function bestSubtree(scanned: Scan, marks: Int32Array, dropped: number): number {
  const { containers, blocks } = scanned;
  const worth = new Float64Array(containers.length);
  for (const block of blocks) {
    if ((block.marks & dropped) !== 0) continue;
    worth[block.container] = (worth[block.container] ?? 0) + worthOf(block, marks[block.container] ?? 0);
  }
  for (let index = containers.length - 1; index > 0; index--) {
    const parent = containers[index]?.parent ?? 0;
    worth[parent] = (worth[parent] ?? 0) + (worth[index] ?? 0);
  }
  return narrowest(scanned, worth);
}

/** The container of most worth; a child with nearly as much (98 %) takes the place of its parent. */
function narrowest(scanned: Scan, worth: Float64Array): number {
  let root = 0;
  let most = 0;
  for (const { index, parent } of scanned.containers) {
    const own = worth[index] ?? 0;
    const isTighter = parent === root && own > 0 && own >= 0.98 * most;
    if (own <= most + 1e-9 && !isTighter) continue;
    most = Math.max(most, own);
    root = index;
  }
  return root;
}

/** Worth of a character in a line that is no sentence; one of a sentence has 1. */
const SCRAP = 0.2;

/** Points for text that reads like content, minus points for what does not. */
function worthOf(block: TextBlock, marks: number): number {
  const { length, linkLength, words, punctuation, tag } = block;
  const linked = linkLength / length;
  // Such blocks are cut out later, so they do not speak against a container.
  if ((marks & (MARK.navigation | MARK.footer | MARK.cookie)) !== 0) return 0;
  if ((marks & (MARK.aside | MARK.negative | MARK.comments | MARK.form)) !== 0) return -0.1 * length;
  if (linked > 0.5) return -(0.3 * linkLength + 8);
  if (isHeading(tag)) return 8;
  if ((marks & MARK.header) !== 0) return length > 60 && linked < 0.2 ? 5 : -5;
  // Each line of code may be an element of its own.
  if ((block.marks & MARK.code) !== 0 && tag !== TAG.pre) return SCRAP * length;
  const isSentence = words >= 8 || punctuation >= 2 || length > 60;
  const worth = (length - 2 * linkLength) * (isSentence ? 1 : SCRAP) - 8;
  if (isParagraphLike(tag)) return worth + 10;
  return tag === TAG.li ? worth + 4 : worth;
}
