import type { Addresses } from "./addresses.ts";
import { ATTRIBUTE } from "./attributes.ts";
import { codeLanguage } from "./code-language.ts";
import type { Content } from "./content.ts";
import { InlineElements } from "./inline.ts";
import type { Container } from "./outline.ts";
import type { Scan } from "./scan.ts";
import { headingLevel, isHeading, KIND, kindOf, TAG, tag, tagName, tagSet } from "./tags.ts";
import { TOKEN, Tokenizer } from "./tokenizer.ts";

/** Blocks that mean something in Markdown; the others only end what stands before them. */
const KEPT = tagSet("p ul ol li blockquote");
const TABLE_PARTS = tagSet("table tr td th");
/** Each of these moves every line in it to the right, so hostile nesting would square the text. */
const INDENTED = tagSet("ul ol li blockquote");
const INDENTS = 16;
const TABLE_BODIES = tagSet("thead tbody tfoot");
const CELLS = tagSet("td th");
const CODE_WRAPPERS = 3;

interface OpenBlock {
  readonly container: Container;
  readonly closing: string;
  /** Of the code in it; undefined where none is named. */
  readonly language: string | undefined;
  readonly startsAt: number;
}

/**
 * The main content as plain HTML, ready to become Markdown: only the text that was found to be content, links
 * absolute, code languages on the code, headings from level 2 on, no element that Markdown has no word for.
 */
export function contentFragment(scanned: Scan, content: Content, addresses: Addresses): string {
  return new Fragment(scanned, content, addresses).write();
}

class Fragment {
  readonly #scan: Scan;
  readonly #addresses: Addresses;
  readonly #tokens: Tokenizer;
  readonly #kept: Kept;
  readonly #inline = new InlineElements();
  readonly #open: OpenBlock[] = [];
  #html = "";
  /** Undefined outside code. */
  #code: { language: string | undefined; isWritten: boolean } | undefined;

  constructor(scanned: Scan, content: Content, addresses: Addresses) {
    this.#scan = scanned;
    this.#addresses = addresses;
    this.#tokens = new Tokenizer(scanned.source);
    this.#kept = keptParts(scanned, content);
  }

  write(): string {
    const tokens = this.#tokens;
    tokens.to = this.#kept.from;
    for (let token = tokens.next(); token !== TOKEN.end && tokens.from < this.#kept.to; token = tokens.next()) {
      this.#leaveBlocks(tokens.from);
      if (token === TOKEN.text) this.#text();
      else if (token === TOKEN.open) this.#openTag(tokens.tag);
      else if (this.#code === undefined) this.#html += this.#inline.close(tokens.tag);
    }
    this.#leaveBlocks(this.#scan.source.html.length);
    return this.#scan.source.characters(this.#html);
  }

  #text(): void {
    const { from, to } = this.#tokens;
    if (!this.#kept.texts.has(from)) return;
    const text = this.#scan.source.html.slice(from, to);
    if (this.#code === undefined) this.#html += this.#inline.opening() + text;
    else this.#html += this.#codeOpening() + text;
  }

  #codeOpening(): string {
    if (this.#code === undefined || this.#code.isWritten) return "";
    this.#code.isWritten = true;
    const language = this.#code.language ?? this.#wrapperLanguage();
    return language === undefined ? "<pre><code>" : `<pre><code class="language-${language}">`;
  }

  #wrapperLanguage(): string | undefined {
    return this.#open.slice(-CODE_WRAPPERS).findLast(({ language }) => language !== undefined)?.language;
  }

  #openTag(id: number): void {
    const { attributes } = this.#tokens;
    const kind = kindOf(id);
    const container = this.#kept.containers.get(this.#tokens.from);
    if (container !== undefined) this.#enterBlock(container);
    else if (kind === KIND.rawText || kind === KIND.escapableText) this.#tokens.passRawText(id);
    else if (id === TAG.br) this.#html += this.#code === undefined ? "<br>" : "\n";
    else if (this.#code !== undefined) this.#code.language ??= codeLanguage(attributes);
    else if (kind === KIND.inline) this.#inline.open(id, this.#target(attributes.value(ATTRIBUTE.href).trim()));
  }

  /** Undefined for a heading's link to itself. */
  #target(href: string): string | undefined {
    return this.#isInHeading() && href.startsWith("#") ? undefined : this.#addresses.resolveIfAny(href);
  }

  #enterBlock(container: Container): void {
    const language = codeLanguage(this.#tokens.attributes);
    const startsAt = this.#html.length;
    if (this.#code !== undefined) {
      this.#open.push({ container, closing: "", language, startsAt });
      return;
    }
    this.#html += this.#inline.endBlock();
    const [opening, closing] = this.#tagsFor(container);
    this.#html += opening;
    this.#open.push({ container, closing, language, startsAt });
    if (container.tag === TAG.pre) this.#code = { language, isWritten: false };
  }

  #tagsFor(container: Container): readonly [string, string] {
    if (this.#isInHeading()) return ["", ""];
    const isDeep = this.#open.filter(({ container: { tag: id } }) => INDENTED[id] === 1).length >= INDENTS;
    return isDeep && INDENTED[container.tag] === 1 ? ["<div>", "</div>"] : tagsFor(container, this.#kept.layoutTables);
  }

  #isInHeading(): boolean {
    return this.#open.some(({ container }) => isHeading(container.tag));
  }

  /** Ends the blocks that reach no further than this offset. */
  #leaveBlocks(at: number): void {
    for (let last = this.#open.at(-1); last !== undefined && last.container.to <= at; last = this.#open.at(-1)) {
      this.#open.pop();
      if (last.container.tag === TAG.pre && !this.#open.some(({ container }) => container.tag === TAG.pre)) {
        if (this.#code?.isWritten === true) this.#html += "</code></pre>";
        this.#code = undefined;
      } else if (this.#code !== undefined) this.#endLine(last.startsAt);
      else this.#html += this.#inline.endBlock() + last.closing;
    }
  }

  /** Some highlighters make each line of code an element, and an empty line an empty one. */
  #endLine(startsAt: number): void {
    if (this.#html.length === startsAt || !this.#html.endsWith("\n")) this.#html += "\n";
  }
}

interface Kept {
  readonly from: number;
  readonly to: number;
  /** Offsets at which text tokens of the content start. */
  readonly texts: ReadonlySet<number>;
  /** The containers that hold them, by the offset of their opening tag. */
  readonly containers: ReadonlyMap<number, Container>;
  /** Indexes of tables that are there for the looks. */
  readonly layoutTables: ReadonlySet<number>;
}

function keptParts({ containers, stretches }: Scan, { root, blocks }: Content): Kept {
  const texts = new Set<number>();
  const holding = new Set<number>();
  for (const block of blocks) {
    for (let at = block.first; at < block.last; at += 2) texts.add(stretches[at] ?? 0);
    for (let index = block.container; index >= root && !holding.has(index); index = parentOf(containers, index)) {
      holding.add(index);
    }
  }
  const inside = containers.filter(
    ({ index, tag: id, parent }) => holding.has(index) || ((CELLS[id] === 1 || IN_CODE.has(id)) && holding.has(parent)),
  );
  return {
    from: containers[root]?.from ?? 0,
    to: containers[root]?.to ?? 0,
    texts,
    containers: new Map(inside.map((container) => [container.from, container])),
    layoutTables: layoutTables(containers, inside),
  };
}

/** Empty lines of code may be elements. */
const IN_CODE = new Set([tag("div")]);

const parentOf = (containers: readonly Container[], index: number): number => containers[index]?.parent ?? -1;

/** A table that holds another, code, a heading or a cell of many paragraphs lays out a page. */
function layoutTables(containers: readonly Container[], inside: readonly Container[]): ReadonlySet<number> {
  const layout = new Set<number>();
  const paragraphsIn = new Map<number, number>();
  for (const { tag: id, parent } of inside) {
    if (id === TAG.p) paragraphsIn.set(parent, (paragraphsIn.get(parent) ?? 0) + 1);
    if (id !== TAG.table && id !== TAG.pre && !isHeading(id) && (paragraphsIn.get(parent) ?? 0) < 2) continue;
    for (let index = parent; index > 0 && !layout.has(index); index = parentOf(containers, index)) layout.add(index);
  }
  return layout;
}

function tagsFor({ index, tag: id }: Container, layout: ReadonlySet<number>): readonly [string, string] {
  if (id === TAG.pre || TABLE_BODIES[id] === 1) return ["", ""];
  if (isHeading(id)) {
    const level = Math.max(2, headingLevel(id));
    return [`<h${level}>`, `</h${level}>`];
  }
  if (id === TAG.dt) return ["<p><b>", "</b></p>"];
  if (KEPT[id] === 1 || (TABLE_PARTS[id] === 1 && !layout.has(index))) return [`<${tagName(id)}>`, `</${tagName(id)}>`];
  return ["<div>", "</div>"];
}
