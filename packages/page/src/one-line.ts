const SPACE = 32;
/** White space of ECMAScript beyond ASCII, no-break space first. */
const WIDE_SPACES: ReadonlySet<number> = new Set([
  0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029,
  0x202f, 0x205f, 0x3000, 0xfeff,
]);

/** White space collapsed and trimmed. Most text has none to collapse, and finding that out by a pattern costs more. */
export function onOneLine(text: string): string {
  return isEven(text) ? text.trim() : text.replace(/\s+/g, " ").trim();
}

/** True if all its white space is single plain spaces; false if only a closer look can tell. */
function isEven(text: string): boolean {
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < SPACE || (code === SPACE && before === SPACE)) return false;
    if (code >= 0xa0 && WIDE_SPACES.has(code)) return false;
    before = code;
  }
  return true;
}
