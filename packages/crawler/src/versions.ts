// Determines which version of the site an address belongs to, by its folders and its neighbours. Pure.
import { partsOf } from "@llmstxt-service/page/address/page-url";

/** A folder named like a language or a version: the path before it, its name, and the path behind it. */
export interface EditionFolder {
  readonly stem: string;
  readonly name: string;
  readonly rest: string;
}

/** @param deepest number of first folders that may be one; a file's name may not */
export function editionFolderOf(url: string, isName: RegExp, deepest = Infinity): EditionFolder | undefined {
  const { folders, pathname } = partsOf(url);
  const most = Math.min(deepest, pathname.endsWith("/") ? folders.length : folders.length - 1);
  for (let at = 0; at < most; at++) {
    const name = folders[at] ?? "";
    if (isName.test(name)) return { stem: folders.slice(0, at).join("/"), name, rest: folders.slice(at + 1).join("/") };
  }
  return undefined;
}

/** Groups the addresses of a site by folders named like languages or versions: the paths behind each name. */
export class Editions {
  readonly #stems = new Map<string, Map<string, string[]>>();
  readonly #wanted = new Map<string, string | undefined>();

  meet({ stem, name, rest }: EditionFolder): void {
    const names = this.#stems.get(stem) ?? new Map<string, string[]>();
    this.#stems.set(stem, names);
    const rests = names.get(name) ?? [];
    names.set(name, rests);
    if (rest !== "") rests.push(rest);
  }

  /** Forgets earlier decisions. */
  survey(): void {
    this.#wanted.clear();
  }

  /** The chosen one of the names below a path; "" for the addresses without one. */
  wanted(stem: string, decide: (names: string[], rests: string[]) => string | undefined): string | undefined {
    if (!this.#wanted.has(stem)) {
      const names = this.#stems.get(stem) ?? new Map<string, string[]>();
      this.#wanted.set(stem, decide([...names.keys()], [...names.values()].flat()));
    }
    return this.#wanted.get(stem);
  }
}

/** True if at least two pages, and a tenth of all, also exist without a name in their path. */
export function hasTwins(rests: readonly string[], before: string, has: (url: string) => boolean): boolean {
  const twins = rests.filter((rest) => has(before + rest)).length;
  return twins >= 2 && twins >= rests.length * 0.1;
}

export const isRepeated = (rests: readonly string[]): boolean => new Set(rests).size < rests.length;

/** Bound: a URL, 2,048 characters. */
const VERSION =
  /^(?:v?\d+(?:\.(?:\d+|x))+(?:[.\-_+]?[a-z]+[\w.]*)?\+?|v\d+|latest|stable|dev|devel|main|master|next|nightly|current)$/i;
const NEWEST = /^(?:latest|stable|current)$/i;
const UNRELEASED = /^(?:dev|devel|main|master|next|nightly)$|(?:alpha|beta|rc|cr|snapshot|draft|pre)\d*$/i;
/** Names that are versions even if no page is known in two of them. */
const SURELY = /\.0$|^v|^[a-z]{3}/i;

/** The newest is greatest: `latest` and `stable` before numbers, `dev` and `main` after them. */
function rankOf(name: string): number {
  if (NEWEST.test(name)) return 1e9;
  if (UNRELEASED.test(name)) return -1;
  const numbers = name.replace(/^v/i, "").split(".");
  return numbers.reduce((rank, part, at) => rank + (Number.parseInt(part, 10) || 0) / 1000 ** at, 0);
}

/** The versions in a site's addresses; the homepage's is listed, else the unversioned one, else the newest. */
export class Versions {
  readonly #editions = new Editions();
  readonly #home: EditionFolder | undefined;
  readonly #origin: string;
  readonly #has: (url: string) => boolean;

  constructor(home: string, has: (url: string) => boolean) {
    this.#home = editionFolderOf(home, VERSION);
    this.#origin = new URL(home).origin;
    this.#has = has;
  }

  meet(url: string): void {
    const place = editionFolderOf(url, VERSION);
    if (place !== undefined) this.#editions.meet(place);
  }

  survey(): void {
    this.#editions.survey();
  }

  /** True for an address of another version than the one that is listed. */
  isOther(url: string): boolean {
    const place = editionFolderOf(url, VERSION);
    if (place === undefined) return false;
    const wanted = this.#editions.wanted(place.stem, (names, rests) => this.#choose(place.stem, names, rests));
    return wanted !== undefined && wanted !== place.name;
  }

  #choose(stem: string, names: string[], rests: string[]): string | undefined {
    if (this.#home?.stem === stem) return this.#home.name;
    if (hasTwins(rests, `${this.#origin}/${stem === "" ? "" : `${stem}/`}`, this.#has)) return "";
    const areVersions = isRepeated(rests) || names.some((name) => SURELY.test(name));
    return names.length >= 2 && areVersions ? names.sort((a, b) => rankOf(b) - rankOf(a))[0] : undefined;
  }
}
