import type { Page } from "../page.ts";
import type { LanguageFolder } from "./language-folder.ts";
import { primaryLanguage } from "./language-tag.ts";
import { type PageUrl, partsOf } from "./page-url.ts";
import { placeOf } from "./path.ts";
import type { Site } from "./site.ts";

/** A site's menu of its languages. Its folders are languages, at any depth and whatever their pages say. */
export interface LanguageMenu {
  /** The path before the language: `/category/` of `/category/de/start`. */
  readonly family: string;
  /** The folders that it leads to. */
  readonly names: ReadonlySet<string>;
  /** Codes of folders with a language's name: `en` of `english`. */
  readonly codes?: ReadonlyMap<string, string>;
}

/** Least and most links of a menu of languages. */
const LINKS = { fewest: 3, most: 200 } as const;

/** Share of a menu's links that are called what their folder's code stands for; sites also use codes of their own. */
const MIN_SHARE = 0.75;

/** The first menu of languages on a page: links in a row that differ in one folder and are called languages. */
export function languageMenuOf({ links }: Pick<Page, "links">, site: Site): LanguageMenu | undefined {
  let row: InRow[] = [];
  for (const { url, text } of links.slice(0, MAX_LINKS)) {
    const own = site.own(url);
    const [first] = row;
    const parts = own && { text, segments: partsOf(own).pathname.split("/") };
    if (parts && row.length < LINKS.most && (first === undefined || at(first, parts) > 0)) row.push(parts);
    else {
      const menu = menuOf(row);
      if (menu !== undefined) return menu;
      row = parts === undefined ? [] : [parts];
    }
  }
  return menuOf(row);
}

/** Most links of a homepage among which a menu is looked for. */
const MAX_LINKS = 2000;

/** The folder of a menu that a page is in. */
export function menuFolderOf(url: PageUrl, menu: LanguageMenu | undefined): LanguageFolder | undefined {
  if (menu === undefined) return undefined;
  const { pathname, search } = partsOf(url);
  const code = pathname.startsWith(menu.family) ? pathname.slice(menu.family.length).split("/", 1)[0] : undefined;
  const path = `${menu.family}${code}/`;
  if (code === undefined || !menu.names.has(code) || !pathname.startsWith(path)) return undefined;
  const withFolders = (folders: readonly string[]) =>
    `${menu.family}${folders.map((folder) => `${folder}/`).join("")}${pathname.slice(path.length)}${search}`;
  return { path, code: menu.codes?.get(code) ?? code, withFolders };
}

interface InRow {
  readonly text: string;
  readonly segments: readonly string[];
}

/** The one folder in which two addresses differ; 0 where they differ in more, or in their last name. */
function at(a: InRow, b: InRow): number {
  if (a.segments.length !== b.segments.length) return 0;
  const apart = a.segments.flatMap((name, index) => (b.segments[index] === name ? [] : [index]));
  const [folder = 0] = apart;
  return apart.length === 1 && folder < a.segments.length - 1 ? folder : 0;
}

function menuOf(row: readonly InRow[]): LanguageMenu | undefined {
  const [first, second] = row;
  if (first === undefined || second === undefined || row.length < LINKS.fewest) return undefined;
  const depth = at(first, second);
  if (row.some((door) => door !== first && at(first, door) !== depth)) return undefined;
  const named = row.filter(({ text, segments }) => isNameOf(text, segments[depth] ?? ""));
  if (named.length < Math.max(LINKS.fewest, MIN_SHARE * row.length)) return undefined;
  const family = `${first.segments.slice(0, depth).join("/")}/`;
  return { family, names: new Set(row.flatMap(({ segments }) => segments[depth] ?? [])) };
}

/** Languages by the names that folders have: `/english/`, `/deutsch/`. A table, since `Intl.DisplayNames` takes 20 ms to load. */
const CODES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "en english",
    "de deutsch german",
    "fr français francais french",
    "es español espanol spanish",
    "it italiano italian",
    "pt português portugues portuguese",
    "ru русский russian",
    "zh 中文 chinese",
    "ja 日本語 japanese",
    "ko 한국어 korean",
    "ar العربية arabic",
    "tr türkçe turkce turkish",
    "nl nederlands dutch",
    "pl polski polish",
  ].flatMap((line) => {
    const [code = "", ...names] = line.split(" ");
    return names.map((name) => [name, code]);
  }),
);

/** A page that a link calls by the name of a language, its folder's own: `English` to `/english/` or `/english.html`. */
export interface NamedDoor {
  readonly url: PageUrl;
  readonly folder: string;
  readonly code: string;
}

/** The pages at the root that the homepage's links call so. */
export const namedDoors = ({ links }: Pick<Page, "links">, site: Site): readonly NamedDoor[] =>
  links.slice(0, MAX_LINKS).flatMap(({ url: to, text }) => {
    const name = text.trim().toLowerCase();
    const url = Object.hasOwn(CODES, name) ? site.own(to) : undefined;
    const [folder = "", ...below] = url === undefined ? [] : placeOf(url);
    const code = folder.toLowerCase() === name ? CODES[name] : undefined;
    return url === undefined || code === undefined || below.length > 0 ? [] : [{ url, folder, code }];
  });

/** Most characters of a language's name. */
const MAX_NAME = 40;

/** True if a text is a language's name, in that language or in English: `Español` or `Spanish` for `es`. */
export function isNameOf(text: string, code: string): boolean {
  const said = text.trim().toLowerCase();
  // `IT` may be a department's.
  if (said.length > MAX_NAME || said.length < (/^[a-z]*$/.test(said) ? 3 : 2)) return false;
  try {
    return [code, primaryLanguage(code)].some((tag) =>
      [tag, "en"].some((language) => {
        const names = new Intl.DisplayNames([language], { type: "language", fallback: "none" });
        const name = names.of(tag)?.toLowerCase();
        return name !== undefined && (name.includes(said) || said.includes(name));
      }),
    );
  } catch {
    return false; // RangeError: no language's tag
  }
}
