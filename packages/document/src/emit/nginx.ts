import { valueText } from "./harmless.ts";
import type { Language, ReadStatement, Statement } from "./statement.ts";

/** Words that need no quotes. */
const BARE = /^[\w$.:=^~/()-]+$/;

/** nginx's buffer for one word, with its quotes. */
const MAX_WORD_BYTES = 4_000;

/** https://nginx.org/en/docs/beginners_guide.html#conf_structure, read as ngx_conf_read_token does. */
export const NGINX: Language = { write: (statements) => written(statements, ""), read };

const written = (statements: readonly Statement[], indent: string): string =>
  statements.map((statement) => statementText(statement, indent)).join("");

function statementText(statement: Statement, indent: string): string {
  if ("comment" in statement) return `${indent}# ${statement.comment}\n`;
  const words = indent + statement.words.map((word) => wordText(valueText(word))).join(" ");
  const { block } = statement;
  if (block === undefined) return `${words};\n`;
  return block.length === 0 ? `${words} { }\n` : `${words} {\n${written(block, `${indent}  `)}${indent}}\n`;
}

const wordText = (word: string): string => (BARE.test(word) ? word : `"${word.replace(/["\\]/g, "\\$&")}"`);

function read(text: string): readonly ReadStatement[] | undefined {
  const top: ReadStatement[] = [];
  const open = [top];
  let words: string[] = [];
  for (const token of tokens(text)) {
    const here = open.at(-1);
    if (token === undefined || here === undefined) return undefined;
    if (token.type === "word") words.push(token.word);
    else if (token.type === "}") {
      if (words.length > 0 || open.length === 1) return undefined;
      open.pop();
    } else {
      if (words.length === 0) return undefined;
      const block: ReadStatement[] = [];
      here.push(token.type === "{" ? { words, block } : { words });
      if (token.type === "{") open.push(block);
      words = [];
    }
  }
  return words.length === 0 && open.length === 1 ? top : undefined;
}

type Token = { readonly type: "word"; readonly word: string } | { readonly type: "{" | "}" | ";" };

/** White space, a comment, a mark, a quoted word, a bare word: in a bare word `${` opens no block. */
const TOKEN =
  /\s+|#[^\n]*|([{};])|"((?:[^"\\]|\\.)*)"(?=[\s;{)])|'((?:[^'\\]|\\.)*)'(?=[\s;{)])|((?:\$\{|[^\s;{"'\\#}$]|\$|\\.)(?:\$\{|[^\s;{\\]|\\.)*)/sy;

/** Tokens of settings; undefined where nginx would report an error. */
function* tokens(text: string): Generator<Token | undefined> {
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (found === null) return yield undefined;
    const [, mark, double, single, bare] = found;
    const word = double ?? single ?? bare;
    if (mark === "{" || mark === "}" || mark === ";") yield { type: mark };
    if (word !== undefined && Buffer.byteLength(word) > MAX_WORD_BYTES) return yield undefined;
    if (word !== undefined) yield { type: "word", word: unescaped(word) };
  }
}

const ESCAPES: Readonly<Record<string, string>> = { t: "\t", r: "\r", n: "\n" };

const unescaped = (word: string): string =>
  word.replace(/\\(["'\\trn])/g, (_, character: string) => ESCAPES[character] ?? character);
