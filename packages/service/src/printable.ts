/** A line with text of strangers, safe to show on a terminal. */
export const printable = (line: string): string => withoutUnseen(inPlace(line));

/**
 * Replaces control and format characters, line separators and lone surrogates by spaces: they move the cursor, turn the
 * text or end the line.
 */
const inPlace = (line: string): string => line.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ");

/**
 * Removes characters that no terminal shows, but that a reader of the text would see: variation selectors, fillers,
 * joiners of graphemes.
 */
const withoutUnseen = (line: string): string => line.replace(/\p{Default_Ignorable_Code_Point}+/gu, "");
