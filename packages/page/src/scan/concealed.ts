import { ATTRIBUTE, type TagAttributes } from "./attributes.ts";
import { ownText } from "./own-text.ts";
import { tag as tagOf } from "./tags.ts";

const ITALIC = tagOf("i");
const RT = tagOf("rt");
const RP = tagOf("rp");

/** Pronunciation above a word, and the brackets around it: readers see the word once. */
export const isReading = (tag: number): boolean => tag === RT || tag === RP;

/** Drawings of formulas whose source stands beside them, and text for small screens beside the same text for large ones. */
const CONCEALED_CLASS =
  /(?:^|\s)(?:katex-html|mathjax(?:_preview|_svg|_display|_chtml)?|mjx_assistive_mathml|tooltip-?text|tooltip-?content|tippy-box|(?:show|visible|only)-(?:on-|for-)?(?:mobiles?|phones?|xs|small(?:-only)?)|(?:mobile|phone|xs)-only|hidden-(?:desktop|md|lg)|is-hidden-(?:desktop|tablet)|d-(?:sm|md|lg|xl)-none|(?:sm|md|lg|xl):hidden)(?=\s|$)/i;

const MAX_CLASS_CHARACTERS = 400;
const MAX_REMEMBERED = 5_000;
const remembered = new Map<string, boolean>();

function isConcealedClass(value: string): boolean {
  const known = remembered.get(value);
  if (known !== undefined) return known;
  const isConcealed = CONCEALED_CLASS.test(value.slice(0, MAX_CLASS_CHARACTERS));
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(ownText(value), isConcealed);
  return isConcealed;
}

/** True for words that stand beside others only while a pointer rests on these. */
export const isToolTip = (attributes: TagAttributes): boolean =>
  attributes.has(ATTRIBUTE.role) && attributes.plain(ATTRIBUTE.role).toLowerCase() === "tooltip";

const ICON_CLASS = /icon|symbol|glyph/i;
const NOT_DISPLAYED = /display\s*:\s*none/i;

/** True if a reader of the page does not see the words of an inline element, or sees them only in place of others. */
export function isConcealed(tag: number, attributes: TagAttributes): boolean {
  // Elements of a library's own are shown by its scripts.
  if (tag === 0) return false;
  if (isReading(tag) || isToolTip(attributes)) return true;
  if (attributes.has(ATTRIBUTE.class) && isConcealedClass(attributes.plain(ATTRIBUTE.class))) return true;
  if (attributes.has(ATTRIBUTE.style) && NOT_DISPLAYED.test(attributes.plain(ATTRIBUTE.style))) return true;
  return attributes.has(ATTRIBUTE.ariaHidden) && isIcon(tag, attributes);
}

/** Fonts draw icons by their names; other words that are hidden from those who listen are shown to those who see. */
const isIcon = (tag: number, attributes: TagAttributes): boolean =>
  attributes.plain(ATTRIBUTE.ariaHidden).toLowerCase() === "true" &&
  (tag === ITALIC || ICON_CLASS.test(attributes.plain(ATTRIBUTE.class).slice(0, MAX_CLASS_CHARACTERS)));
