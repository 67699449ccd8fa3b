import type { Container, Scan, TextBlock } from "../scan/scan.ts";
import { isHeading, MARK, TAG } from "../scan/scan.ts";

/** Parts that a reading of a page leaves out. The content finder tries a strict reading first. */
export interface Terms {
  /** Blocks with one of these marks are not read. */
  readonly dropped: number;
  /** Marks that count for nothing. */
  readonly ignored: number;
}

/** Running text of each container, with that of the containers in it. */
export interface Mass {
  readonly of: Float64Array;
  readonly total: number;
  /** 1 where a container holds an element that is marked as the main part. */
  readonly holdsMain: Uint8Array;
  /** 1 where a container holds an h1, on a page that marks no main part. */
  readonly holdsTitle: Uint8Array;
}

/** Marks of what stands around content. */
export const SURROUNDINGS =
  MARK.navigation | MARK.footer | MARK.aside | MARK.form | MARK.header | MARK.negative | MARK.comments | MARK.cookie;

/** Text that is not linked counts; so do short scraps, but less. */
const SCRAP = 0.3;
const SENTENCE_WORDS = 6;

function massOfBlock(block: TextBlock): number {
  const unlinked = Math.max(0, block.length - 2 * block.linkLength);
  return block.words >= SENTENCE_WORDS || block.punctuation > 0 ? unlinked : SCRAP * unlinked;
}

export function weigh(scanned: Scan, dropped: number): Mass {
  const { containers, blocks } = scanned;
  const of = new Float64Array(containers.length);
  const holdsMain = new Uint8Array(containers.length);
  const holdsTitle = new Uint8Array(containers.length);
  let total = 0;
  for (const block of blocks) {
    if ((block.marks & dropped) !== 0) continue;
    const mass = massOfBlock(block);
    of[block.container] = (of[block.container] ?? 0) + mass;
    total += mass;
  }
  for (let index = containers.length - 1; index > 0; index--) {
    const container = containers[index];
    if (container === undefined) continue;
    const { parent, own } = container;
    if (holdsTitle[index] === 1 || container.tag === TAG.h1) holdsTitle[parent] = 1;
    of[parent] = (of[parent] ?? 0) + (of[index] ?? 0);
    if (holdsMain[index] === 1 || (own & MARK.main) !== 0) holdsMain[parent] = 1;
  }
  if (holdsMain[0] === 1) holdsTitle.fill(0);
  return { of, total, holdsMain, holdsTitle };
}

/** The index behind the last container within this one: a container and all within it stand in a row. */
export function endOfContainer(containers: readonly Container[], root: number): number {
  let index = root + 1;
  while (index < containers.length && (containers[index]?.parent ?? -1) >= root) index++;
  return index;
}

/** A mark on what holds more than this share of the text is the name of a layout, not of what surrounds content. */
const LAYOUT_SHARE = 0.4;
const LAYOUT_SHARE_WITHIN = 0.5;
const LAYOUT_MASS = 200;
/** A page that is mostly replies is a thread: they are its content. */
const THREAD_SHARE = 0.7;
/** Running text outside of the comments from which a page that says so is an article, however many people comment it. */
const OPENING_MASS = 500;
/** The longest post of a short thread holds most of its text, and is a comment like the others. */
const POST = MARK.article | MARK.comments;
/** Running text of a part whose class names it as the text; comments below it are no layout. */
const TEXT_MASS = 1_000;
const TEXT = MARK.positive | MARK.comments;
/** Share of the page's text above which a container whose class names both content and surroundings is content. */
const NAMED_CONTENT_SHARE = 0.15;

/** A page and what its containers hold. */
export interface Weighed {
  readonly scanned: Scan;
  readonly mass: Mass;
}

/** The marks that hold for each container of a page, its ancestors' included. */
export function marksOnPage({ scanned, mass }: Weighed, ignored: number): Int32Array {
  const { containers } = scanned;
  const marks = new Int32Array(containers.length);
  let textEnd = Number.POSITIVE_INFINITY;
  for (let index = 1; index < containers.length; index++) {
    const container = containers[index];
    if (container === undefined) continue;
    const held = mass.of[index] ?? 0;
    if (held >= TEXT_MASS && (container.own & TEXT) === MARK.positive) textEnd = Math.min(textEnd, container.to);
    const isBelow = (container.own & MARK.comments) !== 0 && textEnd <= container.from;
    const isLayout =
      (held > LAYOUT_SHARE * mass.total && mass.total > LAYOUT_MASS && !isBelow) ||
      (mass.holdsMain[index] === 1 && (container.own & MARK.main) === 0);
    const own = believed(container, {
      ignored,
      isLayout,
      share: held / mass.total,
      holdsTitle: mass.holdsTitle[index] === 1,
    });
    marks[index] = inherit(marks[container.parent] ?? 0, own);
  }
  return marks;
}

/** The marks that hold for the containers within one container, as if it were the page. */
export function marksWithin({ scanned, mass }: Weighed, root: number, ignored: number): Int32Array {
  const { containers } = scanned;
  const marks = new Int32Array(containers.length);
  const whole = mass.of[root] ?? 0;
  const end = endOfContainer(containers, root);
  let comments = 0;
  for (let index = root + 1; index < end; index++) {
    const container = containers[index];
    if (container === undefined) continue;
    const held = mass.of[index] ?? 0;
    const own = believed(container, {
      ignored,
      isLayout: held > LAYOUT_SHARE_WITHIN * whole,
      share: held / whole,
      holdsTitle: mass.holdsTitle[index] === 1,
    });
    const above = marks[container.parent] ?? 0;
    marks[index] = inherit(above, own);
    const isPost = (container.own & POST & ~ignored) === POST;
    if (((own & MARK.comments) !== 0 || isPost) && (above & MARK.comments) === 0) comments += held;
  }
  const isThread = comments > THREAD_SHARE * whole && (whole - comments < OPENING_MASS || !saysArticle(scanned));
  return isThread ? marks.map((held) => held & ~MARK.comments) : marks;
}

/** True where the page's head says that it is an article. */
export const saysArticle = ({ head }: Scan): boolean =>
  head.meta.get("og:type") === "article" || head.meta.has("article:published_time");

interface Claims {
  readonly ignored: number;
  readonly isLayout: boolean;
  readonly holdsTitle: boolean;
  /** Share of the surrounding text that the container holds, 0 to 1. */
  readonly share: number;
}

function believed(container: Container, { ignored, isLayout, holdsTitle, share }: Claims): number {
  let own = container.own & ~ignored;
  if (isLayout) own &= ~(holdsTitle ? SURROUNDINGS : SURROUNDINGS & ~(MARK.footer | MARK.navigation));
  // A banner or an overlay that holds the title is the head of the page.
  if (holdsTitle) own &= ~MARK.negative;
  if ((own & (MARK.main | MARK.article)) !== 0) own &= ~(MARK.negative | MARK.header);
  if ((own & MARK.positive) !== 0 && share > NAMED_CONTENT_SHARE) own &= ~MARK.negative;
  if (isHeading(container.tag)) own &= ~(MARK.negative | MARK.header);
  return own;
}

function inherit(above: number, own: number): number {
  const marks = above | own;
  return (own & (MARK.main | MARK.article)) === 0 ? marks : marks & ~MARK.header;
}

/** True if the text of a container with this tag counts as a paragraph's. */
export const isParagraphLike = (id: number): boolean =>
  id === TAG.p || id === TAG.pre || id === TAG.blockquote || id === TAG.td || id === TAG.dd;
