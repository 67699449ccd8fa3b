// Fails when a file imports from a room its own room may not know, or when files import each other in a ring.
// The rooms and the arrows between them are drawn in docs/architecture.md.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { parseSync } from "oxc-parser";

/** room -> rooms it may import. `.` is src/ itself (errors.ts, config.ts). A room may always import itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  page: [],
  fetch: ["errors"],
  crawl: ["errors", "fetch", "page"],
  llmstxt: ["page"],
  sites: [],
  files: [],
  jobs: ["errors", "crawl", "fetch", "page", "llmstxt", "sites", "files"],
  shells: ["errors", "config", "crawl", "fetch", "page", "llmstxt", "sites", "files", "jobs"],
  index: ["errors", "crawl", "fetch", "page", "llmstxt"],
  errors: [],
  config: [],
};

/** `crawl/url.ts` -> `crawl`; a file straight in src/ is a room of its own: `errors.ts` -> `errors`. */
const roomOf = (file: string) => (file.includes(sep) ? file.slice(0, file.indexOf(sep)) : file.replace(/\.ts$/, ""));

function importsOf(src: string, file: string): string[] {
  const { module, errors } = parseSync(file, readFileSync(join(src, file), "utf8"));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const text = readFileSync(join(src, file), "utf8");
  const named = [
    ...module.staticImports.map((found) => found.moduleRequest.value),
    ...module.staticExports.flatMap((found) => found.entries.map((entry) => entry.moduleRequest?.value ?? "")),
    ...module.dynamicImports.map((found) =>
      text.slice(found.moduleRequest.start, found.moduleRequest.end).slice(1, -1),
    ),
  ];
  return (
    named
      .filter((name) => name.startsWith("."))
      .map((name) => relative(src, resolve(src, dirname(file), name)))
      // package.json, for the version, stands outside of every room.
      .filter((target) => !target.startsWith("..") && existsSync(join(src, target)))
  );
}

function forbiddenArrows(imports: ReadonlyMap<string, readonly string[]>): string[] {
  return [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => roomOf(file) !== roomOf(target) && !MAY_IMPORT[roomOf(file)]?.includes(roomOf(target)))
      .map((target) => `${file} (room ${roomOf(file)}) may not import ${target} (room ${roomOf(target)})`),
  );
}

function rings(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const state = new Map<string, "open" | "done">();
  const walk = (file: string, path: readonly string[]): void => {
    if (state.get(file) === "done") return;
    if (state.get(file) === "open") {
      found.push(`ring: ${[...path.slice(path.indexOf(file)), file].join(" -> ")}`);
      return;
    }
    state.set(file, "open");
    for (const target of imports.get(file) ?? []) walk(target, [...path, file]);
    state.set(file, "done");
  };
  for (const file of imports.keys()) walk(file, []);
  return found;
}

/** Every forbidden arrow and every ring among the TypeScript files below `src`; tests may import anything. */
export function roomProblems(src: string): string[] {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const imports = new Map(files.map((file) => [file, importsOf(src, file)]));
  return [...forbiddenArrows(imports), ...rings(imports)];
}

if (import.meta.main) {
  const problems = roomProblems(resolve(process.argv[2] ?? "src"));
  for (const problem of problems) console.error(problem);
  console.log(`rooms: ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
