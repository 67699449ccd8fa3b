// Writes data tables, and recognises layout tables.
import type { Container } from "../scan/blocks.ts";
import { attributeAt, tagsOf } from "../scan/html.ts";
import { IS } from "../scan/names.ts";
import type { Scan } from "../scan/scan.ts";
import { cellText, join, type MarkdownBlock } from "./written.ts";

const T = tagsOf("table tr td th thead");
const NOT_SHOWN = IS.hidden | IS.unshown | IS.noscript | IS.inert;
/** Most cells that one cell may span. */
const SPAN = 1_000;
/** Longest text that is repeated in each spanned cell. */
const REPEATED = 200;

export interface Cell {
  readonly inside: readonly MarkdownBlock[];
  readonly isHeader: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly from: number;
}
export type Row = { readonly isHead: boolean; readonly cells: Cell[] };

export const numberOf = (text: string, otherwise: number): number =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text) : otherwise;

/** The rows of a table with all of its cells, empty ones included. */
export function rowsOf(
  { containers, html }: Scan,
  table: Container,
  written: ReadonlyMap<number, MarkdownBlock[]>,
): Row[] {
  const rows: Row[] = [];
  for (let at = table.index + 1; at < table.end; at++) {
    const container = containers[at];
    if (container === undefined) break;
    const { tag: id, parent, from, bits, end } = container;
    if (id === T.table) at = end - 1;
    else if ((bits & NOT_SHOWN) !== 0) continue;
    else if (id === T.tr) rows.push({ isHead: containers[parent]?.tag === T.thead, cells: [] });
    else if (id === T.td || id === T.th) {
      if (rows.length === 0) rows.push({ isHead: false, cells: [] });
      const span = (name: string) => Math.max(1, Math.min(SPAN, numberOf(attributeAt(html, from, name), 1)));
      const cell = { inside: written.get(at) ?? [], isHeader: id === T.th, from };
      rows.at(-1)?.cells.push({ ...cell, columns: span("colspan"), rows: span("rowspan") });
    }
  }
  return rows;
}

const isFilled = ({ inside }: Cell): boolean => inside.length > 0;
const isBold = ({ inside }: Cell): boolean => inside.length === 0 || /^\*\*[^*]+\*\*$/.test(cellText(inside));

/** Markdown tables of these rows, divided at heading rows; undefined for a layout table. */
export function tablesOf(html: string, rows: readonly Row[]): MarkdownBlock[] | undefined {
  const written: MarkdownBlock[] = [];
  let part: Row[] = [];
  for (const [at, row] of rows.entries()) {
    const inside = row.cells.flatMap((cell) => cell.inside);
    const isHeading = inside.length === 1 && inside[0]?.type === "heading";
    if (!isHeading) part.push(row);
    if (part.length > 0 && (isHeading || at === rows.length - 1)) {
      const text = tableOf(html, part);
      if (text === undefined) return undefined;
      if (text !== "") written.push({ type: "table", text });
      part = [];
    }
    if (isHeading) written.push(...inside);
  }
  return written.some(({ type }) => type === "table") ? written : undefined;
}

/** One table; empty if its rows are empty. */
function tableOf(html: string, rows: readonly Row[]): string | undefined {
  const filled = rows.filter((row) => row.cells.some(isFilled));
  const [first] = filled;
  if (first === undefined) return "";
  if (isForLooks(filled)) return undefined;
  const marked = filled.findIndex(({ isHead }) => !isHead);
  const isFirst =
    filled.length > 1 &&
    (first.cells.every((cell) => cell.inside.length === 0 || cell.isHeader) || first.cells.every(isBold));
  const heads = marked < 0 || filled.length < 2 ? 1 : marked > 0 ? marked : isFirst ? 1 : 0;
  const texts = spread(filled, heads);
  const head: string[] = [];
  for (const row of texts.slice(0, heads))
    for (const [at, text] of row.entries()) {
      const above = head[at];
      head[at] = above === undefined || above === text ? text : `${above} ${text}`.trim();
    }
  const body = texts.slice(heads);
  const columns = Math.max(head.length, body[0]?.length ?? 0);
  const places = Array.from({ length: columns }, (_, at) => at);
  const rules = places.map((at) =>
    [filled[heads], filled[heads - 1]]
      .map((row) => ruleOf(html, row?.cells[at]?.from ?? -1))
      .reduce((rule, above) => (rule === NO_RULE ? above : rule)),
  );
  const top = places.map((at) => (head[at] ?? "").replace(/^\*\*([^*]+)\*\*$/, "$1"));
  return [top, rules, ...body].map(lineOf).join("\n");
}

function isForLooks(rows: readonly Row[]): boolean {
  const cells = rows.flatMap((row) => row.cells);
  const hasHead = rows.some(({ isHead, cells: own }) => isHead || own.some(({ isHeader }) => isHeader));
  const width = rows.reduce((most, row) => Math.max(most, row.cells.filter(isFilled).length), 0);
  const isPart = ({ inside }: Cell) =>
    inside.some(
      ({ type, text }) => type === "code" && (hasHead ? text.split("\n").length > 20 : text.includes("\n")),
    ) ||
    (!hasHead && (inside.some(({ type }) => type === "heading") || (inside.length > 1 && join(inside).length > 400)));
  return (
    cells.some(({ inside }) => inside.some(({ type }) => type === "table")) ||
    (width < 2 && (!hasHead || rows.length < 2)) ||
    cells.some(isPart) ||
    (!hasHead && rows.length === 1 && cells.some(({ inside }) => inside.length > 1))
  );
}

/** Each cell's text in its column: a cell over several rows is repeated, one over several columns is in the first. */
function spread(rows: readonly Row[], heads: number): string[][] {
  const above: { text: string; left: number }[] = [];
  let room = 200 + 4 * rows.reduce((sum, { cells }) => sum + cells.length, 0);
  return rows.map(({ cells }, at) => {
    const row: string[] = [];
    const fill = () => {
      for (let one = above[row.length]; one !== undefined && one.left > 0 && room > 0; one = above[row.length]) {
        one.left--;
        room--;
        row.push(one.text);
      }
    };
    for (const { inside, columns, rows: over } of cells) {
      fill();
      const text = cellText(inside);
      for (let column = 0; column < columns && (column === 0 || room-- > 0); column++) {
        const own = column === 0 || at < heads - 1 ? text : "";
        above[row.length] = { text: own.length > REPEATED ? "" : own, left: Math.min(over, rows.length - at) - 1 };
        row.push(own);
      }
    }
    fill();
    return row;
  });
}

const NO_RULE = "---";
const RULES: Readonly<Record<string, string>> = { center: ":---:", right: "---:", left: ":---" };
function ruleOf(html: string, from: number): string {
  if (from < 0) return NO_RULE;
  const style = /text-align\s{0,9}:\s{0,9}(left|right|center)/i.exec(attributeAt(html, from, "style"))?.[1];
  return RULES[(style ?? attributeAt(html, from, "align")).toLowerCase()] ?? NO_RULE;
}

const lineOf = (cells: readonly string[]): string =>
  `|${cells.map((cell) => (cell === "" ? " |" : ` ${cell} |`)).join("")}`;
