import type { Addresses } from "../addresses.ts";
import type { Content } from "../content/content.ts";
import type { Container, Scan } from "../scan/scan.ts";
import { ATTRIBUTE, type Attributes, KIND, kindOf, TAG, TOKEN, Tokenizer, tag, tagSet } from "../scan/scan.ts";
import { type Block, writeBlocks } from "./block.ts";
import { isCodeFurniture, isUnread } from "./classes.ts";
import { Code, codeLanguage } from "./code.ts";
import { type Elements, frameOf } from "./elements.ts";
import { texOf, texWithin } from "./formula.ts";
import { type Frame, finishFrame } from "./frame.ts";
import { imageOf } from "./image.ts";
import { InlineRun } from "./inline.ts";
import { inlineKind } from "./inline-kind.ts";
import { Kept } from "./kept.ts";
import { MathMl } from "./mathml.ts";
import { isPanel, isTabList, Tabs } from "./tabs.ts";

/** Text flows through these, as through inline elements. */
const FLOWING = tagSet(
  "button label math picture map svg object video audio canvas select slot foreignobject annotation",
);
/** Elements that browsers open again in the next block when it was forgotten to close them. */
const FORMATTING = tagSet("a b big code em font i s small strike strong tt u");
const CELLS = tagSet("td th caption");
const TEX_SCRIPT = /^\s*math\/tex/i;
/** A language may be named on wrappers this far up. */
const CODE_WRAPPERS = 3;
const INPUT = tag("input");
const IMG = tag("img");

interface Open {
  readonly container: Container;
  readonly frame: Frame | undefined;
  readonly language: string | undefined;
  /** All text in it is read, even if it is no part of the content. */
  readonly isForced: boolean;
  /** Code, where it is what began it. */
  readonly code: Code | undefined;
  readonly math: MathMl | undefined;
}

/** An inline element whose text nobody reads, while it lasts. */
interface Unread {
  readonly tag: number;
  readonly openContainers: number;
  nested: number;
}

/**
 * One walk over the part of a page that holds its content: its tokens in their order, what is open around them on a
 * stack, and blocks of Markdown as they end. Linear in the size of that part.
 */
export class Conversion implements Elements {
  readonly notes: ReadonlyMap<string, string>;
  readonly #scan: Scan;
  readonly #addresses: Addresses;
  readonly #tokens: Tokenizer;
  readonly #kept: Kept;
  readonly #inline = new InlineRun();
  readonly #open: Open[] = [];
  readonly #frames: Frame[] = [{ type: "flow", blocks: [] }];
  readonly #tabs = new Tabs();
  #next: number;
  #forced = 0;
  #unread: Unread | undefined;
  #code: Code | undefined;
  #math: MathMl | undefined;

  constructor(scanned: Scan, content: Content, addresses: Addresses) {
    this.#scan = scanned;
    this.#addresses = addresses;
    this.#tokens = new Tokenizer(scanned.source);
    this.#kept = new Kept(scanned, content);
    this.#next = content.root;
    this.notes = this.#inline.notes;
  }

  run(): string {
    const tokens = this.#tokens;
    tokens.to = this.#kept.from;
    for (let token = tokens.next(); token !== TOKEN.end && tokens.from < this.#kept.to; token = tokens.next()) {
      this.#leave(tokens.from);
      if (token === TOKEN.text) this.#text();
      else if (token === TOKEN.open) this.#openTag(tokens.tag);
      else this.#closeTag(tokens.tag);
    }
    this.#leave(this.#scan.source.html.length);
    this.#endRun();
    return writeBlocks(this.#frame.blocks);
  }

  get frames(): readonly Frame[] {
    return this.#frames;
  }

  tagAround({ parent }: Container): number {
    return this.#scan.containers[parent]?.tag ?? 0;
  }

  get #frame(): Frame {
    return this.#frames.at(-1) ?? { type: "flow", blocks: [] };
  }

  #text(): void {
    const { from, to } = this.#tokens;
    if (this.#math !== undefined) {
      this.#math.text(this.#scan.source.text(from, to));
      return;
    }
    if (this.#unread !== undefined || (this.#forced === 0 && this.#code === undefined && !this.#kept.hasText(from)))
      return;
    const text = this.#scan.source.text(from, to);
    if (this.#code !== undefined) this.#code.text(text);
    else this.#inline.text(text);
  }

  #openTag(id: number): void {
    const { attributes, from } = this.#tokens;
    const container = this.#containerAt(from);
    const kind = kindOf(id);
    if (container !== undefined) this.#enter(container);
    else if (this.#math !== undefined) this.#openMath();
    else if (kind === KIND.rawText || kind === KIND.escapableText) this.#rawText(id);
    else if (this.#unread !== undefined) {
      if (id === this.#unread.tag && kind === KIND.inline) this.#unread.nested++;
    } else if (kind === KIND.void) this.#voidElement(id);
    else if (this.#code !== undefined) this.#openInCode(id);
    else if (kind === KIND.inline) this.#openInline(id, attributes);
  }

  /** The container that begins here. */
  #containerAt(from: number): Container | undefined {
    const { containers } = this.#scan;
    while ((containers[this.#next]?.from ?? Number.POSITIVE_INFINITY) < from) this.#next++;
    const container = containers[this.#next];
    return container?.from === from ? container : undefined;
  }

  #openMath(): void {
    const { attributes, from, to, selfClosing } = this.#tokens;
    if (!selfClosing)
      this.#math?.open(nameAt(this.#scan.source.html, from + 1, to), attributes.plain(ATTRIBUTE.encoding));
  }

  #rawText(id: number): void {
    const type = this.#tokens.attributes.plain(ATTRIBUTE.type);
    this.#tokens.passRawText(id);
    if (id !== TAG.script || !TEX_SCRIPT.test(type) || !this.#isShown(this.#tokens.from)) return;
    const { tex, isDisplay } = texOf(this.#scan.source.raw(this.#tokens.from, this.#tokens.rawEnd));
    this.#formula(tex, isDisplay || /mode=display/i.test(type));
  }

  /** Whether something without text stands among the content. */
  #isShown(from: number): boolean {
    if (this.#unread !== undefined) return false;
    const inside = this.#open.at(-1);
    return (
      this.#kept.isNear(from) ||
      (this.#open.length > 1 && inside !== undefined && this.#kept.holds(inside.container.index))
    );
  }

  #voidElement(id: number): void {
    const { attributes, from } = this.#tokens;
    if (id === TAG.br) this.#lineBreak();
    else if (this.#code !== undefined) return;
    else if (id === TAG.hr) {
      this.#endRun();
      if (this.#isShown(from)) this.#frame.blocks.push({ type: "rule" });
    } else if (id === IMG && this.#isShown(from)) this.#image(attributes);
    else if (
      id === INPUT &&
      attributes.plain(ATTRIBUTE.type).toLowerCase() === "checkbox" &&
      this.#frame.type === "item"
    ) {
      this.#inline.markup(attributes.has(ATTRIBUTE.checked) ? "[x] " : "[ ] ");
    }
  }

  #lineBreak(): void {
    if (this.#code !== undefined) this.#code.lineBreak();
    else if (this.#inline.endsWithBreak && !this.#inline.isInCode) this.#endRun();
    else this.#inline.lineBreak();
  }

  #image(attributes: Attributes): void {
    const image = imageOf(attributes, this.#addresses);
    if (image?.type === "formula") this.#formula(image.tex, image.isDisplay);
    else if (image?.type === "text") this.#inline.text(image.text);
    else if (image !== undefined && !this.#inline.isInCode) this.#inline.image(image);
  }

  #formula(tex: string, isDisplay: boolean): void {
    if (tex === "") return;
    if (!isDisplay || this.#frames.some(({ type }) => type === "heading" || type === "cell")) {
      this.#inline.formula(tex);
      return;
    }
    this.#endRun();
    this.#push({ type: "formula", tex });
  }

  #openInCode(id: number): void {
    const { attributes } = this.#tokens;
    if (isCodeFurniture(attributes)) this.#startUnread(id);
    else this.#code?.name(codeLanguage(attributes));
  }

  #startUnread(id: number): void {
    this.#unread = { tag: id, openContainers: this.#open.length, nested: 0 };
  }

  #openInline(id: number, attributes: Attributes): void {
    if (isUnread(attributes)) {
      this.#startUnread(id);
      return;
    }
    const { source } = this.#scan;
    const tex = texWithin(source.html, this.#tokens.to, attributes.plain(ATTRIBUTE.class));
    if (tex !== undefined && this.#kept.hasText(this.#tokens.to)) {
      const found = texOf(source.decode(tex));
      this.#formula(found.tex, found.isDisplay || /display|block/.test(attributes.plain(ATTRIBUTE.class)));
      this.#tokens.to += tex.length;
      return;
    }
    const kind = inlineKind(id, attributes, {
      addresses: this.#addresses,
      isInBold: this.#frames.some(({ type }) => type === "heading" || type === "bold" || type === "admonitionTitle"),
      isInHeading: this.#frames.some(({ type }) => type === "heading"),
      isInSup: this.#inline.isOpen("html"),
    });
    if (kind === "unread") this.#startUnread(id);
    else this.#inline.open(id, kind, this.#open.length);
  }

  #closeTag(id: number): void {
    if (this.#math !== undefined) {
      const { from, to } = this.#tokens;
      this.#math.close(nameAt(this.#scan.source.html, from + 2, to));
    } else if (this.#unread !== undefined) {
      if (this.#unread.tag !== id || kindOf(id) !== KIND.inline) return;
      if (this.#unread.nested-- === 0) this.#unread = undefined;
    } else if (id === TAG.br) this.#lineBreak();
    else if (this.#code === undefined) this.#closeInline(id);
  }

  #closeInline(id: number): void {
    this.#inline.close(id);
    // Labels may be links, one behind the other.
    if (id === TAG.a && this.#frame.type === "tabLabels") this.#endRun();
  }

  #enter(container: Container): void {
    const { attributes } = this.#tokens;
    const { tag: id } = container;
    if (this.#math !== undefined) this.#openMath();
    if (this.#math !== undefined || this.#unread !== undefined) {
      this.#openContainer(container, {});
      return;
    }
    if (id === TAG.math) {
      this.#enterMath(container);
      return;
    }
    if (this.#code !== undefined) {
      this.#enterInCode(container);
      return;
    }
    if (isTabList(attributes)) {
      this.#enterTabLabels(container);
      return;
    }
    const isForced = this.#forced > 0 && id !== TAG.svg;
    if (isForced ? isUnread(attributes) : this.#isPassedOver(container, attributes)) {
      if (isPanel(attributes)) this.#tabs.nextLabel(container.from);
      if (FLOWING[id] === 0) this.#endRun();
      this.#tokens.to = Math.max(this.#tokens.to, container.to);
      return;
    }
    if (FLOWING[id] === 0) this.#endRun();
    this.#enterBlock(container, attributes);
  }

  #isPassedOver(container: Container, attributes: Attributes): boolean {
    if (this.#kept.isOut(container.index)) return true;
    return isCodeFurniture(attributes) && !this.#kept.holds(container.index);
  }

  #enterBlock(container: Container, attributes: Attributes): void {
    const { tag: id, from } = container;
    const language = codeLanguage(attributes);
    if (id === TAG.pre) {
      const wrapper = this.#open.slice(-CODE_WRAPPERS).findLast((open) => open.language !== undefined);
      this.#code = new Code(language ?? wrapper?.language);
      this.#openContainer(container, { code: this.#code, isForced: false });
      return;
    }
    const tex = texWithin(this.#scan.source.html, this.#tokens.to, attributes.plain(ATTRIBUTE.class));
    if (tex !== undefined && this.#kept.holds(container.index)) {
      this.#formula(texOf(this.#scan.source.decode(tex)).tex, true);
      this.#tokens.to += tex.length;
      this.#openContainer(container, {});
      return;
    }
    if (isPanel(attributes) || this.#tabs.isPanelHolder(this.#open.at(-1)?.container.index)) {
      const label = this.#tabs.nextLabel(from);
      if (label !== "") this.#push({ type: "paragraph", text: `**${label}**` });
    }
    this.#tabs.notePanelHolder(container.index, attributes);
    const frame = frameOf(container, attributes, this);
    this.#openContainer(container, { frame, language, isForced: id === TAG.figcaption });
  }

  #enterTabLabels(container: Container): void {
    this.#endRun();
    this.#openContainer(container, { frame: { type: "tabLabels", blocks: [] }, isForced: true });
  }

  #enterMath(container: Container): void {
    const { attributes, to } = this.#tokens;
    if (!this.#isShown(container.from) && !this.#kept.holds(container.index)) {
      this.#tokens.to = Math.max(to, container.to);
      return;
    }
    const isDisplay = attributes.plain(ATTRIBUTE.display).toLowerCase() === "block";
    this.#math = new MathMl(attributes.value(ATTRIBUTE.alttext), isDisplay);
    this.#openContainer(container, { math: this.#math });
  }

  /** Highlighters make elements of the lines of code. */
  #enterInCode(container: Container): void {
    const { attributes } = this.#tokens;
    if (isCodeFurniture(attributes) || container.tag === TAG.button || container.tag === TAG.svg) {
      this.#tokens.to = Math.max(this.#tokens.to, container.to);
      return;
    }
    this.#code?.startLine();
    this.#openContainer(container, {});
  }

  #openContainer(container: Container, what: Partial<Open>): void {
    const { frame, language, isForced = false, code, math } = what;
    this.#open.push({ container, frame, language, isForced, code, math });
    if (frame !== undefined) this.#frames.push(frame);
    if (isForced) this.#forced++;
  }

  /** Ends the containers that reach no further than this offset. */
  #leave(at: number): void {
    for (let last = this.#open.at(-1); last !== undefined && last.container.to <= at; last = this.#open.at(-1)) {
      this.#open.pop();
      this.#close(last);
    }
  }

  #close({ container, frame, isForced, code, math }: Open): void {
    if (this.#unread !== undefined && this.#unread.openContainers > this.#open.length) this.#unread = undefined;
    if (isForced) this.#forced--;
    if (math !== undefined) this.#endMath(math);
    else if (code !== undefined) this.#endCode(code);
    else if (this.#code !== undefined) this.#code.endLine();
    else if (this.#math === undefined && (FLOWING[container.tag] === 0 || this.#frame.type === "tabLabels"))
      this.#endRun();
    const isCell = CELLS[container.tag] === 1;
    this.#inline.leave(this.#open.length, (id) => !isCell && FORMATTING[id] === 1);
    if (frame === undefined) return;
    if (frame.type !== "tabLabels" && FLOWING[container.tag] === 1) this.#endRun();
    this.#frames.pop();
    if (frame.type === "tabLabels")
      this.#tabs.add(frame.blocks, this.#scan.containers[container.parent]?.to ?? container.to);
    for (const block of finishFrame(frame, this.#frame)) this.#push(block);
  }

  #endMath(math: MathMl): void {
    this.#math = undefined;
    const { tex, isDisplay } = math.end();
    this.#formula(tex, isDisplay);
  }

  #endCode(code: Code): void {
    this.#code = undefined;
    const block = code.end();
    if (block !== undefined) this.#push(block);
  }

  /** Ends the run of inline text: what was written of it is a block. */
  #endRun(): void {
    if (this.#inline.isEmpty) return;
    const ended = this.#inline.end();
    if (ended.type === "text") this.#push({ type: "paragraph", text: ended.text });
    else if (ended.type === "code") this.#push({ type: "code", code: ended.code, language: undefined });
  }

  #push(block: Block): void {
    this.#frame.blocks.push(block);
  }
}

function nameAt(html: string, from: number, to: number): string {
  return /^[a-z:]{0,20}/i.exec(html.slice(from, Math.min(to, from + 20)))?.[0].toLowerCase() ?? "";
}
