// HTML names as numbers: elements and attributes with a meaning here.
import { own } from "../text.ts";
import { decodeAttribute } from "./source.ts";

export const KIND = { inline: 0, block: 1, void: 2, raw: 3 } as const;
const LISTS: readonly (readonly [number, string])[] = [
  [
    KIND.block,
    `html head body div section article main header footer nav aside p ul ol li dl dt dd table thead tbody tfoot tr td th
     caption blockquote pre h1 h2 h3 h4 h5 h6 form fieldset legend figure figcaption address details summary dialog menu
     hgroup center noscript noframes frameset template optgroup option search`,
  ],
  [KIND.void, "area base br col embed hr img input link meta param source track wbr frame"],
  [
    KIND.raw,
    "script style xmp iframe noembed title textarea svg math button select object video audio canvas plaintext",
  ],
  [KIND.inline, "a b i em strong code kbd samp tt sub sup s del strike rt rp ruby span label"],
];
const names = [""];
const kinds: number[] = [KIND.inline];
const tags = new Map<number, number>();

/** One step of the hash for looking up names, in upper and lower case alike. */
export const step = (hash: number, code: number): number => (Math.imul(hash, 31) + (code | 32)) | 0;
const hashOf = (name: string): number => [...name].reduce((hash, sign) => step(hash, sign.charCodeAt(0)), 0);
for (const [kind, list] of LISTS)
  for (const name of list.split(/\s+/)) {
    tags.set(hashOf(name), names.length);
    kinds.push(kind);
    names.push(name);
  }

/** The number of the element whose name has this hash; 0 for elements that no standard names. */
export const tagOf = (hash: number): number => tags.get(hash) ?? 0;
export const tag = (name: string): number => tagOf(hashOf(name));
export const nameOf = (id: number): string => names[id] ?? "";
export const KIND_OF = Uint8Array.from(kinds);

type Words<List extends string> = List extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : List;

type Numbers<List extends string> = Readonly<Record<Words<List>, number>>;

const byName = <List extends string>(list: List, numberOf: (name: string, at: number) => number) =>
  Object.fromEntries(list.split(" ").map((name, at) => [name, numberOf(name, at)])) as Numbers<List>;

/** Numbers of some elements, by their names. */
export const tagsOf = <List extends string>(list: List) => byName(list, tag);

/** A set of tags, by their numbers. */
export function tagSet(list: string): Uint8Array {
  const set = new Uint8Array(names.length);
  for (const name of list.split(" ")) set[tag(name)] = 1;
  return set;
}

const H1 = tag("h1");
/** 1 to 6; 0 for other elements. */
export const levelOf = (id: number): number => (id >= H1 && id < H1 + 6 ? id - H1 + 1 : 0);

/** Elements whose start ends a paragraph. */
export const CLOSES_P = tagSet(
  "address article aside blockquote center details dialog div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section table ul",
);
/** Elements whose start ends an open one of their kind, and the elements that limit this; by tag. */
export const ENDS: { readonly ends: Uint8Array; readonly stops: Uint8Array }[] = [];
for (const [ends, stops] of [
  ["li", "ul ol menu nav table"],
  ["dt dd", "dl ul table section"],
  ["td th", "tr table"],
  ["tr", "table"],
  ["thead tbody tfoot", "table"],
  ["option", "table"],
] as const)
  for (const name of ends.split(" ")) ENDS[tag(name)] = { ends: tagSet(ends), stops: tagSet(stops) };
/** The attributes that are read in each tag, numbered. */
export const ATTRIBUTES = byName(
  "href rel class id role name property content lang hidden aria-hidden style type hreflang http-equiv aria-label itemtype shadowrootmode data-nosnippet data-cfemail xml:lang src aria-expanded aria-controls aria-live",
  (_, at) => at,
);
const attributes = new Map(Object.entries(ATTRIBUTES).map(([name, id]) => [hashOf(name), id]));

const OPENING = /<(?:[^>"']|"[^"]*"|'[^']*')*>/y;
const patterns = new Map<string, RegExp>();

/** Reads an attribute of the tag at an offset, as written. */
export function attributeAt(html: string, at: number, name: string): string {
  OPENING.lastIndex = at;
  const opening = OPENING.exec(html)?.[0] ?? "";
  let pattern = patterns.get(name);
  if (pattern === undefined) {
    // Bound: one tag; each part stops where the next begins.
    pattern = new RegExp(`[\\s"'/]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, "i");
    patterns.set(name, pattern);
  }
  const found = pattern.exec(opening);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? "";
}

const COUNT = Object.keys(ATTRIBUTES).length;

const FROM = new Int32Array(COUNT);
const TO = new Int32Array(COUNT);
/** Number of the last tag that had each attribute. */
const SET_BY = new Int32Array(COUNT);

/** Cache of short values by how they are written: most links are on many pages. */
const values = new Map<string, string>();
const REMEMBERED = 20_000;
const SHORT = 100;

/** Offsets of attributes in the source; each tag overwrites those of the previous one, also of another page. */
export class Attributes {
  readonly #html: string;
  #turn = 1;

  constructor(html: string) {
    this.#html = html;
    SET_BY.fill(0);
  }

  has(id: number): boolean {
    return SET_BY[id] === this.#turn;
  }

  /** Value as written; empty if there is none. */
  raw(id: number): string {
    return SET_BY[id] === this.#turn ? this.#html.slice(FROM[id], TO[id]) : "";
  }

  lower(id: number): string {
    return SET_BY[id] === this.#turn ? this.raw(id).trim().toLowerCase() : "";
  }

  /** Decoded value, as a copy. */
  value(id: number): string {
    const raw = this.raw(id);
    const known = raw === "" ? raw : values.get(raw);
    if (known !== undefined) return known;
    const kept = own(raw);
    const value = decodeAttribute(kept).trim();
    if (values.size >= REMEMBERED) values.clear();
    if (raw.length <= SHORT) values.set(kept, value);
    return value;
  }

  /** Begins a tag without attributes. */
  clear(): void {
    this.#turn++;
  }

  /** Reads the attributes of a tag; the first of two with one name counts. @returns the offset behind the tag */
  read(from: number): number {
    const html = this.#html;
    const end = html.length;
    this.#turn++;
    let at = from;
    for (let code = 0; at < end; ) {
      code = html.charCodeAt(at);
      if (code === 62) return at + 1;
      if (code <= 32 || code === 47) {
        at++;
        continue;
      }
      let hash = code === 61 ? step(0, 61) : 0;
      if (code === 61) at++;
      for (; at < end; at++) {
        code = html.charCodeAt(at);
        if (code === 61 || code === 62 || code === 47 || code <= 32) break;
        hash = step(hash, code);
      }
      while (code <= 32 && at < end) code = html.charCodeAt(++at);
      at = code === 61 ? this.#readValue(at + 1, hash) : this.#set(hash, at, at, at);
    }
    return end;
  }

  #readValue(from: number, hash: number): number {
    const html = this.#html;
    const end = html.length;
    let at = from;
    let code = html.charCodeAt(at);
    while (code <= 32) code = html.charCodeAt(++at);
    if (code === 34 || code === 39) {
      const behind = html.indexOf(code === 34 ? '"' : "'", at + 1);
      return behind < 0 ? this.#set(hash, at + 1, end, end) : this.#set(hash, at + 1, behind, behind + 1);
    }
    const begin = at;
    while (at < end && code !== 62 && code > 32) code = html.charCodeAt(++at);
    return this.#set(hash, begin, at, at);
  }

  #set(hash: number, from: number, to: number, behind: number): number {
    const id = attributes.get(hash);
    if (id === undefined || SET_BY[id] === this.#turn) return behind;
    SET_BY[id] = this.#turn;
    FROM[id] = from;
    TO[id] = to;
    return behind;
  }
}
