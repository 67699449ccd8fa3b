import type { Profile } from "../profile.ts";

/** `error`: no llms.txt, or readers lose part of it. `warning`: it says less than it could. `hint`: a matter of taste. */
export type Level = "error" | "warning" | "hint";

/** Words of a rule. */
export interface RuleText {
  /** Level by profile; undefined where a profile does not know the rule. */
  readonly levels: Readonly<Record<Profile, Level | undefined>>;
  /** The fault, as a sentence without its full stop. */
  readonly message: string;
  /** The way to mend it. */
  readonly fix: string;
}

type RuleWords = readonly [message: string, fix: string];

/** The same for both profiles. */
export const both =
  (level: Level) =>
  (...words: RuleWords): RuleText =>
    rule({ v2: level, strict: level }, words);
/** Faults that version 2 allows and stricter readers do not. */
export const strictly =
  (level: Level) =>
  (...words: RuleWords): RuleText =>
    rule({ v2: undefined, strict: level }, words);
/** Faults that version 2 takes more lightly. */
export const lighter =
  (v2: Level, strict: Level) =>
  (...words: RuleWords): RuleText =>
    rule({ v2, strict }, words);

const rule = (levels: RuleText["levels"], [message, fix]: RuleWords): RuleText => ({ levels, message, fix });
