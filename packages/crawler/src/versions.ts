// Determines which version of the site an address belongs to, by its folders and its neighbours. Pure.
import { partsOf } from "@llmstxt-service/page/address/page-url";
import type { LeftOut } from "./left-out.ts";

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

/** The addresses of a site by their folders named like languages or versions: the paths behind each name. */
export abstract class Editions {
  protected readonly home: EditionFolder | undefined;
  protected readonly origin: string;
  protected readonly isKnown: (url: string) => boolean;
  readonly #folderOf: (url: string) => EditionFolder | undefined;
  readonly #stems = new Map<string, Map<string, string[]>>();
  readonly #wanted = new Map<string, string | undefined>();

  constructor(home: string, isKnown: (url: string) => boolean, folderOf: (url: string) => EditionFolder | undefined) {
    this.home = folderOf(home);
    this.origin = new URL(home).origin;
    this.isKnown = isKnown;
    this.#folderOf = folderOf;
  }

  /** The one to list of these names below a path; "" for the addresses without one, undefined for all of them. */
  protected abstract choose(stem: string, names: string[], rests: string[]): string | undefined;

  meet(url: string): void {
    const { stem, name = "", rest } = this.#folderOf(url) ?? {};
    if (stem === undefined) return;
    const names = this.#stems.get(stem) ?? new Map<string, string[]>();
    this.#stems.set(stem, names);
    const rests = names.get(name) ?? [];
    names.set(name, rests);
    if (rest) rests.push(rest);
  }

  /** Forgets earlier choices. */
  survey(): void {
    this.#wanted.clear();
  }

  /** The name to list in place of a folder's own, if that is another. */
  protected otherThan({ stem, name }: EditionFolder): string | undefined {
    if (!this.#wanted.has(stem)) {
      const names = this.#stems.get(stem) ?? new Map<string, string[]>();
      this.#wanted.set(stem, this.choose(stem, [...names.keys()], [...names.values()].flat()));
    }
    const wanted = this.#wanted.get(stem);
    return wanted === name ? undefined : wanted;
  }

  /** True if at least two pages, and a tenth of all, also exist without a name in their path. */
  protected hasTwins(stem: string, rests: readonly string[]): boolean {
    const before = `${this.origin}/${stem === "" ? "" : `${stem}/`}`;
    const twins = rests.filter((rest) => this.isKnown(before + rest)).length;
    return twins >= 2 && twins >= rests.length * 0.1;
  }
}

export const isRepeated = (rests: readonly string[]): boolean => new Set(rests).size < rests.length;

/** Bound: a URL, 2,048 characters. */
const VERSION =
  /^(?:v?\d+(?:\.(?:\d+|x))+(?:[.\-_+]?[a-z]+[\w.]*)?\+?|v\d+|latest|stable|dev|devel|main|master|next|nightly|current)$/i;
const NEWEST = /^(?:latest|stable|current)$/i;
const UNRELEASED = /^(?:dev|devel|main|master|next|nightly)$|(?:alpha|beta|rc|cr|snapshot|draft|pre)\d*$/i;
/** Names that are versions even if no page is known in two of them. */
const SURELY = /\.[0x]$|^v|^[a-z]{3}/i;

/** The newest is greatest: `latest` and `stable` before numbers, `dev` and `main` after them. */
function rankOf(name: string): number {
  if (NEWEST.test(name)) return 1e9;
  if (UNRELEASED.test(name)) return -1;
  const numbers = name.replace(/^v/i, "").split(".");
  return numbers.reduce((rank, part, at) => rank + (Number.parseInt(part, 10) || 0) / 1000 ** at, 0);
}

const versionOf = (url: string) => editionFolderOf(url, VERSION);

/** The versions in a site's addresses; the homepage's is listed, else the unversioned one, else the newest. */
export class Versions extends Editions {
  constructor(home: string, isKnown: (url: string) => boolean) {
    super(home, isKnown, versionOf);
  }

  /** Reason to leave an address out. */
  objection(url: string): LeftOut | undefined {
    const folder = versionOf(url);
    return folder && this.otherThan(folder) !== undefined ? { reason: "older version" } : undefined;
  }

  protected choose(stem: string, names: string[], rests: string[]): string | undefined {
    if (this.home?.stem === stem) return this.home.name;
    if (this.hasTwins(stem, rests)) return "";
    const areVersions = isRepeated(rests) || names.some((name) => SURELY.test(name));
    return names.length >= 2 && areVersions ? names.sort((a, b) => rankOf(b) - rankOf(a))[0] : undefined;
  }
}
