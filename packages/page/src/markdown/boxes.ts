// Notes and warnings, and panels of tabs: boxes whose names Markdown keeps.
import type { Container } from "../scan/blocks.ts";
import { attributeAt, nameOf, tagSet } from "../scan/html.ts";
import { IS } from "../scan/names.ts";
import type { Scan } from "../scan/scan.ts";
import { decode } from "../scan/source.ts";
import { blockText } from "../scan/text-of.ts";
import { onOneLine } from "../text.ts";
import { bold, join, quoted, type Written } from "./written.ts";

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
    let at = this.#scan.containers[parent];
    for (let left = 2; left > 0 && at !== undefined && at.index > 0; left--, at = this.#scan.containers[at.parent])
      if (this.kindOf(at) !== "") return true;
    return false;
  }

  /** `> **Warning:** text`. @param first the element of the first block in it, where it is not divided further */
  write(kind: string, first: Container | undefined, inside: readonly Written[]): Written {
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

  /** The label of a panel: the button, or the entry of a list of tabs, of its place among its siblings. */
  labelOf(panel: Container): string {
    const known = this.#labels.get(panel.index);
    if (known !== undefined) return known;
    const { containers } = this.#scan;
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
    for (const { from } of [holder, containers[holder.parent] ?? holder]) {
      const isBefore = (at: number) => at > from && at < panel.from;
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
    const { source, html } = this.#scan;
    const marked = html.slice(from, Math.min(to, from + 2_000)).replace(/<\/?code\b[^<>]*>/gi, "`");
    return onOneLine(decode(source, marked.replace(/<[^<>]*>/g, " ")));
  }
}

function kindIn(classes: string): string {
  if (!BOX.test(classes)) return "";
  const names = classes.toLowerCase().split(/\s+/);
  return names.map((name) => name.split(/[-_]/).at(-1) ?? "").find((name) => KINDS.has(name)) ?? "";
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
