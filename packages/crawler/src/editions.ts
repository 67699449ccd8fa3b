// Determines the language and the version that an address or a page belongs to: by folders and their neighbours, and
// languages also by `hreflang`, `lang`, script and commonest words. Pure.
import type { Page } from "@llmstxt-service/page";
import { isFile } from "@llmstxt-service/page/address/files";
import { type PageUrl, partsOf } from "@llmstxt-service/page/address/page-url";
import type { Site } from "@llmstxt-service/page/address/site";
import { scriptOf } from "@llmstxt-service/page/script";
import type { LeftOut } from "./left-out.ts";

/** A folder named like a language or a version: the path before it, its name, and the path behind it. */
interface EditionFolder {
  readonly stem: string;
  readonly name: string;
  readonly rest: string;
}

/** @param deepest number of first folders that may be one; a file's name may not */
function editionFolderOf(url: string, isName: RegExp, deepest = Infinity): EditionFolder | undefined {
  const { folders, pathname } = partsOf(url);
  const most = Math.min(deepest, pathname.endsWith("/") ? folders.length : folders.length - 1);
  for (let at = 0; at < most; at++) {
    const name = folders[at] ?? "";
    if (isName.test(name)) return { stem: folders.slice(0, at).join("/"), name, rest: folders.slice(at + 1).join("/") };
  }
  return undefined;
}

/** The addresses of a site by their folders named like languages or versions: the paths behind each name. */
abstract class Editions {
  protected readonly home: EditionFolder | undefined;
  protected readonly origin: string;
  protected readonly isKnown: (url: string) => boolean;
  readonly #folderOf: (url: string) => EditionFolder | undefined;
  readonly #folders = new Map<string, EditionFolder[]>();
  readonly #wanted = new Map<string, string | undefined>();

  constructor(home: string, isKnown: (url: string) => boolean, folderOf: (url: string) => EditionFolder | undefined) {
    this.home = folderOf(home);
    this.origin = new URL(home).origin;
    this.isKnown = isKnown;
    this.#folderOf = folderOf;
  }

  /** The one to list of these names below a path; "" for the addresses without one, undefined for all of them. */
  protected abstract choose(stem: string, names: string[], rests: string[]): string | undefined;

  meet(url: string): void {
    const folder = this.#folderOf(url);
    if (folder === undefined) return;
    const beside = this.#folders.get(folder.stem) ?? [];
    this.#folders.set(folder.stem, beside);
    beside.push(folder);
  }

  /** Forgets earlier choices. */
  survey(): void {
    this.#wanted.clear();
  }

  /** The name to list in place of a folder's own, if that is another. */
  protected otherThan({ stem, name }: EditionFolder): string | undefined {
    if (!this.#wanted.has(stem)) {
      const folders = this.#folders.get(stem) ?? [];
      const names = new Set(folders.map((one) => one.name));
      const rests = folders.flatMap(({ rest }) => (rest === "" ? [] : rest));
      this.#wanted.set(stem, this.choose(stem, [...names], rests));
    }
    const wanted = this.#wanted.get(stem);
    return wanted === name ? undefined : wanted;
  }

  /** True if at least two pages, and a tenth of all, also exist without a name in their path. */
  protected hasTwins(stem: string, rests: readonly string[]): boolean {
    const before = `${this.origin}/${stem === "" ? "" : `${stem}/`}`;
    const twins = rests.filter((rest) => [rest, `${rest}/`].some((one) => this.isKnown(before + one))).length;
    return twins >= 2 && twins >= rests.length * 0.1;
  }
}

const isRepeated = (rests: readonly string[]): boolean => new Set(rests).size < rests.length;

/** Bound: a URL, 2,048 characters. */
const VERSION =
  /^(?:(?:v|pre-)?\d+(?:\.(?:\d+|x))+(?:[.\-_+]?[a-z]+[\w.]*)?\+?|v\d+|latest|stable|dev|devel|main|master|next|nightly|current)$/i;
const NEWEST = /^(?:latest|stable|current)$/i;
const UNRELEASED = /^(?:dev|devel|main|master|next|nightly)$|(?:alpha|beta|rc|cr|snapshot|draft|pre)\d*$/i;
/** Names that are versions even if no page is known in two of them. */
const SURELY = /\.[0x]$|^v|^[a-z]{3}/i;

/** The newest is greatest: `latest` and `stable` before numbers, `dev` and `main` after them. */
function rankOf(name: string): number {
  if (NEWEST.test(name)) return 1e9;
  if (UNRELEASED.test(name)) return -1;
  const numbers = name.replace(/^v/i, "").split(".");
  return numbers.reduce((rank, part, at) => rank + (Number.parseInt(part, 10) || 0) / 1000 ** at, 0);
}

const versionOf = (url: string) => editionFolderOf(url, VERSION);

/** The versions in a site's addresses; the homepage's is listed, else the unversioned one, else the newest. */
export class Versions extends Editions {
  constructor(home: string, isKnown: (url: string) => boolean) {
    super(home, isKnown, versionOf);
  }

  /** Reason to leave an address out. */
  objection(url: string): LeftOut | undefined {
    const folder = versionOf(url);
    return folder && this.otherThan(folder) !== undefined ? { reason: "older version" } : undefined;
  }

  protected choose(stem: string, names: string[], rests: string[]): string | undefined {
    if (this.home?.stem === stem) return this.home.name;
    if (this.hasTwins(stem, rests)) return "";
    const areVersions = isRepeated(rests) || names.some((name) => SURELY.test(name));
    return names.length >= 2 && areVersions ? names.sort((a, b) => rankOf(b) - rankOf(a))[0] : undefined;
  }
}

/** Bound: a name in a path. */
const LANGUAGE = new RegExp(
  "^(?:ar|bg|bn|ca|cs|da|de|el|en|es|et|eu|fa|fi|fr|gl|he|hi|hr|hu|id|it|ja|ka|ko|kr|lt|lv|ms|nb|nl|no|pl|pt|ro|ru" +
    "|sk|sl|sr|sv|th|tr|uk|vi|zh)(?:[-_][a-z]{2,4})?$",
  "i",
);
/** A language code is one of the first folders. */
const DEEPEST = 3;

const folderOf = (url: string): EditionFolder | undefined => {
  const place = editionFolderOf(url, LANGUAGE, DEEPEST);
  return place && { ...place, name: tagOf(place.name) };
};

const keyOf = (place: EditionFolder | undefined): string => (place === undefined ? "" : `${place.stem}/${place.name}`);
const tagOf = (name: string): string => name.toLowerCase().replace("_", "-");
/** Bound: a tag. What is no language tag, such as `utf-8`, says nothing. */
const primaryOf = (tag: string): string =>
  /^[a-z]{2}(?=[a-z]?(?:$|[-_][a-z\d]{2}))/i.exec(tag)?.[0].toLowerCase() ?? "";

/** The commonest words of languages. */
const WORDS: readonly (readonly [string, ReadonlySet<string>])[] = [
  ["en", "the and of to is that for with this are you from it"],
  ["de", "der die und das ist nicht mit ein eine für auf von den sich"],
  ["fr", "le la les des et est une pour dans que pas sur avec vous"],
  ["es", "el los las del y es una para con que por se su como"],
  ["pt", "os das dos e é uma para com que não por seu como você"],
  ["it", "il gli della e è una per con che non del sono di più"],
  ["nl", "de het een en van is niet voor met op zijn dat ook bij"],
  ["pl", "i w na z się nie jest do że to oraz jak są dla"],
  ["sv", "och att det är en som på för med inte av den till har"],
].map(([code = "", words = ""]) => [code, new Set((words as string).split(" "))] as const);
const [SAMPLE, FEW] = [3_000, 200];

/** The language of a text by its script, else by its commonest words; "" where neither tells. */
function spoken(text: string): string {
  const sample = text.slice(0, SAMPLE);
  const script = scriptOf(sample);
  // A few Chinese characters may be Japanese.
  if (script !== "") return script === "zh" && sample.length < FEW ? "" : script;
  const said = sample.toLowerCase().split(/[^\p{L}]+/u);
  const counts = WORDS.map(([code, words]) => ({ code, count: said.filter((word) => words.has(word)).length }));
  const [best, second] = counts.sort((a, b) => b.count - a.count);
  const isClear = best !== undefined && best.count >= said.length * 0.08 && best.count >= 2 * (second?.count ?? 0);
  return isClear && said.length >= 30 ? best.code : "";
}

/** The language that a page declares, else the one of its text. */
const languageOf = ({ lang = "", text }: Page): string => primaryOf(lang) || spoken(text);

/** This many pages in another language, before this many in the site's, show that the site's language is another. */
const [OTHERS, OWN] = [5, 3];

export class Languages extends Editions {
  /** Primary code of the language that is listed; "" if nothing tells. */
  own: string;
  /** True once the language turned out to be another than the homepage's. */
  hasChanged = false;
  readonly #tag: string;
  readonly #isAsked: boolean;
  /** Pages that others name as their translations, with the page in the site's language. */
  readonly #named = new Map<string, string>();
  /** Folders that `hreflang` names as a language; if there are any, only these count. */
  readonly #said = new Set<string>();
  /** True if `hreflang` names an address without a folder as the site's language. */
  #isPlain = false;
  readonly #counts = new Map<string, number>();
  /** Texts of pages with the site's `lang`, whatever language they are really in. */
  readonly #texts: string[] = [];

  /** @param asked the requested language */
  constructor(home: Page, isKnown: (url: string) => boolean, asked = "") {
    super(home.url, isKnown, folderOf);
    this.#isAsked = asked !== "";
    this.#tag = tagOf(asked || (home.lang ?? ""));
    this.own = primaryOf(asked) || languageOf(home);
  }

  /** Adds the translations that a page or a sitemap names; `hreflang` counts more than the address. */
  name(url: string, versions: readonly { readonly lang: string; readonly url: string }[]): void {
    if (versions.length < 2 || this.own === "") return;
    const own =
      versions.find(({ lang }) => tagOf(lang) === this.#tag) ??
      versions.find(({ lang }) => primaryOf(lang) === this.own);
    if (own === undefined || !versions.some((one) => one.url === url)) return;
    for (const { url } of versions) this.#said.add(keyOf(folderOf(url)));
    this.#isPlain ||= folderOf(own.url) === undefined;
    for (const one of versions) if (one.url !== own.url && !/^x-/i.test(one.lang)) this.#named.set(one.url, own.url);
    this.#named.delete(own.url);
  }

  /** Reason to leave an address out, with its translation in the site's language if that is known. */
  objection(url: string): LeftOut | undefined {
    const named = this.#named.get(url);
    if (named !== undefined) return { reason: "other language", of: named };
    const folder = folderOf(url);
    if (folder === undefined || (this.#said.size > 0 && !this.#said.has(keyOf(folder)))) return undefined;
    const wanted = this.otherThan(folder);
    if (wanted === undefined) return undefined;
    const own = `${this.origin}/${[folder.stem, wanted, folder.rest].filter((part) => part !== "").join("/")}`;
    return { reason: "other language", of: [own, `${own}/`].find(this.isKnown) };
  }

  protected choose(stem: string, names: string[], rests: string[]): string | undefined {
    if (this.home?.stem === stem && !this.#isAsked) return this.home.name;
    if (names.length < 2 && !this.hasTwins(stem, rests)) return undefined;
    const same = names.find((name) => name === this.#tag) ?? names.find((name) => primaryOf(name) === this.own);
    // Beside a language without a folder, a folder is another script or country of it: `/` and `/zh-hant/`.
    if (same !== undefined) return this.#isPlain ? "" : same;
    return this.own !== "" ? "" : isRepeated(rests) || names.length > 2 ? names[0] : undefined;
  }

  /** True for a page in another language. If nearly all pages are, that becomes the site's language. */
  isForeign(page: Page): boolean {
    const code = languageOf(page);
    if (this.#isUntranslated(page, code)) return false;
    if (code === "" || this.own === "" || code === this.own || this.#isOwnText(page.text)) {
      this.#counts.set(this.own, (this.#counts.get(this.own) ?? 0) + 1);
      if (this.#texts.length < OWN) this.#texts.push(page.text.slice(0, SAMPLE));
      return false;
    }
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (this.#isAsked || count < OTHERS || (this.#counts.get(this.own) ?? 0) > OWN) return true;
    this.own = code;
    this.hasChanged = true;
    return false;
  }

  /** True for words of another script below a heading in the site's: they are no translation of another page. */
  #isUntranslated({ lang = "", headings }: Page, code: string): boolean {
    const isByWords = primaryOf(lang) === "" && WORDS.some(([name]) => name === code);
    return isByWords && scriptOf(headings[0]?.text ?? "") === this.own;
  }

  /** If a site's template states a wrong language, a page with a `lang` of its own is compared with the other texts. */
  #isOwnText(text: string): boolean {
    const code = spoken(text);
    return code !== "" && code !== this.own && this.#texts.some((own) => spoken(own) === code);
  }
}

/** A homepage with at most this much text, and this share of links to translations, only offers a choice. */
const [DOOR, DOOR_SHARE] = [600, 0.6];

/**
 * Target of a homepage that only offers a choice of languages or countries: the wanted one, else English, else its
 * default, else the first. `hreflang` counts more than the address. undefined for other pages.
 */
export function doorOf(home: Page, site: Site, asked = ""): PageUrl | undefined {
  if (home.textLength > DOOR) return undefined;
  const said = new Map(home.alternates.languages.map(({ lang, url }) => [site.own(url), tagOf(lang)] as const));
  const links = new Set(home.links.map(({ url }) => site.own(url)));
  const own = [...links].filter((url) => url !== undefined && url !== site.home && !isFile(url)) as PageUrl[];
  const doors = own.flatMap((url) => {
    const folder = folderOf(`${url.replace(/\/(?:index\.html?)?$/i, "")}/`);
    const isFolder = said.size === 0 && folder?.rest === "" && partsOf(url).search === "";
    const tag = said.get(url) ?? (isFolder ? folder.name : undefined);
    return tag === undefined ? [] : [{ url, tag }];
  });
  const isChoice = new Set(doors.map(({ tag }) => primaryOf(tag))).size >= 2 && doors.length >= DOOR_SHARE * own.length;
  if (!isChoice) return undefined;
  const wanted = [tagOf(asked), primaryOf(asked), "en"].filter((tag) => tag !== "");
  const find = (tag: string) =>
    doors.find((door) => door.tag === tag) ?? doors.find((door) => primaryOf(door.tag) === tag);
  const fallback = [...said].find(([url, tag]) => tag === "x-default" && url !== site.home)?.[0];
  return wanted.map(find).find((door) => door !== undefined)?.url ?? fallback ?? doors[0]?.url;
}
