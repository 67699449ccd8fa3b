import { valueText } from "./harmless.ts";
import type { Language, ReadStatement, Statement } from "./statement.ts";

/** Words that need no quotes; a brace alone is the mark of a block. */
const BARE = /^(?![{}]$)[\w{}.$*/+@:-]+$/;

/** https://caddyserver.com/docs/caddyfile/concepts#structure: a statement ends with its line. */
export const CADDY: Language = { write: (statements) => written(statements, ""), read };

const written = (statements: readonly Statement[], indent: string): string =>
  statements.map((statement) => statementText(statement, indent)).join("");

function statementText(statement: Statement, indent: string): string {
  if ("comment" in statement) return `${indent}# ${statement.comment}\n`;
  const words = indent + statement.words.map((word) => wordText(valueText(word))).join(" ");
  const { block } = statement;
  return block === undefined ? `${words}\n` : `${words} {\n${written(block, `${indent}\t`)}${indent}}\n`;
}

/** In quotes only a quote has an escape; what cannot be said so is not read back. */
const wordText = (word: string): string => (BARE.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`);

function read(text: string): readonly ReadStatement[] | undefined {
  // Variables of the environment are put in before anything is read.
  if (text.includes("{$")) return undefined;
  const top: ReadStatement[] = [];
  const open = [top];
  for (const line of linesOf(text)) {
    const here = open.at(-1);
    if (line === undefined || here === undefined) return undefined;
    const { words, mark } = line;
    if (mark === "}") {
      if (words.length > 0 || open.length === 1) return undefined;
      open.pop();
    } else if (mark === "{") {
      const block: ReadStatement[] = [];
      here.push({ words, block });
      open.push(block);
    } else if (words.length > 0) here.push({ words });
  }
  return open.length === 1 ? top : undefined;
}

interface CaddyLine {
  readonly words: readonly string[];
  readonly mark: string | undefined;
}

/** White space, an end of line, a comment, a word in double quotes or backticks, a bare word. */
const TOKEN = /([^\S\n]+)|(\n)|(#[^\n]*)|"((?:[^"\\]|\\.)*)"(?=\s|$)|`([^`]*)`(?=\s|$)|([^\s"`#][^\s]*)/sy;

function* linesOf(text: string): Generator<CaddyLine | undefined> {
  let words: string[] = [];
  let mark: string | undefined;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (found === null) return yield undefined;
    const [, , end, , double, raw, bare] = found;
    const word = double?.replaceAll('\\"', '"') ?? raw ?? bare;
    if (end !== undefined) {
      yield { words, mark };
      [words, mark] = [[], undefined];
    } else if (word !== undefined) {
      // After the mark of a block its line is over.
      if (mark !== undefined) return yield undefined;
      if (bare === "{" || bare === "}") mark = bare;
      else words.push(word);
    }
  }
  yield { words, mark };
}
