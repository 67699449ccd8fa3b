// Collects the type declarations of the published package: the library's entry points, and all that they import.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { doorFile } from "./doors.ts";

/** An import of a declaration, static or as a type: `from "./page.js"`, `import("@llmstxt-service/page")`. */
const IMPORT = /((?:from|import)\s*\(?\s*)"((?:\.|@llmstxt-service\/)[^"]+)"/g;

/** `./page.js` and `./page.ts` are declared in page.d.ts. */
const declared = (file: string): string => file.replace(/\.[jt]s$/, ".d.ts");

/**
 * Packages are not published one by one, so their declarations name each other by path.
 *
 * @returns the declarations that this one imports
 */
function rewritten(types: string, file: string): readonly string[] {
  const imported: string[] = [];
  const text = readFileSync(file, "utf8");
  const written = text.replace(IMPORT, (_, before: string, name: string) => {
    const door = doorFile(name);
    if (door === undefined && !name.startsWith("."))
      throw new Error(`${file} imports ${name}, which no package exports`);
    const target = door === undefined ? join(dirname(file), name) : join(types, "packages", door);
    imported.push(declared(target));
    const path = relative(dirname(file), target).replaceAll("\\", "/").replace(/\.ts$/, ".js");
    return `${before}"${path.startsWith(".") ? path : `./${path}`}"`;
  });
  if (written !== text) writeFileSync(file, written);
  return imported;
}

/** Every folder above a file. */
function pathsAbove(file: string): readonly string[] {
  const folder = dirname(file);
  return folder === file || folder === "." ? [] : [folder, ...pathsAbove(folder)];
}

/** Keeps in `types` the files that the entry points need, with imports by path, and removes the rest. */
export function keepPublicDeclarations(types: string, entryPoints: readonly string[]): void {
  const kept = new Set<string>();
  const waiting = entryPoints.map((file) => join(types, file));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (kept.has(file)) continue;
    kept.add(file);
    waiting.push(...rewritten(types, file));
  }
  const folders = new Set([...kept].flatMap((file) => pathsAbove(file)));
  for (const entry of readdirSync(types, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!kept.has(path) && !folders.has(path)) rmSync(path, { recursive: true, force: true });
  }
}
