import type { Profile } from "../profile.ts";
import { type Fault, type Level, levelOf, pointsOf, RULES, type Rule } from "./rules.ts";

/** Notes a broken rule; the same one twice in a line is one. */
export type ReportFault = (rule: Rule, line: number) => void;

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
  /**
   * Its cost in the score, 0 to 100. The first finding of a rule bears what the rule costs, the second as much again
   * where the rule is broken on a tenth of the links; the others cost nothing more.
   */
  readonly points: number;
}

interface ScoreOptions {
  readonly profile: Profile;
  /** Links of the file: where many are, a rule that few break costs once. */
  readonly links: number;
}

/** The faults that this profile knows as findings, by line; together they take no more than the 100 points there are. */
export function findingsOf(faults: readonly Fault[], { profile, links }: ScoreOptions): Finding[] {
  const times = Map.groupBy(faults, ({ rule }) => rule);
  const seen = new Map<Rule, number>();
  let left = 100;
  return faults.flatMap(({ rule, line, detail }): Finding[] => {
    const level = levelOf(rule, profile);
    if (level === undefined) return [];
    const before = seen.get(rule) ?? 0;
    seen.set(rule, before + 1);
    const isCommon = (times.get(rule)?.length ?? 0) >= links / 10;
    const points = before === 0 || (before === 1 && isCommon) ? Math.min(left, pointsOf(rule, profile)) : 0;
    left -= points;
    const { message, fix } = RULES[rule];
    return [{ level, rule, line, message, fix, ...(detail !== undefined && { detail }), points }];
  });
}

/** 100 without the points that the findings take. */
export const scoreOf = (findings: readonly Finding[]): number =>
  findings.reduce((score, { points }) => score - points, 100);
