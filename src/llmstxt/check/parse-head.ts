import type { Fault } from "./rules.ts";

export interface ParsedHead {
  /** Empty where there is no H1. */
  readonly name: string;
  readonly summary?: string;
  /** Everything else before the first section. */
  readonly details: readonly { readonly text: string; readonly line: number }[];
}

interface Line {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

/** Reads what stands before the first section. */
export function readHead(lines: readonly string[], faults: Fault[]): ParsedHead {
  const all = lines.map((text, index) => ({ text, line: index + 1 }));
  const start = afterFrontMatter(all, faults);
  const at = all.findIndex(({ text }, index) => index >= start && /^#\s*[^\s#]/.test(text));
  if (at < 0) {
    faults.push({ rule: "name-missing", line: 1 });
    return { name: "", details: filled(all) };
  }
  const heading = all[at] ?? { text: "", line: 1 };
  const name = heading.text.slice(1).trim();
  if (filled(all.slice(start, at)).length > 0) faults.push({ rule: "name-first", line: heading.line });
  if (heading.text !== `# ${name}`) faults.push({ rule: "name-form", line: heading.line });
  return { name, ...readBelow(all.slice(at + 1), heading.line, faults) };
}

function readBelow(below: readonly Line[], nameLine: number, faults: Fault[]): Omit<ParsedHead, "name"> {
  const rest = filled(below);
  const [first] = rest;
  for (const { text, line } of rest) if (/^#(?!#)/.test(text)) faults.push({ rule: "name-repeated", line });
  if (first === undefined) {
    faults.push({ rule: "head-empty", line: nameLine });
    return { details: [] };
  }
  if (below[0]?.text !== "") faults.push({ rule: "head-spacing", line: nameLine + 1 });
  if (!first.text.startsWith(">")) {
    const late = rest.find(({ text }) => text.startsWith(">"));
    if (late !== undefined) faults.push({ rule: "summary-late", line: late.line });
    return { details: rest };
  }
  return readSummary(below, rest, faults);
}

function readSummary(below: readonly Line[], rest: readonly Line[], faults: Fault[]): Omit<ParsedHead, "name"> {
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

/** Index of the first line below YAML front matter; 0 where there is none. */
function afterFrontMatter(lines: readonly Line[], faults: Fault[]): number {
  const open = lines.findIndex(({ text }) => text.trim() !== "");
  if (open < 0 || lines[open]?.text.trim() !== "---") return 0;
  faults.push({ rule: "front-matter", line: open + 1 });
  const close = lines.findIndex(({ text }, index) => index > open && text.trim() === "---");
  return close + 1;
}

function filled(lines: readonly Line[]): Line[] {
  return lines.filter(({ text }) => text.trim() !== "");
}
