// What a text has to be to say something.
import { gist } from "./text.ts";
import type { Page } from "./types.ts";
import { BOILERPLATE } from "./words.ts";

/** Characters that show what a text is. */
const LOOKED_AT = 300;

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{5}/u;

/** Titles again, the breadcrumb, labels, code, boilerplate, leftovers of templates. */
export function isNothing(text: string, page: Page): boolean {
  const own = gist(text);
  if ((own.length < 8 && !CJK.test(text)) || BOILERPLATE.test(text.slice(0, LOOKED_AT))) return true;
  if (own.length <= page.title.length && gist(page.title).startsWith(own)) return true;
  const [first, second] = page.breadcrumbs;
  if (first !== undefined && /^\S+\s*[»›>/|]/.test(text) && own.startsWith(gist(first.text + (second?.text ?? ""))))
    return true;
  const isLike = (title: string) => Math.abs(title.length - text.length) < 6 && gist(title) === own;
  return page.headings.some((one) => isLike(one.text)) || page.items.some(isLike) || isLabels(text) || isCode(text);
}

const BAR = /\s[|›»>•·/]\s|[|›»•·\t]/;

/** Words of a menu: capitals alone, letters of an index, or short pieces between bars. */
export function isLabels(text: string): boolean {
  const start = text.slice(0, LOOKED_AT);
  if (/^\p{Lu}{2,}(?: \p{Lu}{2,})+$/u.test(start)) return true;
  const words = start.split(" ");
  if (words.length > 6 && words.filter(({ length }) => length === 1).length > words.length * 0.6) return true;
  const pieces = BAR.test(start) ? start.split(BAR) : [];
  return pieces.length > 3 && pieces.every((piece) => piece.length < 40 && !/[.!?。！？…:]/.test(piece));
}

// Bound: the first 300 characters of a text.
const CODE = new RegExp(
  "^(?:(?:(?:export|declare|public|static|async) )*" +
    "(?:interface|type|class|function|const|let|var|enum|import|def|fn|struct)\\s+[\\w.<>]+\\s*[({=:;<]" +
    "|[\\w.]+\\s*:\\s*\\(|[\\w.$]+(?:<[^>]*>)?\\([^)]*\\)\\s*(?::|->|=>|→|\\{|;|$)|[{}[\\]<>$#;=]|[$>]\\s" +
    "|(?:graph|flowchart) (?:TD|TB|BT|LR|RL)\\b|(?:sequence|class|state|er)Diagram\\b|(?:gantt|gitGraph|mindmap)\\s)",
);

export function isCode(text: string): boolean {
  const start = text.slice(0, LOOKED_AT);
  const signs = start.match(/[{};=<>\\$|]/g)?.length ?? 0;
  return CODE.test(start) || (signs > 2 && signs > start.length * 0.06);
}
