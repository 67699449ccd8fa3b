import { decodedName, MAX_SOUGHT, type NamePattern, namePattern } from "./name-pattern.ts";

// Bounds on what one glob may cost. None that people write comes near them.
const MAX_CHARACTERS = 500;
const MAX_FOLDERS = 32;
const MAX_ALTERNATIVES = 64;

/** A glob without braces: the runs of names between its `**`, one run more than there are of those. */
export type Glob = readonly (readonly NamePattern[])[];

/** Fault of a glob, in words that follow the glob itself; undefined for a good one. */
export function globProblem(glob: string): string | undefined {
  if (glob === "") return "is empty";
  if (glob.length > MAX_CHARACTERS) return `has more than ${MAX_CHARACTERS} characters`;
  // No address holds NUL, and no text in Postgres may: a site with such a glob could not be stored.
  if (glob.includes("\0")) return "holds the character NUL";
  const refused = /[[\]()!\\|]/.exec(glob)?.[0];
  if (refused !== undefined) return `holds ${refused}, which no glob may: only *, **, ? and {a,b} are patterns`;
  const problem = braceProblem(glob);
  if (problem !== undefined) return problem;
  if (glob.split("/").length > MAX_FOLDERS) return `has more than ${MAX_FOLDERS} folders`;
  const names = alternativesOf(glob).flatMap(foldersOf);
  if (names.some((name) => name.includes("**") && name !== "**"))
    return "has ** beside other characters: it stands for whole folders, as in /docs/**";
  return names.some(isTooVague) ? `has a ? among more than ${MAX_SOUGHT} characters between two *` : undefined;
}

/** Braces hold two alternatives or more, and do not nest. */
function braceProblem(glob: string): string | undefined {
  let alternatives = 1;
  for (const part of glob.split(/(\{[^{}]*\})/)) {
    const inside = /^\{(.*)\}$/s.exec(part)?.[1];
    if (inside === undefined && /[{}]/.test(part)) return "has braces that do not pair, or stand in each other";
    if (inside === undefined) continue;
    if (!inside.includes(",")) return "has braces without a comma: they hold alternatives, as in {a,b}";
    alternatives *= inside.split(",").length;
  }
  return alternatives > MAX_ALTERNATIVES ? `stands for more than ${MAX_ALTERNATIVES} alternatives` : undefined;
}

/** True if a piece between two stars has a `?` and too many characters: the search uses the 31 bits of a number. */
const isTooVague = (name: string): boolean =>
  name
    .split("*")
    .slice(1, -1)
    .some((piece) => piece.includes("?") && [...piece].length > MAX_SOUGHT);

/** `/a/{b,c}` is `/a/b` and `/a/c`. For a glob whose braces are good. */
export function alternativesOf(glob: string): readonly string[] {
  let alternatives = [""];
  for (const part of glob.split(/(\{[^{}]*\})/)) {
    const choices = part.startsWith("{") ? part.slice(1, -1).split(",") : [part];
    alternatives = alternatives.flatMap((before) => choices.map((choice) => before + choice));
  }
  return alternatives;
}

/** The names between the slashes of a path or a glob. A slash at either end makes no difference. */
export const foldersOf = (path: string): string[] => path.split("/").filter((folder) => folder !== "");

/** @param glob one of a good glob's alternatives */
export function compileGlob(glob: string): Glob {
  const runs: NamePattern[][] = [[]];
  for (const folder of foldersOf(glob)) {
    if (folder === "**") runs.push([]);
    else runs.at(-1)?.push(namePattern(folder));
  }
  return runs;
}

/** The folders of a path as globs are matched with. */
export const decodedFolders = (path: string): readonly string[] => foldersOf(path).map(decodedName);

/**
 * True if a glob matches a whole path. Each run between two `**` is taken where it first matches, which is right for
 * patterns of this kind and cannot backtrack.
 */
export function globMatches([first = [], ...rest]: Glob, folders: readonly string[]): boolean {
  const last = rest.at(-1);
  if (last === undefined) return first.length === folders.length && runMatches(first, folders, 0);
  const end = folders.length - last.length;
  if (first.length > end || !runMatches(first, folders, 0) || !runMatches(last, folders, end)) return false;
  let at = first.length;
  for (const run of rest.slice(0, -1)) {
    while (at + run.length <= end && !runMatches(run, folders, at)) at += 1;
    at += run.length;
    if (at > end) return false;
  }
  return true;
}

/** True if the folders from `at` on begin with this run; there must be as many. */
const runMatches = (run: readonly NamePattern[], folders: readonly string[], at: number): boolean =>
  run.every((matches, index) => matches(folders[at + index] ?? ""));
