import { isAscii, isUtf8 } from "node:buffer";
import { Source } from "./scan/scan.ts";

/** A `<meta charset>` counts when it stands within these bytes (HTML 13.2.3.2). */
const PRESCAN_BYTES = 1_024;
/** Browsers begin anew with an encoding that is declared behind long scripts; such a one counts within these bytes. */
const LATE_BYTES = 8_192;
// Bound: LATE_BYTES.
const COMMENT = /<!--[\s\S]*?-->/g;
const META_CHARSET = /<meta[\s/][^>]*?charset\s*=[\s"']*([^\s"'/>;]+)/i;
const HEADER_CHARSET = /charset\s*=[\s"]*([^\s";,]+)/i;

/** 0x80 to 0x9F in windows-1252: decoders of some Node releases leave them as control characters. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/**
 * Decodes a page: by byte order mark, else the HTTP header, else `<meta charset>`, else UTF-8 where the bytes are
 * valid UTF-8, else windows-1252. Never throws: an unknown label counts as none.
 */
export function decodePage(bytes: Uint8Array, contentType = ""): Source {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (byteOrderMark(buffer) === "utf-8") return utf8Source(buffer.subarray(3));
  const encoding = pageEncoding(buffer, contentType);
  if (encoding === "utf-8") return utf8Source(buffer);
  if (encoding === "windows-1252") return new Source(decodeWindows1252(buffer), "characters");
  return new Source(new TextDecoder(encoding).decode(buffer), "characters");
}

/** The encoding that a page is decoded by, as WHATWG names it. */
export const pageEncoding = (bytes: Buffer, contentType = ""): string =>
  byteOrderMark(bytes) ??
  encodingOf(HEADER_CHARSET.exec(contentType)?.[1]) ??
  declaredEncoding(bytes, PRESCAN_BYTES) ??
  (isUtf8(bytes) ? "utf-8" : (declaredEncoding(bytes, LATE_BYTES) ?? "windows-1252"));

/**
 * A quotation mark or a dash that was encoded as UTF-8, taken for latin1 and encoded again: `â` and a control character
 * that no text holds. Pages with one hold more such characters.
 */
const TWICE_ENCODED_MARK = Buffer.from([0xc3, 0xa2, 0xc2, 0x80, 0xc2]);
const ENCODED_BYTES = /(?:[\xc2\xc3][\x80-\xbf]){2,}/g;

function utf8Source(buffer: Buffer): Source {
  const html = buffer.toString("latin1");
  if (isAscii(buffer)) return new Source(html, "characters");
  return new Source(buffer.includes(TWICE_ENCODED_MARK) ? html.replace(ENCODED_BYTES, decodeOnce) : html, "bytes");
}

/** The bytes that such characters stand for where those are UTF-8 themselves, else the characters as they are. */
function decodeOnce(run: string): string {
  const bytes = Buffer.from(Buffer.from(run, "latin1").toString("utf8"), "latin1");
  return isUtf8(bytes) ? bytes.toString("latin1") : run;
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return undefined;
}

function declaredEncoding(buffer: Buffer, within: number): string | undefined {
  const start = buffer.toString("latin1", 0, within).replace(COMMENT, "");
  const encoding = encodingOf(META_CHARSET.exec(start)?.[1]);
  // The label was read as ASCII, so it cannot be what it says (HTML 13.2.3.2).
  return encoding?.startsWith("utf-16") ? "utf-8" : encoding;
}

/** The encoding a label means (WHATWG Encoding, 4.2); undefined for one this Node cannot decode. */
function encodingOf(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  // Nearly every page's; asking a decoder costs more than reading the page's head.
  if (/^utf-?8$/i.test(label)) return "utf-8";
  if (label.toLowerCase() === "x-user-defined") return "windows-1252";
  try {
    return new TextDecoder(label).encoding;
  } catch {
    // RangeError: no such encoding in this Node.
    return undefined;
  }
}

const decodeWindows1252 = (buffer: Buffer): string =>
  buffer.toString("latin1").replace(/[\x80-\x9f]/g, (control) => WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80));
