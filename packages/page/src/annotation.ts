import { pageEncoding } from "./charset.ts";
import { KIND, kindOf, Source, TAG, TOKEN, Tokenizer, tagSet } from "./scan/scan.ts";

/** Markup in ASCII that stands in a page for agents. */
export interface Annotation {
  /** Markup for the end of the head. */
  readonly head: string;
  /** Markup for the start of the body. */
  readonly body: string;
}

/** Marks around what this program wrote into a page; none of it is read as content, since the body's part has `data-nosnippet`. */
export const marked = (place: keyof Annotation, text: string): string =>
  `<!-- llmstxt:${place} -->${text}<!-- /llmstxt:${place} -->`;

/**
 * Patterns of earlier annotations. No other comment may stand inside: text that lost one of its marks is left alone.
 */
const MARKED = {
  head: /<!-- llmstxt:head -->(?:(?!<!--)[\s\S]){0,20000}<!-- \/llmstxt:head -->/,
  body: /<!-- llmstxt:body -->(?:(?!<!--)[\s\S]){0,20000}<!-- \/llmstxt:body -->/,
};

/**
 * A page with the annotation in the place of an earlier one, or without any. No other byte changes, whatever the page's encoding.
 * Undefined where head or body cannot be found. Linear in the page's size.
 */
export function annotatedPage(bytes: Uint8Array, annotation: Annotation | undefined): Buffer | undefined {
  const { units, start, encode } = opened(bytes);
  const isMarked = MARKED.head.test(units) && MARKED.body.test(units);
  if (annotation !== undefined && isMarked) {
    const put = (text: string, place: keyof Annotation) =>
      text.replace(MARKED[place], () => marked(place, annotation[place]));
    return encode(put(put(units, "head"), "body"));
  }
  const bare = units.replace(MARKED.head, "").replace(MARKED.body, "");
  if (annotation === undefined) return encode(bare);
  const places = isAsciiBased(Buffer.from(bytes)) && !bare.includes("\0") ? tryPlaces(bare, start) : undefined;
  if (places === undefined) return undefined;
  const { head, body } = places;
  const between = bare.slice(head, body);
  return encode(
    `${bare.slice(0, head)}${marked("head", annotation.head)}${between}${marked("body", annotation.body)}${bare.slice(body)}`,
  );
}

/** A page in units of which each ASCII character is one: bytes, or pairs of them. */
function opened(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes);
  const isBig = buffer[0] === 0xfe && buffer[1] === 0xff;
  if (!isBig && !(buffer[0] === 0xff && buffer[1] === 0xfe)) {
    const units = buffer.toString("latin1");
    const start = units.startsWith("\u00ef\u00bb\u00bf") ? 3 : 0;
    return { units, start, encode: (text: string) => Buffer.from(text, "latin1") };
  }
  const whole = buffer.subarray(0, buffer.length & ~1);
  const rest = buffer.subarray(whole.length);
  const turned = (pairs: Buffer) => (isBig ? pairs.swap16() : pairs);
  const encode = (text: string) => Buffer.concat([turned(Buffer.from(text, "utf16le")), rest]);
  return { units: turned(Buffer.from(whole)).toString("utf16le"), start: 1, encode };
}

/** False for ISO-2022-JP, in which a byte of a letter may look like `<`. */
const isAsciiBased = (bytes: Buffer): boolean => pageEncoding(bytes) !== "iso-2022-jp";

/** Elements of a head that have no content of tags, or whose content is passed over whole. */
const IN_HEAD = tagSet("base link meta title script style noscript template");

/** Offsets of the head's end and the body's beginning, as a browser finds them where tags are left out, too (HTML 13.2.6.4). */
function tryPlaces(html: string, start: number): { readonly head: number; readonly body: number } | undefined {
  const tokens = new Tokenizer(new Source(html, "characters"));
  tokens.to = start;
  let head: number | undefined;
  for (let token = tokens.next(); token !== TOKEN.end; token = tokens.next()) {
    const { from, to, tag } = tokens;
    if (token === TOKEN.text ? html.slice(from, to).trim() !== "" : false) return { head: head ?? from, body: from };
    if (token === TOKEN.close && tag === TAG.head) head ??= from;
    if (token !== TOKEN.open || tag === TAG.html || tag === TAG.head) continue;
    if (tag === TAG.body) return { head: head ?? from, body: to };
    if (/^<frameset/i.test(html.slice(from, from + 9))) return undefined;
    if (IN_HEAD[tag] !== 1) return { head: head ?? from, body: from };
    if (kindOf(tag) !== KIND.void) tokens.passRawText(tag);
  }
  return undefined;
}
