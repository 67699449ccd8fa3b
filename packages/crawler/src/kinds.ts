// Classifies a page by itself: without content, or content, list, stub, form, tool, frames. Pure.
import type { Page } from "@llmstxt-service/page";
import { isFile } from "@llmstxt-service/page/address/files";
import { withoutFragment } from "@llmstxt-service/page/address/page-url";
import type { Problem } from "@llmstxt-service/page/errors";

/**
 * `content`: something to read; `list`: mostly links to other pages of the site; `stub`: hardly a text; `form`: a form
 * and hardly a text; `tool`: a log-in or a search; `frames`: nothing but frames.
 */
export type Kind = "content" | "list" | "stub" | "form" | "tool" | "frames";

/** Most characters of a form's text, and of a stub's. */
const [FORM, STUB] = [800, 200];
/** Least share of link text in a list; less in a long list, whose rows also have dates and numbers. */
const [LIST_SHARE, ROWS_SHARE, LONG] = [0.6, 0.4, 4_000];
/** Most characters of prose in a list, and most share of whole sentences; least words and characters of prose. */
const [LIST_PROSE, SENTENCES, PROSE_WORDS, PROSE] = [800, 0.5, 6, 30];
const SENTENCE = /\p{Sentence_Terminal}["'”’»)\]]?$/u;
/** Least pages of the site to which a list leads. */
const LISTED = 3;

/** @param usual kinds of form fields that every page of the site has */
export function kindOf(page: Page, usual: Page["signals"]["fields"]): Kind {
  const { text, textLength, signals } = page;
  if (signals.frames > 0 && textLength < STUB) return "frames";
  if (isList(page)) return "list";
  if (textLength >= FORM) return "content";
  const isShort = lettersOf(text) < STUB;
  const fields = signals.fields.filter((field) => !usual.includes(field));
  if (fields.includes("password") || (fields.includes("search") && isShort)) return "tool";
  return fields.includes("text") ? "form" : isShort ? "stub" : "content";
}

/** Length of a short text; a Chinese or Japanese character counts as three letters. */
const lettersOf = (text: string): number =>
  text.length + 2 * (text.match(/[\u3040-\u9fff\uac00-\ud7af]/g)?.length ?? 0);

/** True for a list of links. Links count as text, and a list has most links on its own site. */
function isList({ url, text, textLength, links, signals }: Page): boolean {
  const labels = new Set<string>();
  if (signals.linkedCharacters < (textLength > LONG ? ROWS_SHARE : LIST_SHARE) * textLength) return false;
  const inside = new Set<string>();
  const outside = new Set<string>();
  const origin = `${new URL(url).origin}/`;
  for (const { url: to, text: label, place } of links) {
    if (place !== "content") continue;
    labels.add(label);
    if (to !== url) (to.startsWith(origin) && !isFile(to) ? inside : outside).add(withoutFragment(to));
  }
  const least = textLength < STUB ? 1 : LISTED;
  if (inside.size < least || inside.size < outside.size) return false;
  const isProse = (line: string) => line.length >= PROSE && line.split(" ", PROSE_WORDS).length === PROSE_WORDS;
  const prose = text.split("\n").filter((line) => isProse(line) && !labels.has(line));
  const sentences = prose.filter((line) => SENTENCE.test(line));
  return lengthOf(prose) <= LIST_PROSE && lengthOf(sentences) <= SENTENCES * textLength;
}

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, { length }) => sum + length, 0);

/** A page with at most this much text for each link says hardly more than its links. */
const ROW = 110;

/** True for a page that may be a facet. */
export function isListLike(kind: Kind, { textLength, links }: Page): boolean {
  if (kind === "list") return true;
  const leads = new Set(links.flatMap(({ url, place }) => (place === "content" ? withoutFragment(url) : [])));
  return textLength < ROW * leads.size;
}

/** An alphabetical index has at least this many letters as lines of their own. */
const LETTERS = 8;

/** True for an alphabetical index: a list of links below the letters that they begin with. */
export const isAlphabetical = (kind: Kind, { text }: Page): boolean =>
  kind === "list" && new Set(text.match(/^\p{Lu}$/gmu)).size >= LETTERS;

/** True if each section below the page's heading begins with a linked heading: posts, shown with their beginnings. */
export function isHeadedByLinks({ headings, links }: Page): boolean {
  const labels = new Set(links.flatMap(({ text, place }) => (place === "content" ? text : [])));
  return headings.length > 1 && headings.every(({ text }, at) => at === 0 || labels.has(text));
}

const NUMBER = /^(.*\D)(\d{1,4})(\D*)$/;
const NUMBERED = /(?:^|\D)(\d{1,4})$/;

/** True for a page among numbered ones: a link called by another number leads to its address with that number. */
export function isNumbered({ url, links }: Page): boolean {
  const [, before = "", own = "", behind = ""] = NUMBER.exec(url) ?? [];
  if (own === "") return false;
  return links.some(({ url: to, text }) => {
    const [, other = own] = NUMBERED.exec(text) ?? [];
    return other !== own && (to === before + other + behind || (other === "1" && to === before));
  });
}

/** The target of a page without text that only redirects by a script or a link. */
export function sentOnTo({ url, links, textLength, headings, signals }: Page): string | undefined {
  if (textLength >= STUB || signals.scripts === 0 || headings.length > 1) return undefined;
  const targets = new Set(links.map((link) => withoutFragment(link.url)));
  return targets.size === 1 && !targets.has(url) ? [...targets][0] : undefined;
}

/** Longest text of an error page. */
const SHORT = 400;

/** Typical sentences of error pages that answer 200. Bound: a title and 400 characters. */
const NOT_THERE =
  /(?:find|found|locate) (?:what|the page|that page|anything) (?:that )?(?:you|here)|find (?:the|that) page|nothing (?:was |has been )?found|page (?:that )?you(?:'re|’re| are|'ve| were) (?:looking for|requested)|you(?:'re|’re| are| were) looking for (?:was|is|could|does|has)|not authori[sz]ed to (?:access|view) this page|(?:page|content) (?:(?:could|can)(?: ?not|n['’]t) be found|(?:does not|doesn['’]t|no longer) exists?|(?:was |is )?not found|is (?:no longer|not) available)|seite.{0,40}(?:nicht (?:mehr|gefunden|finden)|existiert nicht)|(?:page|página|pagina|strona|сторінк\S|страниц\S).{0,40}(?:introuvable|n['’]existe p|no existe|no se (?:ha )?encontr|não (?:existe|foi encontrada)|non (?:esiste|trovata)|niet gevonden|nie (?:istnieje|(?:została )?(?:od|z)naleziona)|не найден|не существует|не знайден)|znalezion\S* strony|kunde inte hittas|ikke (?:finde|fundet)|nenalezen|bulunamad|찾을 수 없|페이지.{0,12}존재하지|ページは?.{0,4}見つかりません|页面(?:不存在|未找到)|找不到.{0,4}页面|غير موجودة/i;

/** Titles of soft 404s. */
const MISSING = /^(?:error[ :]*)?404\b|\bpage not found\b|^access denied\b/i;
const ABOUT_MISSING = /404|not-?_?found|error|denied/i;

/** True for a soft 404: a page that says it does not exist. A text about such pages is no soft 404. */
export function isErrorPage({ url, text, textLength, title, signals }: Page): boolean {
  if (signals.marks.includes("error-page")) return true;
  if (textLength <= SHORT && NOT_THERE.test(`${title}\n${text}`)) return true;
  return textLength < LONG && MISSING.test(title) && !ABOUT_MISSING.test(new URL(url).pathname);
}

/** True for a challenge, a consent dialog or a server's own listing of a folder in place of a page. */
export const isWall = ({ signals, title }: Page): boolean =>
  signals.marks.includes("challenge") || signals.marks.includes("consent-wall") || title.startsWith("Index of /");

/** Most characters of an app shell while its scripts load. */
const SHELL_CHARACTERS = 200;
/** Most characters beside a page's request to enable JavaScript. */
const BESIDE_REQUEST_CHARACTERS = 300;
const FEW_LINKS = 3;

/** Reason why a page has no content of its own; undefined if it has, or if other pages are read in its place. */
export function problemOf({ signals, links, headings, metaRefresh, url }: Page): Problem | undefined {
  const { marks, contentCharacters, visibleCharacters, scripts, frames } = signals;
  const isBare = links.length <= FEW_LINKS;
  if (marks.includes("challenge")) return "challenge";
  // The target of the refresh, or the pages in the frames, are read in this page's place.
  if (metaRefresh !== undefined || frames > 0) return undefined;
  if (marks.includes("consent-wall")) return "consent";
  if (marks.includes("error-page")) return "error page";
  if (marks.includes("unfilled-template")) return "shell";
  if (marks.includes("needs-javascript") && contentCharacters < BESIDE_REQUEST_CHARACTERS) return "shell";
  if (isBare && scripts > 0) {
    // A short front page has a heading and a link to content; an unfilled app shell has neither.
    const leadsOn = headings[0]?.level === 1 && links.some((link) => link.url !== url);
    if (marks.includes("app-root") && contentCharacters < SHELL_CHARACTERS && !leadsOn) return "shell";
    if (visibleCharacters < 25 && links.length === 0) return "shell";
  }
  return visibleCharacters === 0 && isBare ? "empty" : undefined;
}
