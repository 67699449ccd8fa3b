import type { Block } from "./block.ts";
import { GrowingText } from "./growing-text.ts";
import { keepLines } from "./words.ts";

export { codeLanguage } from "./code-language.ts";

/** Preformatted text while it is read: its lines as they are. */
export class Code {
  #language: string | undefined;
  readonly #text = new GrowingText();
  /** Starts of the open elements; each may be a line of code. */
  readonly #lines: number[] = [];

  constructor(language: string | undefined) {
    this.#language = language;
  }

  /** A language that an element within names. */
  name(language: string | undefined): void {
    this.#language ??= language;
  }

  text(characters: string): void {
    this.#text.add(keepLines(characters));
  }

  lineBreak(): void {
    this.#text.add("\n");
  }

  startLine(): void {
    this.#lines.push(this.#text.length);
  }

  /** Some highlighters make each line of code an element, and an empty line an empty one. */
  endLine(): void {
    if (this.#text.length === this.#lines.pop() || !this.#text.end.endsWith("\n")) this.#text.add("\n");
  }

  /** None where there is nothing but white space. */
  end(): readonly Block[] {
    const code = this.#text.whole().trimEnd();
    // A line end right behind the opening tag is none (HTML 13.2.6.4.7), and no code begins with blank lines.
    const start = /^(?:[ \t]*\n)*/.exec(code)?.[0].length ?? 0;
    return code === "" ? [] : [{ type: "code", code: code.slice(start), language: this.#language }];
  }
}
