// The attributes of the tag at hand.

import { own } from "../text.ts";
import { ATTRIBUTES, attributeOf, step } from "./html.ts";
import { decodeAttribute, type Source } from "./source.ts";

const COUNT = Object.keys(ATTRIBUTES).length;

const FROM = new Int32Array(COUNT);
const TO = new Int32Array(COUNT);
/** The tag that had it last. */
const SET_BY = new Int32Array(COUNT);

/** Places of attributes in the source; each tag writes over those of the one before, each page over another's. */
export class Attributes {
  readonly #source: Source;
  readonly #html: string;
  #turn = 1;

  constructor(source: Source) {
    this.#source = source;
    this.#html = source.html;
    SET_BY.fill(0);
  }

  has(id: number): boolean {
    return SET_BY[id] === this.#turn;
  }

  /** As written; empty where there is none. */
  raw(id: number): string {
    return SET_BY[id] === this.#turn ? this.#html.slice(FROM[id], TO[id]) : "";
  }

  lower(id: number): string {
    return SET_BY[id] === this.#turn ? this.raw(id).trim().toLowerCase() : "";
  }

  /** Decoded, and a text of its own. */
  value(id: number): string {
    return SET_BY[id] === this.#turn ? own(decodeAttribute(this.#source, this.raw(id)).trim()) : "";
  }

  /** Begins a tag that has none. */
  clear(): void {
    this.#turn++;
  }

  /** Reads those of a tag from an offset on; of two with one name the first counts. @returns the offset behind the tag */
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
    const id = attributeOf(hash);
    if (id === undefined || SET_BY[id] === this.#turn) return behind;
    SET_BY[id] = this.#turn;
    FROM[id] = from;
    TO[id] = to;
    return behind;
  }
}
