import { METADATA } from "../metadata.ts";
import { linesOf, type TextLine } from "./lines.ts";
import { findName, isH1, lacksSpace, type Name, type ParsedHead, readHead } from "./parse-head.ts";
import { type ParsedItem, type ParsedLink, readLine } from "./parse-item.ts";
import type { Fault } from "./rules.ts";

export interface ParsedSection {
  readonly name: string;
  /** 1-based line of its heading. */
  readonly line: number;
  readonly items: readonly ParsedItem[];
}

/** An llms.txt as readers get it, and the places where it strays from the form that every reader reads whole. */
export interface ParsedLlmsTxt extends ParsedHead {
  readonly sections: readonly ParsedSection[];
  /** Every link of the file in its order: those of `sections`, and those of head, sentences and notes. */
  readonly links: readonly ParsedLink[];
  readonly faults: readonly Fault[];
}

/**
 * Reads an llms.txt from any author. What only lenient readers understand is read as it was meant, and reported as a
 * fault (docs/reference/validate.md). Never throws; time grows with the text's length only.
 */
export function parseLlmsTxt(text: string): ParsedLlmsTxt {
  const faults: Fault[] = textFaults(text);
  const lines = linesOf(text);
  const first = lines.findIndex(isHeading);
  const headEnd = first < 0 ? lines.length : first;
  const name = findName(lines.slice(0, headEnd)) ?? findName(lines);
  const head = readHead(lines.slice(0, headEnd), name, faults);
  const sections = new SectionReader(name, faults);
  for (const line of lines.slice(0, headEnd)) sections.readHeadLine(line);
  for (const line of lines.slice(headEnd)) sections.read(line);
  const { links } = sections;
  return { ...head, sections: sections.sections, links, faults: faults.sort((a, b) => a.line - b.line) };
}

/** The links of a file's sections with their notes; where it has no section with any, those of the lists in its head. */
export function itemsOf({ sections, details }: ParsedLlmsTxt): readonly ParsedItem[] {
  const items = sections.flatMap((section) => section.items);
  return items.length > 0 ? items : details.flatMap(({ text, line }) => readLine(text, line).items);
}

function textFaults(text: string): Fault[] {
  const faults: Fault[] = [];
  if (text.startsWith("\uFEFF")) faults.push({ rule: "byte-order-mark", line: 1 });
  const carriage = text.indexOf("\r");
  if (carriage >= 0) faults.push({ rule: "carriage-return", line: lineAt(text, carriage) });
  if (!text.endsWith("\n")) faults.push({ rule: "final-newline", line: lineAt(text, text.length) });
  else if (/\n\r?\n$/.test(text)) faults.push({ rule: "final-newline", line: lineAt(text, text.length - 1) });
  return faults;
}

/** 1-based line of an offset. */
const lineAt = (text: string, offset: number): number => text.slice(0, offset).split(/\r\n|\n|\r/).length;

const isHeading = ({ text, isCode }: TextLine): boolean => !isCode && /^ {0,3}##/.test(text);

interface OpenSection {
  readonly name: string;
  readonly line: number;
  readonly items: ParsedItem[];
}

class SectionReader {
  readonly sections: OpenSection[] = [];
  readonly links: ParsedLink[] = [];
  readonly #faults: Fault[];
  readonly #name: Name | undefined;
  #isAfterProse = false;

  /** @param faults those of the sections are added */
  constructor(name: Name | undefined, faults: Fault[]) {
    this.#name = name;
    this.#faults = faults;
  }

  /** Takes in the links of a line of the head; `readHead` judges the rest. */
  readHeadLine({ text, line, isCode }: TextLine): void {
    if (!isCode && !METADATA.test(text)) this.#addLinks(readLine(text, line).links);
  }

  read(line: TextLine): void {
    const isProse = isHeading(line) ? this.#readHeading(line) : this.#readBody(line);
    this.#isAfterProse = isProse;
  }

  #readHeading({ text, line }: TextLine): false {
    const name = text.trim().replace(/^#+/, "").trim();
    if (text.trim().startsWith("###")) this.#fault("heading-depth", line);
    else if (lacksSpace(text)) this.#fault("heading-space", line);
    else if (text !== `## ${name}` || name === "") this.#fault("heading-form", line);
    this.sections.push({ name, line, items: [] });
    this.#addLinks(readLine(text, line).links);
    return false;
  }

  /** @returns whether the line is text, and no item: a paragraph is one finding, however many lines it has */
  #readBody(own: TextLine): boolean {
    const { text, line, isCode } = own;
    if (text.trim() === "") return false;
    const { items, links, fault } = isCode ? CODE : readLine(text, line);
    this.#addLinks(links);
    for (const item of items) this.sections.at(-1)?.items.push(item);
    if (isCode && /^##?\s/.test(text)) this.#fault("heading-in-code", line);
    if (isH1(own)) {
      if (line !== (this.#name?.at ?? -1) + 1) this.#fault("name-repeated", line);
      return false;
    }
    const isProse = fault === "section-prose";
    if (fault !== undefined && !(isProse && this.#isAfterProse)) this.#fault(fault, line);
    return isProse;
  }

  #addLinks(links: readonly ParsedLink[]): void {
    for (const link of links) this.links.push(link);
  }

  #fault(rule: Fault["rule"], line: number): void {
    this.#faults.push({ rule, line });
  }
}

const CODE: ReturnType<typeof readLine> = { items: [], links: [], fault: "section-prose" };
