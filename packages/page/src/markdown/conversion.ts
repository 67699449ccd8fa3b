import type { Addresses } from "../addresses.ts";
import type { Content } from "../content/content.ts";
import type { Container, Scan } from "../scan/scan.ts";
import { ATTRIBUTE, KIND, kindOf, TAG, type TagAttributes, TOKEN, Tokenizer, tag, tagSet } from "../scan/scan.ts";
import { isCodeFurniture, isLanguageLabel, isUnread } from "./classes.ts";
import { Code, codeLanguage, isCodeBox, loneLanguage, preLanguage } from "./code.ts";
import { frameOf } from "./elements.ts";
import { texAttribute } from "./formula.ts";
import { FormulaReader, texOfScript } from "./formula-reader.ts";
import type { Frame } from "./frame.ts";
import { Kept } from "./kept.ts";
import { MathMl } from "./mathml.ts";
import { type OpenElement, OpenElements } from "./open-elements.ts";
import { isPanel, isTabList, Tabs } from "./tabs.ts";
import { Unread } from "./unread.ts";
import { MarkdownWriter } from "./writer.ts";

/** Text flows through these, as through inline elements. */
const FLOWING = tagSet(
  "button label math picture map svg object video audio canvas select slot foreignobject annotation",
);
const INPUT = tag("input");
const IMG = tag("img");
const CODE = tag("code");
/** In svg an element of a name that is not known may end at once: nothing closes it. */
const UNCOUNTED = -1;

/**
 * One walk over the part of a page that holds its content: its tokens in their order, what is open around them on a
 * stack, and blocks of Markdown as they end. Linear in the size of that part.
 */
export class Conversion {
  readonly #scan: Scan;
  readonly #tokens: Tokenizer;
  readonly #kept: Kept;
  readonly #writer: MarkdownWriter;
  readonly #open: OpenElements;
  readonly #tabs = new Tabs();
  readonly #formulas: FormulaReader;
  #unread: Unread | undefined;
  #code: Code | undefined;
  #math: MathMl | undefined;

  constructor(scanned: Scan, content: Content, addresses: Addresses) {
    this.#scan = scanned;
    this.#tokens = new Tokenizer(scanned.source);
    this.#kept = new Kept(scanned, content);
    this.#formulas = new FormulaReader(scanned.source, this.#tokens);
    this.#open = new OpenElements(scanned.containers, content.root);
    this.#writer = new MarkdownWriter(addresses);
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
    return this.#writer.markdown();
  }

  #text(): void {
    const { from, to } = this.#tokens;
    const isShown = this.#code !== undefined || this.#open.isForced || this.#kept.hasText(from);
    if (this.#math !== undefined) this.#math.text(this.#scan.source.text(from, to));
    else if (this.#unread === undefined && isShown) (this.#code ?? this.#writer).text(this.#scan.source.text(from, to));
  }

  #openTag(id: number): void {
    const { attributes, from, selfClosing } = this.#tokens;
    const container = this.#open.startingAt(from);
    const kind = kindOf(id);
    if (container !== undefined) this.#enter(container);
    else if (this.#math !== undefined) this.#openMath();
    else if (kind === KIND.rawText || kind === KIND.escapableText) this.#rawText(id);
    else if (this.#unread !== undefined) this.#unread.open(selfClosing ? UNCOUNTED : id);
    else if (kind === KIND.void) this.#voidElement(id);
    else if (this.#code !== undefined) this.#openInCode(id);
    else if (kind === KIND.inline) this.#openInline(id, attributes);
  }

  #openMath(): void {
    const { from, to, selfClosing } = this.#tokens;
    const tag = this.#scan.source.html.slice(from + 1, to);
    if (this.#scan.isLeftOut(this.#tokens)) this.#math?.leaveOut();
    this.#math?.open(tag);
    if (selfClosing) this.#math?.close(tag);
  }

  #rawText(id: number): void {
    const type = this.#tokens.attributes.plain(ATTRIBUTE.type);
    const isFormula = id === TAG.script && /^\s*math\//i.test(type) && !this.#scan.isLeftOut(this.#tokens);
    this.#tokens.passRawText(id);
    if (!isFormula || !this.#isShown(this.#tokens.from)) return;
    const formula = texOfScript(type, this.#scan.source.raw(this.#tokens.from, this.#tokens.rawEnd));
    if (formula !== undefined) this.#writer.formula(formula);
  }

  /** True if something without text stands among the content. */
  #isShown(from: number): boolean {
    if (this.#unread !== undefined) return false;
    const { count, innermost } = this.#open;
    return this.#kept.isNear(from) || (count > 1 && innermost !== undefined && this.#kept.holds(innermost.index));
  }

  #voidElement(id: number): void {
    const { attributes, from } = this.#tokens;
    if (id === TAG.br) (this.#code ?? this.#writer).lineBreak();
    else if (this.#code !== undefined || this.#scan.isLeftOut(this.#tokens)) return;
    else if (id === TAG.hr) {
      this.#writer.endRun();
      if (this.#isShown(from)) this.#writer.push({ type: "rule" });
    } else if (id === IMG && this.#isShown(from)) this.#writer.image(attributes);
    else if (id === INPUT && attributes.plain(ATTRIBUTE.type).toLowerCase() === "checkbox")
      this.#writer.checkbox(attributes);
  }

  #openInCode(id: number): void {
    const { attributes } = this.#tokens;
    const isUnread = isCodeFurniture(attributes) || this.#scan.isLeftOut(this.#tokens);
    if (isUnread) this.#unread = new Unread(id, this.#open.count);
    else this.#code?.name(codeLanguage(attributes) ?? (id === CODE ? loneLanguage(attributes) : undefined));
  }

  #openInline(id: number, attributes: TagAttributes): void {
    const { from } = this.#tokens;
    const isLeftOut = this.#scan.isLeftOut(this.#tokens);
    const drawn = this.#formulas.drawn();
    const tex = drawn ?? texAttribute(attributes);
    if (tex !== undefined && !isLeftOut && this.#isShown(from)) this.#writer.formula(tex);
    if (drawn !== undefined) return;
    const isLabel = this.#open.language !== undefined && isLanguageLabel(attributes);
    if (tex !== undefined || isLeftOut || isLabel || isUnread(attributes, id)) {
      this.#unread = new Unread(id, this.#open.count);
      return;
    }
    const held = this.#kept.hasText(this.#tokens.to) ? this.#formulas.held(id) : undefined;
    if (held !== undefined) this.#writer.formula(held);
    else if (!this.#writer.openInline(id, attributes, this.#open.count))
      this.#unread = new Unread(id, this.#open.count);
  }

  #closeTag(id: number): void {
    if (this.#math !== undefined) {
      const { from, to } = this.#tokens;
      this.#math.close(this.#scan.source.html.slice(from + 2, to));
    } else if (this.#unread !== undefined) {
      if (this.#unread.close(id)) this.#unread = undefined;
    } else if (id === TAG.br) (this.#code ?? this.#writer).lineBreak();
    else if (this.#code === undefined) this.#writer.closeInline(id);
  }

  #enter(container: Container): void {
    const { attributes } = this.#tokens;
    const { tag: id } = container;
    if (this.#math !== undefined) this.#openMath();
    if (this.#math !== undefined || this.#unread !== undefined) {
      this.#open.push({ container });
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
    const isForced = this.#open.isForced && id !== TAG.svg;
    const isUnseen = () => isUnread(attributes, id) || this.#scan.isLeftOut(this.#tokens);
    if (isForced ? isUnseen() : this.#isPassedOver(container, attributes)) {
      if (isPanel(attributes)) this.#tabs.nextLabel(container.from);
      if (FLOWING[id] === 0) this.#writer.endRun();
      this.#tokens.to = Math.max(this.#tokens.to, container.to);
      return;
    }
    if (FLOWING[id] === 0) this.#writer.endRun();
    this.#enterBlock(container, attributes);
  }

  #isPassedOver(container: Container, attributes: TagAttributes): boolean {
    if (this.#kept.isOut(container.index)) return true;
    return isCodeFurniture(attributes) && !this.#kept.holds(container.index);
  }

  #enterBlock(container: Container, attributes: TagAttributes): void {
    const { tag: id } = container;
    const language = codeLanguage(attributes);
    const isDrawn = isCodeBox(attributes);
    if (id === TAG.pre || isDrawn) {
      const isIndented = this.#tokens.tag === CODE;
      this.#code = new Code({ language: preLanguage(attributes) ?? this.#open.language, isDrawn, isIndented });
      this.#open.push({ container, code: this.#code });
      return;
    }
    const formula = this.#kept.holds(container.index) ? this.#formulas.held(id) : undefined;
    if (formula !== undefined) {
      this.#writer.formula({ ...formula, isDisplay: true });
      this.#open.push({ container });
      return;
    }
    const label = this.#tabs.labelOf(container, attributes);
    if (label !== "") this.#writer.push({ type: "paragraph", text: `**${label}**` });
    const parent = this.#scan.containers[container.parent]?.tag ?? 0;
    const frame = frameOf({ tag: id, parent, attributes }, this.#writer);
    if (frame !== undefined) this.#writer.openFrame(frame);
    this.#open.push({ container, frame, language, isForced: id === TAG.figcaption });
  }

  #enterTabLabels(container: Container): void {
    const frame: Frame = { type: "tabLabels", blocks: [] };
    this.#writer.endRun();
    this.#writer.openFrame(frame);
    this.#open.push({ container, frame, isForced: true });
  }

  #enterMath(container: Container): void {
    const { attributes, to } = this.#tokens;
    const isShown = this.#isShown(container.from) || this.#kept.holds(container.index);
    if (!isShown || this.#scan.isLeftOut(this.#tokens)) {
      this.#tokens.to = Math.max(to, container.to);
      return;
    }
    const isDisplay = attributes.plain(ATTRIBUTE.display).toLowerCase() === "block";
    this.#math = new MathMl({ alttext: attributes.value(ATTRIBUTE.alttext), isDisplay });
    this.#open.push({ container, math: this.#math });
  }

  /** Highlighters make elements of the lines of code. */
  #enterInCode(container: Container): void {
    const isTool =
      isCodeFurniture(this.#tokens.attributes) || container.tag === TAG.button || container.tag === TAG.svg;
    if (isTool || this.#scan.isLeftOut(this.#tokens)) {
      this.#tokens.to = Math.max(this.#tokens.to, container.to);
      return;
    }
    this.#code?.startLine();
    this.#open.push({ container });
  }

  /** Ends the containers that reach no further than this offset. */
  #leave(at: number): void {
    for (let ended = this.#open.popEnded(at); ended !== undefined; ended = this.#open.popEnded(at)) this.#close(ended);
  }

  #close({ container, frame, code, math }: OpenElement): void {
    if (this.#unread?.isLeft(this.#open.count)) this.#unread = undefined;
    if (math !== undefined) {
      this.#math = undefined;
      this.#writer.formula(math.end());
    } else if (code !== undefined) {
      this.#code = undefined;
      const tex = code.tex();
      if (tex !== undefined) this.#writer.formula({ tex, isDisplay: true });
      else for (const block of code.end()) this.#writer.push(block);
    } else if (this.#code !== undefined) this.#code.endLine();
    else if (this.#math === undefined && (FLOWING[container.tag] === 0 || this.#writer.frame.type === "tabLabels"))
      this.#writer.endRun();
    this.#writer.leaveContainer(container.tag, this.#open.count);
    if (frame !== undefined) this.#closeFrame(frame, container);
  }

  #closeFrame(frame: Frame, { tag: id, parent, to }: Container): void {
    if (frame.type === "tabLabels") this.#tabs.add(frame.blocks, this.#scan.containers[parent]?.to ?? to);
    else if (FLOWING[id] === 1) this.#writer.endRun();
    this.#writer.closeFrame();
  }
}
