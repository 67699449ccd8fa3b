import { type Entry, textKey } from "../entry.ts";
import { headingText, plainText, titleText } from "../text.ts";
import { commonAffixes, SEPARATORS, withoutAffixes } from "./affixes.ts";
import { humanised, isGeneric } from "./labels.ts";
import { roleOf } from "./roles.ts";

/**
 * The site's own name: the first of og:site_name, JSON-LD's name of the site or the software, application-name and the
 * affix most titles share that the homepage shows in its title or h1; then the homepage's title, or the part of it that other
 * titles end with; then JSON-LD's organization
 * under the same condition; then the first of them that no homepage shows; the host. What a part of any site may be called,
 * such as `Guide`, is a name only where nothing else is, and `Documentation` is none. The homepage is asked first, then the
 * others.
 */
export function siteName(home: Entry | undefined, entries: readonly Entry[], source: string): string {
  const all = home === undefined ? entries : [home, ...entries];
  const said = (field: keyof Entry["page"]["siteNames"]) => all.map(({ page }) => page.siteNames[field]);
  const titles = all.map(pageTitle);
  const affixes = commonAffixes(titles);
  const ends = [...affixes.end.values(), ...affixes.start.values()];
  const shared = ends
    // Words in brackets belong to what stands before them: `Cloud Changelog (by products)`; the homepage's title is that alone.
    .filter(({ text, count }) => !ends.some((end) => end.count >= count - 1 && end.text.endsWith(` (${text})`)))
    .sort((a, b) => b.count - a.count || a.text.length - b.text.length);
  const isShown = shownBy(home);
  const tags = [...said("openGraph"), ...said("jsonLd"), ...said("applicationName")];
  const tagged = new Set(tags.map((tag = "") => textKey(tag)));
  // Tags and titles agree on these: `Status` may be a name then, and a slogan in another tag is none.
  const agreed = shared.map(({ text }) => text).filter((text) => tagged.has(textKey(text)));
  const own = [...agreed, ...tags, ...shared.map(({ text }) => text)];
  const title = home === undefined ? "" : withoutSlogan(withoutHomeWords(withoutAffixes(pageTitle(home), affixes)));
  const host = URL.parse(source)?.host;
  const candidates = [
    ...own.filter(isShown),
    endOfTitles(home, titles),
    title,
    ...said("organization").filter(isShown),
    ...own,
  ];
  const isTelling = (name: string) =>
    !isCommon(name, home) &&
    (roleOf(textKey(name)) === undefined || agreed.some((text) => textKey(text) === textKey(name)));
  const mayBe = (name: string) => !isCommon(name, home);
  return firstName(candidates, isTelling) ?? firstName([title, host], mayBe) ?? firstName([host, title]) ?? "Untitled";
}

/** The part of the homepage's title with which most other titles end, three at least. */
function endOfTitles(home: Entry | undefined, titles: readonly string[]): string | undefined {
  if (home === undefined) return undefined;
  const { end } = commonAffixes(titles, 0);
  const countOf = (part: string) => end.get(textKey(part))?.count ?? 0;
  const parts = partsOf(pageTitle(home)).filter((part) => countOf(part) > 0);
  return parts.sort((a, b) => countOf(b) - countOf(a))[0];
}

/** rustdoc ends each title with the name of the language. */
const GENERATOR_AFFIX = / - Rust$/;

/** A page's title without what its generator adds to any. One that it cut short is the beginning of the h1, which says it all. */
export function pageTitle(entry: Entry): string {
  const title = titleText(entry.page.title);
  if (CUT.test(title)) {
    const beginning = textKey(title.replace(CUT, ""));
    const heading = headline(entry);
    if (beginning !== "" && textKey(heading).startsWith(beginning)) return heading;
  }
  if (isHugosPlural(entry, title)) return humanised(entry.path.at(-1) ?? "");
  return entry.page.generator === "rustdoc" ? title.replace(GENERATOR_AFFIX, "") : title;
}

/** Hugo calls a list without a title by its folder in an English plural, in any language: `Vereins` of `verein`. */
function isHugosPlural({ page, path }: Entry, title: string): boolean {
  const { generator = "", lang = "en" } = page;
  if (!generator.startsWith("Hugo") || /^en\b/i.test(lang)) return false;
  const [key, folder] = [textKey(title), textKey(humanised(path.at(-1) ?? ""))];
  return folder !== "" && (key === `${folder}s` || key === `${folder}es`);
}

const CUT = /\s?(?:…|\.\.\.)$/u;

/** The page's first h1. */
export function headline({ page }: Entry): string {
  return titleText(page.headings.find(({ level }) => level === 1)?.text ?? "");
}

/** True if the homepage's title or h1 contains a name, case and white space aside. */
function shownBy(home: Entry | undefined): (name: string | undefined) => boolean {
  const folded = (text: string) => plainText(text).toLowerCase();
  if (home === undefined) return (name) => name !== undefined;
  const heading = home.page.headings.find(({ level }) => level === 1)?.text ?? "";
  const shown = [pageTitle(home), heading].map(folded);
  return (name = "") => folded(name) !== "" && shown.some((text) => text.includes(folded(name)));
}

/** A homepage says of itself that it is one, in any language. */
const HOME_WORDS =
  /^(?:home ?page|home|about|welcome|main page|index|start ?page|startseite|start|accueil|page d['’]accueil|inicio|página (?:principal|de inicio)|página inicial|início|pagina iniziale|home ?pagina|hem|hjem|forside|etusivu|strona główna|domů|főoldal|ana ?sayfa|главная(?: страница)?|головна|αρχική|首页|主页|首頁|ホーム|トップ(?:ページ)?|홈|الرئيسية|الصفحة الرئيسية|خانه|صفحه اصلی|trang chủ)$/iu;

export const isHomeWord = (text: string): boolean => HOME_WORDS.test(text);

function withoutHomeWords(title: string): string {
  const parts = partsOf(title);
  const named = parts.filter((part) => !isHomeWord(part));
  // The separators between the parts that stay are kept: they may be a slogan's.
  return named.length === parts.length || named.length === 0 ? title : named.join(" - ");
}

/** Four words and more say what the site is, not what it is called: `Vant 4 - A Vue library for mobile web apps`. */
function withoutSlogan(title: string): string {
  const [first = "", ...others] = partsOf(title);
  const last = others.at(-1) ?? "";
  const isSlogan = (part: string) => part.split(" ").length >= 4;
  if (others.some(isSlogan) && !isSlogan(first) && first !== "") return first;
  return isSlogan(first) && last !== "" && !isSlogan(last) ? last : title;
}

function partsOf(title: string): string[] {
  return title
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Most characters of a site's name; a longer one is a slogan. */
const MAX_NAME = 80;

/** True for a name that any site may have: `Documentation`, a box of its pages, the name of the homepage's file. */
function isCommon(name: string, home: Entry | undefined): boolean {
  return isGeneric(name) || NO_TITLE.test(textKey(name)) || name === home?.path.at(-1);
}

const NO_TITLE =
  /^(?:untitled(?: document)?|index|redirect(?:ing)?|weiterleitung|redirection|redirigiendo|docs|documentation|dokumentation|documentación|documentação|documentazione|documentatie|dokumentacja|документация|документація|文档|文檔|ドキュメント|문서)$/u;

function firstName(
  candidates: readonly (string | undefined)[],
  isName: (name: string) => boolean = () => true,
): string | undefined {
  const names = candidates.map((text) => headingText(text ?? "")).filter((name) => name !== "" && isName(name));
  return names.find((name) => [...name].length <= MAX_NAME) ?? names[0];
}
