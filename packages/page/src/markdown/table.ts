import { type Block, writeBlocks } from "./block.ts";
import { filledRows, type TableCell, type TableRow } from "./spans.ts";

export interface TableFrame {
  readonly type: "table";
  readonly rows: TableRow[];
  readonly caption: Block[];
  /** Text in the table but outside of its cells. */
  readonly blocks: Block[];
  /** True if the table's role says that it only lays out the page. */
  readonly isLayout: boolean;
}

/** Most characters of a cell with several blocks; with more the table is taken for a layout of the page. */
const CELL_CHARACTERS = 400;
/** Most lines of code in a cell; with more the table is taken for a layout of the page. */
const CELL_LINES = 20;

/** A table as a Markdown table, or as the blocks of its cells where it is there for the looks. */
export function finishTable(table: TableFrame): readonly Block[] {
  const rows = table.rows.filter(({ cells }) => cells.some(({ blocks }) => blocks.length > 0));
  if (rows.length === 0) return [...table.caption, ...table.blocks];
  if (isLayout(table, rows)) {
    return [...table.caption, ...table.blocks, ...rows.flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks))];
  }
  return [...table.caption, ...table.blocks, { type: "table", text: write(rows) }];
}

function isLayout({ isLayout: saysSo }: TableFrame, rows: readonly TableRow[]): boolean {
  const isNamed = rows.some(({ cells, isHead }) => isHead || cells.some(({ isHeader }) => isHeader));
  const cells = rows.flatMap((row) => row.cells);
  if (saysSo || cells.some(({ blocks }) => blocks.some(({ type }) => type === "table"))) return true;
  const width = rows.reduce((most, row) => Math.max(most, row.cells.length), 0);
  if (width < 2) return !isNamed || rows.length < 2;
  const isPart = isNamed ? isPartOfPage : isPartOfLayout;
  return (
    cells.some(({ blocks }) => isPart(blocks)) ||
    (!isNamed && rows.length === 1 && cells.some(({ blocks }) => blocks.length > 1))
  );
}

const isPartOfPage = (blocks: readonly Block[]): boolean =>
  blocks.some((block) => block.type === "code" && block.code.split("\n").length > CELL_LINES);

function isPartOfLayout(blocks: readonly Block[]): boolean {
  if (blocks.some((block) => block.type === "heading" || (block.type === "code" && block.code.includes("\n"))))
    return true;
  return blocks.length > 1 && writeBlocks(blocks).length > CELL_CHARACTERS;
}

function write(rows: readonly TableRow[]): string {
  const heads = headRows(rows);
  const texts = filledRows(rows, heads, cellText);
  const head = joined(texts.slice(0, heads)).map((text) => text.replace(/^\*\*([^*]+)\*\*$/, "$1"));
  const body = texts.slice(heads);
  const width = Math.max(head.length, ...body.slice(0, 1).map((cells) => cells.length));
  const aligned = rows.find((row, at) => at >= heads || !row.isHead)?.cells ?? [];
  const columns = Array.from({ length: width }, (_, at) =>
    ruleOf(rows[0]?.cells[at]?.align || aligned[at]?.align || ""),
  );
  const first = Array.from({ length: width }, (_, at) => head[at] ?? "");
  return [first, columns, ...body].map(line).join("\n");
}

const line = (cells: readonly string[]): string =>
  `|${cells.map((cell) => (cell === "" ? " |" : ` ${cell} |`)).join("")}`;

function ruleOf(align: string): string {
  if (align === "center") return ":---:";
  if (align === "right") return "---:";
  return align === "left" ? ":---" : "---";
}

/** Number of rows at the top that are the table's head. */
function headRows(rows: readonly TableRow[]): number {
  const marked = rows.findIndex(({ isHead }) => !isHead);
  if (marked > 0) return marked;
  const isAll = (wanted: (cell: TableCell) => boolean) =>
    rows[0]?.cells.every((cell) => cell.blocks.length === 0 || wanted(cell)) === true;
  if (rows.length < 2 || marked < 0) return 1;
  return isAll(({ isHeader }) => isHeader) || isAll(({ blocks }) => /^\*\*[^*]+\*\*$/.test(cellText(blocks))) ? 1 : 0;
}

/** Several rows of headings as one: each column under all that stands above it. */
function joined(heads: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...rest] = heads;
  return rest.reduce<readonly string[]>(
    (above, row) =>
      row.map((text, at) => (above[at] === undefined || above[at] === text ? text : `${above[at]} ${text}`.trim())),
    first,
  );
}

/** A cell is one line: its blocks stand between `<br>`. */
function cellText(blocks: readonly Block[]): string {
  return blocks
    .map(blockText)
    .filter((text) => text !== "")
    .join("<br>")
    .replaceAll("|", "\\|");
}

function blockText(block: Block): string {
  switch (block.type) {
    case "paragraph":
      return flat(block.text.replace(/^\\(?=[#>+~=-])/, ""));
    case "heading":
      return block.text;
    case "code":
      return block.code
        .split("\n")
        .filter((text) => text.trim() !== "")
        .map((text) => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``))
        .join("<br>");
    case "formula":
      return `$${block.tex.replace(/\s+/g, " ")}$`;
    case "item":
      return `- ${block.blocks.map(blockText).join("<br>")}`;
    case "list":
    case "table":
    case "quote":
    case "note":
      return flat(block.text);
    case "rule":
      return "";
  }
}

const flat = (text: string): string =>
  text
    .split("\n")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("<br>");
