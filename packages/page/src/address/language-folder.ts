import { isRegion } from "./language-tag.ts";
import { partsOf } from "./page-url.ts";

/** ISO 639-1, and what sites write in its place: countries for their languages. */
const CODES = new Set(
  (
    "aa ab af ak am ar as az be bg bm bn bo br bs ca ce co cs cv cy da de dv dz ee el en eo es et eu fa ff fi fil fo fr fy ga gd " +
    "gl gn gu ha he hi hr ht hu hy id ig is it iu ja jv ka kk kl km kn ko ku ky la lb lg ln lo lt lv mg mi mk ml mn mr ms mt " +
    "my nb ne nl nn no ny oc om or os pa pl ps pt qu rm rn ro ru rw sa sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te " +
    "tg th ti tk tl tn to tr ts tt tw ug uk ur uz ve vi wo xh yi yo za zh zu jp cn kr cz dk gr ua"
  ).split(" "),
);

/** Languages whose name sites write out, in English or in itself, behind their code. */
const NAMED = new Map(
  [
    "ar:arabic",
    "ca:catalan catala",
    "cs:czech cesky",
    "da:danish dansk",
    "de:german deutsch",
    "el:greek",
    "en:english",
    "es:spanish espanol castellano",
    "fa:persian farsi",
    "fi:finnish suomi",
    "fr:french francais",
    "he:hebrew",
    "hi:hindi",
    "hu:hungarian magyar",
    "id:indonesian",
    "it:italian italiano",
    "ja:japanese",
    "ko:korean",
    "nl:dutch nederlands",
    "no:norwegian norsk",
    "pl:polish polski",
    "pt:portuguese portugues",
    "ro:romanian",
    "ru:russian",
    "sv:swedish svenska",
    "tr:turkish turkce",
    "uk:ukrainian",
    "vi:vietnamese",
    "zh:chinese",
  ].flatMap((row) => {
    const [code = "", names = ""] = row.split(":");
    return names.split(" ").map((name): [string, string] => [name, code]);
  }),
);

/** `he` of `hebrew`; other names as they are. */
export const languageCode = (name: string): string => NAMED.get(name.toLowerCase()) ?? name;

const SCRIPT = /^(hans|hant|latn|cyrl|arab|deva)$/i;

/** Folders of a language stand at the beginning of a path, or behind the names of a project and of a part. */
const MAX_DEPTH = 3;

/** A folder whose name may stand for a language. It may as well be a word: `/it/`, `/no/`, `/to-do/`. */
export interface LanguageFolder {
  /** `/docs/zh-cn/` */
  readonly path: string;
  /** The folder's own name: `zh-cn`, `hebrew`. */
  readonly name: string;
  readonly code: string;
  /** The page's address with other folders in place of this one. */
  readonly withFolders: (folders: readonly string[]) => string;
}

/** Beginning of a language's code; a cheap test that rules out most names. */
const BEGINNING = /^[a-z]{2,3}(?:[-_]|$)/i;

/** True if a folder's name may stand for a language: `de`, `pt-br`, `zh_Hans`, `es-419`, `hebrew`. */
export function isLanguageCode(name: string): boolean {
  if (NAMED.has(name.toLowerCase())) return true;
  if (name.length > 12 || !BEGINNING.test(name)) return false;
  const [language = "", ...rest] = name.split(/[-_]/);
  return (
    CODES.has(language.toLowerCase()) && rest.length < 3 && rest.every((part) => SCRIPT.test(part) || isRegion(part))
  );
}

/** True if a code says more than a language: with a region or a script it is hardly a word. */
export const isSpecific = (code: string): boolean => /[-_]/.test(code);

/** The first folder that may stand for a language. */
export function languageFolderOf(address: string): LanguageFolder | undefined {
  const { pathname, search } = partsOf(address);
  const segments = pathname.split("/", MAX_DEPTH + 2).slice(1);
  const at = segments.findIndex((segment, index) => index < MAX_DEPTH && isLanguageCode(segment));
  const name = segments[at];
  if (name === undefined) return undefined;
  const before = segments.slice(0, at);
  const path = `/${[...before, name].join("/")}/`;
  const withFolders = (folders: readonly string[]) =>
    `/${[...before, ...folders].map((folder) => `${folder}/`).join("")}${pathname.slice(path.length)}${search}`;
  return { path, name, code: languageCode(name), withFolders };
}
