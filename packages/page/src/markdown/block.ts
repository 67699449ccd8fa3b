/** A finished block of Markdown, or what is needed to write one where it ends up: a cell writes code unlike a page. */
export type Block =
  | { readonly type: "paragraph"; readonly text: string }
  | { readonly type: "heading"; readonly level: number; readonly text: string }
  | { readonly type: "code"; readonly code: string; readonly language: string | undefined }
  | { readonly type: "formula"; readonly tex: string }
  | { readonly type: "item"; readonly blocks: readonly Block[]; readonly number: number | undefined }
  | { readonly type: "rule" }
  /** Lists, tables, quotes: written already. */
  | { readonly type: "list" | "table" | "quote" | "note"; readonly text: string };

/** A block as Markdown, without line ends around it. */
export function writeBlock(block: Block): string {
  switch (block.type) {
    case "paragraph":
    case "list":
    case "table":
    case "quote":
    case "note":
      return block.text;
    case "heading":
      return `${"#".repeat(block.level)} ${block.text}`;
    case "code":
      return fenced(block.code, block.language);
    case "formula":
      return block.tex.includes("\n") ? `$$\n${block.tex}\n$$` : `$$${block.tex}$$`;
    case "item":
      return `- ${indent(writeBlocks(block.blocks), 2)}`;
    case "rule":
      return "---";
  }
}

/** Blocks one after another, a blank line between them; rules only where they part something. */
export function writeBlocks(blocks: readonly Block[]): string {
  const texts: string[] = [];
  let isRulePending = false;
  for (const block of blocks) {
    if (block.type === "rule") {
      isRulePending = texts.length > 0;
      continue;
    }
    const text = writeBlock(block);
    if (text === "") continue;
    if (isRulePending) texts.push("---");
    isRulePending = false;
    texts.push(text);
  }
  return texts.join("\n\n");
}

/** Moves all lines but the first to the right; blank ones stay empty. */
export function indent(text: string, columns: number): string {
  return text.includes("\n") ? text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(columns)}`) : text;
}

/** Each line of a text behind `> `. */
export const quoted = (text: string): string => `> ${text.replaceAll("\n", "\n> ").replace(/^> $/gm, ">")}`;

function fenced(code: string, language = ""): string {
  const fence = "`".repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${language}\n${code}\n${fence}`;
}

/** The longest run of backticks in a text. */
export function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
