import { amount, fields, flag, list, maybeText, oneOf, text } from "./unknown.ts";

export type Rung = "plain" | "browser" | "proxy";
export const rung = (value: unknown): Rung => oneOf<Rung>(["plain", "browser", "proxy"], value);

export interface SectionSize {
  readonly name: string;
  readonly pages: number;
  readonly characters: number;
  /** 1-based line of its heading. */
  readonly line: number;
}

export interface LeftOutGroup {
  readonly reason: string;
  readonly count: number;
  readonly examples: readonly string[];
}

/** What there is to know of a finished document besides its text. */
export interface Summary {
  readonly pages: number;
  readonly characters: number;
  readonly tokens: number;
  readonly lines: number;
  readonly sections: readonly SectionSize[];
  readonly leftOut: readonly LeftOutGroup[];
  /** Excerpts shortened to stay inside the budget. */
  readonly shortened: number;
  readonly timedOut: boolean;
  readonly stored: boolean;
  readonly fullUrl?: string;
}

function readSection(value: unknown): SectionSize {
  const section = fields(value);
  return {
    name: text(section.name),
    pages: amount(section.pages),
    characters: amount(section.characters),
    line: amount(section.line),
  };
}

function readLeftOut(value: unknown): LeftOutGroup {
  const group = fields(value);
  const example = (item: unknown) => text(item, text(fields(item).url));
  return { reason: text(group.reason), count: amount(group.count), examples: list(group.examples, example) };
}

export function readSummary(value: unknown): Summary {
  const summary = fields(value);
  const fullUrl = maybeText(summary.fullUrl);
  return {
    pages: amount(summary.pages),
    characters: amount(summary.characters),
    tokens: amount(summary.tokens),
    lines: amount(summary.lines),
    sections: list(summary.sections, readSection),
    leftOut: list(summary.leftOut, readLeftOut),
    shortened: amount(summary.shortened),
    timedOut: flag(summary.timedOut),
    stored: flag(summary.stored),
    ...(fullUrl === undefined ? {} : { fullUrl }),
  };
}
