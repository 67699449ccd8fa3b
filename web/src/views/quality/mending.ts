import { isItemMend, isMendable, type MendableRule } from "@llmstxt-service/document/check";
import type { ComponentChildren } from "preact";
import type { CheckFinding } from "../../protocol/types.ts";

/** Functions that mend findings on this screen. */
export interface Mending {
  readonly canMend: (rule: string) => rule is MendableRule;
  readonly mend: (rule: MendableRule, lines: ReadonlySet<number>) => void;
  /** Button to write, at these lines, what no program can. */
  readonly write: (lines: ReadonlySet<number>) => ComponentChildren;
}

/** The lines that findings name. */
export const linesOf = (findings: readonly CheckFinding[]): ReadonlySet<number> =>
  new Set(findings.flatMap(({ line, lines = [] }) => [line, ...lines]));

/** True for rules whose mends fit into a site's edits: those of single pages. */
export const isEdit = (rule: string): rule is MendableRule => isMendable(rule) && isItemMend(rule);
