// Joins blocks of Markdown.

/** A block as Markdown, or the parts needed to write it later: a cell writes code differently. */
export type MarkdownBlock =
  | { readonly type: "text" | "list" | "table" | "quote" | "rule"; readonly text: string }
  | { readonly type: "heading"; readonly text: string; readonly level: number }
  /** A paragraph of code only: several in a row are a block of it. `code` is the unescaped `text`. */
  | { readonly type: "line"; readonly text: string; readonly code: string; readonly language: string }
  | { readonly type: "code"; readonly text: string; readonly language: string };

/** Joins blocks with blank lines; rules at either end are dropped. */
export const join = (inside: readonly MarkdownBlock[]): string =>
  inside
    .filter(({ type }, at) => type !== "rule" || (at > 0 && at < inside.length - 1 && inside[at + 1]?.type !== "rule"))
    .map(markdownOfBlock)
    .join("\n\n");

export function markdownOfBlock(one: MarkdownBlock): string {
  if (one.type === "heading") return `${"#".repeat(one.level)} ${one.text}`;
  if (one.type !== "code") return one.text;
  const fence = "`".repeat(Math.max(3, longestRun(one.text) + 1));
  return `${fence}${one.language}\n${one.text}\n${fence}`;
}

/** Turns adjacent lines of code into a block. */
export function withBlocksOfCode(inside: readonly MarkdownBlock[]): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let lines: string[] = [];
  const end = (line: MarkdownBlock | undefined) => {
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

/** A cell is one line: its blocks are joined with `<br>`. */
export const cellText = (inside: readonly MarkdownBlock[]): string =>
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

export const bold = (text: string): MarkdownBlock => ({ type: "text", text: `**${text.replaceAll("**", "")}**` });

export const oneLine = (inside: readonly MarkdownBlock[]): string =>
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

/** Characters that may be Markdown, depending on their neighbours. */
const SPECIAL = /[\\`*_~<&\]]/g;

export const escapeText = (text: string, before: string): string =>
  text.replace(SPECIAL, (sign, at: number) =>
    isMarkup(sign, at === 0 ? before : text.charAt(at - 1), text.slice(at + 1, at + 12)) ? `\\${sign}` : sign,
  );

function isMarkup(sign: string, before: string, behind: string): boolean {
  const next = behind.charAt(0);
  const isSpace = (one: string) => one === "" || /\s/.test(one);
  switch (sign) {
    case "\\":
      return /[!-/:-@[-`{-~]/.test(next);
    case "*":
      return (next !== "" && !isSpace(next)) || (before !== "" && !isSpace(before));
    case "_":
      return !(/[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(next)) && !(isSpace(before) && isSpace(next));
    case "~":
      return next === "~" || before === "~";
    case "<":
      return /^[a-z/!?]/i.test(behind);
    case "&":
      return /^(?:[a-z][a-z0-9]{1,9};|#x?[0-9a-f]{1,7};)/i.test(behind);
    case "]":
      return next === "(";
  }
  return true;
}

/** Starts of lines that Markdown reads as a heading, a list, a quote, a rule, a fence or a footnote. */
const LINE_START =
  /^(?:(#{1,6})(?=\s|$)|([-+*>])(?=\s|$)|(>)|(\d{1,9})([.)])(?=\s|$)|(~{3,})|([-=_*])(?=[-=_* ]*$)|(\[\^[^\]\s]{1,40}\]:))/;

export const escapeLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => {
      const found = LINE_START.exec(line);
      const digits = found?.[4] ?? "";
      return found === null ? line : digits === "" ? `\\${line}` : `${digits}\\${line.slice(digits.length)}`;
    })
    .join("\n");

/** Escapes unpaired brackets, which would end a link's text. */
export function escapeBrackets(text: string): string {
  if (!/[[\]]/.test(text)) return text;
  let depth = 0;
  for (let at = 0; at < text.length && depth >= 0; at++) {
    const sign = text.charAt(at);
    if (sign === "\\") at++;
    else if (sign === "[") depth++;
    else if (sign === "]") depth--;
  }
  return depth === 0 ? text : text.replace(/\\?[[\]]/g, (sign) => (sign.startsWith("\\") ? sign : `\\${sign}`));
}

export const escapeAddress = (url: string): string =>
  url.replace(/[()<>\s\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
