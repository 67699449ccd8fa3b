import type { Page } from "../page.ts";
import { isSpecific, type LanguageFolder, languageFolderOf } from "./language-folder.ts";
import { isNameOf, type LanguageMenu, languageMenuOf, menuFolderOf, namedDoors } from "./language-menu.ts";
import { isInOtherScript, normalTag, primaryLanguage } from "./language-tag.ts";
import { type PageUrl, partsOf } from "./page-url.ts";
import type { Site } from "./site.ts";

/** Pages that a folder repeats before it is taken for a translation, and their share of the folder's known pages. */
const ENOUGH = { pages: 2, share: 0.5 } as const;

/** The same for a folder whose pages claim the site's own language, which a template may do by mistake. */
const ENOUGH_AGAINST_ITS_WORD = { pages: 3, share: 0.75 } as const;

/** Most addresses of a folder that are compared with those outside; also most languages kept of links and of pages. */
const MAX_COMPARED = 50;

/** Most addresses whose language, as links name it, is kept. */
const MAX_TOLD = 50_000;

/** Most comparisons of a folder; by then its pages have shown their language. */
const MAX_COMPARISONS = 40;

interface FolderRecord {
  readonly urls: PageUrl[];
  comparisons: number;
  /** Language of its pages: another one, the site's own, or nothing though one was read. */
  verdict?: "foreign" | "own" | "silent";
}

/** A page's or a sitemap's links to versions in other languages, and its own language if it names it. */
export interface Said {
  readonly languages: Page["alternates"]["languages"];
  readonly lang?: string;
}

/** Keeps a crawl to one language: the one asked for, else the homepage's. */
export class Languages {
  readonly #site: Site;
  /** `en-us`; empty as long as no page says. */
  #own: string;
  /** The folder that the homepage's own language has in addresses. */
  readonly #ownCode: string | undefined;
  readonly #translations = new Map<PageUrl, string>();
  readonly #folders = new Map<string, FolderRecord>();
  /** Languages by the word of links, and of the pages themselves. */
  readonly #told = new Map<PageUrl, string>();
  readonly #named = new Set<string>();
  readonly #spoken = new Set<string>();
  readonly #menu: LanguageMenu | undefined;
  /** True if the homepage says its language, and is in a script of it. */
  readonly #isSaid: boolean;

  constructor(site: Site, home: Page, asked: string | undefined) {
    this.#site = site;
    const code = languageFolderOf(site.home)?.code;
    const lang = spokenBy(home);
    this.#own = normalTag(asked ?? lang ?? code ?? "");
    this.#ownCode = code !== undefined && primaryLanguage(code) === primaryLanguage(this.#own) ? code : undefined;
    this.learn(site.home, { ...home.alternates, ...(lang !== undefined && { lang }) });
    this.#isSaid = lang !== undefined && !isInOtherScript(textOf(home), this.#own);
    this.#menu = languageMenuOf(home, site) ?? this.#doorsOf(home);
    this.#readMenu(home);
  }

  /** Folders of the root that have the name of another language than the homepage's are translations. */
  #doorsOf(home: Page): LanguageMenu | undefined {
    const isOther = (code: string) => (this.#own === "" ? isInOtherScript(textOf(home), code) : !this.#isOwn(code));
    const doors = namedDoors(home, this.#site).filter(({ code }) => isOther(code));
    for (const { url, code } of doors) this.#translate(url, this.#site.home, code);
    const codes = new Map(doors.map(({ folder, code }) => [folder, code]));
    return codes.size === 0 ? undefined : { family: "/", names: new Set(codes.keys()), codes };
  }

  /** A homepage's links that are called a language and lead to a folder of its code are its translations. */
  #readMenu({ links }: Page): void {
    for (const name of this.#menu?.names ?? [])
      if (!this.#isOwn(name)) this.#recordOf(`${this.#menu?.family}${name}/`).verdict = "foreign";
    for (const { url, text } of links) {
      const own = this.#site.own(url);
      const folder = own && this.#otherFolderOf(own);
      if (own === undefined || own === this.#site.home || folder?.path !== partsOf(own).pathname) continue;
      if (isNameOf(text, folder.code)) this.#translate(own, this.#site.home, folder.code);
    }
  }

  /** Takes in an address; to be called for every address that becomes known. */
  discover(url: PageUrl): void {
    const folder = this.#otherFolderOf(url);
    if (folder === undefined) return;
    const { urls } = this.#recordOf(folder.path);
    if (urls.length < MAX_COMPARED) urls.push(url);
  }

  /** Takes in what a page or a sitemap says about its versions in other languages (`hreflang`). */
  learn(url: string, { languages: alternates, lang: spoken = "" }: Said): void {
    const tags = alternates.map(({ lang }) => normalTag(lang)).filter((lang) => lang !== "x-default");
    for (const { lang, url: alternate } of alternates) this.#tell(this.#site.own(alternate), normalTag(lang));
    const own =
      tags.find((lang) => lang === this.#own) ?? [...tags, normalTag(spoken)].find((lang) => this.#isOwn(lang));
    if (own === undefined) return;
    const ownUrls = new Set(
      alternates.filter(({ lang }) => normalTag(lang) === own).map((one) => this.#site.own(one.url)),
    );
    for (const { lang, url: alternate } of alternates) {
      if (normalTag(lang) === own || normalTag(lang) === "x-default") continue;
      const other = this.#site.own(alternate);
      if (other !== undefined && other !== url && !ownUrls.has(other)) this.#translate(other, url, lang);
    }
  }

  /** The page that says the same in the crawl's language, or `""` where only the language is known to be another. */
  translationOf(url: PageUrl, isKnown: (url: PageUrl) => boolean): string | undefined {
    const told = this.#translations.get(url);
    if (told !== undefined) return told;
    const folder = this.#otherFolderOf(url);
    if (folder === undefined || !this.#isTranslation(folder, isKnown)) return undefined;
    return this.#originalOf(url, isKnown) ?? "";
  }

  /**
   * True if a page that was read says that it is in another language, or says nothing, though the homepage does, and shows
   * another script. What it says counts for its folder, too.
   */
  isForeign(url: PageUrl, page: Page): boolean {
    if (page.lang === undefined && this.#isSaid && isInOtherScript(textOf(page), this.#own)) return true;
    const folder = this.#otherFolderOf(url);
    // Most pages say the site's language, and lie in no other's folder: whatever they are written in, they are its own.
    if (folder === undefined && this.#isOwn(page.lang ?? "")) return false;
    const lang = spokenBy(page) ?? "";
    if (this.#own === "" && folder === undefined) this.#own = normalTag(lang);
    const isOther = lang !== "" && this.#own !== "" && !this.#isOwn(lang);
    if (isOther && this.#spoken.size < MAX_COMPARED) this.#spoken.add(primaryLanguage(lang));
    if (folder === undefined) return isOther;
    const record = this.#recordOf(folder.path);
    // A variant (`zh-tw` beside `zh-cn`) is found by the pages that it repeats.
    const isOwn = lang !== "" && this.#isOwn(lang) && (normalTag(lang) === this.#own || !isSpecific(lang));
    if (record.verdict === undefined || record.verdict === "silent")
      record.verdict = isOther ? "foreign" : isOwn ? "own" : "silent";
    return isOther;
  }

  /**
   * The language of a page, as links name it, else by its folder, else as the page says (`spoken`); empty if unknown.
   */
  languageOf(url: PageUrl, isKnown: (url: PageUrl) => boolean, spoken = ""): string {
    const told = this.#told.get(url);
    if (told !== undefined) return this.#united(told);
    const folder = this.#otherFolderOf(url);
    if (folder !== undefined && this.#isTranslation(folder, isKnown)) return this.#united(normalTag(folder.code));
    return this.#united(spoken === "" || this.#own === "" ? this.#own : primaryLanguage(spoken));
  }

  /** All languages that the site is known to have, its own first. */
  get found(): readonly string[] {
    const foreign = [...this.#folders].flatMap(([path, { verdict }]) =>
      verdict === "foreign" ? [this.#tagOf(path.split("/").at(-2) ?? "")] : [],
    );
    const all = [this.#own, ...this.#named, ...foreign, ...this.#spoken].filter((tag) => tag !== "");
    return [...new Set(all.map((tag) => this.#united(tag)))];
  }

  #tagOf(folder: string): string {
    return normalTag(this.#menu?.codes?.get(folder) ?? folder);
  }

  /** One language has one tag, though links, folders and pages spell it in several: that of links, where they name it. */
  #united(tag: string): string {
    if (!this.#isOwn(tag)) return this.#named.has(tag) ? tag : (this.#namedLike(tag)[0] ?? tag);
    const regions = this.#namedLike(tag).filter(isSpecific);
    const home = this.#told.get(this.#site.home) ?? this.#own;
    // Only links tell `en-us` from `en-gb`.
    return regions.length > 1 && regions.includes(tag) && tag !== this.#own && tag !== home ? tag : this.#own;
  }

  #namedLike(tag: string): readonly string[] {
    return [...this.#named].filter((one) => primaryLanguage(one) === primaryLanguage(tag)).sort();
  }

  #tell(url: PageUrl | undefined, tag: string): void {
    if (url === undefined || tag === "x-default" || this.#told.size >= MAX_TOLD) return;
    // A template may name one page for all languages: it is in the site's own then.
    if (this.#told.has(url) && !this.#isOwn(tag)) return;
    this.#told.set(url, tag);
    if (this.#named.size < MAX_COMPARED) this.#named.add(tag);
  }

  #isTranslation(folder: LanguageFolder, isKnown: (url: PageUrl) => boolean): boolean {
    const record = this.#recordOf(folder.path);
    const { verdict, urls } = record;
    if (verdict === "foreign") return true;
    // A word that may be a language's code: one of its pages is read before anything is said of the others.
    if (verdict === undefined && !isSpecific(folder.code)) return false;
    if (record.comparisons >= MAX_COMPARISONS) return false;
    record.comparisons += 1;
    const enough = verdict === "own" ? ENOUGH_AGAINST_ITS_WORD : ENOUGH;
    // Each folder has a page above it: that the folder's own page has one in the site's language proves nothing.
    const within = urls.filter((url) => partsOf(url).pathname !== folder.path);
    const repeated = within.filter((url) => this.#originalOf(url, isKnown) !== undefined).length;
    const isTranslation = repeated >= enough.pages && repeated >= enough.share * within.length;
    if (isTranslation) record.verdict = "foreign";
    return isTranslation;
  }

  /** The known page with the same path in the crawl's own language. */
  #originalOf(url: PageUrl, isKnown: (url: PageUrl) => boolean): PageUrl | undefined {
    const folder = this.#folderOf(url);
    if (folder === undefined) return undefined;
    for (const name of new Set(["", this.#ownCode ?? "", this.#own, primaryLanguage(this.#own)])) {
      const original = this.#site.own(partsOf(url).origin + folder.withFolders(name === "" ? [] : [name]));
      if (original !== undefined && original !== url && isKnown(original)) return original;
    }
    return undefined;
  }

  #translate(other: PageUrl, of: string, lang: string): void {
    this.#translations.set(other, of);
    const folder = this.#otherFolderOf(other);
    if (folder === undefined) return;
    const isNamedSo = primaryLanguage(folder.code) === primaryLanguage(lang);
    if (isNamedSo || partsOf(other).pathname === folder.path) this.#recordOf(folder.path).verdict = "foreign";
  }

  #recordOf(path: string): FolderRecord {
    const record = this.#folders.get(path) ?? { urls: [], comparisons: 0 };
    this.#folders.set(path, record);
    return record;
  }

  #folderOf(url: PageUrl): LanguageFolder | undefined {
    return menuFolderOf(url, this.#menu) ?? languageFolderOf(url);
  }

  /** The folder that may stand for another language than the crawl's. */
  #otherFolderOf(url: PageUrl): LanguageFolder | undefined {
    const folder = this.#folderOf(url);
    if (folder === undefined) return undefined;
    const isOwn =
      this.#ownCode === undefined ? this.#isOwn(folder.code) : normalTag(folder.code) === normalTag(this.#ownCode);
    return isOwn ? undefined : folder;
  }

  #isOwn(tag: string): boolean {
    return this.#own !== "" && primaryLanguage(tag) === primaryLanguage(this.#own);
  }
}

/** The language that a page says; not where it is in another script, as where a template says `en` of a text in Chinese. */
const spokenBy = (page: Page): string | undefined =>
  page.lang !== undefined && isInOtherScript(textOf(page), page.lang) ? undefined : page.lang;

const textOf = ({ title, excerpt }: Page): string => `${title}\n${excerpt}`;
