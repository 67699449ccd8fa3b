import { ATTRIBUTE, isToolTip, type TagAttributes } from "../scan/scan.ts";

/** Elements for the looks beside a formula that is written, and for those who hear the page. */
const UNREAD =
  /(?:^|\s)(?:katex-html|MathJax(?:_(?:Preview|Display|SVG|CHTML))?|MJX_Assistive_MathML|tooltip-?text|tooltip-?content|tippy-box|sr-only|visually-?hidden|screen-reader-text|mw-editsection)(?=\s|$)/;
const NOT_DISPLAYED = /display\s*:\s*none|visibility\s*:\s*hidden/i;
/** Line numbers, copy buttons and prompts around code. Bound: CLASS_CHARACTERS. */
const CODE_FURNITURE =
  /(?:^|\s)(?:linenos?|lineno|linenodiv|line-?numbers?(?:-wrapper|-rows|-gutter)?|lnt?|gutter|gl|hljs-ln-numbers|rouge-gutter|blob-num|crayon-nums|copy|code_*-?header|copy-?(?:btn|button|code|to-clipboard)|copybtn|btn-copy|btn-clipboard|clipboard|code-?copy[\w-]*)(?=\s|$)/i;
/** Numbers and prompts that a copy of the code is without, where no class says so. */
const NOT_COPIED = /(?:^|[\s;])(?:-webkit-)?user-select\s*:\s*none/i;
/** Most characters of a class attribute that is looked at; longer ones list utility classes by the dozen. */
const CLASS_CHARACTERS = 300;

/** All elements that no standard names. */
const OWN_ELEMENT = 0;

/** True if the text of this inline element is not content. */
export function isUnread(attributes: TagAttributes, id: number): boolean {
  // MathJax 3 puts what is drawn and what is written into one element of its own, of the class that version 2 draws in.
  if (attributes.has(ATTRIBUTE.class) && id !== OWN_ELEMENT && hasClass(attributes, UNREAD)) return true;
  if (isToolTip(attributes)) return true;
  if (attributes.has(ATTRIBUTE.ariaHidden) && attributes.plain(ATTRIBUTE.ariaHidden).toLowerCase() === "true")
    return true;
  return attributes.has(ATTRIBUTE.style) && NOT_DISPLAYED.test(attributes.plain(ATTRIBUTE.style));
}

/** True if this element stands beside code and holds none: a button, a line number. */
export const isCodeFurniture = (attributes: TagAttributes): boolean =>
  (attributes.has(ATTRIBUTE.class) && hasClass(attributes, CODE_FURNITURE)) ||
  (attributes.has(ATTRIBUTE.style) && NOT_COPIED.test(attributes.plain(ATTRIBUTE.style)));

/** True for the name of its language, where it stands beside code. */
export const isLanguageLabel = (attributes: TagAttributes): boolean =>
  attributes.has(ATTRIBUTE.class) && attributes.plain(ATTRIBUTE.class) === "lang";

function hasClass(attributes: TagAttributes, pattern: RegExp): boolean {
  const classes = attributes.plain(ATTRIBUTE.class);
  return classes.length <= CLASS_CHARACTERS && pattern.test(classes);
}
