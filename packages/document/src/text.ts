import { tellingParameters } from "@llmstxt-service/page/address/tracking";
import { excerpt, firstSentence } from "@llmstxt-service/page/excerpt";
import { INVISIBLE } from "@llmstxt-service/page/visible";
import { decodeHTMLStrict } from "entities";
import { MAX_TITLE } from "./limits.ts";
import { withoutEnd } from "./trim.ts";

// Whatever a stranger wrote passes through here before it enters a document, and nowhere else: a model reads the result.

/** `\s` in a regular expression leaves out U+0085, the next-line control. */
const WHITE_SPACE = /[\s\u0085]+/gu;

const COMMENT = /<!--[^<>]*-->/g;
const AUTOLINK = /<((?:https?|ftp|mailto):[^<>\s]*)>/gi;
const TAG = /<\/?([A-Za-z][^\s<>/]*)(?:\s[^<>]*)?\/?>/g;

/** Elements that are dropped from a text; a `<T>` or `<MyComponent>` is a page's own word and kept in other brackets. */
const ELEMENTS = new Set(
  (
    "a abbr address article aside audio b base bdi bdo big blockquote body br button canvas caption center cite code col " +
    "data dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form frame h1 h2 h3 h4 h5 h6 " +
    "head header hr html i iframe img input ins kbd label legend li link main map mark meta nav noscript object ol option " +
    "p picture pre q s samp script section select small source span strike strong style sub summary sup svg table tbody " +
    "td template textarea tfoot th thead title tr track tt u ul var video wbr"
  ).split(" "),
);
const INLINE = new Set(
  "a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr".split(
    " ",
  ),
);

/** Words of ASCII, one space apart: most texts are such a line, and what Unicode says of characters is dear to ask. */
const PLAIN_LINE = /^[!-~]+(?: [!-~]+)*$/;

/** One line of visible text: no tags, no control or hidden characters, one space for any white space, NFC. */
export function plainText(text: string): string {
  if (PLAIN_LINE.test(text)) return text.includes("<") ? withoutTags(text).replace(WHITE_SPACE, " ").trim() : text;
  return withoutTags(text.replace(INVISIBLE, "").replace(WHITE_SPACE, " ").normalize("NFC"))
    .replace(WHITE_SPACE, " ")
    .normalize("NFC")
    .replace(/^[\s\p{M}]+/u, "")
    .trimEnd();
}

/** The text between `[` and `]`; empty where nothing visible is left. At most 200 code points, cut like an excerpt. */
export function titleText(text: string): string {
  const title = plainText(
    text.replace(ESCAPED_TWICE, (reference) => decodeHTMLStrict(reference.replace(/^&amp;/i, "&"))),
  )
    .replaceAll("[", "(")
    .replaceAll("]", ")");
  return withoutEnd(excerpt(balanced(title), MAX_TITLE), " \\");
}

/**
 * References that templates and plug-ins escape once too often: `&` and quotes. Every other reference that is left in a title
 * is what the title is about.
 */
const ESCAPED_TWICE =
  /&(?:amp(?:;amp)?|quot|apos|(?:[lr][sd]|sb|bd)quo|[lr]aquo|#0{0,4}(?:34|38|39|171|187|821[6-9]|822[0-3])|#x0{0,4}(?:2[267]|ab|bb|201[89a-f]));/gi;

/** A heading's text: a title that does not itself look like Markdown. */
export function headingText(text: string): string {
  return titleText(text).replace(/^(?:[#>+*\s-]|\d+[.)]\s)+/, "");
}

/** An excerpt or a summary of at most `length` code points: a live link in it becomes plain words. */
export function noteText(text: string, length: number): string {
  const note = plainText(text)
    .replace(/\](?=\()/g, "] ")
    .replace(/^[\s:;,.·|>#*–—-]+(?=\s|$)\s*/, "");
  const cut = excerpt(note, length);
  if (!cut.endsWith("…") || note.endsWith("…")) return cut;
  // A short first sentence says more than a long beginning that stops anywhere.
  const sentence = firstSentence(note);
  return [...sentence].length <= length ? sentence : cut;
}

/** Line starts that make a heading, a quote, an item, a rule or a fence. */
const BLOCK_MARKS = /^(?:[#>\s]|[-+*](?=[-\s]|$)|`(?=``)|~(?=~~)|=(?==)|\d+[.)](?=\s))+/;

/** A paragraph of the head: a note that no reader takes for anything else. */
export function paragraphText(text: string, length: number): string {
  return noteText(text, length)
    .replace(BLOCK_MARKS, "")
    .replace(/^\[([^\]]*)\](?=:)/, "$1")
    .replace(BLOCK_MARKS, "");
}

/** An absolute http(s) address as WHATWG writes it, safe between `(` and `)`; undefined for anything else. */
export function linkUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  url.hash = "";
  if (url.search !== "") url.search = tellingParameters(url.search).join("&");
  return url.origin + url.href.slice(url.origin.length).replace(/[()[\]\\`]/g, percentEncoded);
}

/** True if a Markdown renderer would take part of the text for a tag or an automatic link. */
export function hasHtml(text: string): boolean {
  return /<(?:[A-Za-z/!?])/.test(text);
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function withoutTags(text: string): string {
  if (!text.includes("<")) return text;
  return (
    text
      .replace(COMMENT, " ")
      .replace(AUTOLINK, "$1")
      .replace(TAG, (tag, name: string) => replacement(tag, name.toLowerCase()))
      // A form that no tag has: `<name/space.hpp>`.
      .replace(/<([A-Za-z][\w.-]{0,60}\/[^<>\s]{1,100})>/g, "‹$1›")
      .replace(/<(?=[A-Za-z/!?])/g, "‹")
  );
}

function replacement(tag: string, name: string): string {
  if (!ELEMENTS.has(name)) return `‹${tag.slice(1, -1)}›`;
  return INLINE.has(name) ? "" : " ";
}

/** An odd backtick would pair with one in the excerpt, and the code span would swallow the link. */
function balanced(title: string): string {
  return (title.split("`").length - 1) % 2 === 0 ? title : title.replaceAll("`", "");
}
