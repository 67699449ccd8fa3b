import { type Block, indent, quoted, writeBlock, writeBlocks } from "./block.ts";
import type { TableRow } from "./spans.ts";
import { finishTable, type TableFrame } from "./table.ts";

/** An element that gathers the blocks in it and makes its own of them when it ends. */
export type Frame =
  | { readonly type: "flow"; readonly blocks: Block[] }
  | { readonly type: "heading"; readonly level: number; readonly blocks: Block[] }
  /** Terms, summaries, labels of tabs. */
  | { readonly type: "bold"; readonly blocks: Block[] }
  | { readonly type: "quote"; readonly blocks: Block[] }
  /** A note or a warning; `isGrid` if it is laid out as a table of one row, icon and text. */
  | {
      readonly type: "admonition";
      readonly kind: string;
      title: string;
      readonly isGrid: boolean;
      readonly blocks: Block[];
    }
  | { readonly type: "admonitionTitle"; readonly blocks: Block[] }
  | { readonly type: "list"; readonly start: number | undefined; readonly blocks: Block[] }
  | { readonly type: "item"; readonly number: number | undefined; readonly blocks: Block[] }
  | { readonly type: "note"; readonly label: string; readonly blocks: Block[] }
  | { readonly type: "tabLabels"; readonly blocks: Block[] }
  | { readonly type: "caption"; readonly table: TableFrame; readonly blocks: Block[] }
  | { readonly type: "row"; readonly row: TableRow; readonly table: TableFrame; readonly blocks: Block[] }
  | { readonly type: "cell"; readonly blocks: Block[] }
  | TableFrame;

/** The block of an element that ended; what it means to the frame around it is put there. */
export function finishFrame(frame: Frame, parent: Frame): readonly Block[] {
  switch (frame.type) {
    case "flow":
    case "tabLabels":
    case "cell":
      return frame.type === "flow" ? frame.blocks : [];
    case "heading": {
      const text = oneLine(frame.blocks);
      return text === "" ? [] : [{ type: "heading", level: frame.level, text }];
    }
    case "bold":
      return boldLine(frame.blocks);
    case "quote":
      return quote(frame.blocks);
    case "admonition":
      return admonition(frame);
    case "admonitionTitle":
      if (parent.type === "admonition") parent.title = oneLine(frame.blocks);
      return [];
    case "list":
      return list(frame.blocks, frame.start);
    case "item":
      return [{ type: "item", blocks: frame.blocks, number: frame.number }];
    case "note":
      return [{ type: "note", text: `[^${frame.label}]: ${indent(writeBlocks(frame.blocks), 4)}` }];
    case "caption":
      // One by one, since a spread fails on a hostile caption with more blocks than a call may have arguments.
      for (const block of captionOf(frame.blocks)) frame.table.caption.push(block);
      return [];
    case "row":
      return frame.blocks;
    case "table":
      return finishTable(frame);
  }
}

/** All text of some blocks on one line, as a heading needs it. */
export const oneLine = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => (block.type === "paragraph" ? block.text.replace(/^\\(?=[^\s\w])/, "") : writeBlock(block)))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();

const captionOf = (blocks: readonly Block[]): readonly Block[] => {
  const text = oneLine(blocks);
  return text === "" ? [] : [{ type: "paragraph", text }];
};

function boldLine(blocks: readonly Block[]): readonly Block[] {
  if (blocks.some(({ type }) => type !== "paragraph" && type !== "heading")) return blocks;
  const text = blocks
    .map((block) => ("text" in block ? block.text : ""))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
  return text === "" ? [] : [{ type: "paragraph", text: `**${text}**` }];
}

function quote(blocks: readonly Block[]): readonly Block[] {
  const text = writeBlocks(blocks);
  return text === "" ? [] : [{ type: "quote", text: quoted(text) }];
}

/** `> **Warning:** text`: any reader shows it, for any kind and in any language. */
function admonition({ kind, title, blocks }: Extract<Frame, { type: "admonition" }>): readonly Block[] {
  const isOwnName = title === "" || title.toLowerCase() === kind;
  const name = (isOwnName ? capitalised(title || kind) : `${capitalised(kind)}: ${title}`).replace(/[:\s]{1,9}$/, "");
  const [first, ...rest] = blocks;
  if (first === undefined && title === "") return [];
  const isShort = first?.type === "paragraph" && isOwnName;
  if (!isShort) return quote([{ type: "paragraph", text: `**${name}**` }, ...blocks]);
  return quote([{ type: "paragraph", text: `**${name}:** ${first.text}` }, ...rest]);
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

interface ListItem {
  readonly marker: string;
  readonly blocks: Block[];
}

function list(blocks: readonly Block[], start: number | undefined): readonly Block[] {
  const before: Block[] = [];
  const notes: Block[] = [];
  const items: ListItem[] = [];
  let next = start ?? 0;
  for (const block of blocks) {
    if (block.type === "note") notes.push(block);
    else if (block.type === "item") {
      if (writeBlocks(block.blocks) === "") continue;
      next = block.number ?? next;
      items.push({ marker: start === undefined ? "- " : `${next++}. `, blocks: [...block.blocks] });
    } else (items.at(-1)?.blocks ?? before).push(block);
  }
  const text = items.some(isLoose) ? write(items, "\n\n") : write(items, "\n");
  return [...before, ...(items.length > 0 ? [{ type: "list", text } as const] : []), ...notes];
}

/** Items of one paragraph, with a list below it at most, stand close together. */
function isLoose({ blocks: [first, ...rest] }: ListItem): boolean {
  if (rest.length === 0) return false;
  return first?.type === "list" || rest.some(({ type }) => type !== "list");
}

const write = (items: readonly ListItem[], between: string): string =>
  items
    .map(
      ({ marker, blocks }) =>
        marker + indent(blocks.map(writeBlock).join(between === "\n" ? "\n" : "\n\n"), marker.length),
    )
    .join(between);
