// Decides what a page is, and what becomes of it: exactly one outcome, with one reason. Pure.
import type { Page } from "@llmstxt-service/page";
import { isFile } from "@llmstxt-service/page/address/files";
import { withoutFragment } from "@llmstxt-service/page/address/page-url";
import { UNSPACED } from "@llmstxt-service/page/script";
import { isFurther, isSuspect } from "./addresses.ts";
import type { KnownAddress } from "./known.ts";
import type { LeftOut } from "./left-out.ts";
import type { Relation } from "./texts.ts";

/**
 * `content`: something to read; `list`: mostly links to other pages of the site; `stub`: hardly a text; `form`: a form
 * and hardly a text; `tool`: a log-in or a search; `frames`: nothing but frames.
 */
type Kind = "content" | "list" | "stub" | "form" | "tool" | "frames";

/** A page with the crawl's knowledge of it. */
interface Facts {
  readonly page: Page;
  readonly known: KnownAddress;
  readonly kind: Kind;
  /** Pages with the same text, or that contain this text or are contained in it. */
  readonly text: Relation;
  /** True for a list that shortens the way to another page; one that does not is a facet. */
  readonly shortens: boolean;
  /** True if it looks like the site's answer to a made-up address (soft 404). */
  readonly isMissing: boolean;
  readonly isForeign: boolean;
  /** True if its own menu leads to it: what only the homepage shows is no menu of the site. */
  readonly isInOwnMenu: boolean;
}

/** `why`: reason to leave it out, unless something better becomes of it. */
export type Verdict =
  | { readonly type: "list"; readonly why?: undefined }
  /** Listed only if places are left: lists first, then pages with hardly any text. */
  | { readonly type: "last"; readonly as: "list" | "stub"; readonly why?: LeftOut }
  /** Its text is part of another page, which is listed unless it contains three such pages. */
  | { readonly type: "part"; readonly of: string; readonly why: LeftOut }
  /** In another language than the site's, as far as is known. */
  | { readonly type: "foreign"; readonly why: LeftOut }
  | { readonly type: "leaveOut"; readonly why: LeftOut };

const leaveOut = (reason: LeftOut["reason"], of?: string): Verdict => ({
  type: "leaveOut",
  why: { reason, of },
});

export function judge(facts: Facts): Verdict {
  const { page, known, kind, text } = facts;
  const isInMenu = known.menu < Infinity;
  const isNamed = Math.min(known.menu, known.home) < Infinity;
  const target = sentOnTo(page);
  if (!page.robots.index) return leaveOut("noindex");
  if (facts.isMissing || isErrorPage(page)) return leaveOut("error page");
  if (isWall(page) || kind === "frames" || page.signals.isSource) return leaveOut("not a page");
  if (known.frame !== undefined && (kind === "stub" || isListLike(kind, page))) return leaveOut("list of pages");
  if (target !== undefined && !isInMenu) return leaveOut("redirect", target);
  if (isNothing(facts)) return leaveOut("not a page");
  if (text.same !== undefined) return leaveOut("duplicate", text.same);
  if (facts.isForeign) return { type: "foreign", why: { reason: "other language" } };
  if (text.isDated && !isInMenu) return leaveOut("trap");
  if (text.holds !== undefined && !isInMenu) return leaveOut("duplicate", text.holds[0]);
  if (isFurther(known.url) || isAlphabetical(kind, page) || isArrangement(facts)) return leaveOut("list of pages");
  if (text.within !== undefined && kind !== "list" && !isInMenu)
    return { type: "part", of: text.within, why: { reason: "duplicate", of: text.within } };
  if ((kind === "stub" || kind === "form") && !isNamed) return { type: "last", as: "stub" };
  if (kind !== "list" || (isInMenu && !isSuspect(known.url))) return { type: "list" };
  return facts.shortens ? { type: "last", as: "list", why: { reason: "list of pages" } } : leaveOut("list of pages");
}

/** True for a tag, author, archive or further page outside the menu without its own text: it may show a post in full. */
function isArrangement({ page, known, kind, text, isInOwnMenu }: Facts): boolean {
  if (isInOwnMenu || !(isSuspect(known.url) || isNumbered(page))) return false;
  // Only a sitemap knows it.
  if (known.depth === Infinity) return true;
  const isOwn = kind === "content" && text.within === undefined;
  return !isOwn || isListLike(kind, page) || page.items.length > 0 || isHeadedByLinks(page);
}

/** True for a log-in, cart or search page, or a page with neither text nor useful links. */
function isNothing({ page: { signals, textLength, headings, links }, kind, known }: Facts): boolean {
  // A form whose addresses differ only in their query is a tool: "Send this page to a friend".
  if (kind !== "content" && (known.isTool || (kind === "form" && known.url.includes("?")))) return true;
  // Short chapters can have a search box, too.
  if (kind === "tool" && known.menu === Infinity && signals.contentCharacters < 300) return true;
  // Some show only "Loading…" before their scripts run.
  const isEmpty = signals.visibleCharacters < 20 && headings.length + links.length + signals.fields.length === 0;
  // Only a sitemap knows it.
  const isUnnamed = textLength === 0 && known.depth === Infinity;
  return textLength < 20 && (isEmpty || isUnnamed || (signals.marks.length > 0 && known.menu === Infinity));
}

/** True if the links of a page that is left out are followed: a list, a shell, a chapter without a text lead on. */
export const leadsOn = ({ reason }: LeftOut, page: Page): boolean =>
  ["noindex", "list of pages", "redirect", "not a page"].includes(reason) && !isWall(page);

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
  const isWorded = (line: string) => line.split(" ", PROSE_WORDS).length === PROSE_WORDS || UNSPACED.test(line);
  const isProse = (line: string) => line.length >= PROSE && isWorded(line);
  const prose = text.split("\n").filter((line) => isProse(line) && !labels.has(line));
  const sentences = prose.filter((line) => SENTENCE.test(line));
  return lengthOf(prose) <= LIST_PROSE && lengthOf(sentences) <= SENTENCES * textLength;
}

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, { length }) => sum + length, 0);

/** A page with at most this much text for each link says hardly more than its links. */
const ROW = 110;

/** True for a page that may be a facet. */
function isListLike(kind: Kind, { textLength, links }: Page): boolean {
  if (kind === "list") return true;
  const leads = new Set(links.flatMap(({ url, place }) => (place === "content" ? withoutFragment(url) : [])));
  return textLength < ROW * leads.size;
}

/** An alphabetical index has at least this many letters as lines of their own. */
const LETTERS = 8;

/** True for an alphabetical index: a list of links below the letters that they begin with. */
const isAlphabetical = (kind: Kind, { text }: Page): boolean =>
  kind === "list" && new Set(text.match(/^\p{Lu}$/gmu)).size >= LETTERS;

/** Characters by which a teaser is known, and of its shortest line. */
const [START, TEASER] = [12, 80];

/** True for posts, shown with their beginnings: each section, or each long line, begins with a link. */
function isHeadedByLinks({ headings, links, text }: Page): boolean {
  const labels = links.flatMap((link) => (link.place === "content" ? link.text : []));
  const known = new Set(labels);
  if (headings.length > 1 && headings.every((one, at) => at === 0 || known.has(one.text))) return true;
  const starts = new Set(labels.filter(({ length }) => length >= START).map((label) => label.slice(0, START)));
  const lines = text.split("\n").filter(({ length }) => length > TEASER);
  const teasers = lines.filter((line) => starts.has(line.slice(0, START)));
  return lines.length >= LISTED && teasers.length >= lines.length * 0.8;
}

const NUMBER = /^(.*\D)(\d{1,4})(\D*)$/;
const NUMBERED = /^(?:\p{L}+\.? ?)?(\d{1,3})$/u;

/** True for a page among numbered ones: a link called by the next number, or that before, leads to its address. */
function isNumbered({ url, links }: Page): boolean {
  const [, before = "", own = "", behind = ""] = NUMBER.exec(url) ?? [];
  if (own === "") return false;
  return links.some(({ url: to, text }) => {
    const [, other = own] = NUMBERED.exec(text) ?? [];
    const isNext = Math.abs(Number(other) - Number(own)) === 1;
    return isNext && (to === before + other + behind || (other === "1" && to === before));
  });
}

/** The target of a page without text that only redirects by a script or a link. */
function sentOnTo({ url, links, textLength, headings, signals }: Page): string | undefined {
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
function isErrorPage({ url, text, textLength, title, signals }: Page): boolean {
  if (signals.marks.includes("error-page")) return true;
  if (textLength <= SHORT && NOT_THERE.test(`${title}\n${text}`)) return true;
  return textLength < LONG && MISSING.test(title) && !ABOUT_MISSING.test(new URL(url).pathname);
}

/** True for a challenge, a consent dialog or a server's own listing of a folder in place of a page. */
const isWall = ({ signals, title }: Page): boolean =>
  signals.marks.includes("challenge") || signals.marks.includes("consent-wall") || title.startsWith("Index of /");
