import { isDeepStrictEqual } from "node:util";
import { parse, stringify } from "yaml";

/** Options of the YAML library: no line is folded. */
export const YAML_STYLE = { lineWidth: 0 } as const;

/** Characters that end a line or a file's head for readers of YAML 1.1, and for none of 1.2. */
const OLD_LINE_ENDS = /[\r\u0085\u2028\u2029\ufeff]/;

/** Characters that end a line: the library breaks a long quoted text though `lineWidth` is 0. */
const LINE_ENDS = /[\n\r\u0085\u2028\u2029\ufeff]/;

/** A value as YAML that is read as the same value. */
export function yamlText(value: unknown): string {
  const text = readBack(value, stringify(value, YAML_STYLE), OLD_LINE_ENDS);
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** A text as YAML in one line. */
export const yamlLine = (text: string): string =>
  readBack(text, stringify(text, { ...YAML_STYLE, blockQuote: false }).trimEnd(), LINE_ENDS);

/** JSON in ASCII, which YAML 1.2 has all of, where a reader could take the library's text for something else. */
function readBack(value: unknown, text: string, without: RegExp): string {
  if (!without.test(text) && isDeepStrictEqual(parse(text), value)) return text;
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
