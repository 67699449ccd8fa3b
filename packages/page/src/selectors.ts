// Parses and matches CSS selectors of elements to leave out. Selectors are untrusted.
import type { Skip } from "./scan/scan.ts";

/** Most selectors of a list, and most characters of one: each opening tag of a page is held against all of them. */
const MAX_SELECTORS = 50;
const MAX_CHARACTERS = 200;

interface AttributeTest {
  readonly name: string;
  /** undefined: any value. */
  readonly value: string | undefined;
  /** True if the attribute is a list of words, one of which must match. */
  readonly isWord: boolean;
}

const NAME = /^[a-z][a-z0-9-]*/i;
/** `.class`, `#id`, `[name]`, `[name=value]`; in a class or id a backslash takes the next character as it is. */
const PART =
  /([.#])((?:[\w-]|[^\x00-\x7f]|\\[^\n])+)|\[\s*([a-z_:][\w:.-]*)\s*(?:=\s*(?:"([^"\n]*)"|'([^'\n]*)'|([\w-]+))\s*)?\]/iy;

/** Parses a CSS selector for one element without context; undefined for any other text. */
function trySelector(text: string) {
  const [name] = NAME.exec(text) ?? [];
  const attributes: AttributeTest[] = [];
  PART.lastIndex = name?.length ?? 0;
  while (PART.lastIndex < text.length) {
    const found = PART.exec(text);
    if (found === null) return undefined;
    const [, mark, word = "", attribute = "", double, single, bare] = found;
    const value = mark === undefined ? (double ?? single ?? bare) : word.replace(/\\(.)/g, "$1");
    const named = mark === undefined ? attribute.toLowerCase() : mark === "." ? "class" : "id";
    attributes.push({ name: named, value, isWord: mark === "." });
  }
  return name === undefined && attributes.length === 0 ? undefined : { name: name?.toLowerCase(), attributes };
}

/** Selectors in the texts, separated by commas. */
const partsOf = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => text.split(",")).map((part) => part.trim());

/** Reason why a list of selectors is invalid; undefined if all are good. */
export function selectorsProblem(texts: readonly string[]): string | undefined {
  const long = texts.find(({ length }) => length > MAX_CHARACTERS);
  if (long !== undefined) return `"${long.slice(0, 60)}…" has more than ${MAX_CHARACTERS} characters`;
  const parts = partsOf(texts);
  if (parts.length > MAX_SELECTORS) return `more than ${MAX_SELECTORS} selectors`;
  const bad = parts.find((part) => trySelector(part) === undefined);
  if (bad === undefined) return undefined;
  return `"${bad}" is no selector of one element by name, .class, #id, [attribute] or [attribute="value"]`;
}

/** Makes a test for opening tags, as written, that one of the selectors matches; bad selectors are ignored. */
export function blockFilter(texts: readonly string[] = []): Skip | undefined {
  const selectors = partsOf(texts).flatMap((part) => trySelector(part) ?? []);
  if (selectors.length === 0) return undefined;
  return (openingTag) => {
    const { name, attributes } = partsOfTag(openingTag);
    const isMet = ({ name: key, value, isWord }: AttributeTest) => {
      const found = attributes.get(key);
      if (found === undefined || value === undefined) return found !== undefined;
      return isWord ? found.split(/\s+/).includes(value) : found === value;
    };
    return selectors.some((one) => (one.name ?? name) === name && one.attributes.every(isMet));
  };
}

/** The first of two attributes with one name counts (HTML 13.2.5.33). */
const ATTRIBUTE = /([^\s=>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/g;

function partsOfTag(openingTag: string) {
  const [name = ""] = NAME.exec(openingTag.slice(1, MAX_CHARACTERS)) ?? [];
  const attributes = new Map<string, string>();
  for (const [, key = "", double, single, bare] of openingTag.slice(1 + name.length).matchAll(ATTRIBUTE)) {
    const known = key.toLowerCase();
    if (!attributes.has(known)) attributes.set(known, double ?? single ?? bare ?? "");
  }
  return { name: name.toLowerCase(), attributes };
}
