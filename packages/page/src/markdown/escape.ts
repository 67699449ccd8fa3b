// Text that would read as Markdown, made text again.

/** Signs that would read as Markdown, by what stands around them. */
const SPECIAL = /[\\`*_~<&\]]/g;

export const escapeText = (text: string, before: string): string =>
  text.replace(SPECIAL, (sign, at: number) =>
    isMarkup(sign, at === 0 ? before : text.charAt(at - 1), text.slice(at + 1, at + 12)) ? `\\${sign}` : sign,
  );

function isMarkup(sign: string, before: string, behind: string): boolean {
  const next = behind.charAt(0);
  const isSpace = (one: string) => one === "" || /\s/.test(one);
  switch (sign) {
    case "\\":
      return /[!-/:-@[-`{-~]/.test(next);
    case "*":
      return (next !== "" && !isSpace(next)) || (before !== "" && !isSpace(before));
    case "_":
      return !(/[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(next)) && !(isSpace(before) && isSpace(next));
    case "~":
      return next === "~" || before === "~";
    case "<":
      return /^[a-z/!?]/i.test(behind);
    case "&":
      return /^(?:[a-z][a-z0-9]{1,9};|#x?[0-9a-f]{1,7};)/i.test(behind);
    case "]":
      return next === "(";
  }
  return true;
}

/** Beginnings of lines that make a heading, a list, a quote, a rule, a fence or a footnote of them. */
const LINE_START =
  /^(?:(#{1,6})(?=\s|$)|([-+*>])(?=\s|$)|(>)|(\d{1,9})([.)])(?=\s|$)|(~{3,})|([-=_*])(?=[-=_* ]*$)|(\[\^[^\]\s]{1,40}\]:))/;

export const escapeLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => {
      const found = LINE_START.exec(line);
      const digits = found?.[4] ?? "";
      return found === null ? line : digits === "" ? `\\${line}` : `${digits}\\${line.slice(digits.length)}`;
    })
    .join("\n");

/** Brackets that do not pair would end a link's text. */
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

export const escapeAddress = (url: string): string =>
  url.replace(/[()<>\s\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
