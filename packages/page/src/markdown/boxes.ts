// Recognises notes, warnings and tab panels, whose labels Markdown keeps.
import type { Block, Container } from "../scan/blocks.ts";
import { attributeAt, nameOf, tagSet } from "../scan/html.ts";
import { IS } from "../scan/names.ts";
import type { Scan } from "../scan/scan.ts";
import { decode } from "../scan/source.ts";
import { blockText, textOf } from "../scan/text-of.ts";
import { onOneLine } from "../text.ts";
import { bold, join, type MarkdownBlock, quoted } from "./written.ts";

const BOXED = tagSet("div aside section article blockquote details");
const BOX =
  /(?:^|[\s_-])(?:admonition|admonitionblock|callout|custom-block|markdown-alert|alert|aside|hint|notice|message)(?=$|[\s_-])/;
// Bound: CLASS_CHARACTERS.
const BOX_TITLE =
  /admonition-?heading|(?:admonition|callout|custom-block|markdown-alert|alert|aside|hint|notice|message)[\w-]*[_-](?:title|heading|header|label)(?=$|[\s_-])|^(?:title|icon)$/i;
const KINDS = new Set(
  `note info tip hint important warning caution danger error attention success question example abstract summary seealso
   todo deprecated`.split(/\s+/),
);
const CLASS_CHARACTERS = 300;
/** Most labels and panels of one set. */
const PANELS = 50;

export class Boxes {
  readonly #scan: Scan;
  readonly #kinds = new Map<number, string>();
  readonly #labels = new Map<number, string>();

  constructor(scan: Scan) {
    this.#scan = scan;
  }

  /** The kind of a note or warning; empty for other elements. */
  kindOf(container: Container): string {
    let kind = this.#kinds.get(container.index);
    if (kind === undefined) {
      kind = BOXED[container.tag] === 0 ? "" : kindIn(this.#classOf(container));
      this.#kinds.set(container.index, kind);
    }
    return kind;
  }

  /** True for an element in a note or warning, which may be laid out as a table: icon and text. */
  isIn({ parent }: Container): boolean {
    return this.#scan.around(parent, 2).some((around) => this.kindOf(around) !== "");
  }

  /** Writes `> **Warning:** text`. @param first the element of the first block in it, if it is not divided further */
  write(kind: string, first: Container | undefined, inside: readonly MarkdownBlock[]): MarkdownBlock {
    const { text: name = "" } = inside[0] ?? {};
    const isTitled = first !== undefined && name.length <= CLASS_CHARACTERS && this.#isTitle(first);
    const rest = isTitled ? inside.slice(1) : inside;
    const [begin, ...others] = rest;
    // Bound: CLASS_CHARACTERS.
    const title = isTitled ? name.replace(/^\*\*|\*\*$|[:\s]+$/g, "") : "";
    const isOwn = title === "" || title.toLowerCase() === kind;
    const label = isOwn ? capital(title || kind) : `${capital(kind)}: ${title}`;
    const text =
      begin?.type === "text" && isOwn
        ? join([{ type: "text", text: `**${label}:** ${begin.text}` }, ...others])
        : join([bold(label), ...rest]);
    return { type: "quote", text: quoted(text) };
  }

  #isTitle(first: Container): boolean {
    let at: Container | undefined = first;
    for (; at !== undefined && at.index > 0 && this.kindOf(at) === ""; at = this.#scan.containers[at.parent])
      if (BOX_TITLE.test(this.#classOf(at)) || nameOf(at.tag) === "summary") return true;
    return BOX_TITLE.test(this.#classOf(first));
  }

  #classOf({ from }: Container): string {
    const classes = attributeAt(this.#scan.html, from, "class");
    return classes.length > CLASS_CHARACTERS ? "" : classes;
  }

  /** The label of a panel: the button or tab entry with the same position among its siblings. */
  labelOf(panel: Container): string {
    const known = this.#labels.get(panel.index);
    if (known !== undefined) return known;
    const { containers } = this.#scan;
    // A container of panels is no panel.
    if (containers.slice(panel.index + 1, panel.end).some(({ own }) => (own & IS.panel) !== 0)) return "";
    const holder = containers[panel.parent];
    const siblings = containers.slice(panel.parent, holder?.end);
    const panels = siblings.filter(({ parent, own }) => parent === panel.parent && (own & IS.panel) !== 0);
    const names = holder === undefined ? [] : this.#labelsBefore(panels[0] ?? panel, holder);
    const isEach = names.length >= Math.min(panels.length, PANELS);
    for (const [at, { index }] of panels.entries()) this.#labels.set(index, isEach ? (names[at] ?? "") : "");
    return this.#labels.get(panel.index) ?? "";
  }

  #labelsBefore(panel: Container, holder: Container): string[] {
    const { containers, labels, blocks } = this.#scan;
    // Labels in front of an earlier panel belong to that panel's set.
    const earlier = containers.findLast(({ end, own }) => end <= panel.index && (own & IS.panel) !== 0)?.from ?? 0;
    for (const { from } of [holder, containers[holder.parent] ?? holder]) {
      const isBefore = (at: number) => at > Math.max(from, earlier) && at < panel.from;
      const buttons = labels.filter((label) => isBefore(label.from)).slice(0, PANELS);
      if (buttons.length > 0) return buttons.map((label) => this.#wordsIn(label.from, label.to));
      const tabs = blocks.filter(
        ({ bits, container }) => (bits & IS.tabs) !== 0 && isBefore(containers[container]?.from ?? 0),
      );
      if (tabs.length > 0) return tabs.slice(0, PANELS).map((block) => blockText(this.#scan, block));
    }
    return [];
  }

  #wordsIn(from: number, to: number): string {
    const { html } = this.#scan;
    const marked = html.slice(from, Math.min(to, from + 2_000)).replace(/<\/?code\b[^<>]*>/gi, "`");
    return onOneLine(decode(marked.replace(/<[^<>]*>/g, " ")));
  }
}

function kindIn(classes: string): string {
  if (!BOX.test(classes)) return "";
  const names = classes.toLowerCase().split(/\s+/);
  return names.map((name) => name.split(/[-_]/).at(-1) ?? "").find((name) => KINDS.has(name)) ?? "";
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Ids of footnotes, and of references to them, as generators write them. */
const PLACE =
  /^(?:user-content-)?(?:fn(?=[-:_.\d])|footnotes?(?=[-:_.\d])|cite_note|_?ftn|_?edn|endnote)[\w:.-]{0,80}$/i;
const REFERENCE = /^#(?:user-content-)?(?:fn-?ref|footnote-?ref|cite_ref|_?ftnref|_?ednref)/i;
const LABEL = /^[\w.-]{1,20}$/;

/** True for the address of a link from a footnote back to its reference. */
export const leadsBack = (href: string): boolean => REFERENCE.test(href);

export interface Footnotes {
  /** Labels of footnotes by the addresses of their references. */
  readonly references: ReadonlyMap<string, string>;
  /** Labels of footnotes by their containers. */
  readonly places: ReadonlyMap<number, string>;
}
const NONE: Footnotes = { references: new Map(), places: new Map() };

/** Only footnotes that exist and are referred to count. */
export function footnotesOf(scan: Scan): Footnotes {
  const named = new Map<string, string>();
  for (const { href, first, last } of scan.links) {
    const place = href.slice(1);
    if (!href.startsWith("#") || !PLACE.test(place) || leadsBack(href) || named.has(place)) continue;
    const label = textOf(scan, first, last).replace(/[[\]()]/g, "");
    if (LABEL.test(label)) named.set(place, label);
  }
  if (named.size === 0) return NONE;
  const references = new Map<string, string>();
  const places = new Map<number, string>();
  for (const { index, from } of scan.containers) {
    const id = attributeAt(scan.html, from, "id");
    const label = named.get(id);
    if (label === undefined) continue;
    references.set(`#${id}`, label);
    places.set(index, label);
    named.delete(id);
  }
  return { references, places };
}

const LANGUAGE =
  /(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text|highlight)-|(?:sourceCode|brush:|highlight|hljs|syntaxhighlighter)\s{1,3}(?!(?:highlight|language|lang|hljs)\b))([a-z][a-z0-9+#_.-]{0,20})(?=$|[\s;])/i;
const ALONE =
  /^(?:bash|sh|shell|js|javascript|ts|typescript|json|yaml|toml|xml|html|css|sql|diff|python|py|ruby|go|rust|java|kotlin|swift|c|cpp|csharp|php|r|julia|scala|haskell|elixir|lua|perl)$/i;
const NO_LANGUAGE = /^(?:none|default|text|plaintext|plain|wrapper|container|block|code|tab-size)?$/;
const ALIASES: Readonly<Record<string, string>> = {
  ipython: "python",
  ipython2: "python",
  ipython3: "python",
  pycon: "python",
  shell: "bash",
  "shell-session": "console",
  "source-js": "js",
};
/** Most elements around a `<pre>` that are searched for its language. */
const BOXES = 8;

/** The language named by the code, its `<pre>` or a box around it; empty if there is none. */
export function languageOf(scan: Scan, { container, first }: Block): string {
  const { containers, html, pieces } = scan;
  const pre = containers[container];
  if (pre === undefined) return "";
  const code = html.slice(pre.from, pieces[first] ?? pre.from).indexOf("<code");
  const places = code > 0 ? [pre.from + code, pre.from] : [pre.from];
  for (const box of scan.around(pre.parent, BOXES)) places.push(box.from);
  for (const [index, at] of places.entries()) {
    const classes = attributeAt(html, at, "class");
    const lang = at === pre.from ? attributeAt(html, at, "lang") : "";
    const named =
      attributeAt(html, at, "data-language") ||
      attributeAt(html, at, "data-lang") ||
      LANGUAGE.exec(classes)?.[1] ||
      (index === 0 ? ALONE.exec(classes)?.[0] : "") ||
      // The attribute may also hold a human language.
      ALONE.exec(lang)?.[0] ||
      "";
    const language = named.trim().toLowerCase().replace(/^hl-/, "");
    if (!NO_LANGUAGE.test(language) && /^[a-z][a-z0-9+#_.-]{0,20}$/.test(language))
      return ALIASES[language] ?? language;
  }
  return "";
}
