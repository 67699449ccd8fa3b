// Which file of a folder imports which, read from the code itself: also types, re-exports and dynamic imports.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { parseSync } from "oxc-parser";
import { doorFile } from "./packages.ts";

/** file -> the files of the same folder that it imports; names are relative, with `/`. */
export type Imports = ReadonlyMap<string, readonly string[]>;

const plain = (file: string): string => file.split(sep).join("/");

function importsOf(folder: string, file: string): string[] {
  const text = readFileSync(join(folder, file), "utf8");
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const named = [
    ...module.staticImports.map((found) => found.moduleRequest.value),
    ...module.staticExports.flatMap((found) => found.entries.map((entry) => entry.moduleRequest?.value ?? "")),
    ...module.dynamicImports.map((found) =>
      text.slice(found.moduleRequest.start, found.moduleRequest.end).slice(1, -1),
    ),
  ];
  return (
    named
      .flatMap((name) => (name.startsWith(".") ? resolve(folder, dirname(file), name) : packageFile(folder, name)))
      .map((target) => plain(relative(folder, target)))
      // package.json, for the version, stands outside of every package.
      .filter((target) => !target.startsWith("..") && /\.tsx?$/.test(target) && existsSync(join(folder, target)))
  );
}

const packageFile = (folder: string, name: string): string[] => {
  const file = doorFile(name);
  return file === undefined ? [] : [resolve(folder, file)];
};

/** The imports of every TypeScript file below the folder but of its tests, which may import anything. */
export function importsBelow(folder: string): Imports {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map(plain)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/(^|\/)(dist|node_modules)\//.test(file))
    .sort();
  return new Map(files.map((file) => [file, importsOf(folder, file)]));
}
