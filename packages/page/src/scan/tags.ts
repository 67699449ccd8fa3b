/** Treatment of an element: its tags' effect on the text around them. */
export const KIND = { inline: 0, block: 1, void: 2, rawText: 3, escapableText: 4, plainText: 5 } as const;

const INLINE =
  "a b i em strong span code kbd samp var sub sup small mark abbr cite q s u del ins time data dfn font tt big nobr ruby rt rp bdi bdo output progress meter acronym strike";
const BLOCK =
  "html head body div section article main header footer nav aside p ul ol li dl dt dd table thead tbody tfoot tr td th caption blockquote pre h1 h2 h3 h4 h5 h6 form fieldset legend figure figcaption address details summary dialog menu hgroup center noscript noframes frameset template svg math select optgroup option button object video audio canvas search picture label map slot foreignobject annotation";
const VOID = "area base br col embed hr img input link meta param source track wbr frame";
const RAW_TEXT = "script style xmp iframe noembed";
const ESCAPABLE_TEXT = "title textarea";

const names: string[] = [""];
const kinds: number[] = [KIND.inline];
const idOfHash = new Map<number, number>();

/** One step of the hash that names are looked up by while they are read, upper and lower case alike. */
export const hashStep = (hash: number, code: number): number => (Math.imul(hash, 31) + (code | 32)) | 0;

/** The hash of a whole name. */
export function hashOf(name: string): number {
  let hash = 0;
  for (let at = 0; at < name.length; at++) hash = hashStep(hash, name.charCodeAt(at));
  return hash;
}

function register(list: string, kind: number): void {
  for (const name of list.split(" ")) {
    idOfHash.set(hashOf(name), names.length);
    names.push(name);
    kinds.push(kind);
  }
}
register(INLINE, KIND.inline);
register(BLOCK, KIND.block);
register(VOID, KIND.void);
register(RAW_TEXT, KIND.rawText);
register(ESCAPABLE_TEXT, KIND.escapableText);
register("plaintext", KIND.plainText);

/** 0 for names that mean nothing to the pass: they are inline. */
export const tagOfHash = (hash: number): number => idOfHash.get(hash) ?? 0;

/** The number a tag goes by; 0 for an unknown name. */
export const tag = (name: string): number => tagOfHash(hashOf(name));

export const tagName = (id: number): string => names[id] ?? "";

export const kindOf = (id: number): number => kinds[id] ?? KIND.inline;

/** Marks tags in a table that is indexed by their number. */
export function tagSet(list: string): Uint8Array {
  const set = new Uint8Array(names.length);
  for (const name of list.split(" ")) set[tag(name)] = 1;
  return set;
}

export const TAG = {
  a: tag("a"),
  area: tag("area"),
  base: tag("base"),
  blockquote: tag("blockquote"),
  body: tag("body"),
  br: tag("br"),
  button: tag("button"),
  dd: tag("dd"),
  div: tag("div"),
  dt: tag("dt"),
  figcaption: tag("figcaption"),
  frame: tag("frame"),
  h1: tag("h1"),
  h6: tag("h6"),
  head: tag("head"),
  hr: tag("hr"),
  html: tag("html"),
  img: tag("img"),
  input: tag("input"),
  li: tag("li"),
  link: tag("link"),
  math: tag("math"),
  meta: tag("meta"),
  noframes: tag("noframes"),
  noscript: tag("noscript"),
  p: tag("p"),
  pre: tag("pre"),
  script: tag("script"),
  svg: tag("svg"),
  table: tag("table"),
  td: tag("td"),
  template: tag("template"),
  textarea: tag("textarea"),
  th: tag("th"),
  title: tag("title"),
} as const;

/** h1 to h6 are numbered in a row. */
export const isHeading = (id: number): boolean => id >= TAG.h1 && id <= TAG.h6;

/** 1 to 6 */
export const headingLevel = (id: number): number => id - TAG.h1 + 1;
