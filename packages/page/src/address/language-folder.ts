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

const SCRIPT = /^(hans|hant|latn|cyrl|arab|deva)$/i;

/** Folders of a language stand at the beginning of a path, or behind the names of a project and of a part. */
const MAX_DEPTH = 3;

/** A folder whose name may stand for a language. It may as well be a word: `/it/`, `/no/`, `/to-do/`. */
export interface LanguageFolder {
  /** `/docs/zh-cn/` */
  readonly path: string;
  readonly code: string;
  /** The page's address with other folders in place of this one. */
  readonly withFolders: (folders: readonly string[]) => string;
}

/** Beginning of a language's code; a cheap test that rules out most names. */
const BEGINNING = /^[a-z]{2,3}(?:[-_]|$)/i;

/** True if a folder's name may stand for a language: `de`, `pt-br`, `zh_Hans`, `es-419`. */
export function isLanguageCode(name: string): boolean {
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
  const code = segments[at];
  if (code === undefined) return undefined;
  const before = segments.slice(0, at);
  const path = `/${[...before, code].join("/")}/`;
  const withFolders = (folders: readonly string[]) =>
    `/${[...before, ...folders].map((folder) => `${folder}/`).join("")}${pathname.slice(path.length)}${search}`;
  return { path, code, withFolders };
}
