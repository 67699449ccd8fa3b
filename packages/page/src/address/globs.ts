// Matches paths with globs. Globs are untrusted: a list costs at most its length for each character of a path.
import { CrawlError } from "../errors.ts";
import { partsOf, percentDecoded } from "./page-url.ts";

// Bounds on the cost of one list, far above what people write.
const MAX_CHARACTERS = 500;
const MAX_ALTERNATIVES = 64;
const MAX_ALL = 5_000;

/** Represents `?`. */
const ONE = "\0";
/** The characters between two `*` of a folder's name, all those of a name, and the names between two `**` of a glob. */
type Piece = readonly string[];
type Name = readonly Piece[];
type Glob = readonly (readonly Name[])[];

/** Reason why a list of globs is invalid; undefined if all are good. */
export function globsProblem(globs: readonly string[]): string | undefined {
  for (const glob of globs) {
    const problem = globProblem(glob);
    if (problem !== undefined) return `"${glob.length > 60 ? `${glob.slice(0, 60)}…` : glob}" ${problem}`;
  }
  const all = globs.reduce((sum, glob) => sum + alternativesOf(glob).join("").length, 0);
  return all > MAX_ALL ? `the globs have more than ${MAX_ALL} characters, each alternative written out` : undefined;
}

/**
 * True if an address's path matches one of `include`, where there are any, and none of `exclude`. A glob matches the
 * whole path: `/docs/**`, `/blog/*-2025`, `/{en,de}/?`. `docs/a` is `/docs/a`, and a trailing slash makes no
 * difference.
 * @throws CrawlError `invalid_request` for a bad glob
 */
export function pathFilter(include: readonly string[], exclude: readonly string[]): (url: string) => boolean {
  const isIncluded = include.length === 0 ? () => true : matcher(include, "include");
  const isExcluded = exclude.length === 0 ? () => false : matcher(exclude, "exclude");
  return (url) => {
    const folders = partsOf(url).folders.map((name) => [...comparable(name)]);
    return isIncluded(folders) && !isExcluded(folders);
  };
}

function matcher(globs: readonly string[], field: string): (folders: readonly Piece[]) => boolean {
  const problem = globsProblem(globs);
  if (problem !== undefined) throw new CrawlError("invalid_request", { field, detail: problem });
  const compiled = globs.flatMap(alternativesOf).map(compile);
  return (folders) => compiled.some((glob) => isMatched(glob, folders));
}

function globProblem(glob: string): string | undefined {
  if (glob === "") return "is empty";
  if (glob.length > MAX_CHARACTERS) return `has more than ${MAX_CHARACTERS} characters`;
  // No address contains NUL, and Postgres stores no text with it.
  if (glob.includes("\0")) return "holds the character NUL";
  const refused = /[[\]()!\\|]/.exec(glob)?.[0];
  if (refused !== undefined) return `holds ${refused}, which no glob may: only *, **, ? and {a,b} are patterns`;
  let alternatives = 1;
  for (const part of glob.split(/(\{[^{}]*\})/)) {
    const inside = /^\{(.*)\}$/s.exec(part)?.[1];
    if (inside === undefined && /[{}]/.test(part)) return "has braces that do not pair, or stand in each other";
    if (inside === undefined) continue;
    if (!inside.includes(",")) return "has braces without a comma: they hold alternatives, as in {a,b}";
    alternatives *= inside.split(",").length;
  }
  if (alternatives > MAX_ALTERNATIVES) return `stands for more than ${MAX_ALTERNATIVES} alternatives`;
  const names = alternativesOf(glob).flatMap((one) => one.split("/"));
  return names.some((name) => name.includes("**") && name !== "**")
    ? "has ** beside other characters: it stands for whole folders, as in /docs/**"
    : undefined;
}

/** `/a/{b,c}` becomes `/a/b` and `/a/c`, if the braces are balanced. */
function alternativesOf(glob: string): readonly string[] {
  let alternatives = [""];
  for (const part of glob.split(/(\{[^{}]*\})/)) {
    const choices = part.startsWith("{") ? part.slice(1, -1).split(",") : [part];
    alternatives = alternatives.flatMap((before) => choices.map((choice) => before + choice));
  }
  return alternatives;
}

/** Decodes percent-encoding and normalises accents: people write globs as they read addresses. */
const comparable = (name: string): string => percentDecoded(name).normalize("NFC");

function compile(glob: string): Glob {
  const runs: Name[][] = [[]];
  for (const name of glob.split("/").filter((one) => one !== "")) {
    if (name === "**") runs.push([]);
    else runs.at(-1)?.push(name.split("*").map(pieceOf));
  }
  return runs;
}

const pieceOf = (text: string): Piece =>
  text.split(/(\?)/).flatMap((part) => (part === "?" ? [ONE] : [...comparable(part)]));

/** Each run between two `**` takes its first match, which is right for such patterns and needs no backtracking. */
const isMatched = (glob: Glob, folders: readonly Piece[]): boolean =>
  isMade(glob, folders.length, (run, at) => run.every((name, index) => isNamed(name, folders[at + index] ?? [])));

/** The same for the pieces between two `*` of a name. */
const isNamed = (name: Name, characters: Piece): boolean =>
  isMade(name, characters.length, (piece, at) => {
    for (let index = 0; index < piece.length; index++)
      if (piece[index] !== ONE && piece[index] !== characters[at + index]) return false;
    return true;
  });

/** True if the parts occur in order, the first at the start and the last at the end. */
function isMade<Part extends { readonly length: number }>(
  [first, ...others]: readonly Part[],
  length: number,
  isAt: (part: Part, at: number) => boolean,
): boolean {
  const last = others.pop();
  if (first === undefined) return false;
  if (last === undefined) return first.length === length && isAt(first, 0);
  const end = length - last.length;
  let at = first.length;
  if (at > end || !isAt(first, 0) || !isAt(last, end)) return false;
  for (const part of others) {
    while (at + part.length <= end && !isAt(part, at)) at++;
    at += part.length;
    if (at > end) return false;
  }
  return true;
}
