import picomatch from "picomatch";
import { partsOf } from "./url.ts";

/**
 * Whether a path is wanted: matched by one of `include`, where any are given, and by none of `exclude`. Globs are
 * picomatch's: `/docs/**`, `/blog/*-2025`; one without a slash at its beginning gets one.
 */
export function pathFilter(include: readonly string[], exclude: readonly string[]): (url: string) => boolean {
  if (include.length === 0 && exclude.length === 0) return () => true;
  const isIncluded = include.length === 0 ? () => true : matcher(include);
  const isExcluded = exclude.length === 0 ? () => false : matcher(exclude);
  return (url) => {
    const path = decoded(partsOf(url).pathname);
    return isIncluded(path) && !isExcluded(path);
  };
}

function matcher(globs: readonly string[]): (path: string) => boolean {
  const rooted = globs.map((glob) => (glob.startsWith("/") || glob.startsWith("*") ? glob : `/${glob}`));
  const matches = picomatch(rooted, { dot: true });
  // `/docs/**` is meant to hold the folder's own page too, with or without its slash.
  return (path) => matches(path) || matches(path.replace(/\/$/, ""));
}

/** People write globs as they read addresses. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a percent sign that encodes nothing
  }
}
