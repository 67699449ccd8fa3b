// Fails if a file imports another package past its `exports` or against the order of packages, if files import each
// other in a cycle, or if a file is too long. docs/architecture.md explains the packages.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { doorFile } from "./doors.ts";

/** Package -> packages that it may import. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  page: [],
  crawler: ["page"],
  document: ["page"],
  service: ["page", "crawler", "document"],
  cli: ["page", "crawler", "document", "service"],
};
const MAX_LINES = 450;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"([^"\n]+)"/g;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => resolve(folder, file));
}

const problems: string[] = [];
const imports = new Map<string, readonly string[]>();
const packages = resolve("packages");
const roomOf = (file: string): string => file.slice(packages.length + 1).split("/", 1)[0] ?? "";

function target(file: string, name: string): string | undefined {
  if (name.startsWith(".")) {
    const found = resolve(dirname(file), name);
    return existsSync(found) && /\.tsx?$/.test(found) ? found : undefined;
  }
  const door = doorFile(name);
  if (door !== undefined) return join(packages, door);
  if (name.startsWith("@llmstxt-service/")) problems.push(`${file}: ${name} is no door of its room`);
  return undefined;
}

for (const file of [...filesBelow("src"), ...filesBelow("packages"), ...filesBelow("web/src")]) {
  const text = readFileSync(file, "utf8");
  const targets = [...text.matchAll(IMPORT)].flatMap(([, name = ""]) => target(file, name) ?? []);
  imports.set(file, targets);
  const room = roomOf(file);
  if (file.startsWith(packages))
    for (const other of targets.filter((one) => roomOf(one) !== room))
      if (!ROOMS[room]?.includes(roomOf(other))) problems.push(`${file}: ${room} may not import ${other}`);
  const lines = text.split("\n").length - 1;
  if (lines > MAX_LINES) problems.push(`${file}: ${lines} lines, at most ${MAX_LINES}`);
}

const done = new Set<string>();
function walk(file: string, path: readonly string[]): void {
  const at = path.indexOf(file);
  if (at >= 0) problems.push(`ring: ${[...path.slice(at), file].join(" -> ")}`);
  if (at >= 0 || done.has(file)) return;
  for (const next of imports.get(file) ?? []) walk(next, [...path, file]);
  done.add(file);
}
for (const file of imports.keys()) walk(file, []);

for (const problem of problems) console.error(problem.replaceAll(`${process.cwd()}/`, ""));
console.log(`rooms: ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
