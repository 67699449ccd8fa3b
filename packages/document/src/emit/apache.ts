import { valueText } from "./harmless.ts";
import type { Language, ReadStatement, Statement } from "./statement.ts";

/** Words that need no quotes. */
const BARE = /^[\w.%{}+^$/()?:*[\]-]+$/;

/** mod_rewrite reads its words by itself: nothing has an escape in them. */
const isRewriting = (name: string): boolean => /^Rewrite(?:Cond|Rule)$/i.test(name);

/** https://httpd.apache.org/docs/2.4/configuring.html#syntax: a statement ends with its line, a block has the name of its statement. */
export const APACHE: Language = { write: (statements) => written(statements, ""), read };

const written = (statements: readonly Statement[], indent: string): string =>
  statements.map((statement) => statementText(statement, indent)).join("");

function statementText(statement: Statement, indent: string): string {
  if ("comment" in statement) return `${indent}# ${statement.comment}\n`;
  const [name = "", ...others] = statement.words.map(valueText);
  const line = [name, ...others.map((word) => wordText(word, name))].join(" ");
  const { block } = statement;
  return block === undefined
    ? `${indent}${line}\n`
    : `${indent}<${line}>\n${written(block, `${indent}  `)}${indent}</${name}>\n`;
}

function wordText(word: string, name: string): string {
  if (BARE.test(word)) return word;
  return isRewriting(name) ? `"${word}"` : `"${word.replace(/["\\]/g, "\\$&")}"`;
}

function read(text: string): readonly ReadStatement[] | undefined {
  const top: ReadStatement[] = [];
  const open: { readonly name: string; readonly block: ReadStatement[] }[] = [{ name: "", block: top }];
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    const here = open.at(-1);
    // A backslash joins the next line to this one, `${` is put in before anything is read.
    if (here === undefined || raw.endsWith("\\") || line.includes("${")) return undefined;
    if (line === "" || line.startsWith("#")) continue;
    const [, closed] = /^<\/(\w+)>$/.exec(line) ?? [];
    if (closed !== undefined) {
      if (closed !== here.name) return undefined;
      open.pop();
      continue;
    }
    const [, inner] = /^<(.*)>$/.exec(line) ?? [];
    const words = tryWords(inner ?? line);
    if (words === undefined) return undefined;
    const block: ReadStatement[] = [];
    here.block.push(inner === undefined ? { words } : { words, block });
    if (inner !== undefined) open.push({ name: words[0] ?? "", block });
  }
  return open.length === 1 ? top : undefined;
}

/** A quoted word, or one that ends with the next white space. */
const WORD = /\s*(?:"((?:[^"\\]|\\.)*)"(?=\s|$)|([^\s"]\S*))/sy;
const WORD_OF_REWRITING = /\s*(?:"([^"]*)"(?=\s|$)|([^\s"]\S*))/sy;

function tryWords(line: string): readonly string[] | undefined {
  const [name = ""] = line.split(/\s/, 1);
  const word = isRewriting(name) ? WORD_OF_REWRITING : WORD;
  const words: string[] = [];
  word.lastIndex = 0;
  while (word.lastIndex < line.length) {
    const found = word.exec(line);
    if (found === null) return undefined;
    const [, quoted, bare = ""] = found;
    words.push(isRewriting(name) ? (quoted ?? bare) : (quoted?.replace(/\\(["\\])/g, "$1") ?? bare));
  }
  return words;
}
