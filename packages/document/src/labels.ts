// Labels of parts: words that the site shows, as it writes them.
import { isBare } from "./address.ts";
import { clean, gist } from "./text.ts";
import { GENERAL } from "./words.ts";

/** A step on the way from the homepage to a page. */
export interface Step {
  readonly id: string;
  readonly label: string;
  /** The label stands above a group of a menu. */
  readonly isGroup?: boolean;
}

/** The id of a label that is no address. */
export const idBelow = (above: Step | undefined, label: string): string => `${above?.id ?? ""}>${gist(label)}`;

const VERSION = /(?:^|\s)v?\d+\.[\w.+-]*$|^v?\d[\w.+-]*$|\s(?:latest|stable|current)$/i;
const COUNT = / ?(?:[([]\d{1,9}[^()[\]]{0,20}[)\]]|[§¶#:!])$/;
/** The name of an icon of a font that draws words: `arrow_back`. */
const ICON = /^\d{1,2}(?:\.\d{1,2})*\. |^[a-z]+(?:_[a-z]+)+ |(?<= )[a-z]+(?:_[a-z]+)+$/;

/** A label without the number of what it holds (`git (6 posts)`) and without icons. */
export const labelOf = (text: string): string => clean(text).replace(COUNT, "").replace(ICON, "").trim();

/** True for a text that may name a part: no sentence, version or skip link. */
export const isLabel = (text: string): boolean =>
  /\p{L}/u.test(text) &&
  text.length <= 60 &&
  !/[.!?。！？…]$/.test(text) &&
  !isBare(text) &&
  !VERSION.test(text) &&
  !GENERAL.test(text);

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** True for a name of a section: short, too. */
export const isName = (text: string): boolean =>
  text.length + (text.match(WIDE)?.length ?? 0) <= 40 && text.split(" ").length <= 6 && isLabel(text);
