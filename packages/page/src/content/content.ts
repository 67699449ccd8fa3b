import type { Scan } from "../scan/scan.ts";
import { MARK } from "../scan/scan.ts";
import { withoutAsides } from "./asides.ts";
import { groupsOf } from "./groups.ts";
import { withGroups, withoutOthers } from "./listed.ts";
import { endOfContainer, marksOnPage, marksWithin, type Terms, type Weighed, weigh } from "./mass.ts";
import { namedContent } from "./named.ts";
import { type ContentReading, candidatesIn, LITTLE, lengthOfAll, pick, pickBlocks } from "./pick.ts";
import { withoutRepeats } from "./repeats.ts";
import { rootOf } from "./root.ts";
import { withoutTrimmings } from "./trimmings.ts";

export { endOfContainer } from "./mass.ts";
export { firstParagraphs } from "./paragraphs.ts";

/** The main content of a page. */
export interface Content extends ContentReading {
  /**
   * Items that the page lists (cards, posts, products) as containers in document order; empty for a long text, which is
   * not searched for any.
   */
  readonly items: readonly number[];
  /** True for the page of one product, as its data say. */
  readonly isOfOne: boolean;
}

/** Characters of content above which a page is not searched for a list. */
export const MAX_TEXT_OF_LIST = 4_000;

/** Class rules that a second, more lenient reading does without. */
const CLASS_RULES = MARK.negative | MARK.comments | MARK.cookie | MARK.header | MARK.form;
/** Characters of content below which every mark is ignored. */
const NEXT_TO_NOTHING = 120;
/** Characters of text on the page above which so little content is suspicious. */
const ENOUGH = 400;

/** Readings that keep less than this share of what their container holds are suspected of dropping content. */
const SUSPICIOUS_SHARE = 0.5;

/** Finds the main content: with all rules first, with fewer where those leave little. All of it, where that is said. */
export function findContent(scanned: Scan, { isWhole = false }: { readonly isWhole?: boolean } = {}): Content {
  const none = new Int32Array(isWhole ? scanned.containers.length : 0);
  if (isWhole) return { root: 0, marks: none, items: [], isOfOne: false, ...pickBlocks(scanned.blocks, () => true) };
  const shown = shownText(scanned);
  const dropped = droppedMarks(shown);
  const strict = select(scanned, { dropped, ignored: 0 });
  let content: ContentReading = strict;
  if (strict.length < LITTLE && shown.visible + shown.unshown + shown.noscript > ENOUGH) {
    content = longer(content, select(scanned, { dropped, ignored: CLASS_RULES }), 1.5);
  }
  // Utility classes name layouts after what they look like: `banner`, `overlay`, `carousel`.
  if (content.length < SUSPICIOUS_SHARE * strict.mass) {
    content = longer(content, select(scanned, { dropped, ignored: MARK.negative }), 1.5);
  }
  if (content.length < NEXT_TO_NOTHING) {
    content = longer(content, select(scanned, { dropped: 0, ignored: CLASS_RULES | MARK.aside }), 2);
  }
  const isOfOne = isOfOneProduct(scanned);
  if (content.length > MAX_TEXT_OF_LIST && !isOfOne) return { ...content, items: [], isOfOne };
  const groups = groupsOf(scanned, { dropped, isOfOne });
  if (isOfOne) content = withoutOthers(scanned, groups, content);
  else content = withGroups(scanned, { dropped, groups }, content);
  const { root } = content;
  const end = endOfContainer(scanned.containers, root);
  return { ...content, items: groups.items.filter((item) => item >= root && item < end), isOfOne };
}

/** A product in JSON-LD. */
const PRODUCT = /"@type"\s{0,9}:\s{0,9}"(?:https?:\/\/schema\.org\/)?Product"/g;

/** True for the page of one product, as its data say: what it lists are other products. */
const isOfOneProduct = ({ head }: Scan): boolean =>
  /\bproduct\b/.test(head.meta.get("og:type") ?? "") ||
  head.jsonLd.flatMap((text) => text.match(PRODUCT) ?? []).length === 1;

/** The other reading where it has more than `times` the text, else the content. */
const longer = (content: ContentReading, other: ContentReading, times: number): ContentReading =>
  other.length > times * content.length ? other : content;

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

/** Characters of hidden text above which it may be the content; less is a notice, a menu or a dialog. */
const NOSCRIPT_TEXT = 600;
const UNSHOWN_TEXT = 800;

/** Hidden text counts only where there is next to nothing else: streamed pages, threads kept in `<noscript>`. */
function droppedMarks({ visible, unshown, noscript }: ShownText): number {
  let dropped = MARK.unshown | MARK.noscript;
  if (noscript > NOSCRIPT_TEXT && visible < 0.4 * noscript) dropped &= ~MARK.noscript;
  if (unshown > UNSHOWN_TEXT && visible < 0.25 * unshown) dropped &= ~MARK.unshown;
  return dropped;
}

interface Selected extends ContentReading {
  /** Running text the container of the content holds, kept or not. */
  readonly mass: number;
}

function select(scanned: Scan, { dropped, ignored }: Terms): Selected {
  const weighed = { scanned, mass: weigh(scanned, dropped) };
  const marks = marksOnPage(weighed, ignored);
  const root = rootOf(weighed, marks, dropped);
  const narrow = selectWithin(weighed, root, { dropped, ignored });
  if (root === 0 || narrow.length >= LITTLE) return narrow;
  const named = namedContent(scanned, dropped);
  const whole = selectWithin(weighed, named, { dropped, ignored });
  return narrow.length < NARROW_SHARE * (named > 0 ? lengthOfAll(whole.blocks) : whole.length) ? whole : narrow;
}

/** The best part of a page that holds less than this of its text is one item of a list. */
const NARROW_SHARE = 0.25;

function selectWithin(weighed: Weighed, root: number, { dropped, ignored }: Terms): Selected {
  const { scanned, mass } = weighed;
  const marks = marksWithin(weighed, root, ignored);
  const picked = pick(candidatesIn(scanned, { root, marks, dropped }));
  return {
    root,
    marks,
    mass: mass.of[root] ?? 0,
    ...picked,
    blocks: withoutTrimmings(scanned, withoutAsides(scanned, withoutRepeats(scanned, picked.blocks))),
  };
}
