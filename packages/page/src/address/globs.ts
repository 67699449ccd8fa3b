import { CrawlError } from "../errors.ts";
import { alternativesOf, compileGlob, decodedFolders, globMatches, globProblem } from "./glob.ts";
import { partsOf } from "./page-url.ts";

/** Patterns that one list of globs may come to, braces undone: each address is held against all of them. */
const MAX_PATTERNS = 200;

/** Fault of the first bad glob of a list, or of the list; undefined if all are good. */
export function globsProblem(globs: readonly string[]): string | undefined {
  for (const glob of globs) {
    const problem = globProblem(glob);
    if (problem !== undefined) return `"${shown(glob)}" ${problem}`;
  }
  const patterns = globs.reduce((count, glob) => count + alternativesOf(glob).length, 0);
  return patterns > MAX_PATTERNS ? `the globs stand for more than ${MAX_PATTERNS} patterns` : undefined;
}

const shown = (glob: string): string => (glob.length > 60 ? `${glob.slice(0, 60)}…` : glob);

/**
 * True if an address's path is wanted: matched by one of `include`, where there are any, and by none of `exclude`. A glob is
 * of the whole path: `/docs/**`, `/blog/*-2025`, `/{en,de}/?`. `docs/a` is `/docs/a`, and a slash at the end is no difference.
 * @throws CrawlError `invalid_request` for a bad glob
 */
export function pathFilter(include: readonly string[], exclude: readonly string[]): (url: string) => boolean {
  if (include.length === 0 && exclude.length === 0) return () => true;
  const isIncluded = include.length === 0 ? () => true : matcher(include, "include");
  const isExcluded = exclude.length === 0 ? () => false : matcher(exclude, "exclude");
  return (url) => {
    const folders = decodedFolders(partsOf(url).pathname);
    return isIncluded(folders) && !isExcluded(folders);
  };
}

function matcher(globs: readonly string[], field: string): (folders: readonly string[]) => boolean {
  const problem = globsProblem(globs);
  if (problem !== undefined) throw new CrawlError("invalid_request", { field, detail: problem });
  const patterns = globs.flatMap(alternativesOf).map(compileGlob);
  return (folders) => patterns.some((pattern) => globMatches(pattern, folders));
}
