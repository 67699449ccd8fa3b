import type { TextLine } from "./lines.ts";
import type { Fault } from "./rules.ts";

export interface ParsedHead {
  /** Text of the H1; empty if there is none. */
  readonly name: string;
  readonly summary?: string;
  /** Everything else before the first section. */
  readonly details: readonly { readonly text: string; readonly line: number }[];
}

/** Line of the H1: `# name`, or a line of `=` below it. */
export interface Name {
  readonly name: string;
  /** Index of its first line and of the line behind it. */
  readonly at: number;
  readonly end: number;
}

/** The first H1 of these lines, front matter left aside. A `#name` without a space is one where there is no other. */
export function findName(lines: readonly TextLine[]): Name | undefined {
  const start = frontMatterOf(lines)?.end ?? 0;
  const find = (is: (line: TextLine, index: number) => boolean) =>
    lines.findIndex((line, index) => index >= start && is(line, index));
  const proper = find((line, index) => isH1(line) || isUnderlined(lines, index));
  const at = proper >= 0 ? proper : find(({ text, isCode }) => !isCode && /^#[\p{L}\p{N}]/u.test(text));
  const line = lines[at];
  if (line === undefined) return undefined;
  if (isUnderlined(lines, at)) return { name: line.text.trim(), at, end: at + 2 };
  return { name: line.text.trim().slice(1).trim(), at, end: at + 1 };
}

export const isH1 = ({ text, isCode }: TextLine): boolean => !isCode && /^ {0,3}#[ \t]+[^\s#]/.test(text);

/** `#name` and `##name`, which are no headings in Markdown. */
export const lacksSpace = (text: string): boolean => /^ {0,3}##?[^\s#=]/.test(text);

/** A line of text with `===` below it (CommonMark 4.3). */
function isUnderlined(lines: readonly TextLine[], index: number): boolean {
  const [line, next] = [lines[index], lines[index + 1]];
  if (line === undefined || next === undefined || line.isCode || next.isCode) return false;
  return /^ {0,3}={3,}[ \t]*$/.test(next.text) && /^ {0,3}[^\s#>=`~|*+-]/.test(line.text);
}

/** Reads what stands before the first section, given where the H1 stands in the file. */
export function readHead(all: readonly TextLine[], found: Name | undefined, faults: Fault[]): ParsedHead {
  const frontMatter = frontMatterOf(all);
  if (frontMatter !== undefined) faults.push({ rule: "front-matter", line: frontMatter.line });
  if (found === undefined) {
    faults.push({ rule: "name-missing", line: 1 });
    return { name: "", details: filled(all) };
  }
  const { name, at, end } = found;
  const line = at + 1;
  const isBehindText = filled(all.slice(frontMatter?.end ?? 0, at)).length > 0;
  if (isBehindText || at >= all.length) faults.push({ rule: "name-first", line });
  // If the name stands below the first section, the lines above that are still the head.
  if (at >= all.length) return { name, details: filled(all) };
  const own = all[at]?.text ?? "";
  if (lacksSpace(own)) faults.push({ rule: "heading-space", line });
  else if (own !== `# ${name}`) faults.push({ rule: "name-form", line });
  return { name, ...readBelow(all.slice(end), all[end - 1]?.line ?? line, faults) };
}

function readBelow(below: readonly TextLine[], nameLine: number, faults: Fault[]): Omit<ParsedHead, "name"> {
  const rest = filled(below);
  const [first] = rest;
  for (const line of rest) if (isH1(line)) faults.push({ rule: "name-repeated", line: line.line });
  if (first === undefined) {
    faults.push({ rule: "head-empty", line: nameLine });
    return { details: [] };
  }
  if (below[0]?.text !== "") faults.push({ rule: "head-spacing", line: nameLine + 1 });
  const quote = rest.findIndex(({ text, isCode }) => text.startsWith(">") && !isCode);
  if (quote < 0) return { details: rest };
  if (quote > 0) faults.push({ rule: "summary-late", line: rest[quote]?.line ?? nameLine });
  const { summary, details } = readSummary(below, rest.slice(quote), faults);
  return { ...(summary && { summary }), details: [...rest.slice(0, quote), ...details] };
}

/** @param rest from the summary's first line on */
function readSummary(below: readonly TextLine[], rest: readonly TextLine[], faults: Fault[]): Omit<ParsedHead, "name"> {
  const end = rest.findIndex(({ text, line }, index) => !text.startsWith(">") || line !== (rest[0]?.line ?? 0) + index);
  const quoted = end < 0 ? rest : rest.slice(0, end);
  const details = rest.slice(quoted.length);
  const line = quoted[0]?.line ?? 0;
  const summary = quoted
    .map(({ text }) => text.slice(1).trim())
    .join(" ")
    .trim();
  if (quoted.length > 1) faults.push({ rule: "summary-lines", line: line + 1 });
  else if (quoted[0]?.text !== `> ${summary}` || summary === "") faults.push({ rule: "summary-form", line });
  if (details.length === 0) faults.push({ rule: "summary-lost", line });
  const next = below.find((candidate) => candidate.line === line + quoted.length);
  if (next !== undefined && next.text !== "") faults.push({ rule: "head-spacing", line: next.line });
  return { ...(summary ? { summary } : {}), details };
}

interface FrontMatter {
  /** 1-based line of the first fence. */
  readonly line: number;
  /** Index of the first line below it. */
  readonly end: number;
}

/** YAML between two lines of `---`; without a second one only the first line. */
function frontMatterOf(lines: readonly TextLine[]): FrontMatter | undefined {
  const open = lines.findIndex(({ text }) => text.trim() !== "");
  if (open < 0 || lines[open]?.text.trim() !== "---") return undefined;
  const close = lines.findIndex(({ text }, index) => index > open && text.trim() === "---");
  return { line: open + 1, end: (close < 0 ? open : close) + 1 };
}

function filled(lines: readonly TextLine[]): TextLine[] {
  return lines.filter(({ text }) => text.trim() !== "");
}
