// Globs of paths. They come from strangers, so a list costs at most its length for each character of a path.
import { CrawlError } from "../errors.ts";
import { partsOf, percentDecoded } from "./page-url.ts";

// Bounds on what one list may cost. None that people write comes near them.
const MAX_CHARACTERS = 500;
const MAX_ALTERNATIVES = 64;
const MAX_ALL = 10_000;

/** Stands for `**`, which matches any number of whole folders, and for `*` and `?` within one. */
const FOLDERS = "\0f";
const RUN = "\0r";
const ONE = "\0o";
type Pattern = readonly string[];

/** Fault of the first bad glob of a list, or of the list; undefined if all are good. */
export function globsProblem(globs: readonly string[]): string | undefined {
  for (const glob of globs) {
    const problem = globProblem(glob);
    if (problem !== undefined) return `"${glob.length > 60 ? `${glob.slice(0, 60)}…` : glob}" ${problem}`;
  }
  const all = globs.reduce((sum, glob) => sum + alternativesOf(glob).join("").length, 0);
  return all > MAX_ALL ? `the globs have more than ${MAX_ALL} characters, each alternative written out` : undefined;
}

/**
 * True if an address's path is wanted: matched by one of `include`, where there are any, and by none of `exclude`. A glob
 * is of the whole path: `/docs/**`, `/blog/*-2025`, `/{en,de}/?`. `docs/a` is `/docs/a`, and a slash at the end is no
 * difference.
 * @throws CrawlError `invalid_request` for a bad glob
 */
export function pathFilter(include: readonly string[], exclude: readonly string[]): (url: string) => boolean {
  const isIncluded = include.length === 0 ? () => true : matcher(include, "include");
  const isExcluded = exclude.length === 0 ? () => false : matcher(exclude, "exclude");
  return (url) => {
    const path = partsOf(url)
      .folders.map((name) => `${comparable(name)}/`)
      .join("");
    return isIncluded(path) && !isExcluded(path);
  };
}

function matcher(globs: readonly string[], field: string): (path: string) => boolean {
  const problem = globsProblem(globs);
  if (problem !== undefined) throw new CrawlError("invalid_request", { field, detail: problem });
  const patterns = globs.flatMap(alternativesOf).map(patternOf);
  return (path) => patterns.some((pattern) => isMatched(pattern, path));
}

function globProblem(glob: string): string | undefined {
  if (glob === "") return "is empty";
  if (glob.length > MAX_CHARACTERS) return `has more than ${MAX_CHARACTERS} characters`;
  // No address holds NUL, and no text in Postgres may: a site with such a glob could not be stored.
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

/** `/a/{b,c}` is `/a/b` and `/a/c`. For a glob whose braces are good. */
function alternativesOf(glob: string): readonly string[] {
  let alternatives = [""];
  for (const part of glob.split(/(\{[^{}]*\})/)) {
    const choices = part.startsWith("{") ? part.slice(1, -1).split(",") : [part];
    alternatives = alternatives.flatMap((before) => choices.map((choice) => before + choice));
  }
  return alternatives;
}

/** Percent-encoding undone and accents in one form: people write globs as they read addresses. */
const comparable = (name: string): string => percentDecoded(name).normalize("NFC");

/** The characters and signs of a glob. A slash stands at the end of every folder, and at the end of a path. */
function patternOf(glob: string): Pattern {
  return glob
    .split("/")
    .filter((name) => name !== "")
    .flatMap((name) => {
      if (name === "**") return [FOLDERS];
      const parts = name.split(/([*?])/).filter((part) => part !== "");
      return [...parts.flatMap((part) => (part === "*" ? [RUN] : part === "?" ? [ONE] : [...comparable(part)])), "/"];
    });
}

/** All places in the pattern that the text so far may have reached, kept at once: nothing is tried twice. */
function isMatched(pattern: Pattern, path: string): boolean {
  const end = pattern.length;
  let reached = new Uint8Array(end + 1);
  let next = new Uint8Array(end + 1);
  let [first, last] = [0, reach(pattern, reached, 0)];
  for (const character of path) {
    let [from, to] = [end + 1, -1];
    const go = (at: number) => {
      from = Math.min(from, at);
      to = Math.max(to, reach(pattern, next, at));
    };
    for (let at = first; at <= last; at++) {
      if (reached[at] === 0) continue;
      reached[at] = 0;
      const sign = pattern[at];
      if (sign === FOLDERS && character !== "/") {
        // Within a folder that `**` stands for nothing else can begin.
        next[at] = 1;
        from = Math.min(from, at);
        to = Math.max(to, at);
      } else if (sign === FOLDERS || (sign === RUN && character !== "/")) go(at);
      else if (sign === character || (sign === ONE && character !== "/")) go(at + 1);
    }
    [reached, next, first, last] = [next, reached, from, to];
    if (to < 0) return false;
  }
  return reached[end] === 1;
}

/** Marks a place, and those behind stars that stand for nothing; the last one marked. */
function reach(pattern: Pattern, reached: Uint8Array, from: number): number {
  let at = from;
  reached[at] = 1;
  while (pattern[at] === RUN || pattern[at] === FOLDERS) reached[++at] = 1;
  return at;
}
