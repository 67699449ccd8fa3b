import { ATTRIBUTE, type TagAttributes } from "../scan/scan.ts";
import type { Block } from "./block.ts";
import { GrowingText } from "./growing-text.ts";
import { keepLines } from "./words.ts";

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

  /** The code as a block; no block for white space alone. */
  end(): readonly Block[] {
    const code = this.#text.whole().trimEnd();
    // A line end right behind the opening tag is none (HTML 13.2.6.4.7), and no code begins with blank lines.
    const start = /^(?:[ \t]*\n)*/.exec(code)?.[0].length ?? 0;
    return code === "" ? [] : [{ type: "code", code: code.slice(start), language: this.#language }];
  }
}

/** Highlighters keep the language on the code, on its `<pre>` or on a wrapper, under one of these classes. */
const LANGUAGE_CLASS =
  /(?:^|\s)(?:language|lang|highlight-source|highlight-text|highlight|sourceCode|brush:)[-\s]([a-z][a-z0-9+#_.-]{0,20})(?=$|[\s;])/i;
/** Class names that stand for no language, or for the box around the code. */
const NO_LANGUAGE = new Set(["none", "default", "text", "plaintext", "plain", "wrapper", "container", "block", "code"]);
const ALIASES: Readonly<Record<string, string>> = {
  ipython3: "python",
  pycon: "python",
  shell: "bash",
  "shell-session": "console",
  "source-js": "js",
};

/** The language a code element or a wrapper of one names; undefined where it names none. */
export function codeLanguage(attributes: TagAttributes): string | undefined {
  const named =
    attributes.plain(ATTRIBUTE.dataLanguage) ||
    attributes.plain(ATTRIBUTE.dataLang) ||
    LANGUAGE_CLASS.exec(attributes.plain(ATTRIBUTE.class))?.[1];
  const language = named?.trim().toLowerCase() ?? "";
  if (NO_LANGUAGE.has(language) || !/^[a-z][a-z0-9+#_.-]{0,20}$/.test(language)) return undefined;
  return ALIASES[language] ?? language;
}
