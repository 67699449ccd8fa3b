// Fails when a file imports another package past its `exports`, a package that its package.json does not name, a folder
// past its door, or when files import each other in a ring. docs/architecture.md draws the packages.
import { resolve } from "node:path";
import { type Imports, importsBelow } from "./imports.ts";
import { openFiles, packages } from "./packages.ts";

/** Folders whose files all stand open within their package: each of their files is a subject of its own. */
const OPEN_FOLDERS: ReadonlySet<string> = new Set(["service/src/sites", "service/src/store", "crawler/src/fetch"]);

/** Rooms of the service that may import only these others. Every other file of the service may import all of them. */
const SERVICE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  store: [],
  sites: [],
  threads: [],
  jobs: ["sites", "store"],
  settings: ["sites", "jobs"],
};

export interface House {
  readonly imports: Imports;
  /** Package -> packages that its package.json names. */
  readonly mayImport: Readonly<Record<string, readonly string[]>>;
  /** Files that their packages open to others. */
  readonly open: ReadonlySet<string>;
}

/** `page/src/scan/tags.ts` -> `page`. */
const packageOf = (file: string): string => file.slice(0, file.indexOf("/"));

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf("/"));

/** `service/src/jobs/world.ts` -> `jobs`; a file that stands in src/ itself is in no room. */
const roomOf = (file: string): string | undefined => /^[^/]+\/src\/([^/]+)\//.exec(file)?.[1];

/** Every import as a pair of files. */
const arrows = (imports: Imports): (readonly [file: string, target: string])[] =>
  [...imports].flatMap(([file, targets]) => targets.map((target) => [file, target] as const));

function foreignImports({ imports, mayImport, open }: House): string[] {
  return arrows(imports).flatMap(([file, target]) => {
    const [from, to] = [packageOf(file), packageOf(target)];
    if (from === to) return [];
    if (!mayImport[from]?.includes(to))
      return [`${file} may not import ${target}: package ${from} does not name ${to}`];
    return open.has(target) ? [] : [`${file} may not import ${target}: package ${to} does not export it`];
  });
}

function roomArrows({ imports }: House): string[] {
  return arrows(imports).flatMap(([file, target]) => {
    if (packageOf(file) !== "service" || packageOf(target) !== "service") return [];
    const [from, to] = [roomOf(file), roomOf(target)];
    const allowed = from === undefined ? undefined : SERVICE_ROOMS[from];
    if (allowed === undefined || to === from || (to !== undefined && allowed.includes(to))) return [];
    return [`${file} (room ${from}) may not import ${target}`];
  });
}

/** The innermost folder with a door that `target` stands in and `file` does not. */
function closedFolder(file: string, target: string, files: ReadonlySet<string>): string | undefined {
  for (let folder = folderOf(target); folder.includes("/src/"); folder = folderOf(folder)) {
    if (file.startsWith(`${folder}/`)) return undefined;
    const door = `${folder}/${folder.slice(folder.lastIndexOf("/") + 1)}.ts`;
    if (files.has(door) && !OPEN_FOLDERS.has(folder) && target !== door) return folder;
  }
  return undefined;
}

function passedDoors({ imports, open }: House): string[] {
  const files = new Set(imports.keys());
  return arrows(imports).flatMap(([file, target]) => {
    const folder = open.has(target) ? undefined : closedFolder(file, target, files);
    return folder === undefined ? [] : [`${file} may not import ${target}: only the door of ${folder} is open`];
  });
}

function rings(imports: Imports): string[] {
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

/** Every forbidden arrow, every passed door and every ring of a house. */
export const roomProblems = (house: House): string[] => [
  ...foreignImports(house),
  ...roomArrows(house),
  ...passedDoors(house),
  ...rings(house.imports),
];

/** Every ring among the TypeScript files below a folder that has no rooms, such as `web/src`. */
export const ringProblems = (folder: string): string[] => rings(importsBelow(folder));

export const thisHouse = (): House => ({
  imports: importsBelow(resolve("packages")),
  mayImport: Object.fromEntries(packages.map((one) => [one.name, one.packages])),
  open: openFiles,
});

if (import.meta.main) {
  const problems = [...roomProblems(thisHouse()), ...ringProblems(resolve("web/src"))];
  for (const problem of problems) console.error(problem);
  console.log(`rooms: ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
