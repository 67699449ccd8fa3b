import { MARK } from "./marks.ts";
import { endOfContainer, marksOnPage, marksWithin, type Terms, weigh } from "./mass.ts";
import type { Block } from "./outline.ts";
import { rootOf } from "./root.ts";
import type { Scan } from "./scan.ts";
import { isHeading, TAG } from "./tags.ts";

/** The main content of a page. */
export interface Content {
  /** Index of the container that holds it. */
  readonly root: number;
  /** Its blocks in document order; the page's first h1 is not among them. */
  readonly blocks: readonly Block[];
  /** Characters of text in them that is not linked. */
  readonly length: number;
  /** The marks that hold within `root`, by container. */
  readonly marks: Int32Array;
}

/** Class rules that a second, more lenient reading does without. */
const CLASS_RULES = MARK.negative | MARK.comments | MARK.cookie | MARK.header | MARK.form;
/** Less than this is hardly a page's content. */
const LITTLE = 250;
const NEXT_TO_NOTHING = 120;

/** Finds the main content: with all rules first, with fewer where those leave next to nothing. */
export function findContent(scanned: Scan): Content {
  const shown = shownText(scanned);
  const dropped = droppedMarks(shown);
  let content = select(scanned, { dropped, ignored: 0 });
  if (content.length < LITTLE && shown.visible + shown.unshown + shown.noscript > 400) {
    const lenient = select(scanned, { dropped, ignored: CLASS_RULES });
    if (lenient.length > 1.5 * content.length) content = lenient;
  }
  if (content.length < NEXT_TO_NOTHING) {
    const all = select(scanned, { dropped: 0, ignored: CLASS_RULES | MARK.aside });
    if (all.length > 2 * content.length) content = all;
  }
  return content;
}

interface ShownText {
  readonly visible: number;
  readonly unshown: number;
  readonly noscript: number;
}

function shownText(scanned: Scan): ShownText {
  let visible = 0;
  let unshown = 0;
  let noscript = 0;
  for (const { marks, words, length, linkLength } of scanned.blocks) {
    const text = words >= 6 ? Math.max(0, length - 2 * linkLength) : 0;
    if ((marks & MARK.noscript) !== 0) noscript += text;
    else if ((marks & MARK.unshown) !== 0) unshown += text;
    else visible += text;
  }
  return { visible, unshown, noscript };
}

/** Hidden text counts only where there is next to nothing else: streamed pages, threads kept in `<noscript>`. */
function droppedMarks({ visible, unshown, noscript }: ShownText): number {
  let dropped = MARK.unshown | MARK.noscript;
  if (noscript > 600 && visible < 0.4 * noscript) dropped &= ~MARK.noscript;
  if (unshown > 800 && visible < 0.25 * unshown) dropped &= ~MARK.unshown;
  return dropped;
}

function select(scanned: Scan, { dropped, ignored }: Terms): Content {
  const mass = weigh(scanned, dropped);
  const root = rootOf(scanned, mass, marksOnPage(scanned, mass, ignored), dropped);
  const marks = marksWithin(scanned, root, mass, ignored);
  return { root, marks, ...pick(scanned, { root, marks, dropped }) };
}

/** Blocks that stand before the first h1 go when they are no more than this: a kicker, a date, a breadcrumb. */
const BEFORE_HEADING = 300;

function pick(
  scanned: Scan,
  { root, marks, dropped }: { readonly root: number; readonly marks: Int32Array; readonly dropped: number },
): { readonly blocks: readonly Block[]; readonly length: number } {
  const end = endOfContainer(scanned.containers, root);
  let blocks: Block[] = [];
  let length = 0;
  let hasFirstHeading = false;
  // A heading is content only when something follows it.
  let headings: Block[] = [];
  for (const block of scanned.blocks) {
    if ((block.marks & dropped) !== 0 || block.container < root || block.container >= end) continue;
    if (!belongs(block, marks[block.container] ?? 0)) continue;
    if (block.tag === TAG.h1 && !hasFirstHeading) {
      hasFirstHeading = true;
      if (length < BEFORE_HEADING) {
        blocks = [];
        length = 0;
      }
      headings = [];
    } else if (isHeading(block.tag)) headings.push(block);
    else if (isText(block)) {
      blocks.push(...headings, block);
      headings = [];
      length += block.length - block.linkLength;
    }
  }
  return { blocks, length };
}

const APART = MARK.navigation | MARK.footer | MARK.cookie | MARK.aside | MARK.negative | MARK.form | MARK.comments;

function belongs(block: Block, marks: number): boolean {
  if ((marks & APART) !== 0 || block.tag === TAG.figcaption) return false;
  if ((marks & MARK.header) === 0 || isHeading(block.tag)) return true;
  return block.length > 80 && block.linkLength / block.length < 0.3;
}

/** Lists of links are not text; linked cells of tables and linked sentences are. */
function isText({ tag, length, linkLength, words }: Block): boolean {
  const linked = linkLength / length;
  if (linked <= 0.6 || (tag === TAG.p && length > 200)) return true;
  if (tag === TAG.td || tag === TAG.th || tag === TAG.dt) return true;
  return tag === TAG.li && words >= 6 && linked < 0.9;
}
