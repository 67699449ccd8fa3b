import { GrowingText } from "./growing-text.ts";

/** Characters that may mean something to a Markdown reader. */
const SPECIAL = /[\\`*_~<&\]$]/;
const WORD = /[\p{L}\p{N}]/u;
const SPACE = /\s/;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
/** Most characters of a formula; looking further for its end would cost too much. */
const FORMULA_CHARACTERS = 2_000;
const FORMULA_ENDS: Readonly<Record<string, string>> = { "\\(": "\\)", "\\[": "\\]", $$: "$$" };
/** `$x_1$` in running text: no white space at its ends, and something that only formulas have. */
const DOLLAR_FORMULA = /\$(?=[^\s$])[^$\n]{0,200}[^\s$\\]\$(?!\d)/y;

/** Text as it has to be written to stay text, formulas in it as they are; `before` is the character in front of it. */
export function escapeText(text: string, before: string): string {
  if (!SPECIAL.test(text)) return text;
  const ends = new Map<string, boolean>();
  const escaped = new GrowingText();
  let at = 0;
  let written = 0;
  while (at < text.length) {
    const formula = formulaAt(text, at, ends);
    if (formula === 0 && isMarkup(text.charAt(at), text.charAt(at - 1) || before, text.slice(at + 1, at + 12))) {
      escaped.add(`${text.slice(written, at)}\\`);
      written = at;
    }
    at += Math.max(1, formula);
  }
  escaped.add(text.slice(written));
  return escaped.whole();
}

/** The length of the formula that begins here, its delimiters included; 0 where none does. */
function formulaAt(text: string, at: number, ends: Map<string, boolean>): number {
  const first = text.charAt(at);
  if (first !== "$" && first !== "\\") return 0;
  const opening = text.slice(at, at + 2);
  const closing = FORMULA_ENDS[opening];
  if (closing !== undefined && ends.get(closing) !== false) {
    const end = text.indexOf(closing, at + 2);
    // A sign that is missing once is not searched for again.
    if (end < 0) ends.set(closing, false);
    else if (end - at < FORMULA_CHARACTERS) return end + 2 - at;
  }
  if (first !== "$") return 0;
  DOLLAR_FORMULA.lastIndex = at;
  const found = DOLLAR_FORMULA.exec(text)?.[0] ?? "";
  return /[\\^_{]/.test(found) ? found.length : 0;
}

function isMarkup(sign: string, before: string, behind: string): boolean {
  const next = behind.charAt(0);
  switch (sign) {
    case "\\":
      return PUNCTUATION.test(next);
    case "`":
      return true;
    case "*":
      return (next !== "" && !SPACE.test(next)) || (before !== "" && !SPACE.test(before));
    case "_":
      return !(WORD.test(before) && WORD.test(next)) && !(isSpaceOrEnd(before) && isSpaceOrEnd(next));
    case "~":
      return next === "~" || before === "~";
    case "<":
      return /^[a-z/!?]/i.test(behind);
    case "&":
      return /^(?:[a-z][a-z0-9]{1,9};|#x?[0-9a-f]{1,7};)/i.test(behind);
    case "]":
      return next === "(";
  }
  return false;
}

const isSpaceOrEnd = (sign: string): boolean => sign === "" || SPACE.test(sign);

/** Beginnings of lines that make a heading, a list, a quote, a rule, a fence or a footnote of them. */
const LINE_START =
  /^(?:(#{1,6})(?=\s|$)|([-+*>])(?=\s|$)|(>)|(\d{1,9})([.)])(?=\s|$)|(~{3,})|([-=_*])(?=[-=_* ]*$)|(\[\^))/;

/** A paragraph whose lines begin nothing but text. */
export function escapeLines(text: string): string {
  return text.includes("\n") ? text.split("\n").map(escapeLine).join("\n") : escapeLine(text);
}

function escapeLine(line: string): string {
  const found = LINE_START.exec(line);
  if (found === null) return line;
  const [start, , , , digits = ""] = found;
  if (start === "[^" && !/^\[\^[^\]\s]{1,40}\]:/.test(line)) return line;
  return digits === "" ? `\\${line}` : `${digits}\\${line.slice(digits.length)}`;
}

/** A link's text or an image's: brackets that do not pair would end it. */
export function escapeBrackets(text: string): string {
  if (!/[[\]]/.test(text)) return text;
  let depth = 0;
  for (let at = 0; at < text.length && depth >= 0; at++) {
    const sign = text.charAt(at);
    if (sign === "\\") at++;
    else if (sign === "[") depth++;
    else if (sign === "]") depth--;
  }
  return depth === 0 ? text : text.replace(/\\?[[\]]/g, (sign) => (sign.startsWith("\\") ? sign : `\\${sign}`));
}

/** An address between `(` and `)`. */
export function escapeAddress(url: string): string {
  if (!/[()<>\s\\]/.test(url)) return url;
  return url.replace(/[()<>\s\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
}
