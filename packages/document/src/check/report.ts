import type { Profile } from "../profile.ts";
import type { QualityPart } from "../quality.ts";
import type { Level } from "./rule-text.ts";
import { type Fault, levelOf, RULES, type Rule } from "./rules.ts";
import { costOf, type Score } from "./score.ts";

/** Notes a broken rule; the same one twice in a line is one. */
export type ReportFault = (rule: Rule, line: number, more?: Pick<Fault, "detail" | "share">) => void;

export interface Finding {
  readonly level: Level;
  /** A rule's name in docs/reference/validate.md. */
  readonly rule: Rule;
  /** 1-based. */
  readonly line: number;
  readonly message: string;
  readonly fix: string;
  /** The variable part of the message: an address, a number. */
  readonly detail?: string;
  /** The part of the score that it concerns; rules of form have none. */
  readonly part?: QualityPart;
  /** Gain of the score, 0 to 100, if this is mended on each of its lines. The first finding of a rule tells it. */
  readonly points: number;
  /** Every line that the rule is broken in, at most 1,000; the first finding of a rule that costs something tells them. */
  readonly lines?: readonly number[];
}

interface FindingOptions {
  readonly profile: Profile;
  readonly gains: Score["gains"];
}

/** Most lines that are named of one rule. */
const MAX_LINES = 1_000;

/** The faults that this profile knows as findings, by line. */
export function findingsOf(faults: readonly Fault[], { profile, gains }: FindingOptions): Finding[] {
  const lines = new Map(
    [...Map.groupBy(faults, ({ rule }) => rule)].map(([rule, own]) => [rule, own.map(({ line }) => line)]),
  );
  return faults.flatMap(({ rule, line, detail }): Finding[] => {
    const level = levelOf(rule, profile);
    if (level === undefined) return [];
    const all = lines.get(rule);
    lines.delete(rule);
    const { message, fix } = RULES[rule];
    const part = costOf(rule)?.part;
    return [
      {
        level,
        rule,
        line,
        message,
        fix,
        ...(detail !== undefined && { detail }),
        ...(part !== undefined && { part }),
        points: all === undefined ? 0 : (gains.get(rule) ?? 0),
        ...(all !== undefined && part !== undefined && { lines: [...new Set(all)].slice(0, MAX_LINES) }),
      },
    ];
  });
}
