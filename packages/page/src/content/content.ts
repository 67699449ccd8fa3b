import type { Scan, TextBlock } from "../scan/scan.ts";
import { isHeading, MARK, TAG } from "../scan/scan.ts";
import { withoutAsides } from "./asides.ts";
import { type Groups, groupsOf } from "./groups.ts";
import { endOfContainer, marksOnPage, marksWithin, saysArticle, type Terms, type Weighed, weigh } from "./mass.ts";
import { withoutRepeats } from "./repeats.ts";
import { rootOf } from "./root.ts";
import { withoutTrimmings } from "./trimmings.ts";

export { endOfContainer } from "./mass.ts";
export { firstParagraphs } from "./paragraphs.ts";

/** The main content of a page. */
export interface Content {
  /** Index of the container that holds it. */
  readonly root: number;
  /** Blocks of the content in document order; the page's first h1 is not among them. */
  readonly blocks: readonly TextBlock[];
  /** Characters of text in them that is not linked. */
  readonly length: number;
  /** The marks that hold within `root`, by container. */
  readonly marks: Int32Array;
  /**
   * Items that the page lists (cards, posts, products) as containers in document order; empty for a long text, which is
   * not searched for any.
   */
  readonly items: readonly number[];
  /** True for the page of one product, as its data say. */
  readonly isOfOne: boolean;
}

type ContentReading = Omit<Content, "items" | "isOfOne">;

/** Characters of content above which a page is not searched for a list. */
export const MAX_TEXT_OF_LIST = 4_000;

/** Class rules that a second, more lenient reading does without. */
const CLASS_RULES = MARK.negative | MARK.comments | MARK.cookie | MARK.header | MARK.form;
/** Characters of content below which a more lenient reading is tried, and below which every mark is ignored. */
const LITTLE = 250;
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
  else if (content.length < MAX_INTRODUCTION) content = withGroups(scanned, { dropped, groups }, content);
  const { root } = content;
  const end = endOfContainer(scanned.containers, root);
  return { ...content, items: groups.items.filter((item) => item >= root && item < end), isOfOne };
}

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

interface Listed {
  readonly dropped: number;
  readonly groups: Groups;
}

/** The container of the like siblings where they hold more text than the content that was found. */
function withGroups(scanned: Scan, { dropped, groups }: Listed, content: ContentReading): ContentReading {
  if (content.length >= MIN_PROSE && isArticle(scanned, content)) return content;
  if (groups.length < MIN_GROUPS) return content;
  const found = content.blocks.reduce((sum, block) => sum + block.length, 0);
  const times = content.length >= MIN_PROSE || groups.root === 0 ? TIMES_AS_MUCH : 1;
  if (groups.length <= times * found) return content;
  const { marks: around = 0 } = scanned.containers[groups.root] ?? {};
  if ((around & MARK.comments) !== 0 && content.length > COMMENTED) return content;
  const end = endOfContainer(scanned.containers, groups.root);
  const marks = marksWithin({ scanned, mass: weigh(scanned, dropped) }, groups.root, MARK.negative);
  const candidates = scanned.blocks.filter(
    (block) =>
      (block.marks & dropped) === 0 &&
      block.container >= groups.root &&
      block.container < end &&
      belongs(block, marks[block.container] ?? 0),
  );
  const picked = pickBlocks(candidates, () => true);
  return { root: groups.root, marks, ...picked };
}

/** A list below an article holds other articles. */
const isArticle = (scanned: Scan, { root }: ContentReading): boolean =>
  saysArticle(scanned) || ((scanned.containers[root]?.own ?? 0) & MARK.article) !== 0;

/** A product in JSON-LD. */
const PRODUCT = /"@type"\s{0,9}:\s{0,9}"(?:https?:\/\/schema\.org\/)?Product"/g;

/** True for the page of one product, as its data say: what it lists are other products. */
const isOfOneProduct = ({ head }: Scan): boolean =>
  /\bproduct\b/.test(head.meta.get("og:type") ?? "") ||
  head.jsonLd.flatMap((text) => text.match(PRODUCT) ?? []).length === 1;

/** The content of a product's page without the cards of others, where enough is left. */
function withoutOthers({ containers }: Scan, { items }: Groups, content: ContentReading): ContentReading {
  const isOther = new Uint8Array(containers.length);
  for (const item of items) isOther.fill(1, item, endOfContainer(containers, item));
  const own = content.blocks.filter(({ container }) => isOther[container] === 0);
  const picked = pickBlocks(own, () => true);
  return picked.length >= LITTLE ? { ...content, ...picked } : content;
}

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
  const root = rootOf(weighed, marksOnPage(weighed, ignored), dropped);
  const narrow = selectWithin(weighed, root, { dropped, ignored });
  if (root === 0 || narrow.length >= LITTLE) return narrow;
  const whole = selectWithin(weighed, 0, { dropped, ignored });
  return narrow.length < NARROW_SHARE * whole.length ? whole : narrow;
}

/** The best part of a page that holds less than this of its text is one item of a list. */
const NARROW_SHARE = 0.25;

function selectWithin(weighed: Weighed, root: number, { dropped, ignored }: Terms): Selected {
  const { scanned, mass } = weighed;
  const marks = marksWithin(weighed, root, ignored);
  const end = endOfContainer(scanned.containers, root);
  const candidates = scanned.blocks.filter(
    (block) =>
      (block.marks & dropped) === 0 &&
      block.container >= root &&
      block.container < end &&
      belongs(block, marks[block.container] ?? 0),
  );
  const picked = pick(candidates);
  return {
    root,
    marks,
    mass: mass.of[root] ?? 0,
    ...picked,
    blocks: withoutTrimmings(scanned, withoutAsides(scanned, withoutRepeats(scanned, picked.blocks))),
  };
}

/** A page with more linked than running text, by this factor, is a list of links: they are its content. */
const LIST_SHARE = 0.5;

function pick(candidates: readonly TextBlock[]): Pick<ContentReading, "blocks" | "length"> {
  const text = pickBlocks(candidates, isText);
  const linked = candidates.reduce((sum, block) => sum + (isText(block) ? 0 : block.linkLength), 0);
  return linked > LIST_SHARE * text.length ? pickBlocks(candidates, () => true) : text;
}

/** Blocks that stand before the first h1 go when they are no more than this: a kicker, a date, a breadcrumb. */
const BEFORE_HEADING = 300;

function pickBlocks(
  candidates: readonly TextBlock[],
  isWanted: (block: TextBlock) => boolean,
): Pick<ContentReading, "blocks" | "length"> {
  let blocks: TextBlock[] = [];
  let length = 0;
  let hasFirstHeading = false;
  // A heading is content only when something follows it.
  let headings: TextBlock[] = [];
  for (const block of candidates) {
    if (block.tag === TAG.h1 && !hasFirstHeading) {
      hasFirstHeading = true;
      if (length < BEFORE_HEADING) {
        blocks = [];
        length = 0;
      }
      headings = [];
    } else if (isHeading(block.tag)) headings.push(block);
    else if (isWanted(block)) {
      // One by one, since a spread fails on a hostile page with more headings than a call may have arguments.
      for (const heading of headings) blocks.push(heading);
      blocks.push(block);
      headings = [];
      length += block.length - block.linkLength;
    }
  }
  return { blocks, length };
}

const APART = MARK.navigation | MARK.footer | MARK.cookie | MARK.aside | MARK.negative | MARK.form | MARK.comments;

function belongs(block: TextBlock, marks: number): boolean {
  if ((marks & APART) !== 0 || block.tag === TAG.figcaption) return false;
  if ((marks & MARK.header) === 0 || isHeading(block.tag)) return true;
  return block.length > 80 && block.linkLength / block.length < 0.3;
}

/** Lists of links are not text; linked cells of tables and linked sentences are. */
function isText({ tag, length, linkLength, words, punctuation }: TextBlock): boolean {
  const linked = linkLength / length;
  if (linked <= 0.6 || (tag === TAG.p && (length > 200 || (punctuation > 0 && linked < 0.9)))) return true;
  if (tag === TAG.td || tag === TAG.th || tag === TAG.dt) return true;
  return tag === TAG.li && words >= 6 && linked < 0.9;
}
