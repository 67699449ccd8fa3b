// Fails when a file imports from a room its own room may not know, passes a sub-room's door, or when files import each
// other in a ring. The rooms and the arrows between them are drawn in docs/architecture.md.
import { resolve } from "node:path";
import { type Imports, importsBelow } from "./imports.ts";

/** room -> rooms it may import. Those of one file, such as `errors`, are the files of src/ itself. A room may always import itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  address: ["errors", "page"],
  waiting: ["errors"],
  emit: [],
  page: [],
  fetch: ["errors", "failures", "waiting"],
  crawl: ["errors", "failures", "address", "waiting", "fetch", "page"],
  llmstxt: ["address", "waiting", "page", "emit"],
  eval: ["errors", "address", "waiting", "crawl", "fetch", "page", "llmstxt"],
  bundle: ["address", "llmstxt", "emit"],
  sites: ["errors", "address", "waiting", "llmstxt"],
  files: ["errors", "waiting"],
  threads: ["errors", "waiting", "address", "crawl", "fetch", "page", "llmstxt", "bundle", "eval"],
  jobs: [
    "errors",
    "failures",
    "address",
    "waiting",
    "crawl",
    "fetch",
    "page",
    "llmstxt",
    "bundle",
    "sites",
    "files",
    "eval",
  ],
  shells: [
    "errors",
    "failures",
    "config",
    "settings",
    "emit",
    "address",
    "waiting",
    "crawl",
    "fetch",
    "page",
    "llmstxt",
    "eval",
    "bundle",
    "sites",
    "files",
    "jobs",
    "threads",
  ],
  library: ["errors", "failures", "address", "crawl", "fetch", "page", "llmstxt"],
  index: ["library"],
  errors: ["failures"],
  failures: [],
  config: ["errors", "settings"],
  settings: ["crawl", "llmstxt", "jobs", "sites"],
};

/** Sub-rooms whose door has another name than the sub-room. */
const DOORS: Readonly<Record<string, string>> = { "shells/http": "server", "shells/command": "start" };

/** `crawl/crawl.ts` -> `crawl`; a file straight in src/ is a room of its own: `errors.ts` -> `errors`. */
const roomOf = (file: string): string =>
  file.includes("/") ? file.slice(0, file.indexOf("/")) : file.replace(/\.ts$/, "");

/** `page/scan/tags.ts` -> `page/scan`; a file that stands in its room itself is in no sub-room. */
const subRoomOf = (file: string): string | undefined => /^[^/]+\/[^/]+(?=\/)/.exec(file)?.[0];

const isDoor = (file: string, subRoom: string): boolean =>
  file === `${subRoom}/${DOORS[subRoom] ?? subRoom.slice(subRoom.indexOf("/") + 1)}.ts`;

function forbiddenArrows(imports: Imports): string[] {
  return [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => roomOf(file) !== roomOf(target) && !MAY_IMPORT[roomOf(file)]?.includes(roomOf(target)))
      .map((target) => `${file} (room ${roomOf(file)}) may not import ${target} (room ${roomOf(target)})`),
  );
}

function passedDoors(imports: Imports): string[] {
  return [...imports].flatMap(([file, targets]) =>
    targets.flatMap((target) => {
      const subRoom = subRoomOf(target);
      if (subRoom === undefined || subRoom === subRoomOf(file) || isDoor(target, subRoom)) return [];
      return [`${file} may not import ${target}: only the door of ${subRoom} is open`];
    }),
  );
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

/** Every forbidden arrow, every passed door and every ring among the TypeScript files below `src`. */
export function roomProblems(src: string): string[] {
  const imports = importsBelow(src);
  return [...forbiddenArrows(imports), ...passedDoors(imports), ...rings(imports)];
}

/** Every ring among the TypeScript files below a folder that has no rooms, such as `web/src`. */
export const ringProblems = (folder: string): string[] => rings(importsBelow(folder));

if (import.meta.main) {
  const problems = [...roomProblems(resolve("src")), ...ringProblems(resolve("web/src"))];
  for (const problem of problems) console.error(problem);
  console.log(`rooms: ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
