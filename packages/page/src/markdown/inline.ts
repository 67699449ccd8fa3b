import { longestRun } from "./block.ts";
import { escapeAddress, escapeBrackets, escapeLines, escapeText } from "./escape.ts";
import { GrowingText } from "./growing-text.ts";
import { type InlineKind, isSameKind, PLAIN } from "./inline-kind.ts";
import { type EndedRun, leadOf, linesOf, link, moveEnd, NOTHING, raised, WORD } from "./inline-writing.ts";
import { joinWords } from "./words.ts";

/** An inline element that has begun and not ended. */
interface OpenInline {
  readonly tag: number;
  readonly kind: InlineKind;
  /** Number of open containers when it began. */
  readonly depth: number;
  readonly text: GrowingText;
}

/** Pages that nest deeper mean nothing by it. */
const MAX_DEPTH = 16;
const BREAK = "  \n";

/** The text of one block while it is being put together, and the inline elements that are open in it. */
export class InlineRun {
  /** Footnotes that were referred to: their places and labels. */
  readonly notes = new Map<string, string>();
  readonly #open: OpenInline[] = [];
  #text = new GrowingText();
  /** The last character written, empty at the start of a line. */
  #last = "";
  /** The place of the code element that is open, -1 outside code. */
  #codeAt = -1;
  /** The element that closed last, and its place: the same element right behind it continues it. */
  #closed = { marker: "", length: -1 };
  /** Images that say nothing: kept where they stand alone. */
  #silentImages: string[] = [];
  #codeLines: string[] = [];
  #isAllCode = true;
  #breaks = 0;
  /** Link around all of the open code, if there is one; `to` is the end of that link. */
  #codeLink = { href: "", to: -1 };

  get isEmpty(): boolean {
    if (this.#silentImages.length > 0) return false;
    return this.#last === "" && this.#text.length === 0 && this.#open.every(({ text }) => text.length === 0);
  }

  get endsWithBreak(): boolean {
    return this.#last === "\n";
  }

  get isInCode(): boolean {
    return this.#codeAt >= 0;
  }

  isOpen(type: InlineKind["type"]): boolean {
    return this.#open.some(({ kind }) => kind.type === type);
  }

  open(tag: number, kind: InlineKind, depth: number): void {
    if (this.#open.length >= MAX_DEPTH) return;
    const isRepeated = this.isInCode || this.#open.some((open) => isSameKind(open.kind, kind));
    const opened = { tag, kind: isRepeated ? PLAIN : kind, depth, text: new GrowingText() };
    if (this.isInCode && kind.type === "link") this.#noteLinkInCode(kind.href);
    if (opened.kind.type === "code") this.#codeAt = this.#open.length;
    this.#open.push(opened);
  }

  /** Code that is a link as a whole is one in Markdown, too. */
  #noteLinkInCode(href: string): void {
    const isFirst = this.#open[this.#codeAt]?.text.length === 0;
    this.#codeLink = { href: isFirst ? href : "", to: -1 };
  }

  /** Closes the last element of this name, and opens again what stood in it. */
  close(tag: number): void {
    const place = this.#open.findLastIndex((open) => open.tag === tag);
    const code = this.#open[this.#codeAt];
    if (code !== undefined && place > this.#codeAt && this.#codeLink.to < 0) this.#codeLink.to = code.text.length;
    if (place >= 0) this.#closeAt(place);
  }

  /** Closes what began where more containers were open than now, but formatting goes on, as in browsers. */
  leave(depth: number, goesOn: (tag: number) => boolean): void {
    for (let place = this.#open.length - 1; place >= 0; place--) {
      const open = this.#open[place];
      if (open !== undefined && open.depth > depth && !goesOn(open.tag)) this.#closeAt(place);
    }
  }

  #closeAt(place: number): void {
    const above = this.#open.slice(place + 1);
    this.#closeDownTo(place);
    for (const element of above) {
      if (element.kind.type === "code") this.#codeAt = this.#open.length;
      this.#open.push({ ...element, text: new GrowingText() });
    }
  }

  /** Characters as the page has them, references decoded. */
  text(characters: string): void {
    const words = joinWords(characters);
    const rest = this.#last === "" || this.#last === " " || this.#last === "\n" ? words.trimStart() : words;
    if (rest === "") return;
    const element = this.#open[this.#codeAt];
    if (element !== undefined) element.text.add(rest);
    else {
      if (rest !== " ") this.#isAllCode = false;
      this.#append(escapeText(rest, this.#last));
    }
    this.#last = rest.charAt(rest.length - 1);
  }

  /** Markdown that is written as it is. */
  markup(markdown: string): void {
    this.#isAllCode = false;
    this.#append(markdown);
    this.#last = markdown.charAt(markdown.length - 1);
  }

  /** Two dollar signs in a row would begin a formula of its own line. */
  formula(tex: string): void {
    this.markup(`${this.#last === "$" ? " " : ""}$${tex.replace(/\s+/g, " ")}$`);
  }

  image({ alt, src }: { readonly alt: string; readonly src: string }): void {
    const markdown = `![${escapeBrackets(escapeText(alt, ""))}](${escapeAddress(src)})`;
    if (alt === "") this.#silentImages.push(markdown);
    else this.markup(markdown);
  }

  lineBreak(): void {
    if (this.isEmpty) return;
    this.#breaks++;
    const element = this.#open[this.#codeAt];
    if (element !== undefined) element.text.add("\n");
    else this.#append(BREAK);
    this.#last = "\n";
  }

  /** Text since the start of the block. Open elements go on in the next block. */
  end(): EndedRun {
    const open = this.#open.slice();
    this.#closeDownTo(0);
    const text = this.#text.whole().trim();
    const ended = this.#ended(text);
    for (const element of open) this.#open.push({ ...element, text: new GrowingText() });
    this.#codeAt = this.#open.findIndex(({ kind }) => kind.type === "code");
    this.#text = new GrowingText();
    this.#last = "";
    this.#closed = { marker: "", length: -1 };
    this.#silentImages = [];
    this.#codeLines = [];
    this.#isAllCode = true;
    this.#breaks = 0;
    return ended;
  }

  #ended(text: string): EndedRun {
    if (text === "") {
      const images = this.#silentImages.join(" ");
      return images === "" ? NOTHING : { type: "text", text: images };
    }
    if (this.#isAllCode && this.#breaks > 0 && this.#codeLines.length > 1) {
      return { type: "code", code: this.#codeLines.join("\n") };
    }
    return { type: "text", text: escapeLines(linesOf(text).join(BREAK)) };
  }

  #closeDownTo(place: number): void {
    while (this.#open.length > place) {
      const element = this.#open.pop();
      if (element === undefined) return;
      if (this.#open.length === this.#codeAt) this.#codeAt = -1;
      if (element.text.length > 0) this.#write(element.kind, element.text.whole());
    }
  }

  #write(kind: InlineKind, text: string): void {
    switch (kind.type) {
      case "plain":
        return void this.#append(text);
      case "marked":
        return void this.#writeMarked(text, kind.marker);
      case "html":
        return void this.#writeAround(text, (inner) => raised(inner, kind.name));
      case "code":
        return void this.#writeCode(text);
      case "link":
        return void this.#writeAround(text, (inner) => this.#link(inner, kind.href));
      case "permalink":
        return void this.#append(WORD.test(text) ? text : " ");
      case "note":
        return void this.#writeNote(text, kind.place);
    }
    kind satisfies never;
  }

  #writeMarked(text: string, marker: string): void {
    this.#writeAround(text, (inner) => {
      const current = this.#current;
      if (this.#closed.marker === marker && this.#closed.length === current.length && current.length > marker.length) {
        current.replaceEnd(marker.length, "");
        return `${inner}${marker}`;
      }
      const lead = WORD.test(current.end.slice(-1)) ? leadOf(inner) : 0;
      return lead === inner.length ? inner : `${inner.slice(0, lead)}${marker}${inner.slice(lead)}${marker}`;
    });
    const { end, length } = this.#current;
    this.#closed = { marker: end.endsWith(marker) ? marker : "", length };
  }

  /** White space at its ends stands outside. */
  #writeAround(text: string, around: (inner: string) => string): void {
    const inner = text.trim();
    const start = inner === "" ? text.length : text.indexOf(inner.charAt(0));
    if (start > 0) this.#append(text.slice(0, start));
    if (inner === "") return;
    // Written before it is put behind the rest: it may go on with what stands there.
    this.#current.add(around(inner));
    if (start + inner.length < text.length) this.#append(text.slice(start + inner.length));
  }

  #writeCode(text: string): void {
    const code = text.trim();
    if (code === "") return;
    if (this.#open.length === 0) for (const line of text.split("\n")) this.#codeLines.push(line.trimEnd());
    const inner = code.replace(/\s+/g, " ");
    const { href, to } = this.#codeLink;
    this.#codeLink = { href: "", to: -1 };
    if (href !== "" && to >= text.trimEnd().length && !inner.includes("`")) {
      this.#append(`${/^\s/.test(text) ? " " : ""}${link(`\`${inner}\``, href)}`);
      return;
    }
    const current = this.#current;
    if (this.#closed.marker === "`" && this.#closed.length === current.length && !inner.includes("`")) {
      current.replaceEnd(1, `${inner}\``);
    } else {
      const fence = "`".repeat(inner.includes("`") ? longestRun(inner) + 1 : 1);
      const pad = inner.startsWith("`") || inner.endsWith("`") ? " " : "";
      const isApart = /^\s/.test(text) || (current.end.endsWith("`") && !current.end.endsWith("\\`"));
      current.add(`${isApart && current.length > 0 ? " " : ""}${fence}${pad}${inner}${pad}${fence}`);
    }
    this.#closed = { marker: current.end.endsWith("``") ? "" : "`", length: current.length };
    if (/\s$/.test(text.slice(-1)) && this.#last !== "\n") this.#append(" ");
  }

  #link(inner: string, href: string): string {
    const written = link(inner, href);
    // Together they would be an image.
    if (written.startsWith("[") && this.#current.end.endsWith("!")) this.#current.replaceEnd(1, "\\!");
    return written;
  }

  #writeNote(text: string, place: string): void {
    const label = text.replace(/[^\p{L}\p{N}*†‡-]+/gu, "").slice(0, 40) || String(this.notes.size + 1);
    if (!this.notes.has(place)) this.notes.set(place, label);
    this.#current.add(`[^${label}]`);
  }

  #append(text: string): void {
    if (text === "") return;
    const { marker, length } = this.#closed;
    const current = this.#current;
    if (marker !== "" && marker !== "`" && length === current.length && WORD.test(text.charAt(0))) {
      moveEnd(current, marker);
    }
    current.add(text);
  }

  get #current(): GrowingText {
    return this.#open.at(-1)?.text ?? this.#text;
  }
}
