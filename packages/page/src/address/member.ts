import { canonicalLanguage, isLanguage, languageProblem, normalTag, primaryLanguage } from "./language-tag.ts";

/** Stands for every language or version that a site has. */
export const ALL = "all";

/** Stands for the current version, whatever it is called. */
export const CURRENT_VERSION = "current";

/** Languages and versions that get a document each; none or an empty list: the site's own and the current one. */
export interface FamilyAsked {
  readonly languages?: readonly string[] | undefined;
  readonly versions?: readonly string[] | undefined;
}

/** A page's place among the languages and versions of its site, as far as they were asked for. */
export interface Member {
  /** BCP 47; undefined if the language is unknown. */
  readonly language?: string;
  /** Version of the page; undefined for a page of none, which is listed with the current version. */
  readonly version?: string;
  readonly isCurrent?: true;
}

export const isAsked = (list: readonly string[] | undefined): list is readonly string[] =>
  list !== undefined && list.length > 0;

/** True if pages of this language were asked for: `pt` stands for `pt-BR`, too, and `pt-BR` for `pt`. */
export const asksForLanguage = (asked: readonly string[], tag: string): boolean =>
  asked.some((one) => {
    if (one === ALL || normalTag(one) === normalTag(tag)) return true;
    return primaryLanguage(one) === primaryLanguage(tag) && !(/[-_]/.test(one) && /[-_]/.test(tag));
  });

/** True if this version was asked for: `v2` is `2`. */
export const asksForVersion = (asked: readonly string[], { version, isCurrent }: Member): boolean =>
  asked.some(
    (one) =>
      one === ALL ||
      (isCurrent === true && one === CURRENT_VERSION) ||
      (version !== undefined && versionKey(one) === versionKey(version)),
  );

export const versionKey = (version: string): string => version.toLowerCase().replace(/^v(?=\d)/, "");

/** A language as BCP 47 spells it: `pt-BR` of `pt_br`, `ja` of `jp`. */
export function languageTag(tag: string): string {
  const primary = tag.split(/[-_]/, 1)[0] ?? "";
  const known = isLanguage(primary) ? tag : primaryLanguage(tag);
  return canonicalLanguage(known) ?? known;
}

/** Why this names no language; undefined where it does. */
export const familyLanguageProblem = (name: string): string | undefined =>
  name === ALL ? undefined : languageProblem(name);

/** Most characters of a version's name. */
const MAX_VERSION = 60;

/** Why this names no version; undefined where it may. */
export const familyVersionProblem = (name: string): string | undefined =>
  name.length <= MAX_VERSION && !/[/\s]/.test(name)
    ? undefined
    : `"${name.slice(0, 40)}" is no version's name, such as 1.2 or latest`;
