// Adds up the running text of each container, and what surrounds content in it.
import type { Block } from "../scan/blocks.ts";
import { levelOf, tag, tagSet, tagsOf } from "../scan/html.ts";
import { IS } from "../scan/names.ts";
import type { Scan } from "../scan/scan.ts";

const H1 = tag("h1");
export const AROUND = IS.navigation | IS.footer | IS.aside | IS.form | IS.header | IS.around | IS.comments | IS.cookie;

export interface Weighed {
  readonly scan: Scan;
  /** Facts of text that is hidden from readers. */
  readonly dropped: number;
  /** Characters of the visible text, and of that outside navigation and footers. */
  readonly visibleCharacters: number;
  readonly contentCharacters: number;
  readonly mass: readonly number[];
  /** 1 if a container has the main element, 2 if it has the title of a page without one. */
  readonly holds: readonly number[];
}

/** A number for each container. A typed array costs three times as much for a page of usual size. */
export const zeros = ({ containers }: Scan): number[] => new Array<number>(containers.length).fill(0);

/** @param isRendered a browser has run the page's scripts: its `<noscript>` is not part of it */
export function weigh(scan: Scan, isRendered: boolean): Weighed {
  const { containers, blocks } = scan;
  const dropped = droppedBits(blocks, isRendered);
  const mass = zeros(scan);
  const holds = zeros(scan);
  let [visibleCharacters, contentCharacters] = [0, 0];
  for (const { bits, length, linked, words, stops, container } of blocks) {
    if ((bits & dropped) !== 0) continue;
    visibleCharacters += length;
    if ((bits & (IS.navigation | IS.footer)) === 0) contentCharacters += length;
    add(mass, container, Math.max(0, length - 2 * linked) * (words >= 6 || stops > 0 ? 1 : 0.3));
  }
  addUp(scan, mass);
  for (let at = containers.length - 1; at > 0; at--) {
    const { parent = 0, own = 0, tag: id } = containers[at] ?? {};
    if (holds[at] === 1 || (own & IS.main) !== 0) holds[parent] = 1;
    else if ((holds[at] === 2 || id === H1) && holds[parent] === 0) holds[parent] = 2;
  }
  if (holds[0] === 1) for (let at = 0; at < holds.length; at++) if (holds[at] === 2) holds[at] = 0;
  return { scan, dropped, visibleCharacters, contentCharacters, mass, holds };
}

export function add(sums: number[], at: number, amount = 0): void {
  sums[at] = (sums[at] ?? 0) + amount;
}

/** Adds the sums of children to their parents. */
export function addUp(scan: Scan, sums: number[]): void {
  const { containers } = scan;
  for (let at = containers.length - 1; at > 0; at--) add(sums, containers[at]?.parent ?? 0, sums[at]);
}

/** Hidden text counts only if there is hardly any other: streamed pages, threads in `<noscript>`. */
function droppedBits(blocks: readonly Block[], isRendered: boolean): number {
  let [shown, unshown, noscript] = [0, 0, 0];
  for (const { bits, words, length, linked } of blocks) {
    const text = words >= 6 ? Math.max(0, length - 2 * linked) : 0;
    if ((bits & IS.noscript) !== 0) noscript += text;
    else if ((bits & IS.unshown) !== 0) unshown += text;
    else shown += text;
  }
  let dropped = IS.unshown | IS.noscript;
  if (!isRendered && noscript > 600 && shown < 0.4 * noscript) dropped &= ~IS.noscript;
  if (unshown > 800 && shown < 0.25 * unshown) dropped &= ~IS.unshown;
  return dropped;
}

/** Index behind the last container inside of one. */
export const endOf = ({ containers }: Scan, root: number): number => containers[root]?.end ?? root + 1;

/** Facts about the containers inside of one, as if it were the page. */
export function bitsWithin({ scan, mass, holds }: Weighed, root: number, ignored: number): number[] {
  const { containers } = scan;
  const bits = zeros(scan);
  const whole = mass[root] ?? 0;
  const end = root === 0 ? containers.length : endOf(scan, root);
  const layout = (root === 0 ? 0.4 : 0.5) * whole;
  let comments = 0;
  for (let at = root + 1; at < end; at++) {
    const container = containers[at];
    if (container === undefined) break;
    const { own: said, parent, tag: id } = container;
    const above = bits[parent] ?? 0;
    if (said === 0) {
      bits[at] = above;
      continue;
    }
    let own = said & ~ignored;
    const held = mass[at] ?? 0;
    const isTitled = holds[at] === 2;
    // A name such as `sidebar` on a container with most of the text belongs to the layout.
    const isLayout =
      (held > layout && (root > 0 || whole > 200)) || (root === 0 && holds[at] === 1 && (said & IS.main) === 0);
    if (isLayout) own &= ~(isTitled ? AROUND : AROUND & ~(IS.footer | IS.navigation));
    if (isTitled) own &= ~IS.around;
    if ((own & (IS.main | IS.article)) !== 0) own &= ~(IS.around | IS.header);
    if (levelOf(id) > 0) own &= ~(IS.around | IS.header);
    bits[at] = (own & (IS.main | IS.article)) === 0 ? above | own : (above | own) & ~IS.header;
    const isPost = (said & ~ignored & (IS.article | IS.comments)) === (IS.article | IS.comments);
    if (((own & IS.comments) !== 0 || isPost) && (above & IS.comments) === 0) comments += held;
  }
  // A page that is mostly replies is a thread: they are its content.
  if (root > 0 && comments > 0.7 * whole && (whole - comments < 500 || !saysArticle(scan)))
    for (let at = root; at < end; at++) bits[at] = (bits[at] ?? 0) & ~IS.comments;
  return bits;
}

export const saysArticle = ({ head }: Scan): boolean =>
  head.meta.get("og:type") === "article" || head.meta.has("article:published_time");

const T = tagsOf("li pre");
const PARAGRAPHS = tagSet("p pre blockquote td dd");

/** Returns 0, the page itself, if none stands out. */
export function rootOf(page: Weighed, bits: readonly number[]): number {
  const main = mainOf(page);
  return articleOf(page, main, bits) || main || bestOf(page, bits);
}

/** `<main>`, if it has enough of the page's text. */
function mainOf({ scan, mass }: Weighed): number {
  const whole = mass[0] ?? 0;
  let best = 0;
  let most = Math.max(Math.min(100, whole / 2), 0.25 * whole);
  for (const { index, own } of scan.containers) {
    const held = mass[index] ?? 0;
    if ((own & IS.main) === 0 || held < most || (best > 0 && held === most)) continue;
    best = index;
    most = held;
  }
  return best;
}

/** An `<article>` with most of the remaining text that is no reply. */
function articleOf({ scan, mass }: Weighed, root: number, bits: readonly number[]): number {
  const end = endOf(scan, root);
  const isSaid = (at: number, what: number) => ((bits[at] ?? 0) & what) !== 0;
  let best = 0;
  let most = 0;
  for (let index = root + 1; index < end; index++) {
    const { own, parent } = scan.containers[index] ?? scan.page;
    if ((own & IS.article) === 0 || isSaid(parent, IS.article)) continue;
    const held = mass[index] ?? 0;
    if (isSaid(index, IS.navigation | IS.footer | IS.aside) || (best > 0 && held <= most)) continue;
    best = index;
    most = held;
  }
  if (best === 0 || most < Math.max(200, 0.6 * (mass[root] ?? 0))) return 0;
  const parent = scan.containers[best]?.parent;
  const isAfterOther = scan.containers
    .slice(root + 1, best)
    .some((other) => other.parent === parent && (other.own & IS.article) !== 0 && (mass[other.index] ?? 0) >= 80);
  return isAfterOther ? 0 : best;
}

/** The subtree with the best balance of running text against surrounding text. */
function bestOf({ scan, dropped }: Weighed, bits: readonly number[]): number {
  const { containers, blocks } = scan;
  const worth = zeros(scan);
  for (const block of blocks)
    if ((block.bits & dropped) === 0) add(worth, block.container, worthOf(block, bits[block.container] ?? 0));
  addUp(scan, worth);
  let root = 0;
  let most = 0;
  for (const { index, parent } of containers) {
    const own = worth[index] ?? 0;
    // A child with nearly the same amount is preferred to its parent.
    if (own <= most + 1e-9 && !(parent === root && own > 0 && own >= 0.98 * most)) continue;
    most = Math.max(most, own);
    root = index;
  }
  return root;
}

function worthOf({ length, linked, words, stops, tag: id, bits: own }: Block, bits: number): number {
  if (length === 0 || (bits & (IS.navigation | IS.footer | IS.cookie)) !== 0) return 0;
  if ((bits & (IS.aside | IS.around | IS.comments | IS.form)) !== 0) return -0.1 * length;
  if (linked > 0.5 * length) return -(0.3 * linked + 8);
  if (levelOf(id) > 0) return 8;
  if ((bits & IS.header) !== 0) return length > 60 && linked < 0.2 * length ? 5 : -5;
  if ((own & IS.code) !== 0 && id !== T.pre) return 0.2 * length;
  const worth = (length - 2 * linked) * (words >= 8 || stops >= 2 || length > 60 ? 1 : 0.2) - 8;
  return worth + (PARAGRAPHS[id] === 1 ? 10 : id === T.li ? 4 : 0);
}

/** The smallest element whose name marks the content, and that has it; 0 if there is none. */
export function namedContentOf({ scan, dropped }: Weighed): number {
  const { containers, blocks } = scan;
  if (!containers.some(({ own }) => (own & IS.named) !== 0)) return 0;
  const held = zeros(scan);
  const around = IS.navigation | IS.footer | IS.cookie | IS.header | IS.around | IS.form | dropped;
  for (const { container, length, bits } of blocks) if ((bits & around) === 0) add(held, container, length);
  addUp(scan, held);
  let named = 0;
  for (const { index, own } of containers) {
    if ((own & IS.named) === 0 || (named > 0 && index >= endOf(scan, named))) continue;
    if ((held[index] ?? 0) >= (named === 0 ? 0.4 : 0.9) * Math.max(1, held[named] ?? 0)) named = index;
  }
  return named;
}
