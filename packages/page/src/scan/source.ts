import { decodeHTML, decodeHTMLAttribute } from "entities/decode";
import { ownText } from "./own-text.ts";

const NOT_ASCII = /[\x80-\xff]/;

/**
 * A page as one string that offsets point into. UTF-8 bytes are kept as one character a byte: tokenising them so is
 * safe (UTF-8 is transparent to ASCII) and fast, and only the text that somebody wants is ever decoded. What it returns
 * shares no memory with `html`.
 */
export class Source {
  readonly html: string;
  readonly isBytes: boolean;

  /** @param unit what a code unit of `html` stands for: a character, or a byte of UTF-8 */
  constructor(html: string, unit: "characters" | "bytes") {
    this.html = html;
    this.isBytes = unit === "bytes";
  }

  /** A stretch with its characters decoded, its references left alone. */
  raw(from: number, to: number): string {
    return this.characters(ownText(this.html.slice(from, to)));
  }

  /** A stretch of text, references decoded. */
  text(from: number, to: number): string {
    return this.decode(ownText(this.html.slice(from, to)));
  }

  /** An attribute's value: `&copy=1` stays as it is there (HTML 13.2.5.73). */
  attribute(from: number, to: number): string {
    const value = this.raw(from, to);
    return value.includes("&") ? decodeHTMLAttribute(value) : value;
  }

  /** The text of stretches that were cut out of `html` and put together. */
  decode(cut: string): string {
    const text = this.characters(cut);
    return text.includes("&") ? decodeHTML(text) : text;
  }

  /** The text of such stretches with character references left alone. */
  characters(cut: string): string {
    return this.isBytes && NOT_ASCII.test(cut) ? Buffer.from(cut, "latin1").toString("utf8") : cut;
  }
}
