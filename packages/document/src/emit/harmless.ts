import { tryPercentDecoded } from "@llmstxt-service/page/address/percent";

// Text that may stand in the languages of this room. A string is neither of the two kinds until it is made one here.

declare const kind: unique symbol;

/** Written by us in the source, with whatever meaning it has in a language. */
export type Ours = string & { readonly [kind]: "ours" };

/** A stranger's, in characters that mean nothing in any of the languages. */
export type Harmless = string & { readonly [kind]: "harmless" };

/** A value as the reader of a language has it: ours may have variables and patterns in it, a stranger's part is itself. */
export type Value = Ours | readonly (Ours | Harmless)[];

export const valueText = (value: Value): string => (typeof value === "string" ? value : value.join(""));

/** A text as it stands in the source: the type lets nothing else in. */
export const ours = (source: TemplateStringsArray): Ours => source.join("") as Ours;

/** A function's source. It refers to nothing outside itself. */
export const ourFunction = (written: (...given: never[]) => unknown): Ours => String(written) as Ours;

/** Markup of ours, with variables of a server in the place of addresses. */
export const ourMarkup = (markup: string): Ours => markup as Ours;

export const ourNumber = (number: number): Ours => String(number) as Ours;

/** One value after the other. */
export const joined = (...values: readonly Value[]): readonly (Ours | Harmless)[] =>
  values.flatMap((value) => (typeof value === "string" ? [value] : value));

/** Longest address, as long as those of pages are; a server that takes less has its own limit where its settings are read back. */
const MAX_ADDRESS = 2_048;

/** Characters that need a percent-escape in a path … */
const NOT_PLAIN = /[^A-Za-z0-9\-._~/%]/gu;

/** … and in a query, where `=` and `&` part names and values. */
const NOT_PLAIN_QUERY = /[^A-Za-z0-9\-._~/%=&]/gu;

/** A percent sign that begins no valid escape. */
const HALF_ESCAPE = /%(?![\dA-Fa-f]{2})/;

/** Escapes of characters in a path that clients may also send unescaped, with the same meaning. */
const EITHER = /%(?:2[14689ABC]|3[ABD]|40|5[BDE]|7C)/i;

/** The same for a query, in which `&`, `+` and `=` mean something else than their escapes. */
const EITHER_IN_QUERY = /%(?:2[1489AC]|3[AB]|40|5[BDE]|7C)/i;

/** Control characters, quotes of any script, backslashes, white space: no escape may stand for one. */
const FORBIDDEN = /[\p{Cc}\p{Quotation_Mark}`\\\s]/u;

const PATH_ON_DISK = /^\/[\p{L}\p{M}\p{N}\-._~/]*$/u;

/** Path and query of an address in letters, digits and `-._~/%`. */
export interface PlainAddress {
  /** The address with its query, every other character escaped: one spelling for all that clients may send. */
  readonly spelled: Harmless;
  /** True if clients send just that. */
  readonly isAsSent: boolean;
  /** A regular expression, for PCRE and RE2, that takes what clients send and nothing else. */
  readonly pattern: Harmless;
  readonly hasQuery: boolean;
}

/**
 * The plain form of an address; undefined where an escape is no UTF-8 or is a control character, a quote, a backslash
 * or white space.
 */
export function tryPlainAddress(address: string): PlainAddress | undefined {
  if (!address.startsWith("/") || !address.isWellFormed()) return undefined;
  const [sent = "", sentQuery] = address.split(/\?(.*)/s);
  const path = sent.replace(NOT_PLAIN, escapesOf);
  const query = sentQuery?.replace(NOT_PLAIN_QUERY, escapesOf);
  const spelled = (query === undefined ? path : `${path}?${query}`) as Harmless;
  if (spelled.length > MAX_ADDRESS || !isHarmless(path) || !isHarmless(query ?? "")) return undefined;
  const patterns = [patternOf(path, EITHER), ...(query === undefined ? [] : [patternOf(query, EITHER_IN_QUERY)])];
  return {
    spelled,
    isAsSent: !EITHER.test(spelled),
    pattern: patterns.join("\\x3F") as Harmless,
    hasQuery: query !== undefined,
  };
}

/** The path of a file by its names on disk, where these are letters, digits and `-._~`. */
export function tryPathOnDisk(address: string): Harmless | undefined {
  const plain = tryPlainAddress(address);
  if (plain === undefined || plain.hasQuery) return undefined;
  const path = decodeURIComponent(plain.spelled);
  return PATH_ON_DISK.test(path) ? (path as Harmless) : undefined;
}

/** A regular expression that takes a path on disk and nothing else: of its characters only the dot means something. */
export const diskPattern = (path: Harmless): Harmless => path.replaceAll(".", "\\.") as Harmless;

/** An address that is linked to, as a path or with its host. */
export function tryLinkTarget(address: string): Harmless | undefined {
  const [, origin = "", path = ""] = /^(https?:\/\/[a-z\d.:[\]-]+)?(\/.*)$/s.exec(address) ?? [];
  const plain = tryPlainAddress(path);
  // An escape in a query may mean something else than the character.
  if (plain === undefined || (plain.hasQuery && plain.spelled !== path)) return undefined;
  return `${origin}${plain.spelled}` as Harmless;
}

/** Bytes of UTF-8 as percent-escapes. */
export const escapesOf = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");

function isHarmless(spelled: string): boolean {
  const decoded = HALF_ESCAPE.test(spelled) ? undefined : tryPercentDecoded(spelled);
  return decoded !== undefined && !FORBIDDEN.test(decoded);
}

const patternOf = (spelled: string, either: RegExp): string =>
  spelled.replace(/\.|%../g, (part) => {
    if (part === ".") return "\\.";
    return either.test(part) ? `(?:${part}|\\x${part.slice(1)})` : part;
  });
