// A page with the running text of each of its containers, and what surrounds content in it.
import { type Block, NO_BLOCK } from "../scan/blocks.ts";
import { levelOf, tag } from "../scan/html.ts";
import { IS } from "../scan/names.ts";
import type { Scan } from "../scan/scan.ts";

const H1 = tag("h1");
export const AROUND = IS.navigation | IS.footer | IS.aside | IS.form | IS.header | IS.around | IS.comments | IS.cookie;

export interface Weighed {
  readonly scan: Scan;
  /** Facts of text that is left out. */
  readonly dropped: number;
  readonly mass: Float64Array;
  /** 1 where a container holds the main part, 2 where it holds the title of a page that marks none. */
  readonly holds: Uint8Array;
}

/** @param isRendered a browser has run the page's scripts: its `<noscript>` is not part of it */
export function weigh(scan: Scan, isRendered: boolean): Weighed {
  const { containers, blocks } = scan;
  const dropped = droppedBits(blocks, isRendered);
  const mass = new Float64Array(containers.length);
  const holds = new Uint8Array(containers.length);
  for (let at = 0; at < blocks.length; at++) {
    const { bits, length, linked, words, stops, container } = blocks[at] ?? NO_BLOCK;
    if ((bits & dropped) === 0)
      add(mass, container, Math.max(0, length - 2 * linked) * (words >= 6 || stops > 0 ? 1 : 0.3));
  }
  addUp(scan, mass);
  for (let at = containers.length - 1; at > 0; at--) {
    const { parent = 0, own = 0, tag: id } = containers[at] ?? {};
    if (holds[at] === 1 || (own & IS.main) !== 0) holds[parent] = 1;
    else if ((holds[at] === 2 || id === H1) && holds[parent] === 0) holds[parent] = 2;
  }
  if (holds[0] === 1) for (let at = 0; at < holds.length; at++) if (holds[at] === 2) holds[at] = 0;
  return { scan, dropped, mass, holds };
}

export function add(sums: Float64Array, at: number, amount = 0): void {
  sums[at] = (sums[at] ?? 0) + amount;
}

/** Adds up what containers hold: each has what its children have. */
export function addUp(scan: Scan, sums: Float64Array): void {
  const { containers } = scan;
  for (let at = containers.length - 1; at > 0; at--) add(sums, containers[at]?.parent ?? 0, sums[at]);
}

/** Hidden text counts only where there is next to nothing else: streamed pages, threads kept in `<noscript>`. */
function droppedBits(blocks: readonly Block[], isRendered: boolean): number {
  let [shown, unshown, noscript] = [0, 0, 0];
  for (let at = 0; at < blocks.length; at++) {
    const { bits, words, length, linked } = blocks[at] ?? NO_BLOCK;
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

/** The index behind the last container within one. */
export const endOf = ({ containers }: Scan, root: number): number => containers[root]?.end ?? root + 1;

/** The facts that hold within a container, as if it were the page. */
export function bitsWithin({ scan, mass, holds }: Weighed, root: number, ignored: number): Int32Array {
  const { containers } = scan;
  const bits = new Int32Array(containers.length);
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
    // A name on what holds most of the text is a layout's, not of what surrounds content.
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
