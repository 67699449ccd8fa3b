import { partsOf } from "./page-url.ts";

/** `v2`, `1.0`, `1.x`, `0.17.0-rc1`. A year's folder is no version, and a plain number may be anything. */
const NUMBERED =
  /^(v\d+(\.(\d+|x)){0,3}|\d+(\.(\d+|x)){1,3})([-.]?(alpha|beta|rc|dev|snapshot|preview|pre|a|b|m)[-.]?\d*)?$/i;
/** `0.4.0+`, `2.0-jsr380`, `5.1.0.Final`: a version where the site says so, or where it has the pages of others. */
const LIKE_A_NUMBER = /^v?\d+\.\d[\w.+~-]{0,24}$/i;
const UNRELEASED = /\d[-._]?(?:alpha|beta|rc|dev|snapshot|preview|pre|a|b|m)[-.]?\d*$/i;
const CURRENT = /^(latest|stable|current)$/i;
const NAMES = "dev|devel|next|latest|stable|current|main|master|nightly|canary|legacy|old|edge|unstable";
/** Bound: a folder or a word. */
const NAMED = new RegExp(`^(${NAMES})$`, "i");

/** Folders whose numbers name a subject, not a version of the site. */
const ABOUT_VERSIONS =
  /^(releases?|release-?notes|changelogs?|changes|whats-?new|news|blog|upgrad(e|es|ing)|migrat(e|ion|ions|ing)|downloads?|tags?|milestones?|roadmap)$/i;

/** Versions stand early in a path. */
const MAX_DEPTH = 4;

/** A folder that may be one version of what its siblings are others of. */
export interface VersionFolder {
  /** Path before the version: `/docs/` of `/docs/v1/start`. */
  readonly family: string;
  readonly version: string;
  /** Path behind it: `start`; empty for the folder's own page. */
  readonly rest: string;
  /** The page's address in another version; without one where that is undefined. */
  readonly withVersion: (version: string | undefined) => string;
}

/**
 * The first folder that may be a version; undefined where there is none, and for a page of such a name.
 * @param isSaid true of a family and a folder's name that the site calls a version
 * @param hasPages true of those that have pages: `/docs/2.0` is the own page of `/docs/2.0/`
 */
export function versionFolderOf(
  address: string,
  isSaid: (family: string, name: string) => boolean = () => false,
  hasPages: (family: string, name: string) => boolean = () => false,
): VersionFolder | undefined {
  const { origin, pathname, search } = partsOf(address);
  const segments = pathname.split("/").slice(1);
  const familyOf = (at: number) =>
    `/${segments
      .slice(0, at)
      .map((name) => `${name}/`)
      .join("")}`;
  const last = segments.length - 1;
  const isVersion = (name: string, index: number) =>
    index === last
      ? name !== "" && hasPages(familyOf(index), name)
      : isVersionName(name) || isSaid(familyOf(index), name);
  const at = segments.findIndex((name, index) => index < MAX_DEPTH && isVersion(name, index));
  const version = segments[at];
  if (version === undefined || ABOUT_VERSIONS.test(segments[at - 1] ?? "")) return undefined;
  const family = familyOf(at);
  const rest = segments.slice(at + 1).join("/") + search;
  const withVersion = (other: string | undefined) => {
    const folder = `${origin}${family}${other === undefined ? "" : `${other}/`}`;
    return at === last ? folder.slice(0, -1) : folder + rest;
  };
  return { family, version, rest, withVersion };
}

/** True if a folder of this name may be a version of what its siblings are others of. */
export const isVersionName = (name: string): boolean =>
  name.length <= 30 && (NUMBERED.test(name) || NAMED.test(name) || LIKE_A_NUMBER.test(name));

/** True of a name that is a version only beside others with the same pages. */
export const isOnlyLikeANumber = (name: string): boolean => LIKE_A_NUMBER.test(name) && !NUMBERED.test(name);

/** `old-rules`, `docs-1.0`: what may stand beside `rules`, `docs`. */
const QUALIFIED = /^(?:(old|legacy|v?\d+(?:\.\d+)+)[-_](.+)|(.+)[-_](old|legacy|v\d+|v?\d+(?:\.\d+)+))$/i;

/** A folder that has another one's name and a version: `/old-rules/` of `/rules/`. */
export interface QualifiedFolder {
  readonly folder: string;
  readonly of: string;
  readonly version: string;
  /** The page's address in the folder without the version. */
  readonly original: string;
}

/** The first folder of a path that is so named. */
export function qualifiedFolderOf(address: string): QualifiedFolder | undefined {
  const { origin, pathname, search } = partsOf(address);
  const segments = pathname.split("/", MAX_DEPTH + 1).slice(1);
  for (const [at, name] of segments.entries()) {
    const [, first, behind = "", before = behind, last = first] = (name.length <= 80 && QUALIFIED.exec(name)) || [];
    const start = segments
      .slice(0, at)
      .map((one) => `${one}/`)
      .join("");
    const folder = `/${start}${name}/`;
    if (last === undefined || ABOUT_VERSIONS.test(before) || !pathname.startsWith(folder)) continue;
    const of = `/${start}${before}/`;
    return { folder, of, version: last, original: `${origin}${of}${pathname.slice(folder.length)}${search}` };
  }
  return undefined;
}

/** Bound: a label of 40 characters. */
const VERSION_LABEL = new RegExp(
  `^(?:(?:version\\s+)?v?\\d+(?:\\.(?:\\d+|x))+|v\\d+\\b|(?:${NAMES})(?=[\\s(]|$))`,
  "i",
);

/** True of a menu's label that begins with a version: `2.4 (latest)`, `v3`, `Next`, `0.4.0+`. */
export const isVersionLabel = (label: string): boolean => label.length <= 40 && VERSION_LABEL.test(label);

export const isNumbered = (version: string): boolean => NUMBERED.test(version);

/** `1.0` and `1.x` are versions of something; `v2` alone may be the name of an interface. */
export const isDotted = (version: string): boolean => NUMBERED.test(version) && version.includes(".");

export const isCurrentName = (version: string): boolean => CURRENT.test(version);

/**
 * Negative if `a` is preferred: a version called current, then the highest number, then unreleased ones, then those
 * called old.
 */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [rankOf(a), rankOf(b)];
  const at = first.findIndex((part, index) => part !== second[index]);
  return at < 0 ? 0 : (second[at] ?? 0) - (first[at] ?? 0);
}

function rankOf(version: string): readonly number[] {
  if (CURRENT.test(version)) return [4];
  if (/^(legacy|old)$/i.test(version)) return [0];
  if (!NUMBERED.test(version) && !LIKE_A_NUMBER.test(version)) return [1];
  const numbers = version
    .replace(/^v/i, "")
    .split(/[-.]/)
    .map((part) => (/^x$/i.test(part) ? Infinity : Number.parseInt(part, 10) || 0));
  return [UNRELEASED.test(version) ? 2 : 3, ...numbers.slice(0, 4), 0, 0, 0].slice(0, 5);
}
