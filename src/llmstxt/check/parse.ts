import { type ParsedHead, readHead } from "./parse-head.ts";
import { type ParsedItem, readItem } from "./parse-item.ts";
import type { Fault } from "./rules.ts";

export interface ParsedSection {
  readonly name: string;
  /** 1-based line of its heading. */
  readonly line: number;
  readonly items: readonly ParsedItem[];
}

/** What a reader gets from an llms.txt, and where it strays from docs/document.md. */
export interface ParsedLlmsTxt extends ParsedHead {
  readonly sections: readonly ParsedSection[];
  readonly faults: readonly Fault[];
}

/**
 * Reads an llms.txt by the strict grammar of docs/document.md. Where the text strays, the nearest reading is taken and
 * the fault named, so that a file by any hand can be compared. Never throws.
 */
export function parseLlmsTxt(text: string): ParsedLlmsTxt {
  const faults: Fault[] = [];
  const lines = linesOf(text, faults);
  const first = lines.findIndex((line) => line.startsWith("##"));
  const headEnd = first < 0 ? lines.length : first;
  const head = readHead(lines.slice(0, headEnd), faults);
  const sections = readSections(lines, headEnd, faults);
  return { ...head, sections, faults: faults.sort((a, b) => a.line - b.line) };
}

function linesOf(text: string, faults: Fault[]): string[] {
  if (text.startsWith("\uFEFF")) faults.push({ rule: "byte-order-mark", line: 1 });
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  const carriage = lines.findIndex((line) => line.includes("\r"));
  if (carriage >= 0) faults.push({ rule: "carriage-return", line: carriage + 1 });
  const last = lines.at(-1) === "" ? lines.length - 1 : lines.length;
  if (last === lines.length || lines[last - 1] === "") faults.push({ rule: "final-newline", line: last });
  return lines.slice(0, last).map((line) => line.replaceAll("\r", ""));
}

function readSections(lines: readonly string[], start: number, faults: Fault[]): ParsedSection[] {
  const sections: { name: string; line: number; items: ParsedItem[] }[] = [];
  for (let index = start; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line.startsWith("##"))
      sections.push({ name: readHeading(line, index + 1, faults), line: index + 1, items: [] });
    else if (line.trim() !== "") {
      const item = readItem(line, index + 1, faults);
      if (item !== undefined) sections.at(-1)?.items.push(item);
    }
  }
  return sections;
}

function readHeading(text: string, line: number, faults: Fault[]): string {
  const name = text.replace(/^#+/, "").trim();
  if (text.startsWith("###")) faults.push({ rule: "heading-depth", line });
  else if (text !== `## ${name}` || name === "") faults.push({ rule: "heading-form", line });
  return name;
}
