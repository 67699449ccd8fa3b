import { type Value, valueText } from "./harmless.ts";

/** `_headers` of Netlify and Cloudflare Pages: fields for the paths that a rule is for, and remarks. */
export type HeadersPart =
  | { readonly path: Value; readonly fields: readonly (readonly [name: string, value: Value])[] }
  | { readonly comment: Value };

/** A rule as a platform reads it. */
export interface ReadRule {
  readonly path: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** https://developers.cloudflare.com/pages/configuration/headers/: a path, and indented below it a line for each field. */
export const writeHeadersFile = (parts: readonly HeadersPart[]): string =>
  parts
    .map((part) =>
      "comment" in part
        ? `# ${valueText(part.comment)}\n`
        : `${valueText(part.path)}\n${part.fields.map(([name, value]) => `  ${name}: ${valueText(value)}\n`).join("")}`,
    )
    .join("");

/** Rules of a `_headers` file; undefined if a line is neither a path nor a field. */
export function readHeadersFile(text: string): readonly ReadRule[] | undefined {
  const rules: { readonly path: string; readonly fields: (readonly [string, string])[] }[] = [];
  for (const line of text.split(/\r\n|[\r\n]/)) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [, name, value = ""] = /^\s+([\w-]+): (.*)$/s.exec(line) ?? [];
    if (name !== undefined) rules.at(-1)?.fields.push([name, value]);
    else if (/^\/\S*$/.test(line)) rules.push({ path: line, fields: [] });
    else return undefined;
  }
  return rules;
}

/** Rules that a platform must read in the written file. */
export const meantRules = (parts: readonly HeadersPart[]): readonly ReadRule[] =>
  parts.flatMap((part) =>
    "comment" in part
      ? []
      : [{ path: valueText(part.path), fields: part.fields.map(([name, value]) => [name, valueText(value)] as const) }],
  );
