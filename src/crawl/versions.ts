import { type PageUrl, partsOf } from "./url.ts";

/** A year's folder is no version, and a plain number may be anything. */
const NUMBERED = /^(v\d+(\.(\d+|x))*|\d+\.(\d+|x)(\.(\d+|x))*)$/i;
const NAMED = /^(dev|devel|next|latest|stable|current|main|master|nightly|canary|legacy|old|edge|unstable)$/i;

/** Versions stand early in a path, and are folders. */
const DEEPEST = 4;

/** So many pages that another version has too show that a folder is all an older version. */
const ENOUGH_TWINS = 3;

interface VersionFolder {
  /** What precedes the version: `/docs/` of `/docs/v1/start`. */
  readonly family: string;
  readonly version: string;
  readonly withVersion: (version: string | undefined) => string;
}

/** Keeps a crawl to one version of what a site has in several: the homepage's own, else the one without a number, else the current one. */
export class Versions {
  readonly #homeVersion: VersionFolder | undefined;
  /** Family -> its versions met so far. */
  readonly #families = new Map<string, Set<string>>();
  readonly #twins = new Map<string, Set<PageUrl>>();

  constructor(home: PageUrl) {
    this.#homeVersion = folderOf(home);
    this.hear(home);
  }

  /** Every page heard of is to be told here. */
  hear(url: PageUrl): void {
    const folder = folderOf(url);
    if (folder === undefined) return;
    const versions = this.#families.get(folder.family) ?? new Set();
    this.#families.set(folder.family, versions.add(folder.version));
  }

  /** The page of a better version, or `""` where only the folder is known to be an older version. */
  betterVersionOf(url: PageUrl, isKnown: (url: string) => boolean): string | undefined {
    const folder = folderOf(url);
    if (folder === undefined || this.#isHome(folder)) return undefined;
    const key = `${folder.family}${folder.version}`;
    const twins = this.#twins.get(key) ?? new Set();
    const better = this.#betterThan(folder).map(folder.withVersion).find(isKnown);
    if (better !== undefined) this.#twins.set(key, twins.add(url));
    return better ?? (twins.size >= ENOUGH_TWINS ? "" : undefined);
  }

  #isHome({ family, version }: VersionFolder): boolean {
    return family === this.#homeVersion?.family && version === this.#homeVersion.version;
  }

  /** undefined stands for the pages without a version. */
  #betterThan({ family, version }: VersionFolder): (string | undefined)[] {
    const home = family === this.#homeVersion?.family ? [this.#homeVersion.version] : [];
    const others = [...(this.#families.get(family) ?? [])].filter((other) => isBetter(other, version));
    return [...home, undefined, ...others];
  }
}

function folderOf(url: string): VersionFolder | undefined {
  const { origin, pathname, search } = partsOf(url);
  const segments = pathname.split("/").slice(1);
  const at = segments.findIndex(
    (segment, index) =>
      index < Math.min(DEEPEST, segments.length - 1) && (NUMBERED.test(segment) || NAMED.test(segment)),
  );
  const version = segments[at];
  if (version === undefined) return undefined;
  const withVersion = (other: string | undefined) =>
    `${origin}/${segments.toSpliced(at, 1, ...(other === undefined ? [] : [other])).join("/")}${search}`;
  return { family: `/${segments.slice(0, at).join("/")}`, version, withVersion };
}

function isBetter(a: string, b: string): boolean {
  const [first, second] = [rank(a), rank(b)];
  const at = first.findIndex((part, index) => part !== second[index]);
  return at >= 0 && (first[at] ?? 0) > (second[at] ?? 0);
}

/** Current, then numbers from the newest on, then what is not out yet, then what is called old. */
function rank(version: string): [number, number, number, number] {
  if (/^(latest|stable|current)$/i.test(version)) return [3, 0, 0, 0];
  if (/^(legacy|old)$/i.test(version)) return [0, 0, 0, 0];
  if (NAMED.test(version)) return [1, 0, 0, 0];
  const [major = 0, minor = 0, patch = 0] = version
    .replace(/^v/i, "")
    .split(".")
    .map((part) => Number(part) || 0);
  return [2, major, minor, patch];
}
