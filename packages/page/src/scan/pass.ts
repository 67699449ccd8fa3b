import { clip } from "../clip.ts";
import type { BlockFilter } from "../selectors.ts";
import { MAX_SETTINGS } from "./api-viewer.ts";
import { ATTRIBUTE } from "./attributes.ts";
import { BlockCode } from "./block-code.ts";
import { textOf } from "./block-text.ts";
import { isConcealed } from "./concealed.ts";
import { type Container, PageOutline, type TextBlock } from "./containers.ts";
import { type FieldType, fieldType } from "./field.ts";
import { type FormulaRange, Formulas } from "./formula.ts";
import { Head } from "./head.ts";
import { LinkList, type ScannedLink } from "./link-list.ts";
import { MARK, marksOf } from "./marks.ts";
import type { Source } from "./source.ts";
import { isHeading, KIND, kindOf, TAG, tag, tagSet } from "./tags.ts";
import { TOKEN, Tokenizer } from "./tokenizer.ts";

const BUTTON = tag("button");
const CODE = tag("code");

/** Everything one pass over a page found. */
export interface Scan {
  readonly source: Source;
  readonly head: Head;
  readonly containers: readonly Container[];
  readonly blocks: readonly TextBlock[];
  readonly stretches: readonly number[];
  readonly links: readonly ScannedLink[];
  /** Text of the first h1 that has any. */
  readonly firstHeading: string;
  readonly scripts: number;
  /** True if it has the element that an app's scripts fill. */
  readonly hasAppRoot: boolean;
  /** Fields to type into, outside its navigation, header and footer. */
  readonly fields: ReadonlySet<FieldType>;
  /** Number of pages in the frames of a frameset. */
  readonly frames: number;
  /** True for the opening tag at hand if its element is to be left out, as its own attribute or the reader's owner says. */
  isLeftOut(tokens: Tokenizer): boolean;
}

/** Most characters kept of a title and a heading; a longer one is text in the wrong element. */
const TITLE_CHARACTERS = 1_000;
/** Ids that frameworks give to the element their scripts fill. */
const APP_ROOT =
  /^(?:root|app|__next|__nuxt|___gatsby|app-root|q-app|svelte|main-app|react-root|ember-app|application)$/;
/** Opening one of these inside svg or math means that its closing tag was forgotten (HTML 13.2.6.5). */
const LEAVES_FOREIGN = tagSet(
  "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var",
);

/** Every page of a site has a search field in one of these. */
const AROUND = MARK.inert | MARK.hidden | MARK.navigation | MARK.header | MARK.footer | MARK.aside | MARK.cookie;

/** One pass over a page: see `scan`. */
export class Pass {
  readonly #source: Source;
  readonly #tokens: Tokenizer;
  readonly #outline: PageOutline;
  readonly #head = new Head();
  readonly #links: LinkList;
  #headingFrom = -1;
  #firstHeading = "";
  #scripts = 0;
  #hasAppRoot = false;
  #frames = 0;
  readonly #fields = new Set<FieldType>();

  readonly #formulas: Formulas;
  readonly #blockCode = new BlockCode();
  readonly #skips: BlockFilter | undefined;
  readonly #isLeftOut = (tokens: Tokenizer = this.#tokens) =>
    tokens.attributes.has(ATTRIBUTE.dataNosnippet) || this.#skips?.(this.#source.raw(tokens.from, tokens.to)) === true;
  readonly #leavingOut = () => (this.#isLeftOut() ? "left out" : undefined);
  readonly #concealing = () =>
    this.#leavingOut() ?? (isConcealed(this.#tokens.tag, this.#tokens.attributes) ? "unseen" : undefined);

  constructor(source: Source, skips: BlockFilter | undefined) {
    this.#source = source;
    this.#skips = skips;
    this.#formulas = new Formulas(source.html);
    this.#tokens = new Tokenizer(source);
    this.#outline = new PageOutline(source);
    this.#links = new LinkList(this.#outline);
  }

  run(): Scan {
    const tokens = this.#tokens;
    const outline = this.#outline;
    for (let token = tokens.next(); token !== TOKEN.end; token = tokens.next()) {
      if (token === TOKEN.text) outline.text(tokens.from, tokens.to);
      else if (token === TOKEN.open) this.#open(tokens.tag);
      else this.#close(tokens.tag);
    }
    this.#links.end();
    this.#heading();
    outline.end(this.#source.html.length);
    const { containers, blocks, stretches } = outline;
    return {
      source: this.#source,
      head: this.#head,
      containers,
      blocks,
      stretches,
      links: this.#links.links,
      firstHeading: this.#firstHeading,
      scripts: this.#scripts,
      hasAppRoot: this.#hasAppRoot,
      fields: this.#fields,
      frames: this.#frames,
      isLeftOut: this.#isLeftOut,
    };
  }

  #open(id: number): void {
    const { marks } = this.#outline.current;
    const kind = kindOf(id);
    if ((marks & MARK.inert) === 0) this.#head.viewer.readTag(this.#tokens.attributes);
    if ((marks & MARK.foreign) !== 0) this.#openInForeign(id);
    else if (kind === KIND.block) this.#container(id);
    else if (kind === KIND.void) this.#voidElement(id, marks);
    else if (kind === KIND.rawText) this.#rawText(id, marks);
    else if (kind === KIND.escapableText) this.#escapableText(id, marks);
    else if (kind === KIND.plainText) this.#plainText();
    else if (id === TAG.a) {
      this.#links.start(this.#tokens.attributes, { hasText: true });
      this.#outline.openInline(id, this.#leavingOut);
    } else if (id === CODE && this.#blockCode.begins(this.#tokens.attributes, marks)) this.#container(TAG.pre);
    else {
      const formula = this.#formulas.ofElement(this.#tokens.attributes);
      if (formula !== undefined && !this.#isLeftOut()) this.#formula(formula);
      this.#outline.openInline(id, (marks & MARK.code) === 0 ? this.#concealing : this.#leavingOut);
    }
  }

  /** svg and math have no raw text and no void elements; what may not stand in them ends them. */
  #openInForeign(id: number): void {
    if (LEAVES_FOREIGN[id] === 1) {
      this.#leaveForeign();
      this.#open(id);
    } else if (id === TAG.a) this.#links.start(this.#tokens.attributes, { hasText: true });
    else if (this.#tokens.selfClosing) return;
    else if (kindOf(id) === KIND.block) this.#container(id);
    else if (kindOf(id) === KIND.inline) this.#outline.openInline(id, this.#leavingOut);
  }

  #leaveForeign(): void {
    const { from } = this.#tokens;
    while ((this.#outline.current.marks & MARK.foreign) !== 0) this.#outline.closeCurrent(from);
    this.#tokens.inForeignContent = false;
  }

  #container(id: number): void {
    const { attributes, from, selfClosing } = this.#tokens;
    const { marks } = this.#outline.current;
    if (id === TAG.html) {
      if ((marks & (MARK.inert | MARK.foreign)) === 0) this.#head.readHtml(attributes);
    } else if (id === TAG.body || id === TAG.head) this.#outline.endBlock();
    else if (!selfClosing || (id !== TAG.svg && id !== TAG.math)) {
      if (attributes.has(ATTRIBUTE.id)) this.#hasAppRoot ||= APP_ROOT.test(attributes.plain(ATTRIBUTE.id));
      const isLeftOut = this.#isLeftOut();
      const formula = id === TAG.math && !isLeftOut ? this.#formulas.ofMath(attributes, this.#tokens.to) : undefined;
      if (formula !== undefined) this.#outline.formula(formula.from, formula.to);
      const shown = this.#isHeadingsButton(id) ? 0 : marksOf(id, attributes);
      const own = isLeftOut ? shown | MARK.hidden : shown;
      this.#outline.open(id, own | (formula === undefined ? 0 : MARK.hidden), from);
      if (id === TAG.h1 && this.#firstHeading === "") this.#headingFrom = this.#outline.stretches.length;
      this.#noteForeign();
    }
  }

  /** A button that is all of a heading unfolds what stands under it: its words are the heading's. */
  #isHeadingsButton(id: number): boolean {
    return id === BUTTON && isHeading(this.#outline.current.tag) && !this.#outline.hasText;
  }

  #noteForeign(): void {
    this.#tokens.inForeignContent = (this.#outline.current.marks & MARK.foreign) !== 0;
  }

  #close(id: number): void {
    const { from, to } = this.#tokens;
    if (id === TAG.a) {
      this.#links.end();
      this.#outline.closeInline(id);
    } else if (id === TAG.br) this.#outline.lineBreak();
    else if (id === CODE && this.#blockCode.ends()) this.#outline.close(TAG.pre, from, to);
    else if (kindOf(id) === KIND.inline) this.#outline.closeInline(id);
    else if (kindOf(id) === KIND.block && id !== TAG.html && id !== TAG.body && id !== TAG.head) {
      if (id === TAG.h1) this.#heading();
      this.#outline.close(id, from, to);
      this.#noteForeign();
    }
  }

  #voidElement(id: number, marks: number): void {
    const { attributes, from } = this.#tokens;
    if (id === TAG.br) this.#outline.lineBreak();
    else if (id === TAG.hr) this.#outline.rule(from);
    else if ((marks & MARK.inert) !== 0) return;
    else if (id === TAG.meta) this.#head.readMeta(attributes, marks);
    else if (id === TAG.link) this.#head.readLink(attributes);
    else if (id === TAG.base) this.#head.readBase(attributes);
    else if (id === TAG.area) {
      this.#links.start(attributes, { hasText: false });
      this.#links.end();
    } else if (id === TAG.img) this.#formula(this.#isLeftOut() ? undefined : this.#formulas.ofImage(attributes));
    else if (id === TAG.frame) {
      this.#frames++;
      this.#links.frame(attributes);
    } else if (id === TAG.input) this.#field(marks, fieldType(attributes));
  }

  #formula(range: FormulaRange | undefined): void {
    if (range !== undefined) this.#outline.formula(range.from, range.to);
  }

  #field(marks: number, type: FieldType | undefined): void {
    if (type !== undefined && (marks & AROUND) === 0) this.#fields.add(type);
  }

  #plainText(): void {
    this.#outline.endBlock();
    this.#tokens.passToEnd();
    this.#outline.text(this.#tokens.from, this.#tokens.to);
  }

  #rawText(id: number, marks: number): void {
    const { attributes } = this.#tokens;
    const type = id === TAG.script ? attributes.plain(ATTRIBUTE.type).trim().toLowerCase() : "";
    if (id === TAG.script && attributes.has(ATTRIBUTE.src))
      this.#head.viewer.readSource(attributes.plain(ATTRIBUTE.src));
    const isLeftOut = this.#isLeftOut();
    this.#tokens.passRawText(id);
    if (id !== TAG.script) return;
    const isData = type === "application/ld+json";
    if (!isData) this.#scripts++;
    if ((marks & MARK.inert) !== 0) return;
    const { from, rawEnd } = this.#tokens;
    if (type.startsWith("math/tex")) this.#formula(isLeftOut ? undefined : this.#formulas.trimmed(from, rawEnd));
    else if (isData) this.#head.readJsonLd(this.#source.raw(from, rawEnd));
    else if (rawEnd - from <= MAX_SETTINGS) this.#head.viewer.readScript(this.#source.raw(from, rawEnd));
  }

  #escapableText(id: number, marks: number): void {
    if (id === TAG.textarea) this.#field(marks, "text");
    this.#tokens.passRawText(id);
    if (id !== TAG.title || this.#head.title !== "" || (marks & MARK.inert) !== 0) return;
    const { from, rawEnd } = this.#tokens;
    this.#head.title = clip(this.#source.text(from, rawEnd).replace(/\s+/g, " ").trim(), TITLE_CHARACTERS);
  }

  /** Ends the first h1, if that is what is open. */
  #heading(): void {
    if (this.#headingFrom < 0) return;
    const { blocks, stretches, current } = this.#outline;
    if ((current.marks & MARK.inert) === 0) {
      const heading = textOf({ source: this.#source, blocks, stretches }, this.#headingFrom, stretches.length);
      this.#firstHeading = clip(heading, TITLE_CHARACTERS);
    }
    this.#headingFrom = -1;
  }
}
