// Blocks as Markdown, and how they stand together.

/** A block as Markdown, or what is needed to write one where it ends up: a cell writes code unlike a page. */
export type Written =
  | { readonly type: "text" | "list" | "table" | "quote" | "rule"; readonly text: string }
  | { readonly type: "heading"; readonly text: string; readonly level: number }
  /** A paragraph that is nothing but code: several are a block of it. `code` is what `text` says. */
  | { readonly type: "line"; readonly text: string; readonly code: string; readonly language: string }
  | { readonly type: "code"; readonly text: string; readonly language: string };

/** Blocks, a blank line between them; rules only where they part something. */
export const join = (inside: readonly Written[]): string =>
  inside
    .filter(({ type }, at) => type !== "rule" || (at > 0 && at < inside.length - 1 && inside[at + 1]?.type !== "rule"))
    .map(write)
    .join("\n\n");

export function write(one: Written): string {
  if (one.type === "heading") return `${"#".repeat(one.level)} ${one.text}`;
  if (one.type !== "code") return one.text;
  const fence = "`".repeat(Math.max(3, longestRun(one.text) + 1));
  return `${fence}${one.language}\n${one.text}\n${fence}`;
}

/** Lines of code that stand together are a block. */
export function withBlocksOfCode(inside: readonly Written[]): Written[] {
  const blocks: Written[] = [];
  let lines: string[] = [];
  const end = (line: Written | undefined) => {
    const text = lines.join("\n");
    if (line?.type === "line") blocks.push(text.includes("\n") ? { ...line, type: "code", text } : line);
    lines = [];
  };
  for (const [at, one] of inside.entries()) {
    if (one.type === "line") lines.push(one.code);
    else {
      end(inside[at - 1]);
      blocks.push(one);
    }
  }
  end(inside.at(-1));
  return blocks;
}

/** A cell is one line: its blocks stand between `<br>`. */
export const cellText = (inside: readonly Written[]): string =>
  inside
    .map((one) => (one.type === "code" ? codeInCell(one.text) : linesOf(one.text.replace(/^\\(?=[#>+~=-])/, ""))))
    .join("<br>")
    .replaceAll("|", "\\|");

const linesOf = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join("<br>");

const codeInCell = (code: string): string =>
  code
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => (line.includes("`") ? `\`\` ${line} \`\`` : `\`${line}\``))
    .join("<br>");

export const bold = (text: string): Written => ({
  type: "text",
  text: /^\*\*[^*]*\*\*$/.test(text) ? text : `**${text}**`,
});

export const oneLine = (inside: readonly Written[]): string =>
  inside
    .map(({ text }) => text)
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();

export const indented = (text: string, columns: number): string =>
  text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(columns)}`);

export const quoted = (text: string): string => `> ${text.replaceAll("\n", "\n> ").replace(/^> $/gm, ">")}`;

export const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
