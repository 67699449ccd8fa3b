import { CrawlError } from "../errors.ts";

/** @throws CrawlError `invalid_request` for what is no BCP 47 tag of a known language */
export function checkLanguage(tag: string): void {
  const why = languageProblem(tag);
  if (why !== undefined) throw new CrawlError("invalid_request", { field: "language", detail: why });
}

/** Why this is no BCP 47 tag of a known language; undefined when it is one. */
export function languageProblem(tag: string): string | undefined {
  const primary = canonicalLanguage(tag)?.split("-", 1)[0] ?? "";
  if (primary !== "" && isAssigned("language", primary)) return undefined;
  return `"${tag.slice(0, 40)}" is no language tag (BCP 47), such as en, pt-BR or zh-Hant`;
}

/** `EN_us` as `en-US`; undefined for what is not well-formed. */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll("_", "-"))[0];
  } catch {
    return undefined; // RangeError
  }
}

/** True if ISO 639 has this code. */
export const isLanguage = (code: string): boolean => /^[a-z]{2,3}$/i.test(code) && isAssigned("language", code);

/** True if an ISO 3166 region, or a UN M.49 area, has this code. */
export const isRegion = (code: string): boolean =>
  /^([a-z]{2}|\d{3})$/i.test(code) && isAssigned("region", code.toUpperCase());

const names = new Map<"language" | "region", Intl.DisplayNames>();

/** True if the Unicode CLDR, which follows ISO 639 and 3166, has a name for this code. */
function isAssigned(type: "language" | "region", code: string): boolean {
  const known = names.get(type) ?? new Intl.DisplayNames("en", { type, fallback: "none" });
  names.set(type, known);
  return known.of(code) !== undefined;
}

/** `zh` of `zh-Hans-CN`; a country's code that sites write for its language is that language. */
export function primaryLanguage(tag: string): string {
  const primary = tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? "";
  return ALIASES.get(primary) ?? primary;
}

const ALIASES = new Map(
  Object.entries({
    jp: "ja",
    cn: "zh",
    tw: "zh",
    kr: "ko",
    ua: "uk",
    cz: "cs",
    dk: "da",
    gr: "el",
    iw: "he",
    in: "id",
    nb: "no",
    nn: "no",
  }),
);

/** One spelling to compare tags by: `zh-hans`. */
export const normalTag = (tag: string): string => tag.trim().toLowerCase().replaceAll("_", "-");

/** Least letters of a text for its script to tell its language, and least share of them in other scripts than Latin. */
const SCRIPTED = { letters: 20, share: 0.6 } as const;

/** True if a text is in another script than the Latin one, which this language is written in. Linear. */
export function isInOtherScript(text: string, tag: string): boolean {
  if (tag === "" || scriptOf(tag) !== "Latn") return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const others = letters - (text.match(/\p{sc=Latin}/gu)?.length ?? 0);
  return letters >= SCRIPTED.letters && others >= letters * SCRIPTED.share;
}

function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script;
  } catch {
    return undefined; // RangeError: no language's tag
  }
}
