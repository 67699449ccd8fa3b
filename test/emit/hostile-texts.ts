/** What a stranger may write into an address or a text, each with a meaning in some language. */
const PARTS = [
  ...[
    '"',
    "'",
    "`",
    "\\",
    "\n",
    "\r",
    "\r\n",
    "\t",
    "\0",
    "\x1b[2J",
    "\x7f",
    "\u0085",
    "\u2028",
    "\u2029",
    "\ufeff",
    "\u202e",
  ],
  ...[
    "${",
    "\u0024{PATH}",
    "$(id)",
    "$1",
    "%1",
    "%{HTTP_HOST}",
    "{env.HOME}",
    "{$HOME}",
    "{",
    "}",
    ";",
    "#",
    "?",
    "&",
    "=",
    "*",
    "|",
    "^",
  ],
  ...[
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    ",",
    ":",
    "!",
    "@",
    "+",
    "~",
    "//",
    "/../",
    "/./",
    ".",
    " ",
    "  ",
    "[L,R=302]",
    ",F]",
  ],
  ...[
    "%",
    "%2",
    "%zz",
    "%22",
    "%5C",
    "%5c%22",
    "%0A",
    "%0D%0A",
    "%00",
    "%20",
    "%09",
    "%3B",
    "%7D",
    "%23",
    "%2522",
    "%255C",
    "%25250A",
  ],
  ...[
    "%FF",
    "%C3",
    "%C3%A9",
    "%E2%80%A8",
    "%E3%80%8C",
    "%ED%A0%80",
    "%24%7BPATH%7D",
    "%28",
    "%2F",
    "%3F",
    "%60",
    "%27",
  ],
  ...["\ud800", "\udc00x", "é", "日本", "العربية", "«", "“", "🎉", "e\u0301", "\u200c"],
  ...[
    "</script>",
    "<!--",
    "-->",
    "*/",
    "//",
    "]]>",
    "\nErrorDocument 404 owned",
    '";\n}\nserver { return 200 owned; }\nmap $a $b { "',
  ],
  ...[
    "\n  Set-Cookie: a=b",
    "\r\nBcc: a@b.c",
    "\n}\nrespond owned\n",
    "\\\nRewriteRule . owned",
    "- a: &x *x",
    "\n---\n",
    "!!js/function",
  ],
  ...["a", "page", "Docs", "v1.2", "index.html", ".md", "-", "_"],
] as const;

/** A text of up to eight parts, one in fifty of them very long; the same for the same number. */
export function hostileText(number: number): string {
  let state = (number + 1) * 2_654_435_761;
  const next = (below: number): number => {
    // Marsaglia's xorshift.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
  for (let warm = 0; warm < 4; warm++) next(2);
  const parts = Array.from({ length: 1 + next(8) }, () => PARTS[next(PARTS.length)] ?? "");
  return next(50) === 0 ? parts.join("").repeat(1 + next(3_000)) : parts.join("");
}

/** As an address's path and query. */
export const hostileAddress = (number: number): string => `/${hostileText(number)}`;
