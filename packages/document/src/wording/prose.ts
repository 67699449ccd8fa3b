// Tells words about a page from other text on it: code, signatures, greetings, shortcodes, teasers.

/** Words, not a signature or an option: `(int | None, default: None) –`, `-h, --help`. */
export function isProse(text = ""): boolean {
  return (/^[\s"'“‘«„`]*[\p{L}\p{N}]/u.test(text) || /^[「『《【（]/.test(text)) && !isCode(text);
}

/** Characters at the beginning of a text that are judged. */
const LOOKED_AT = 400;
const CODE = [
  /^[\w$.]+(?:‹[^›]{0,100}›|<[^>]{0,100}>)?\(\s?(?:\)\s?[:;{]|[\w$.{[]{1,60}\??:)/,
  /^[a-z_$][\w$]*\??: ?["'[{(|‹<]/i,
  /^[A-Z_$][\w$]*: (?:\w+‹|typeof |keyof |\(|\w+ extends )/,
  /^(?:export |public |private |protected |static |abstract |async )*(?:interface|class|type|enum|function|const|let|var|def|fn|pub|struct|impl|get|set|new) [\w$]+ ?[({<‹:=]/,
  // Bound: LOOKED_AT characters, here and in the next two.
  /^[a-z]\w*_\w+ [–—-] /,
  /^(?:\$ |[\w./-]{1,60}\.sh\b|(?:npm|npx|yarn|pnpm|pip|cargo|docker|kubectl|git|brew|curl|sudo) [\w@./-]+ -)/,
  /\[\/?(?:vc_\w+|et_pb_\w+|\w+ \w+="[^\]"]{0,200}")[^\]]{0,200}\]/,
];
/** Largest share of a text's characters that may be signs of code; with more it is code. */
const MAX_SIGNS = 0.06;
const SIGNS = /[{}[\]<>‹›=;|&$\\]|\w_\w|\w\(|=>|::/g;
/** Least share of plain words in a text; with fewer it is code. */
const LEAST_PLAIN = 0.5;

// Bound: LOOKED_AT characters, in both.
const FORMULAS = /\$[^$]{1,200}\$|\\\(.{1,200}?\\\)|[\w.:]+\(\)(?=[\s,.])/g;
const PLAIN_WORD = /^["'(«“‘]*[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.,/+-]*[)"'»”’.,;:!?…]*$/u;

/** Code, a signature, a command, a template's shortcode. */
export function isCode(text: string): boolean {
  const start = text.trim().slice(0, LOOKED_AT);
  if (CODE.some((pattern) => pattern.test(start))) return true;
  const withoutFormulas = start.replace(FORMULAS, "x");
  const signs = withoutFormulas.match(SIGNS)?.length ?? 0;
  if (signs > 3 && signs > withoutFormulas.length * MAX_SIGNS) return true;
  const words = withoutFormulas.split(" ");
  if (words.length <= 4) return false;
  let plain = 0;
  for (const word of words) if (PLAIN_WORD.test(word) && ++plain >= words.length * LEAST_PLAIN) return false;
  return /^[\x20-\x7e‹›]*$/.test(withoutFormulas);
}

/** The beginning of another page's text, as cards and lists show it. */
export function isTeaser(text: string): boolean {
  return /(?:\.\.\.|…|\[(?:…|\.\.\.|&hellip;)\])\s?$/.test(text);
}

const GREETING =
  /^(?:hi|hello|hey|dear|welcome|hallo|willkommen|bonjour|bonsoir|salut|bienvenue|hola|bienvenid[oa]s?|ciao|benvenut[oi]|olá|oi|bem-vindo)\b[^.!?。！？]{0,50}[.!?。！？…]+\s?/i;

/**
 * Names and a day with its time before a text: `Submitted by Ann on Fri, 31/08/2012 - 20:47`, or nothing but these:
 * `May 6, 2017, 18:25 by Ann | Views: 7`, `By Ann, Ben / 02/02/2024 / 30 min.`.
 */
// Bound: 60 characters, then fixed forms.
const BYLINE =
  /^[^\n!?]{0,60}?\b(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d\d[./-]\d\d|\p{L}{3,12}\.? \d{1,2},? \d{4}|\d{1,2}\.? \p{L}{3,12}\.? \d{4})(?:,?(?: ?[-–—@|] ?| at | um | à | a las | в | o | )\d{1,2}[:.]\d\d(?::\d\d)?(?: ?[aApP]m| ?[AP]M| Uhr)?(?:\.(?: |$)| ?[-–—|:»‹] |\s(?=[\p{Lu}\p{Lo}])| by [^\n.!?]{1,100}$|$)|[^\n\p{L}\d]{1,5}\d{1,3}[ -]?min(?:ute[ns]?|s)?\.?(?: (?=\p{Lu})|$))/u;

/** A day, and how long it takes to read: `Oct 30, 2025 1 min read`. Bound: 60 characters, then fixed words. */
const READING_TIME =
  /^[^\n!?]{0,60}?\b\d{1,3}[ -]?min(?:ute[ns]?|s|\.)?(?: read(?:ing)?(?: time)?| de (?:lecture|lectura|leitura)| di lettura| Lesezeit| leestijd| läsning)(?![\p{L}\p{N}])[\s·•|,–—-]*/iu;

/** A wiki's last line: `Retrieved from "https://…"`. */
const RETRIEVED =
  /^(?:Retrieved from|Abgerufen von|Récupérée de|Obtenido de|Obtida de|Estratto da|Citováno z) ["“„«].*$/;

/**
 * A text without a byline or a greeting before its first sentence and `More...` behind its last; empty where it is nothing
 * else.
 */
export function withoutTrimmings(text: string): string {
  return withoutBylines(text.trim())
    .replace(READING_TIME, "")
    .replace(RETRIEVED, "")
    .replace(GREETING, "")
    .replace(/\s(?:More|Read more|Continue reading|Mehr|Weiterlesen|Lire la suite|Leer más)(?:\.\.\.|…|\s?[→»])$/i, "");
}

/** Bylines that are dropped from the beginning of a text. */
const MAX_BYLINES = 50;

/** A list of posts has one byline behind the other. */
function withoutBylines(text: string): string {
  let rest = text;
  for (let dropped = 0; dropped < MAX_BYLINES && BYLINE.test(rest); dropped++) rest = rest.replace(BYLINE, "");
  return rest;
}

/** Words that say something: not a file's name, not a number, not an address of mail. */
export function saysSomething(text: string): boolean {
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return false;
  return (
    /\p{L}\p{L}[^\p{L}_]+\p{L}/u.test(text) || /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{3}/u.test(text)
  );
}
