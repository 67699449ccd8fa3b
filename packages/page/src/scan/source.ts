// Turns a page's bytes into HTML in UTF-8, and that into characters.
import { isUtf8 } from "node:buffer";
import { decodeHTML, decodeHTMLAttribute } from "entities/decode";

/** A `<meta charset>` counts within these bytes (HTML 13.2.3.2); browsers restart for one behind long scripts. */
const PRESCAN_BYTES = 1_024;
const LATE_BYTES = 8_192;
// Bound: LATE_BYTES.
const COMMENT = /<!--[\s\S]*?-->/g;
const META_CHARSET = /<meta[\s/][^>]*?charset\s*=[\s"']*([^\s"'/>;]+)/i;
const HEADER_CHARSET = /charset\s*=[\s"]*([^\s";,]+)/i;

/**
 * The page as a text of which each character is a byte of UTF-8; text is decoded later. The encoding is that of the byte
 * order mark, else of the header, else of `<meta charset>`, else UTF-8 if the bytes are valid, else windows-1252. Never
 * throws: an unknown label is ignored.
 */
export function htmlOf(bytes: Uint8Array, contentType = ""): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mark = markOf(buffer);
  const encoding =
    mark ||
    encodingOf(HEADER_CHARSET.exec(contentType.slice(0, PRESCAN_BYTES))?.[1]) ||
    declaredIn(buffer, PRESCAN_BYTES) ||
    (isUtf8(buffer) ? "utf-8" : declaredIn(buffer, LATE_BYTES) || "windows-1252");
  const utf8 =
    encoding === "utf-8" ? buffer.subarray(mark === "" ? 0 : 3) : Buffer.from(new TextDecoder(encoding).decode(buffer));
  return utf8.toString("latin1");
}

function markOf([a, b, c]: Uint8Array): string {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return a === 0xff && b === 0xfe ? "utf-16le" : "";
}

function declaredIn(buffer: Buffer, within: number): string {
  const start = buffer.toString("latin1", 0, within).replace(COMMENT, "");
  // A label that was readable as ASCII cannot be UTF-16 (HTML 13.2.3.2).
  return encodingOf(META_CHARSET.exec(start)?.[1]).replace(/^utf-16.*/, "utf-8");
}

function encodingOf(label = ""): string {
  // A shortcut for nearly every page; asking a decoder costs more than reading the page's head.
  if (label === "" || /^utf-?8$/i.test(label)) return label && "utf-8";
  if (label.toLowerCase() === "x-user-defined") return "windows-1252";
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return ""; // RangeError: no such encoding in this Node.
  }
}

const NOT_ASCII = /[\x80-\xff]/;
/**
 * Invisible characters: control and format characters, lone surrogates, private use (icon fonts). Joiners stay between
 * letters that need them, and in emoji. This quick test costs less than a Unicode class.
 */
const PERHAPS =
  /[\0-\x08\x0e-\x1f\x7f-\x9f\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ud800-\uf8ff\ufeff\ufff9-\ufffb]/;
const INVISIBLE =
  /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ue000-\uf8ff\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}\u{f0000}-\u{10ffff}]|\p{Cs}|(?<!\ufe0f|[\p{L}\p{M}\p{Extended_Pictographic}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{So}])/gu;

/** Decodes UTF-8. */
export const charactersOf = (raw: string): string =>
  NOT_ASCII.test(raw) ? Buffer.from(raw, "latin1").toString("utf8") : raw;

/** Decodes UTF-8 and replaces character references once. */
export function decode(raw: string): string {
  const text = charactersOf(raw);
  return text.includes("&") ? text.replace(REFERENCE, once) : text;
}

/** The same within an attribute, where `&copy=1` is a parameter. */
export function decodeAttribute(raw: string): string {
  const text = charactersOf(raw);
  return text.includes("&") ? decodeHTMLAttribute(text) : text;
}

/** Text without invisible characters. */
export function readable(raw: string): string {
  const text = decode(raw);
  return PERHAPS.test(text) ? text.replace(INVISIBLE, "") : text;
}

const REFERENCE = /&(?:#(?:\d+|x[\da-f]+)|[a-z][a-z\d]*);?/gi;
/** Cache of character references: the same few occur often, and a look-up is expensive. */
const REMEMBERED = 1_000;
const SHORT = 12;
const known = new Map<string, string>();

function once(reference: string): string {
  let text = known.get(reference);
  if (text !== undefined) return text;
  text = decodeHTML(reference);
  if (reference.length <= SHORT && known.size < REMEMBERED) known.set(reference, text);
  return text;
}
