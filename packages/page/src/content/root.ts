// The container that holds the content.
import { type Block, NO_BLOCK } from "../scan/blocks.ts";
import { levelOf, tagSet, tagsOf } from "../scan/html.ts";
import { IS } from "../scan/names.ts";
import { add, addUp, endOf, type Weighed } from "./weigh.ts";

const T = tagsOf("li pre");
const PARAGRAPHS = tagSet("p pre blockquote td dd");

/** 0, the page itself, where none stands out. */
export function rootOf(page: Weighed, bits: Int32Array): number {
  const main = mainOf(page);
  return articleOf(page, main, bits) || main || bestOf(page, bits);
}

/** `<main>`, where it holds enough of the page's text. */
function mainOf({ scan, mass }: Weighed): number {
  const whole = mass[0] ?? 0;
  let best = 0;
  let most = Math.max(Math.min(100, whole / 2), 0.25 * whole);
  for (let index = 0; index < scan.containers.length; index++) {
    const held = mass[index] ?? 0;
    if (((scan.containers[index]?.own ?? 0) & IS.main) === 0 || held < most || (best > 0 && held === most)) continue;
    best = index;
    most = held;
  }
  return best;
}

/** An `<article>` that holds most of what is left, and is no reply. */
function articleOf({ scan, mass }: Weighed, root: number, bits: Int32Array): number {
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

/** The subtree whose running text outweighs most what surrounds content in it. */
function bestOf({ scan, dropped }: Weighed, bits: Int32Array): number {
  const { containers, blocks } = scan;
  const worth = new Float64Array(containers.length);
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at] ?? NO_BLOCK;
    if ((block.bits & dropped) === 0) add(worth, block.container, worthOf(block, bits[block.container] ?? 0));
  }
  addUp(scan, worth);
  let root = 0;
  let most = 0;
  for (let index = 0; index < containers.length; index++) {
    const own = worth[index] ?? 0;
    const parent = containers[index]?.parent ?? 0;
    // A child with nearly as much takes its parent's place.
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

/** The narrowest element whose name says that it holds the content, and that does; 0 if there is none. */
export function namedOf({ scan, dropped }: Weighed): number {
  const { containers, blocks } = scan;
  if (!containers.some(({ own }) => (own & IS.named) !== 0)) return 0;
  const held = new Float64Array(containers.length);
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
