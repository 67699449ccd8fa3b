// Similarity of two Markdown texts by kind of content: 1 - edit distance / length of the longer text, from 0 to 1.

/** The kinds of content that are scored apart. */
export const KINDS = ["text", "code", "tables", "formulas"] as const;
export type Kind = (typeof KINDS)[number];
export type Parts = Readonly<Record<Kind, string>>;

/** Fenced or indented. */
const CODE =
  /^[ \t>]*(?<fence>`{3,}|~{3,})[^\n]*\n(?<fenced>[\s\S]*?)^[ \t>]*\k<fence>[ \t]*$|(?<=^\n)(?<indented>(?: {4}|\t)[^\n]*\n(?:[ \t]*\n(?= {4}|\t)|(?: {4}|\t)[^\n]*\n)*)/gm;
const TABLE_LINE = /^[ \t>]*\|.*\|[ \t]*$/;
const FORMULA =
  /\$\$([\s\S]{1,2000}?)\$\$|(?<![\\$\w])\$(?=[^\s$])((?:[^$\n]|\n(?!\s*\n)){0,200}[^\s$\\])\$(?![\d$])|(?<!\\)\\\[((?:[^[\]]|\[[^[\]]*\]){1,2000}?)\\\]|(?<!\\)\\\(([\s\S]{1,500}?)\\\)/g;
/** A formula has one of these; words between two Markdown marks have none. */
const TEX = /\\[a-z]|[\^_=]|^\\?[a-z]$/i;

/** A Markdown text taken apart, each kind in a form that does not depend on how it may be written. */
export function partsOf(markdown: string): Parts {
  const code: string[] = [];
  const tables: string[] = [];
  const formulas: string[] = [];
  const rest = markdown
    .replace(/\r\n?/g, "\n")
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(CODE, (whole: string, _: string, fenced?: string, indented = "") => {
      if (fenced === undefined && /^\s*(?:[-*+]|\d+[.)])\s/.test(indented)) return whole;
      return keep(code, fenced ?? indented);
    })
    .split("\n")
    .filter((line) => !TABLE_LINE.test(line) || keep(tables, line) !== "\n\n")
    .join("\n")
    .replace(FORMULA, (_, ...found: (string | undefined)[]) => {
      const tex = found.slice(0, 4).find((one) => one !== undefined) ?? "";
      return TEX.test(tex) ? keep(formulas, plainTex(tex)) : _;
    });
  return { text: plain(rest), code: plainCode(code), tables: plainTables(tables), formulas: formulas.join("\n") };
}

function keep(into: string[], text: string): string {
  into.push(text);
  return "\n\n";
}

/** Words and their order: marks of emphasis, addresses and line ends may be written in many ways. */
function plain(markdown: string): string {
  return markdown
    .replace(/!\[([^\]]*)\]\([^)]*\)(?:\{[^}]*\})?/g, "")
    .replace(/\[((?:[^[\]]|\[[^\]]*\])*)\]\([^)]*\)/g, "$1")
    .replace(/<(https?:\/\/[^\s>]+)>/g, "$1")
    .replace(/<\/?[a-z][^>]*>/gi, "")
    .replace(/^[ \t>]*(?:#{1,6}[ \t]|[-*+][ \t]|\d+[.)][ \t])?/gm, "")
    .replace(/^(?:[-=*_]{3,}|:::.*|\{[^}\n]*\})$/gm, "")
    .replace(/\\(?=[!-/:-@[-`{-~])/g, "")
    .replace(/[*_`~]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** `\left(` is `(` of another size, and `x^{2}` is `x^2`. */
const plainTex = (tex: string): string =>
  tex
    .replace(/^[ \t]*>/gm, "")
    .replace(/\\(?:left|right|displaystyle)(?![a-z])/gi, "")
    .replace(/\s+/g, "")
    .replace(/([\^_])\{(\w)\}/g, "$1$2");

const plainCode = (blocks: readonly string[]): string =>
  blocks
    .map((body) =>
      body
        .replace(/^[ \t>]+|[ \t]+$/gm, "")
        .replace(/\n{2,}/g, "\n")
        .trim(),
    )
    .join("\n");

const plainTables = (lines: readonly string[]): string =>
  lines
    .filter((line) => !/^[ \t>]*\|[\s:|-]+\|[ \t]*$/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .map(plain)
        .join("|"),
    )
    .join("\n");

/** Longer texts are compared in pieces of this size: edit distance takes the square of it. */
const PIECE = 3_000;

/** undefined if neither text has this kind, or only ours does. */
export function likeness(ours: string, theirs: string): number | undefined {
  if (theirs === "") return undefined;
  const longer = Math.max(ours.length, theirs.length);
  if (longer <= PIECE) return 1 - distance(ours, theirs) / longer;
  return 1 - distance(ours.slice(0, PIECE), theirs.slice(0, PIECE)) / PIECE;
}

/** Levenshtein's distance, two rows at a time. */
function distance(a: string, b: string): number {
  let row = Uint32Array.from({ length: b.length + 1 }, (_, at) => at);
  let next = new Uint32Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    next[0] = i;
    const code = a.charCodeAt(i - 1);
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (code === b.charCodeAt(j - 1) ? 0 : 1);
      next[j] = Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    [row, next] = [next, row];
  }
  return row[b.length] ?? 0;
}
