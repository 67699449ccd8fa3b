import { TagAttributes } from "./attributes.ts";
import type { Source } from "./source.ts";
import { hashStep, tagName, tagOfHash } from "./tags.ts";

export const TOKEN = { end: 0, text: 1, open: 2, close: 3 } as const;

const SPACE = 32;
const EXCLAMATION = 33;
const QUOTE = 34;
const APOSTROPHE = 39;
const DASH = 45;
const SLASH = 47;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const QUESTION = 63;

/** Control characters count as white space here: no name that matters holds one. */
const isSpace = (code: number): boolean => code <= SPACE;

const isLetter = (code: number): boolean => code < 128 && (code | 32) >= 97 && (code | 32) <= 122;

const beginsMarkup = (code: number): boolean =>
  isLetter(code) || code === SLASH || code === EXCLAMATION || code === QUESTION;

/** Comments inside a script: `<!-- <script>` makes the next `</script>` one of its characters (HTML 13.2.5.26). */
const SCRIPT_MARK = /<!--|-->|<(\/?)script[\t\n\f\r />]/gi;

/**
 * The tokenisation of HTML 13.2.5 as far as reading needs it: text, opening and closing tags, one after another, as
 * offsets into the source. Comments, doctypes and processing instructions are passed over. Linear time, nothing copied.
 */
export class Tokenizer {
  readonly attributes: TagAttributes;
  /** Start and end of the token: of a text its characters, of a tag from `<` to behind `>`. */
  from = 0;
  to = 0;
  /** The tag's number (tags.ts). */
  tag = 0;
  selfClosing = false;
  /** End of the content of the last raw text element. */
  rawEnd = 0;
  /** True while svg or math is open. The caller sets it, since it follows the elements. */
  inForeignContent = false;
  readonly #html: string;

  constructor(source: Source) {
    this.#html = source.html;
    this.attributes = new TagAttributes(source);
  }

  /** The kind of the next token. */
  next(): number {
    const html = this.#html;
    while (this.to < html.length) {
      const from = this.to;
      this.from = from;
      if (html.charCodeAt(from) !== LESS) return this.#text(from);
      const code = html.charCodeAt(from + 1);
      if (isLetter(code)) {
        if (this.#openingTag()) return TOKEN.open;
      } else if (code === SLASH && isLetter(html.charCodeAt(from + 2))) {
        if (this.#closingTag()) return TOKEN.close;
      } else if (code === SLASH || code === QUESTION) this.#passBehind(">", from + 2);
      else if (code === EXCLAMATION) this.#declaration();
      else return this.#text(from + 1);
    }
    this.from = html.length;
    return TOKEN.end;
  }

  /**
   * The content of an element that holds no tags, as a text token from behind its opening tag; goes on behind its
   * closing tag. Without one the element reaches to the end.
   */
  passRawText(tag: number): void {
    this.from = this.to;
    const name = tagName(tag);
    const end = name === "script" ? this.#scriptEnd(this.from) : this.#closingTagOf(name, this.from);
    this.#passBehind(">", end);
    this.rawEnd = end;
  }

  /** Everything that is left is text (HTML 13.2.6.4.7, plaintext). */
  passToEnd(): void {
    this.from = this.to;
    this.to = this.#html.length;
  }

  /** Up to the next `<` that begins a tag or a comment. */
  #text(search: number): number {
    const html = this.#html;
    let next = html.indexOf("<", search);
    while (next >= 0 && !beginsMarkup(html.charCodeAt(next + 1))) next = html.indexOf("<", next + 1);
    this.to = next < 0 ? html.length : next;
    return TOKEN.text;
  }

  #passBehind(mark: string, search: number): void {
    const found = this.#html.indexOf(mark, search);
    this.to = found < 0 ? this.#html.length : found + mark.length;
  }

  #declaration(): void {
    const html = this.#html;
    const from = this.from + 2;
    if (html.charCodeAt(from) === DASH && html.charCodeAt(from + 1) === DASH) this.#comment(from);
    else if (html.startsWith("[CDATA[", from)) this.#cdata(from);
    else this.#passBehind(">", from);
  }

  /** `-->` and `--!>` end a comment, and so do `<!-->` and `<!--->` (HTML 13.2.5.43). */
  #comment(from: number): void {
    const html = this.#html;
    let dashes = html.indexOf("--", from);
    // The opening dashes may be part of the end.
    while (dashes >= 0) {
      let at = dashes + 2;
      while (html.charCodeAt(at) === DASH) at++;
      if (html.charCodeAt(at) === GREATER) {
        this.to = at + 1;
        return;
      }
      if (dashes > from + 1 && html.charCodeAt(at) === EXCLAMATION && html.charCodeAt(at + 1) === GREATER) {
        this.to = at + 2;
        return;
      }
      dashes = html.indexOf("--", at);
    }
    this.to = html.length;
  }

  /** A CDATA section is one only inside svg and math; in HTML it is a comment that ends at the next `>`. */
  #cdata(from: number): void {
    if (this.inForeignContent) this.#passBehind("]]>", from);
    else this.#passBehind(">", from);
  }

  /** False where the source ends inside the tag: it is then dropped (HTML 13.2.5, eof-in-tag). */
  #openingTag(): boolean {
    const at = this.#readName(this.from + 1);
    this.attributes.clear();
    this.selfClosing = false;
    this.to = this.#readAttributes(at);
    return this.to <= this.#html.length;
  }

  /** The name of a tag; where it ends. */
  #readName(start: number): number {
    const html = this.#html;
    let at = start;
    let hash = 0;
    for (; at < html.length; at++) {
      const code = html.charCodeAt(at);
      if (code === GREATER || code === SLASH || isSpace(code)) break;
      hash = hashStep(hash, code);
    }
    this.tag = tagOfHash(hash);
    return at;
  }

  /** End of the tag; beyond the source if the tag does not end. */
  #readAttributes(start: number): number {
    const html = this.#html;
    let at = start;
    while (at < html.length) {
      const code = html.charCodeAt(at);
      if (code === GREATER) return at + 1;
      if (code === SLASH) this.selfClosing = html.charCodeAt(at + 1) === GREATER;
      if (code === SLASH || isSpace(code)) at++;
      else at = this.#readAttribute(at);
    }
    return html.length + 1;
  }

  #readAttribute(start: number): number {
    const html = this.#html;
    let at = start;
    let hash = 0;
    // A leading `=` is part of the name (HTML 13.2.5.32).
    do {
      hash = hashStep(hash, html.charCodeAt(at++));
      const code = html.charCodeAt(at);
      if (code === EQUALS || code === GREATER || code === SLASH || isSpace(code)) break;
    } while (at < html.length);
    const behindName = at;
    while (at < html.length && isSpace(html.charCodeAt(at))) at++;
    if (html.charCodeAt(at) === EQUALS) return this.#readValue(hash, at + 1);
    this.attributes.record(hash, behindName, behindName);
    return at;
  }

  #readValue(nameHash: number, start: number): number {
    const html = this.#html;
    let from = start;
    while (from < html.length && isSpace(html.charCodeAt(from))) from++;
    const first = html.charCodeAt(from);
    let to: number;
    if (first === QUOTE || first === APOSTROPHE) {
      from++;
      to = html.indexOf(first === QUOTE ? '"' : "'", from);
      if (to < 0) return html.length;
      this.attributes.record(nameHash, from, to);
      return to + 1;
    }
    for (to = from; to < html.length; to++) {
      const code = html.charCodeAt(to);
      if (code === GREATER || isSpace(code)) break;
    }
    this.attributes.record(nameHash, from, to);
    return to;
  }

  #closingTag(): boolean {
    const at = this.#readName(this.from + 2);
    if (this.#html.charCodeAt(at) === GREATER) {
      this.to = at + 1;
      return true;
    }
    this.attributes.clear();
    this.to = this.#readAttributes(at);
    return this.to <= this.#html.length;
  }

  /** Start of `</name`, or the end of the source. */
  #closingTagOf(name: string, search: number): number {
    const html = this.#html;
    for (let at = html.indexOf("</", search); at >= 0; at = html.indexOf("</", at + 2)) {
      let matched = 0;
      while (matched < name.length && (html.charCodeAt(at + 2 + matched) | 32) === name.charCodeAt(matched)) matched++;
      if (matched < name.length) continue;
      const behind = html.charCodeAt(at + 2 + matched);
      if (behind === GREATER || behind === SLASH || isSpace(behind)) return at;
    }
    return html.length;
  }

  #scriptEnd(search: number): number {
    const end = this.#closingTagOf("script", search);
    // Looked for inside the script only: to the end of the page each time would be quadratic.
    if (!this.#html.slice(search, end).includes("<!--")) return end;
    return this.#escapedScriptEnd(search);
  }

  #escapedScriptEnd(search: number): number {
    let depth = 0;
    SCRIPT_MARK.lastIndex = search;
    for (let mark = SCRIPT_MARK.exec(this.#html); mark !== null; mark = SCRIPT_MARK.exec(this.#html)) {
      if (mark[0] === "<!--") {
        if (depth === 0) depth = 1;
        // The dashes of `<!--` may be those of `-->` as well: `<!-->`.
        SCRIPT_MARK.lastIndex -= 2;
      } else if (mark[0] === "-->") depth = 0;
      else if (mark[1] === "/") {
        if (depth < 2) return mark.index;
        depth = 1;
      } else if (depth === 1) depth = 2;
    }
    return this.#html.length;
  }
}
