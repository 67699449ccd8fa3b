import type { Ours } from "./harmless.ts";

/** A value that can be written as a literal: text, number, list or object; booleans and null are not needed. */
export type Literal = string | number | readonly Literal[] | { readonly [name: string]: Literal };

/** Part of a module: code of ours, or data under a name that the code knows. */
export type JavaScript =
  | Ours
  | { readonly constant: Ours; readonly value: Literal }
  /** A Map, written with a line for each entry. */
  | { readonly constant: Ours; readonly entries: readonly (readonly [key: string, value: Literal])[] };

/** A module. Data is never code, whatever stands in it, also where the module stands in a page. */
export const writeJavaScript = (parts: readonly JavaScript[]): string =>
  parts
    .map((part) => {
      if (typeof part === "string") return part;
      if ("value" in part) return `const ${part.constant} = ${literal(part.value)};\n`;
      return `const ${part.constant} = new Map([\n${part.entries.map((entry) => `  ${literal(entry)},\n`).join("")}]);\n`;
    })
    .join("");

/** The data of a module by name; undefined where some of it is no literal. */
export function readJavaScript(text: string): ReadonlyMap<string, unknown> | undefined {
  const found = new Map<string, unknown>();
  for (const [, name = "", open, entries = "", value = ""] of text.matchAll(CONSTANT)) {
    const json = open === undefined ? value : `[${entries.trimEnd().replace(/,$/, "")}]`;
    try {
      found.set(name, JSON.parse(json));
    } catch {
      return undefined; // SyntaxError: no literal
    }
  }
  return found;
}

/** `const NAME = …;` in one line, or a Map whose entries have a line each. */
const CONSTANT = /^const ([A-Z_]+) = (?:(new Map\(\[)\n((?: {2}.*\n)*)\]\);|(.*);)$/gm;

/** A value as a literal in ASCII, so that neither a line separator nor the end of a script can stand in it. */
const literal = (value: Literal): string =>
  JSON.stringify(value).replace(
    /[<\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
