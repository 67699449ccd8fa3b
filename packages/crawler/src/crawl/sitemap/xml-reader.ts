/** Contents of a document, in its order. Names are in lower case, with their prefix. */
export interface XmlHandler {
  /** An empty element (`<a/>`) is closed at once. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** True if the text that comes next is wanted. */
  wantsText(): boolean;
  /** A run of text may come in parts; entities are as written. */
  text(text: string): void;
  cdata(text: string): void;
}

/** Most characters of a tag; bounds the text that is kept between two pieces. */
const MAX_TAG = 64 * 1024;

const CDATA = "<![CDATA[";

/**
 * Reads markup by its tags alone, a piece at a time, and never fails: what is malformed is passed over. Each character
 * is looked at a fixed number of times, whatever the document is.
 */
export class XmlReader {
  readonly #handler: XmlHandler;
  #rest = "";
  /** End of the comment, instruction or CDATA section that is open. */
  #until: "-->" | "?>" | "]]>" | undefined;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  write(piece: string): void {
    const source = this.#rest + piece;
    this.#rest = source.slice(this.#read(source));
    if (this.#rest.length > MAX_TAG) this.#rest = "";
  }

  /** Returns where the first token begins that is not whole. */
  #read(source: string): number {
    let at = 0;
    let tagEnd = -1;
    while (at < source.length) {
      if (this.#until !== undefined) {
        const end = source.indexOf(this.#until, at);
        const stop = end < 0 ? Math.max(at, source.length - this.#until.length + 1) : end;
        if (this.#until === "]]>" && stop > at && this.#handler.wantsText())
          this.#handler.cdata(source.slice(at, stop));
        if (end < 0) return stop;
        at = end + this.#until.length;
        this.#until = undefined;
        continue;
      }
      const open = source.indexOf("<", at);
      if (open !== at && this.#handler.wantsText())
        this.#handler.text(source.slice(at, open < 0 ? source.length : open));
      if (open < 0) return source.length;
      if (source.length - open < CDATA.length && !source.includes(">", open)) return open;
      at = this.#openSection(source, open);
      if (at > open) continue;
      // Looked for once and not at each `<`: a document may have many of these and no `>`.
      if (tagEnd < open) tagEnd = endOrLength(source, ">", open);
      const next = endOrLength(source, "<", open + 1);
      const end = Math.min(tagEnd, next);
      if (end === source.length) return open;
      this.#readTag(source.slice(open + 1, end));
      at = end === next ? end : end + 1;
    }
    return at;
  }

  /** Returns where its content begins, or `open` where none begins there. */
  #openSection(source: string, open: number): number {
    const second = source[open + 1];
    if (second !== "!" && second !== "?") return open;
    const [start, until] = source.startsWith("<!--", open)
      ? (["<!--", "-->"] as const)
      : source.startsWith(CDATA, open)
        ? ([CDATA, "]]>"] as const)
        : (["<?", "?>"] as const);
    if (!source.startsWith(start, open)) return open;
    this.#until = until;
    return open + start.length;
  }

  #readTag(inside: string): void {
    // Declarations; what a DTD holds in brackets is read as declarations of its own.
    if (inside.startsWith("!")) return;
    if (inside.startsWith("/")) {
      const end = endOfName(inside, 1);
      this.#handler.close(inside.slice(1, end < 0 ? inside.length : end).toLowerCase());
      return;
    }
    const space = endOfName(inside);
    const name = (space < 0 ? inside : inside.slice(0, space)).toLowerCase();
    this.#handler.open(name, space < 0 ? "" : inside.slice(space));
    if (inside.endsWith("/")) this.#handler.close(name);
  }
}

/** Index of the white space or slash that ends the name; -1 if the tag is its name and nothing else. */
function endOfName(inside: string, from = 0): number {
  for (let at = from; at < inside.length; at++) {
    const code = inside.charCodeAt(at);
    if (code <= 0x20 || code === 0x2f) return at;
  }
  return -1;
}

function endOrLength(source: string, found: string, from: number): number {
  const at = source.indexOf(found, from);
  return at < 0 ? source.length : at;
}
