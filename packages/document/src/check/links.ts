import { withoutEnd } from "../trim.ts";

/** A link of one line. */
export interface LineLink {
  readonly title: string;
  /** Address as written. */
  readonly url: string;
  /** Offsets of the link's start and of the text behind it. */
  readonly start: number;
  readonly end: number;
  /** `[title](url)`, and not an address alone. */
  readonly isNamed: boolean;
}

/** Signs that may begin or end a link; a sign behind a backslash is passed over. */
const MARK = /\\.|`+|[[\]]|https?:\/\//giu;

/** End of an address that stands alone: Chinese and Japanese marks follow it without a space. */
const BARE = /[^\s<>[\]"'`|\u3000-\u303f\uff00-\uffef]*/y;

/** The end of a link's target, or the next link where it has none. */
const END_OR_NEXT = /\)|\]\(/g;

/** Every link of a line, however it is written: `[title](url)`, `<url>` and addresses alone; none in code or of an image. */
export function linksIn(text: string): LineLink[] {
  return new LineReader(text).links;
}

class LineReader {
  readonly links: LineLink[] = [];
  readonly #text: string;
  readonly #lastClose: number;
  readonly #closes: Int32Array;
  readonly #codeEnds: Int32Array;
  /** Offsets of the open brackets. */
  #open: number[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#lastClose = text.lastIndexOf(")");
    this.#closes = text.includes("](") ? closesOf(text) : NOWHERE;
    this.#codeEnds = text.includes("`") ? codeEndsOf(text) : NOWHERE;
    MARK.lastIndex = 0;
    for (let mark = MARK.exec(text); mark !== null; mark = MARK.exec(text)) {
      MARK.lastIndex = this.#after(mark[0], mark.index);
    }
  }

  /** Offset at which reading goes on. */
  #after(mark: string, at: number): number {
    if (mark.startsWith("`")) return this.#codeEnds[at] || at + mark.length;
    if (mark === "[") this.#open.push(at);
    if (mark === "]") return this.#close(at);
    return mark.includes(":") ? this.#bare(at) : at + mark.length;
  }

  #close(at: number): number {
    const open = this.#open.pop();
    if (this.#text[at + 1] !== "(") return at + 1;
    const end = this.#targetEnd(at + 1);
    if (end === undefined) return at + 1;
    if (open !== undefined && this.#text[open - 1] === "!") return end;
    const start = open ?? 0;
    while ((this.links.at(-1)?.start ?? -1) > start && open !== undefined) this.links.pop();
    const title = withoutImages(this.#text.slice(open === undefined ? this.#lastEnd() : start + 1, at)).trim();
    this.links.push({ title, url: addressIn(this.#text.slice(at + 2, end - 1)), start, end, isNamed: true });
    // Links hold no links: what is still open before this one is only a bracket.
    this.#open = [];
    return end;
  }

  /** Offset behind the parenthesis that closes the one at `open`; undefined if none does. */
  #targetEnd(open: number): number | undefined {
    const own = this.#closes[open];
    if (own && !this.#text.slice(open, own).includes("](")) return own + 1;
    if (open > this.#lastClose) return undefined;
    END_OR_NEXT.lastIndex = open;
    const found = END_OR_NEXT.exec(this.#text);
    return found?.[0] === ")" ? found.index + 1 : undefined;
  }

  #bare(at: number): number {
    BARE.lastIndex = at;
    const written = BARE.exec(this.#text)?.[0] ?? "";
    const url = bareAddress(written);
    const end = at + url.length;
    // `https://` alone, and a scheme behind letters, are no addresses.
    if (url.length > "https://".length && !/[\p{L}\p{N}]/u.test(this.#text.charAt(at - 1)))
      this.links.push({ title: url, url, start: at, end, isNamed: false });
    return Math.max(end, at + 1);
  }

  #lastEnd(): number {
    return this.links.at(-1)?.end ?? 0;
  }
}

/** An address without punctuation at its end and without closing parentheses that it did not open (GFM 6.9). */
function bareAddress(written: string): string {
  let url = withoutEnd(written, ".,;:!?*_~}\\");
  let extra = url.split(")").length - url.split("(").length;
  while (extra > 0 && url.endsWith(")")) {
    url = withoutEnd(url.slice(0, -1), ".,;:!?*_~");
    extra--;
  }
  return url;
}

/** The address between the parentheses of a link: without angle brackets, and without a title in quotes. */
function addressIn(written: string): string {
  const target = written.trim();
  if (target.startsWith("<")) return target.slice(1).split(">", 1)[0]?.trim() ?? "";
  return withoutEnd(target.split(/\s/, 1)[0] ?? "", ">");
}

/** Bound: no pattern inside repeats what stands beside it. */
const withoutImages = (title: string): string => title.replace(/!\[([^[\]]*)\]\([^()]*\)/g, "$1");

/** An empty table of ends by offset; 0 means none, since nothing can end there. */
const NOWHERE = new Int32Array(0);

/** Each parenthesis that opens -> the one that closes it. */
function closesOf(text: string): Int32Array {
  const closes = new Int32Array(text.length);
  const open: number[] = [];
  for (let index = 0; index < text.length; index++) {
    if (text[index] === "(") open.push(index);
    const from = text[index] === ")" ? open.pop() : undefined;
    if (from !== undefined) closes[from] = index;
  }
  return closes;
}

/** Each run of backticks that begins code -> where the text goes on behind it: the next run as long (CommonMark 6.1). */
function codeEndsOf(text: string): Int32Array {
  const ends = new Int32Array(text.length);
  const next = new Map<number, number>();
  for (const { index, 0: run } of [...text.matchAll(/`+/g)].reverse()) {
    const end = next.get(run.length);
    if (end !== undefined) ends[index] = end;
    next.set(run.length, index + run.length);
  }
  return ends;
}
