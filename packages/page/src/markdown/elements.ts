import { ATTRIBUTE, headingLevel, isHeading, TAG, type TagAttributes, tag, tagName } from "../scan/scan.ts";
import type { Frame } from "./frame.ts";
import { isTabLabel } from "./tabs.ts";

/** An element that begins. */
export interface Element {
  readonly tag: number;
  /** The tag of the element that holds it. */
  readonly parent: number;
  readonly attributes: TagAttributes;
}

/** Open elements around one that begins. */
export interface Surroundings {
  readonly frames: readonly Frame[];
  /** Places of footnotes that were referred to, with their labels. */
  readonly notes: ReadonlyMap<string, string>;
}

/** Most frames inside one another that indent their lines; without the limit hostile nesting would square the text. */
const MAX_INDENTS = 16;
const INDENTING: ReadonlySet<Frame["type"]> = new Set<Frame["type"]>(["list", "item", "quote", "admonition", "note"]);
/** Numbers of a list beyond this are no numbers (CommonMark 5.2). */
const MAX_NUMBER = 999_999_999;
const MAX_SPAN = 1_000;
const THEAD = tag("thead");

/** The container that gathers an element's blocks; undefined for an element without a meaning in Markdown. */
export function frameOf(element: Element, around: Surroundings): Frame | undefined {
  const { frames } = around;
  if (frames.some(({ type }) => type === "heading")) return undefined;
  if (isHeading(element.tag)) return heading(element, frames.at(-1));
  const frame = partFrame(element, around) ?? indentingFrame(element, around);
  const isTooDeep = frame !== undefined && INDENTING.has(frame.type);
  return isTooDeep && frames.filter(({ type }) => INDENTING.has(type)).length >= MAX_INDENTS ? undefined : frame;
}

function heading({ tag: id, attributes }: Element, around: Frame | undefined): Frame {
  if (around?.type === "admonition" && isAdmonitionTitle(attributes.plain(ATTRIBUTE.class))) {
    return { type: "admonitionTitle", blocks: [] };
  }
  return { type: "heading", level: Math.max(2, headingLevel(id)), blocks: [] };
}

/** Parts of tables, captions, terms, labels. */
function partFrame({ tag: id, parent, attributes }: Element, { frames }: Surroundings): Frame | undefined {
  const around = frames.at(-1);
  const classes = attributes.plain(ATTRIBUTE.class);
  if (around?.type === "admonition" && classes !== "" && isAdmonitionTitle(classes))
    return { type: "admonitionTitle", blocks: [] };
  switch (tagName(id)) {
    case "table":
      // LaTeXML's: a formula of its own line, between cells that keep its distance.
      if (classes.includes("ltx_eqn_table")) return undefined;
      if (around?.type === "admonition" && around.isGrid && around.blocks.length === 0) return undefined;
      return { type: "table", rows: [], caption: [], blocks: [], isLayout: isForLooks(attributes) };
    case "tr":
      return around?.type === "table" ? newRow(around, { isHead: parent === THEAD }) : undefined;
    case "td":
    case "th":
      return tableCell(id, attributes, frames);
    case "caption":
      return around?.type === "table" ? { type: "caption", table: around, blocks: [] } : undefined;
    case "dt":
    case "summary":
      return frames.some(({ type }) => type === "bold") ? undefined : { type: "bold", blocks: [] };
    case "label":
      return isTabLabel(classes) ? { type: "bold", blocks: [] } : undefined;
  }
  return undefined;
}

function indentingFrame({ tag: id, attributes }: Element, { frames, notes }: Surroundings): Frame | undefined {
  const kind = admonitionKind(attributes.plain(ATTRIBUTE.class));
  if (kind !== undefined && id !== TAG.p && id !== TAG.li && id !== TAG.table) {
    // Some admonitions stand in an element with a class of the same name.
    const isAgain = frames.at(-1)?.type === "admonition";
    const isGrid = attributes.plain(ATTRIBUTE.class).includes("admonitionblock");
    if (!isAgain) return { type: "admonition", kind, title: "", isGrid, blocks: [] };
  }
  const own = listFrame(id, attributes, notes);
  if (own !== undefined) return own;
  const label = notes.size === 0 ? undefined : notes.get(attributes.plain(ATTRIBUTE.id));
  return label === undefined ? undefined : { type: "note", label, blocks: [] };
}

function listFrame(id: number, attributes: TagAttributes, notes: ReadonlyMap<string, string>): Frame | undefined {
  switch (tagName(id)) {
    case "ul":
    case "menu":
      return { type: "list", start: undefined, blocks: [] };
    case "ol":
      return { type: "list", start: numberOf(attributes, ATTRIBUTE.start) ?? 1, blocks: [] };
    case "li":
      return item(attributes, notes);
    case "blockquote":
      return { type: "quote", blocks: [] };
  }
  return undefined;
}

function item(attributes: TagAttributes, notes: ReadonlyMap<string, string>): Frame {
  const label = notes.size === 0 ? undefined : notes.get(attributes.plain(ATTRIBUTE.id));
  if (label !== undefined) return { type: "note", label, blocks: [] };
  return { type: "item", number: numberOf(attributes, ATTRIBUTE.value), blocks: [] };
}

function numberOf(attributes: TagAttributes, attribute: number): number | undefined {
  if (!attributes.has(attribute)) return undefined;
  const number = Number.parseInt(attributes.plain(attribute), 10);
  return number >= 0 && number <= MAX_NUMBER ? number : undefined;
}

const isForLooks = (attributes: TagAttributes): boolean =>
  /^(?:presentation|none)$/i.test(attributes.plain(ATTRIBUTE.role));

type OpenTable = Extract<Frame, { type: "table" }>;
type RowFrame = Extract<Frame, { type: "row" }>;

function newRow(table: OpenTable, { isHead }: { readonly isHead: boolean }): RowFrame {
  const row = { cells: [], isHead };
  table.rows.push(row);
  return { type: "row", row, table, blocks: [] };
}

/** Cells are such only right inside their table: elsewhere they are blocks like any other. */
function tableCell(id: number, attributes: TagAttributes, frames: readonly Frame[]): Frame | undefined {
  const around = frames.at(-1);
  if (around?.type !== "row" && around?.type !== "table") return undefined;
  const row = around.type === "row" ? around.row : (around.rows.at(-1) ?? newRow(around, { isHead: false }).row);
  const cell: Extract<Frame, { type: "cell" }> = { type: "cell", blocks: [] };
  row.cells.push({
    blocks: cell.blocks,
    isHeader: id === TAG.th,
    columns: spanOf(attributes, ATTRIBUTE.colspan),
    rows: spanOf(attributes, ATTRIBUTE.rowspan),
    align: alignOf(attributes),
  });
  return cell;
}

const spanOf = (attributes: TagAttributes, attribute: number): number =>
  attributes.has(attribute) ? Math.max(1, Math.min(MAX_SPAN, numberOf(attributes, attribute) ?? 1)) : 1;

function alignOf(attributes: TagAttributes): string {
  const styled = /text-align\s{0,9}:\s{0,9}(left|right|center)/i.exec(attributes.plain(ATTRIBUTE.style))?.[1];
  const said = (styled ?? attributes.plain(ATTRIBUTE.align)).toLowerCase();
  return /^(?:left|right|center)$/.test(said) ? said : "";
}

/** Class names that generators give to an admonition and to its title. */
const BOX =
  /(?:^|[\s_-])(?:admonition|admonitionblock|callout|custom-block|markdown-alert|alert|aside|blockquote-tag|hint|notice|message)(?=$|[\s_-])/;
/** Bound: CLASS_CHARACTERS. */
const TITLE =
  /admonition-?heading|(?:admonition|callout|custom-block|markdown-alert|alert|aside|hint|notice|message)[\w-]*[_-](?:title|heading|header|label)(?=$|[\s_-])/i;
const KINDS: ReadonlySet<string> = new Set(
  "note info tip hint important warning caution danger error attention success question bug example quote abstract summary seealso todo failure check deprecated".split(
    " ",
  ),
);
/** Most characters of a class attribute that is looked at; longer ones list utility classes by the dozen. */
const CLASS_CHARACTERS = 300;

/** The kind that the classes of an admonition's box name; undefined for any other element. */
function admonitionKind(classes: string): string | undefined {
  if (classes.length > CLASS_CHARACTERS || !BOX.test(classes)) return classes === "warning" ? classes : undefined;
  for (const name of classes.toLowerCase().split(/\s+/)) {
    const kind = name.split(/[-_]+/).at(-1) ?? "";
    if (KINDS.has(kind)) return kind === "seealso" ? "see also" : kind;
  }
  return undefined;
}

/** True for the classes of an admonition's title. */
const isAdmonitionTitle = (classes: string): boolean =>
  classes.length <= CLASS_CHARACTERS && (TITLE.test(classes) || /^(?:title|icon)$/.test(classes));
