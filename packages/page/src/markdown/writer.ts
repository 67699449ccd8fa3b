import type { Addresses } from "../addresses.ts";
import { ATTRIBUTE, TAG, type TagAttributes, tagSet } from "../scan/scan.ts";
import { type Block, writeBlocks } from "./block.ts";
import { type Tex, texOf, texOfAddress, texOfAlt, withEnvironments } from "./formula.ts";
import { type Frame, finishFrame } from "./frame.ts";
import { InlineRun } from "./inline.ts";
import { inlineKind } from "./inline-kind.ts";
import { joinWords } from "./words.ts";

/** Elements that browsers open again in the next block when it was forgotten to close them. */
const FORMATTING = tagSet("a b big code em font i s small strike strong tt u");
const CELLS = tagSet("td th caption");

/** Writes what a page says: inline text into the run at hand, and each run that ends into the innermost frame. */
export class MarkdownWriter {
  /** Footnotes that were referred to: their places and labels. */
  readonly notes: ReadonlyMap<string, string>;
  readonly #addresses: Addresses;
  readonly #inline = new InlineRun();
  readonly #frames: Frame[] = [{ type: "flow", blocks: [] }];

  constructor(addresses: Addresses) {
    this.#addresses = addresses;
    this.notes = this.#inline.notes;
  }

  /** The frames that are open, outermost first. */
  get frames(): readonly Frame[] {
    return this.#frames;
  }

  get frame(): Frame {
    return this.#frames.at(-1) ?? { type: "flow", blocks: [] };
  }

  /** Everything written, once every frame is closed. */
  markdown(): string {
    this.endRun();
    return writeBlocks(this.frame.blocks);
  }

  text(characters: string): void {
    if (!characters.includes("\\begin{")) this.#inline.text(characters);
    else
      for (const part of withEnvironments(characters)) {
        if (typeof part === "string") this.#inline.text(part);
        else this.formula(part);
      }
  }

  push(block: Block): void {
    this.frame.blocks.push(block);
  }

  lineBreak(): void {
    if (this.#inline.endsWithBreak && !this.#inline.isInCode) this.endRun();
    else this.#inline.lineBreak();
  }

  image(attributes: TagAttributes): void {
    const image = imageOf(attributes, this.#addresses);
    if (image?.type === "formula") this.formula(image);
    else if (image?.type === "text") this.#inline.text(image.text);
    else if (image !== undefined && !this.#inline.isInCode) this.#inline.image(image);
  }

  formula({ tex, isDisplay }: Tex): void {
    if (tex === "") return;
    if (!isDisplay || this.#isIn("heading", "cell")) {
      this.#inline.formula(tex);
      return;
    }
    this.endRun();
    this.push({ type: "formula", tex });
  }

  /** A box to tick begins a list's item, and means nothing elsewhere. */
  checkbox(attributes: TagAttributes): void {
    if (this.frame.type === "item") this.#inline.markup(attributes.has(ATTRIBUTE.checked) ? "[x] " : "[ ] ");
  }

  /** Begins an inline element. @returns false where its text is not to be written */
  openInline(id: number, attributes: TagAttributes, depth: number): boolean {
    const kind = inlineKind(id, attributes, {
      addresses: this.#addresses,
      isInBold: this.#isIn("heading", "bold", "admonitionTitle"),
      isInHeading: this.#isIn("heading"),
      isInSup: this.#inline.isOpen("html"),
    });
    if (kind === "unread") return false;
    this.#inline.open(id, kind, depth);
    return true;
  }

  closeInline(id: number): void {
    this.#inline.close(id);
    // Labels may be links, one behind the other.
    if (id === TAG.a && this.frame.type === "tabLabels") this.endRun();
  }

  /** Closes the inline elements that began in a container which ends. */
  leaveContainer(id: number, depth: number): void {
    const isCell = CELLS[id] === 1;
    this.#inline.leave(depth, (inline) => !isCell && FORMATTING[inline] === 1);
  }

  openFrame(frame: Frame): void {
    this.#frames.push(frame);
  }

  /** Closes the innermost frame and hands its blocks to the one around it. */
  closeFrame(): void {
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    for (const block of finishFrame(frame, this.frame)) this.push(block);
  }

  /** Ends the run of inline text: what was written of it is a block. */
  endRun(): void {
    if (this.#inline.isEmpty) return;
    const ended = this.#inline.end();
    if (ended.type === "text") this.push({ type: "paragraph", text: ended.text });
    else if (ended.type === "code") this.push({ type: "code", code: ended.code, language: undefined });
  }

  #isIn(...types: readonly Frame["type"][]): boolean {
    return this.#frames.some(({ type }) => types.includes(type));
  }
}

type Image =
  | { readonly type: "image"; readonly alt: string; readonly src: string }
  /** A picture of a formula, or of an emoji. */
  | { readonly type: "formula"; readonly tex: string; readonly isDisplay: boolean }
  | { readonly type: "text"; readonly text: string };

const FORMULA_CLASS = /(?:^|[\s_-])(?:math|tex|latex|formula|equation)(?=$|[\s_-])/i;
const FORMULA_ADDRESS = /latex|codecogs|mathtex|mimetex|\/math\/|equation\?tex=/i;
const EMOJI_CLASS = /emoji/i;
const EMOJI_CHARACTERS = 8;
/** Pixels. Smaller images count visitors. */
const PIXEL = /^[01]$/;
const ALT_CHARACTERS = 1_000;

/** Text of an image; undefined if it has none. */
function imageOf(attributes: TagAttributes, addresses: Addresses): Image | undefined {
  const alt = joinWords(attributes.value(ATTRIBUTE.alt)).trim().slice(0, ALT_CHARACTERS);
  const classes = attributes.plain(ATTRIBUTE.class);
  const written = attributes.value(ATTRIBUTE.src).trim();
  const delimited = texOfAlt(alt);
  if (delimited !== undefined) return { type: "formula", ...delimited };
  if (alt !== "" && (FORMULA_CLASS.test(classes) || (FORMULA_ADDRESS.test(written) && /[\\^_={}]/.test(alt)))) {
    return { type: "formula", ...texOf(alt), ...(/display|block/.test(classes) && { isDisplay: true }) };
  }
  const drawn = texOfAddress(written);
  if (drawn !== undefined) return { type: "formula", ...drawn };
  if (alt !== "" && EMOJI_CLASS.test(classes) && alt.length <= EMOJI_CHARACTERS) return { type: "text", text: alt };
  if (PIXEL.test(attributes.plain(ATTRIBUTE.width))) return undefined;
  const src = addresses.resolveIfAny(addressOf(attributes, written));
  return src === undefined ? undefined : { type: "image", alt, src };
}

/** Pages that load images late keep the address elsewhere, a placeholder in its place. */
function addressOf(attributes: TagAttributes, written: string): string {
  const late = attributes.value(ATTRIBUTE.dataSrc).trim();
  if (late !== "") return late;
  if (written !== "" && !/^data:/i.test(written.slice(0, 5))) return written;
  return attributes.value(ATTRIBUTE.srcset).trim().split(/[\s,]/, 1)[0] ?? "";
}
