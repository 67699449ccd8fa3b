// Parses an llms.txt by any author: its sections and links with their lines, and faults that some parsers stumble over.
import { METADATA } from "@llmstxt-service/page/our-files";
import { type LineLink, linksIn } from "./links.ts";
import type { Rule } from "./rules.ts";

export interface ParsedItem {
  readonly title: string;
  /** Address as written; it may be relative. */
  readonly url: string;
  readonly excerpt?: string;
  /** 1-based. */
  readonly line: number;
}

export interface ParsedSection {
  readonly name: string;
  readonly line: number;
  readonly items: readonly ParsedItem[];
}

export interface Fault {
  readonly code: Rule;
  readonly line: number;
}

export interface Parsed {
  /** Text of the H1; empty if there is none. */
  readonly name: string;
  readonly summary?: string;
  /** `Generated: … | Source: … | Pages: …`, if the file has it. */
  readonly metadata?: string;
  /** Other lines before the first section. */
  readonly notes: readonly { readonly text: string; readonly line: number }[];
  readonly sections: readonly ParsedSection[];
  /** Every link of the file, in order. */
  readonly links: readonly ParsedItem[];
  readonly faults: readonly Fault[];
}

/** Unusual forms are read as they were meant, and reported as faults. Never throws. Linear. */
export function parse(text: string): Parsed {
  const faults: Fault[] = [];
  const fault = (code: Rule, line: number) => void faults.push({ code, line });
  if (text.startsWith("\uFEFF")) fault("byte-order-mark", 1);
  const lines = linesOf(text, fault);
  const first = lines.findIndex(isHeading);
  const end = first < 0 ? lines.length : first;
  const name = nameIn(lines.slice(0, end)) ?? nameIn(lines);
  const { notes, ...head } = readHead(lines.slice(0, end), name, fault);
  const metadata = notes.find(({ text: own }) => METADATA.test(own));
  const links = lines.flatMap(({ text: own, line, isCode }) =>
    isCode || METADATA.test(own) ? [] : linksIn(own).map(({ title, url }) => ({ title, url, line })),
  );
  const sections = readSections(lines.slice(end), name?.at, fault);
  return {
    ...head,
    ...(metadata !== undefined && { metadata: metadata.text }),
    notes: notes.filter((note) => note !== metadata),
    sections,
    links,
    faults,
  };
}

interface Line {
  readonly text: string;
  readonly line: number;
  /** True inside a fenced code block: nothing there is a heading or a link. */
  readonly isCode: boolean;
}

type Report = (code: Rule, line: number) => void;

const FENCE = /^\s{0,100}(?:(`{3,})([^`]*)|(~{3,})(?!~)(.*))$/;

function linesOf(text: string, fault: Report): Line[] {
  const texts = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const [carriage] = text.split("\r", 1);
  if (carriage !== text) fault("carriage-return", (carriage ?? "").split("\n").length);
  if (texts.at(-1) !== "" || (texts.length > 1 && texts.at(-2) === "")) fault("final-newline", texts.length);
  if (texts.at(-1) === "") texts.pop();
  // An unclosed fence begins no code: line of the last closing fence of each mark.
  const last = new Map<string, number>();
  const fences = texts.map((own) => {
    const [, ticks, behindTicks, tildes, behindTildes] = FENCE.exec(own) ?? [];
    return { marks: ticks ?? tildes ?? "", rest: (behindTicks ?? behindTildes ?? "").trim() };
  });
  for (const [at, { marks, rest }] of fences.entries()) if (rest === "") last.set(marks.charAt(0), at);
  let open = "";
  return texts.map((own, at) => {
    const { marks, rest } = fences[at] ?? { marks: "", rest: "" };
    const wasOpen = open !== "";
    if (wasOpen && marks.startsWith(open) && rest === "") open = "";
    else if (!wasOpen && marks !== "" && (last.get(marks.charAt(0)) ?? -1) > at) open = marks;
    return { text: own, line: at + 1, isCode: wasOpen || open !== "" };
  });
}

const isHeading = ({ text, isCode }: Line): boolean => !isCode && /^ {0,3}##/.test(text);
const isH1 = ({ text, isCode }: Line): boolean => !isCode && /^ {0,3}#[ \t]+\S/.test(text);
const isBlank = ({ text }: Line): boolean => text.trim() === "";

interface Name {
  readonly name: string;
  /** Index of its first line and of the line behind it. */
  readonly at: number;
  readonly end: number;
}

/** The first H1: `# name`, a line of `=` below it, or, where there is no other, `#name`. */
function nameIn(lines: readonly Line[]): Name | undefined {
  const isUnderlined = (at: number): boolean =>
    lines[at]?.isCode === false &&
    /^ {0,3}[^\s#>=`~|*+-]/.test(lines[at]?.text ?? "") &&
    /^ {0,3}={3,}[ \t]*$/.test(lines[at + 1]?.text ?? "");
  const start = frontMatterEnd(lines);
  const proper = lines.findIndex((line, at) => at >= start && (isH1(line) || isUnderlined(at)));
  const at = proper >= 0 ? proper : lines.findIndex(({ text, isCode }) => !isCode && /^#[\p{L}\p{N}]/u.test(text));
  const text = lines[at]?.text.trim();
  if (text === undefined) return undefined;
  if (isUnderlined(at)) return { name: text, at, end: at + 2 };
  return { name: text.slice(1).trim(), at, end: at + 1 };
}

/** Index of the line behind front matter between two lines of `---`; 0 if there is none. */
function frontMatterEnd(lines: readonly Line[]): number {
  const open = lines.findIndex((line) => !isBlank(line));
  if (lines[open]?.text.trim() !== "---") return 0;
  const close = lines.findIndex(({ text }, at) => at > open && text.trim() === "---");
  return (close < 0 ? open : close) + 1;
}

type Head = Pick<Parsed, "name" | "summary" | "notes">;

function readHead(lines: readonly Line[], found: Name | undefined, fault: Report): Head {
  const start = frontMatterEnd(lines);
  if (start > 0) fault("front-matter", 1);
  const filled = (from: number, to?: number) => lines.slice(from, to).filter((line) => !isBlank(line));
  if (found === undefined) {
    fault("name-missing", 1);
    return { name: "", notes: filled(start) };
  }
  const { name, at, end } = found;
  if (at >= lines.length || filled(start, at).length > 0) fault("name-first", at + 1);
  // If the name is below the first section, the lines above that section are still the head.
  if (at >= lines.length) return { name, notes: filled(start) };
  if (lines[at]?.text !== `# ${name}`) fault("name-form", at + 1);
  const rest = filled(end);
  for (const line of rest) if (isH1(line)) fault("name-repeated", line.line);
  if (rest.length === 0) fault("head-empty", end);
  else if (lines[end]?.text !== "") fault("head-spacing", end + 1);
  const quote = rest.findIndex(({ text, isCode }) => !isCode && text.startsWith(">"));
  const [first] = rest.slice(quote);
  if (quote < 0 || first === undefined) return { name, notes: rest };
  if (quote > 0) fault("summary-late", first.line);
  const quoted: Line[] = [];
  for (const line of lines.slice(first.line - 1)) {
    if (!line.text.startsWith(">")) break;
    quoted.push(line);
  }
  const summary = quoted
    .map(({ text }) => text.slice(1).trim())
    .join(" ")
    .trim();
  const notes = [...rest.slice(0, quote), ...rest.slice(quote + quoted.length)];
  if (quoted.length > 1) fault("summary-lines", first.line + 1);
  else if (first.text !== `> ${summary}` || summary === "") fault("summary-form", first.line);
  if (notes.length === quote) fault("summary-lost", first.line);
  else if (lines[first.line - 1 + quoted.length]?.text !== "") fault("head-spacing", first.line + quoted.length);
  return { name, ...(summary !== "" && { summary }), notes };
}

/** @param nameAt index of the H1, which may be below the first section */
function readSections(lines: readonly Line[], nameAt: number | undefined, fault: Report): ParsedSection[] {
  const sections: { readonly name: string; readonly line: number; readonly items: ParsedItem[] }[] = [];
  let isAfterProse = false;
  for (const own of lines) {
    const { text, line, isCode } = own;
    const wasAfterProse = isAfterProse;
    isAfterProse = false;
    if (isHeading(own)) {
      const name = text.trim().replace(/^#+/, "").trim();
      if (text.trim().startsWith("###")) fault("heading-depth", line);
      else if (text !== `## ${name}` || name === "") fault("heading-form", line);
      sections.push({ name, line, items: [] });
    } else if (isH1(own)) {
      if (line - 1 !== nameAt) fault("name-repeated", line);
    } else if (text.trim() !== "") {
      const { item, fault: code } = isCode ? { item: undefined, fault: "section-prose" as const } : itemIn(text, line);
      if (isCode && /^#[#\s]/.test(text)) fault("heading-in-code", line);
      if (item !== undefined) sections.at(-1)?.items.push(item);
      isAfterProse = code === "section-prose";
      // A paragraph is one fault, however many lines it has.
      if (code !== undefined && !(isAfterProse && wasAfterProse)) fault(code, line);
    }
  }
  return sections;
}

/** The only form that both official parsers read whole. */
const ITEM = /^- \[([^[\]]+)\]\(([^()\s<>]+)\)(?:: (\S.*))?$/;
const BULLET = /^\s{0,100}(?:[-*+•]|\d{1,9}[.)])\s+/;
/** Characters allowed before a link without a bullet: emphasis, a table's border, a check box, a pictograph. */
const BEFORE = /^(?:\[[ x]\]|[\s|*_>~:–—-]|\p{Extended_Pictographic}|\uFE0F)*$/iu;
/** Characters allowed between a link and its excerpt. */
const BEHIND = /^[\s*_|:：–—-]+/;

/** The link of a line in a section. A sentence with links in it is no item. */
export function itemIn(text: string, line: number): { readonly item?: ParsedItem; readonly fault?: Rule } {
  const strict = ITEM.exec(text);
  if (strict !== null && text === text.trim()) {
    const [, title = "", url = "", excerpt] = strict;
    return { item: { title: title.trim(), url, ...(excerpt !== undefined && { excerpt }), line } };
  }
  const links = linksIn(text);
  const link = links.find(({ isNamed }) => isNamed) ?? links[0];
  const [bullet = ""] = BULLET.exec(text) ?? [];
  const lead = text.slice(bullet.length, link?.start).trim();
  if (link === undefined || (bullet === "" && !BEFORE.test(lead))) return { fault: "section-prose" };
  const excerpt = text.slice(link.end).replace(BEHIND, "").trim();
  const item = { title: titleOf(link, lead), url: link.url, ...(excerpt !== "" && { excerpt }), line };
  return { item, fault: faultOf(text) };
}

/** A bare address takes the text before it as its title. */
function titleOf({ title, isNamed }: LineLink, lead: string): string {
  return isNamed ? title : lead.replace(/^[*_~`<]+|[\s*_~`:<(–—-]{1,20}$/g, "") || title;
}

function faultOf(text: string): Rule {
  if (!text.startsWith("- [")) return "item-form";
  if (text !== text.trim()) return "item-space";
  const behind = text.slice(text.indexOf("](") + 2);
  if (/^[^\s<>)]*\(/.test(behind)) return "url-parenthesis";
  if (/^[^)]*[\s<>]/.test(behind)) return "url-written";
  return /[[\]]/.test(text.slice(3, text.indexOf("]("))) ? "item-form" : "excerpt-form";
}
