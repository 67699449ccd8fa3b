/**
 * Joiners stay where words are misspelt without them: after a letter or mark of a script that spells with them and before a
 * letter of it, and between the parts of an emoji.
 */
const SPELLING =
  "\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}";
const JOINER =
  `(?!(?<=[${SPELLING}])(?<=[\\p{L}\\p{M}])[\\u200c\\u200d](?=\\p{L})(?=[${SPELLING}]))` +
  "(?!(?<=\\p{ExtPict}\\uFE0F?|[\\u{1F3FB}-\\u{1F3FF}])\\u200d(?=\\p{ExtPict}))";
const UNSEEN = "\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{DI}\\p{Noncharacter_Code_Point}";

/** Characters that no reader sees: control, format and ignorable characters, lone surrogates, private use (icon fonts), noncharacters. Bound: it looks at one character and two beside it. */
export const INVISIBLE = new RegExp(
  `${JOINER}(?!\\uFE0F)(?![\\s\\u0085])[${UNSEEN}]|\\uFEFF|(?<!\\p{Emoji})\\uFE0F`,
  "gu",
);

/** Invisible characters in a finished line, where tabs and line separators have no place either. Bound: as above. */
export const HIDDEN = new RegExp(`${JOINER}(?!\\uFE0F)[${UNSEEN}\\p{Zl}\\p{Zp}]`, "u");

const OTHER_LINE_ENDS = /[\v\f\u0085\u2028\u2029]/g;

/** Blocks that hold nothing unseen. */
const SEEN =
  "\\t\\n -~\\xa0-\\xac\\xae-\\u034e\\u0350-\\u05ff\\u2010-\\u2027\\u2030-\\u205e\\u20a0-\\u2e7f\\u3000-\\u3163\\u3165-\\ud7ff\\uff01-\\uff5e";

/** Most texts: a look costs a fortieth of asking Unicode about each character. Bound: one look at each. */
const PLAIN = new RegExp(`^[${SEEN}]*$`);

/**
 * Lines of visible text, with no line end but `\n`: readers that know others would see lines begin where none was checked.
 */
export const visibleText = (text: string): string =>
  PLAIN.test(text) ? text : text.replace(/\r\n?/g, "\n").replace(OTHER_LINE_ENDS, " ").replace(INVISIBLE, "");
