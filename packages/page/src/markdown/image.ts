import type { Addresses } from "../addresses.ts";
import { ATTRIBUTE, type TagAttributes } from "../scan/scan.ts";
import { texOf } from "./formula.ts";
import { joinWords } from "./words.ts";

export type Image =
  | { readonly type: "image"; readonly alt: string; readonly src: string }
  /** A picture of a formula, or of an emoji. */
  | { readonly type: "formula"; readonly tex: string; readonly isDisplay: boolean }
  | { readonly type: "text"; readonly text: string };

const FORMULA_CLASS = /(?:^|[\s_-])(?:math|tex|latex|formula|equation)(?=$|[\s_-])/i;
const FORMULA_ADDRESS = /latex|codecogs|mathtex|mimetex|\/math\//i;
const EMOJI_CLASS = /emoji/i;
const EMOJI_CHARACTERS = 8;
/** Pixels. Smaller images count visitors. */
const PIXEL = /^[01]$/;
const ALT_CHARACTERS = 1_000;

/** Text of an image; undefined if it has none. */
export function imageOf(attributes: TagAttributes, addresses: Addresses): Image | undefined {
  const alt = joinWords(attributes.value(ATTRIBUTE.alt)).trim().slice(0, ALT_CHARACTERS);
  const classes = attributes.plain(ATTRIBUTE.class);
  const written = attributes.value(ATTRIBUTE.src).trim();
  if (alt !== "" && (FORMULA_CLASS.test(classes) || (FORMULA_ADDRESS.test(written) && /[\\^_={}]/.test(alt)))) {
    return { type: "formula", ...texOf(alt), ...(/display|block/.test(classes) && { isDisplay: true }) };
  }
  if (alt !== "" && EMOJI_CLASS.test(classes) && alt.length <= EMOJI_CHARACTERS) return { type: "text", text: alt };
  if (PIXEL.test(attributes.plain(ATTRIBUTE.width))) return undefined;
  const src = addresses.resolveIfAny(addressOf(attributes, written));
  return src === undefined ? undefined : { type: "image", alt, src };
}

/** Pages that load images late keep the address elsewhere, a placeholder in its place. */
function addressOf(attributes: TagAttributes, written: string): string {
  const late = attributes.value(ATTRIBUTE.dataSrc).trim();
  if (late !== "") return late;
  if (written !== "" && !/^data:/i.test(written.slice(0, 5))) return written;
  return attributes.value(ATTRIBUTE.srcset).trim().split(/[\s,]/, 1)[0] ?? "";
}
