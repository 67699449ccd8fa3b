import { isItemMend, isMendable, type MendableRule } from "@llmstxt-service/document/check";
import type { CheckFinding } from "../../protocol/types.ts";

/** The way in which findings are mended here. */
export interface Mending {
  readonly canMend: (rule: string) => rule is MendableRule;
  readonly mend: (rule: MendableRule, lines: ReadonlySet<number>) => void;
  /** Place to write what no program can. */
  readonly editHref?: string | undefined;
}

/** Every mend that a text alone allows. */
export const inText = (mend: Mending["mend"]): Mending => ({ canMend: isMendable, mend });

/** The lines that findings name. */
export const linesOf = (findings: readonly CheckFinding[]): ReadonlySet<number> =>
  new Set(findings.flatMap(({ line, lines = [] }) => [line, ...lines]));

/** Mends that a site's edits can hold: those of single pages. */
export const isEdit = (rule: string): rule is MendableRule => isMendable(rule) && isItemMend(rule);
