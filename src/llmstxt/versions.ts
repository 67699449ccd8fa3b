import type { Entry } from "./entry.ts";

const NUMBERED = /^v?\d+(?:\.(?:\d+|x))*$/i;
const NAMED = /^(?:dev|devel|next|latest|stable|current|main|master|nightly|canary|legacy|old|edge|unstable)$/i;

/** The larger, the rather listed: a page without a version, then what is called current, then the newest number. */
function preference(version: string | undefined): number {
  if (version === undefined) return 4e9;
  if (/^(?:latest|stable|current)$/i.test(version)) return 3e9;
  if (!NUMBERED.test(version)) return /^(?:legacy|old)$/i.test(version) ? -1 : 0;
  const [major = 0, minor = 0, patch = 0] = version
    .replace(/^v/i, "")
    .split(".")
    .map((part) => Number(part) || 0);
  return 1 + Math.min(major, 999) * 1e6 + Math.min(minor, 999) * 1e3 + Math.min(patch, 999);
}

/** Pages of which another version is listed that a reader wants rather. Each with the page that stays. */
export function olderVersions(entries: readonly Entry[]): ReadonlyMap<Entry, Entry> {
  const older = new Map<Entry, Entry>();
  for (const group of Map.groupBy(entries, stemOf).values()) {
    const [kept, ...others] = [...group].sort((a, b) => preference(versionOf(b)) - preference(versionOf(a)));
    if (kept === undefined) continue;
    for (const entry of others) if (versionOf(entry) !== versionOf(kept)) older.set(entry, kept);
  }
  return older;
}

function versionIndex(path: readonly string[]): number {
  // A year's folder and a page that is itself called `2` are no versions.
  return path.findIndex(
    (segment, index) => index < path.length - 1 && index < 3 && (NAMED.test(segment) || isVersionNumber(segment)),
  );
}

function isVersionNumber(segment: string): boolean {
  return NUMBERED.test(segment) && !/^(?:19|20)\d\d$/.test(segment) && (/^v/i.test(segment) || segment.includes("."));
}

function versionOf({ path }: Entry): string | undefined {
  const at = versionIndex(path);
  return at < 0 ? undefined : path[at];
}

function stemOf({ path }: Entry): string {
  const at = versionIndex(path);
  return path.filter((_, index) => index !== at).join("/");
}
