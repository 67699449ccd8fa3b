import { ATTRIBUTE, type TagAttributes } from "../scan/scan.ts";
import type { Block } from "./block.ts";
import { GrowingText } from "./growing-text.ts";
import { keepLines } from "./words.ts";

interface CodeOptions {
  readonly language: string | undefined;
  readonly isDrawn: boolean;
  readonly isIndented?: boolean;
}

/** Preformatted text while it is read: its lines as they are. */
export class Code {
  #language: string | undefined;
  readonly #text = new GrowingText();
  /** Starts of the open elements; each may be a line of code. */
  readonly #lines: number[] = [];

  /** Code that is drawn as a table or as boxes has line ends of its markup between its lines. */
  readonly #isDrawn: boolean;

  /** Code without a `<pre>` is indented as the markup around it. */
  readonly #isIndented: boolean;

  constructor({ language, isDrawn, isIndented = false }: CodeOptions) {
    this.#language = language;
    this.#isDrawn = isDrawn;
    this.#isIndented = isIndented;
  }

  /** A language that an element within names. */
  name(language: string | undefined): void {
    this.#language ??= language;
  }

  text(characters: string): void {
    const isMarkup = this.#isDrawn && characters.includes("\n") && characters.trim() === "";
    if (!isMarkup) this.#text.add(keepLines(characters));
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

  /** The formula that the code is, to be drawn by a script; undefined for any other code. */
  tex(): string | undefined {
    return this.#language === "math" ? this.#text.whole().trim() : undefined;
  }

  /** The code as a block; no block for white space alone. */
  end(): readonly Block[] {
    const code = this.#text.whole().trimEnd();
    // A line end right behind the opening tag is none (HTML 13.2.6.4.7), and no code begins with blank lines.
    const start = /^(?:[ \t]*\n)*/.exec(code)?.[0].length ?? 0;
    const lines = this.#isIndented ? withoutIndent(code.slice(start)) : code.slice(start);
    return code === "" ? [] : [{ type: "code", code: lines, language: this.#language }];
  }
}

/** The lines without the white space that all of them begin with. */
function withoutIndent(code: string): string {
  const lines = code.split("\n");
  const least = lines.reduce(
    (indent, line) => (line.trim() === "" ? indent : Math.min(indent, line.length - line.trimStart().length)),
    code.length,
  );
  return lines.map((line) => line.slice(least)).join("\n");
}

/** Highlighters keep the language on the code, on its `<pre>` or on a wrapper, under one of these classes. */
const LANGUAGE_CLASS =
  /(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text|highlight)-|(?:sourceCode|brush:|highlight|hljs|syntaxhighlighter)\s{1,3}(?!(?:highlight|language|lang|hljs)\b))([a-z][a-z0-9+#_.-]{0,20})(?=$|[\s;])/i;
/** Languages that a class may name alone. */
const LANGUAGE_ALONE =
  /^(?:bash|sh|shell|js|javascript|ts|typescript|json|yaml|toml|xml|html|css|sql|diff|python|py|ruby|go|rust|java|kotlin|swift|c|cpp|csharp|php|r|julia|scala|haskell|elixir|lua|perl)$/i;
/** Boxes of highlighters that draw code as a table or as lines, without a `<pre>`. */
const CODE_BOX = /(?:^|\s)(?:syntaxhighlighter|crayon-pre|js-file-line-container)(?=$|\s)/;

/** True for an element that holds code although it is no `<pre>`. */
export const isCodeBox = (attributes: TagAttributes): boolean =>
  attributes.has(ATTRIBUTE.class) && CODE_BOX.test(attributes.plain(ATTRIBUTE.class));

/** Class names that stand for no language, or for the box around the code. */
const NO_LANGUAGE = new Set([
  "none",
  "default",
  "text",
  "plaintext",
  "plain",
  "wrapper",
  "container",
  "block",
  "code",
  "tab-size",
]);
const ALIASES: Readonly<Record<string, string>> = {
  ipython: "python",
  ipython2: "python",
  ipython3: "python",
  pycon: "python",
  shell: "bash",
  "shell-session": "console",
  "source-js": "js",
};

/** The language that is the only class of a `<code>`. Highlighters name signs by the same letters, on other elements. */
export const loneLanguage = (attributes: TagAttributes): string | undefined =>
  LANGUAGE_ALONE.exec(attributes.plain(ATTRIBUTE.class))?.[0].toLowerCase();

/** The language that a `<pre>` names, some as if it were one that people speak. */
export const preLanguage = (attributes: TagAttributes): string | undefined =>
  codeLanguage(attributes) ?? LANGUAGE_ALONE.exec(attributes.plain(ATTRIBUTE.lang))?.[0].toLowerCase();

/** The language a code element or a wrapper of one names; undefined where it names none. */
export function codeLanguage(attributes: TagAttributes): string | undefined {
  const named =
    attributes.plain(ATTRIBUTE.dataLanguage) ||
    attributes.plain(ATTRIBUTE.dataLang) ||
    LANGUAGE_CLASS.exec(attributes.plain(ATTRIBUTE.class))?.[1];
  const language = named?.trim().toLowerCase().replace(/^hl-/, "") ?? "";
  if (NO_LANGUAGE.has(language) || !/^[a-z][a-z0-9+#_.-]{0,20}$/.test(language)) return undefined;
  return ALIASES[language] ?? language;
}
