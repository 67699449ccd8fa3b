/** Control and format characters, line separators, halves of a pair: they move the cursor, turn the text or end the line. */
const MOVING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** What no terminal shows and a reader of its text may be told: variation selectors, fillers, joiners of graphemes. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}+/gu;

/** A line with a stranger's text in it, as it may be shown on a terminal. */
export const printable = (line: string): string => line.replace(MOVING, " ").replace(UNSEEN, "");
