/** A line with a stranger's text in it, as it may be shown on a terminal. */
export const printable = (line: string): string => withoutUnseen(inPlace(line));

/** Without control and format characters, line separators, halves of a pair: they move the cursor, turn the text or end the line. */
const inPlace = (line: string): string => line.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ");

/** Without what no terminal shows and a reader of its text may be told: variation selectors, fillers, joiners of graphemes. */
const withoutUnseen = (line: string): string => line.replace(/\p{Default_Ignorable_Code_Point}+/gu, "");
