// Names of types and classes, and how large each package is: `npm run style` prints both.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

/** Names of the interfaces, types and classes that a file declares at its top. */
export function typeNames(file: string, text: string): readonly string[] {
  return parseSync(file, text).program.body.flatMap((statement) => {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type === "TSInterfaceDeclaration" || declared?.type === "TSTypeAliasDeclaration")
      return [declared.id.name];
    if (declared?.type === "ClassDeclaration" && declared.id !== null) return [declared.id.name];
    return [];
  });
}

export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** TypeScript below these folders, without tests and what is built or installed. */
export const sourcesIn = (folders: readonly string[]): readonly SourceFile[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/\/(dist|node_modules)\//.test(file))
      .map((file) => ({ file: join(folder, file), text: readFileSync(join(folder, file), "utf8") })),
  );

/** Names that more than one file declares, each with its files. */
export function doubledNames(sources: readonly SourceFile[]): readonly (readonly [name: string, files: string[]])[] {
  const files = new Map<string, string[]>();
  for (const { file, text } of sources)
    for (const name of typeNames(file, text)) files.set(name, [...(files.get(name) ?? []), file]);
  return [...files].filter(([, declaring]) => declaring.length > 1);
}

/** One line: how many files, types and lines. */
export function sizeOf(sources: readonly SourceFile[]): string {
  const types = sources.reduce((sum, { file, text }) => sum + typeNames(file, text).length, 0);
  const lines = sources.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
  return `${sources.length} files, ${types} types and classes, ${lines} lines`;
}
