import type { Page } from "../page.ts";
import type { VersionEvidence } from "./left-out.ts";
import type { Member } from "./member.ts";
import type { PageUrl } from "./page-url.ts";
import { partsOf } from "./page-url.ts";
import {
  compareVersions,
  isCurrentName,
  isDotted,
  isNumbered,
  isOnlyLikeANumber,
  qualifiedFolderOf,
  type VersionFolder,
  versionFolderOf,
} from "./version-folder.ts";
import { versionMenuOf } from "./version-menu.ts";

/** Pages that two siblings share before siblings without a number count as versions. */
const ENOUGH_SHARED = 2;

/** Pages without a version that stand beside the versions before they count as the current one, though no page is in both. */
const ENOUGH_BESIDE = 5;

/** Most versions of a family, most pages kept of each as a sample, and most folders and pages that are remembered. */
const MAX_VERSIONS = 200;
const MAX_SAMPLES = 30;
const MAX_FOLDERS = 20_000;

/** Levels of a path that are looked at in the homepage's links. */
const MAX_LED = 6;

/** Label of a link to a version, or to what is old. */
const ABOUT_A_VERSION = /\d|\b(?:old(?:er)?|legacy|archived?|previous)\b/i;

interface Family {
  /** Version -> some of its pages, and how many there are. */
  readonly versions: Map<string, { readonly samples: VersionFolder[]; pages: number }>;
  /** Decision about the family, and its size then; decided again once it has grown by a quarter. */
  decided: { readonly size: number; readonly current: Current } | undefined;
  size: number;
}

/** The version that is listed, and why; undefined stands for the pages without one. `ordinary`: the siblings are no versions. */
type Current =
  | {
      readonly type: "version";
      readonly version: string | undefined;
      readonly because: VersionEvidence["because"];
      /** Siblings whose names are like versions, and that have no page of another. */
      readonly except: ReadonlySet<string>;
    }
  | { readonly type: "ordinary" };

/** A page of a version that is not listed: the same page in the one that is, if that is known. */
export interface Outdated {
  readonly of?: string;
  readonly evidence: VersionEvidence;
}

type Menu = NonNullable<VersionEvidence["menu"]>;

type IsKnown = (url: string) => boolean;

/**
 * Keeps a crawl to one version of what a site has in several. What is a version is decided for all siblings together, by
 * their names and by the site's own menus of versions, and so is which one is current: the homepage's own, else the pages
 * without a version, else what is called current, else the highest number.
 */
export class Versions {
  readonly #home: PageUrl;
  /** Folders that the homepage links to, or into. */
  readonly #led: ReadonlySet<string>;
  /** The same, of links that call no version by its number or as old. */
  readonly #ledPlainly: ReadonlySet<string>;
  readonly #families = new Map<string, Family>();
  /** Pages without a version below each folder. */
  readonly #beside = new Map<string, number>();
  /** Pages without a version that became known before any menu. */
  readonly #ordinary: PageUrl[] = [];
  /** Names that a menu calls versions, by the folder they lie in. */
  readonly #menus = new Map<string, Menu & { readonly names: ReadonlySet<string> }>();

  constructor(home: PageUrl, page: Pick<Page, "links">) {
    this.#home = home;
    this.#led = new Set(page.links.flatMap(({ url }) => foldersWithin(url)));
    const plain = page.links.filter(({ text }) => !ABOUT_A_VERSION.test(text));
    this.#ledPlainly = new Set(plain.flatMap(({ url }) => foldersWithin(url)));
    this.discover(home);
  }

  /** Takes in an address; to be called for every address that becomes known. */
  discover(url: PageUrl): void {
    const folder = this.#folderOf(url);
    if (folder !== undefined) this.#add(folder);
    else {
      this.#countBeside(url);
      if (this.#ordinary.length < MAX_FOLDERS) this.#ordinary.push(url);
    }
  }

  /** Takes in a page's menu of versions. */
  learn(url: PageUrl, page: Page): void {
    const menu = versionMenuOf(page);
    if (menu === undefined || this.#menus.has(menu.family) || this.#menus.size >= MAX_VERSIONS) return;
    this.#menus.set(menu.family, { names: menu.names, on: url, labels: menu.labels });
    for (const known of this.#ordinary) {
      const folder = this.#folderOf(known);
      if (folder?.family === menu.family) this.#add(folder);
    }
  }

  /** The listed counterpart of a page of another version; undefined if the page's version is listed, or it has none. */
  outdated(url: PageUrl, isKnown: IsKnown): Outdated | undefined {
    const folder = this.#folderOf(url);
    const family = folder && this.#families.get(folder.family);
    if (folder === undefined || family === undefined) return this.#unled(url, isKnown);
    const current = this.#currentOf(folder.family, family, isKnown);
    if (current.type === "ordinary" || current.version === folder.version || current.except.has(folder.version))
      return undefined;
    const better = folder.withVersion(current.version);
    return { ...(isKnown(better) && { of: better }), evidence: this.#evidenceOf(folder, current) };
  }

  /** The version that a page is of; one of no version stands with the current. */
  versionOf(url: PageUrl, isKnown: IsKnown): Member {
    const folder = this.#folderOf(url);
    const family = folder && this.#families.get(folder.family);
    if (folder === undefined || family === undefined) {
      const unled = this.#unled(url, isKnown);
      return unled === undefined ? { isCurrent: true } : { version: unled.evidence.version };
    }
    const current = this.#currentOf(folder.family, family, isKnown);
    const { version } = folder;
    if (current.type === "ordinary" || current.except.has(version)) return { isCurrent: true };
    return { version, ...(current.version === version && { isCurrent: true }) };
  }

  /** All versions that the site is known to have. */
  found(isKnown: IsKnown): readonly string[] {
    const names = [...this.#families].flatMap(([path, family]) => {
      const current = this.#currentOf(path, family, isKnown);
      return current.type === "ordinary" ? [] : [...family.versions.keys()].filter((name) => !current.except.has(name));
    });
    return [...new Set(names)].sort(compareVersions);
  }

  /** `old-rules` beside `rules`, where the homepage leads to `rules` alone. */
  #unled(url: PageUrl, isKnown: IsKnown): Outdated | undefined {
    const qualified = qualifiedFolderOf(url);
    if (qualified === undefined || this.#led.has(qualified.folder) || !this.#led.has(qualified.of)) return undefined;
    if ((this.#beside.get(qualified.of) ?? 0) < ENOUGH_SHARED) return undefined;
    const { of, version, original } = qualified;
    return { ...(isKnown(original) && { of: original }), evidence: { family: of, version, because: "homepage" } };
  }

  #folderOf(url: string): VersionFolder | undefined {
    return versionFolderOf(
      url,
      (family, name) => this.#menus.get(family)?.names.has(name) === true,
      (family, name) => this.#families.get(family)?.versions.has(name) === true,
    );
  }

  #evidenceOf({ family, version }: VersionFolder, current: Extract<Current, { type: "version" }>): VersionEvidence {
    const menu = this.#menus.get(family);
    return {
      family,
      version,
      ...(current.version !== undefined && { listed: current.version }),
      because: current.because,
      ...(menu && { menu: { on: menu.on, labels: menu.labels } }),
    };
  }

  #add(folder: VersionFolder): void {
    const family = this.#families.get(folder.family) ?? { versions: new Map(), decided: undefined, size: 0 };
    const version = family.versions.get(folder.version) ?? { samples: [], pages: 0 };
    if (version.pages === 0 && (family.versions.size >= MAX_VERSIONS || this.#families.size >= MAX_FOLDERS)) return;
    version.pages += 1;
    if (version.samples.length < MAX_SAMPLES) version.samples.push(folder);
    family.versions.set(folder.version, version);
    family.size += 1;
    this.#families.set(folder.family, family);
  }

  #countBeside(url: PageUrl): void {
    const segments = partsOf(url).pathname.split("/", 5).slice(1, -1);
    for (let depth = 1; depth <= segments.length; depth += 1) {
      const folder = `/${segments.slice(0, depth).join("/")}/`;
      const count = this.#beside.get(folder);
      if (count !== undefined || this.#beside.size < MAX_FOLDERS) this.#beside.set(folder, (count ?? 0) + 1);
    }
  }

  #currentOf(path: string, family: Family, isKnown: IsKnown): Current {
    const { decided, size } = family;
    if (decided !== undefined && size < decided.size * 1.25) return decided.current;
    const current = this.#decide(path, family, isKnown);
    family.decided = { size, current };
    return current;
  }

  #decide(path: string, family: Family, isKnown: IsKnown): Current {
    const { versions } = family;
    const except = new Set([...versions.keys()].filter((name) => !this.#isMember(name, family, isKnown)));
    const home = this.#folderOf(this.#home);
    const decided = { type: "version", except } as const;
    if (home?.family === path) return { ...decided, version: home.version, because: "homepage" };
    const names = [...versions.keys()].filter((name) => !except.has(name));
    const samples = names.flatMap((name) => versions.get(name)?.samples ?? []);
    const [first] = [...names].sort(compareVersions);
    const shared = samples.filter(({ rest, withVersion }) => rest !== "" && isKnown(withVersion(undefined)));
    const withoutVersion: Current = { ...decided, version: undefined, because: "without version" };
    const isLed = first !== undefined && this.#ledPlainly.has(`${path}${first}/`);
    // A part that the homepage leads to may have pages called as the manual's: a reference below `1.x` alone.
    const enough = isLed ? Math.max(ENOUGH_SHARED, samples.length / 2 + 1) : ENOUGH_SHARED;
    if (shared.length >= enough) return withoutVersion;
    if (first === undefined || (!isFamily(names) && !isShared(samples))) return { type: "ordinary" };
    const isOnlyOld = !isCurrentName(first) && isDotted(first);
    const beside = this.#beside.get(path) ?? 0;
    if (isOnlyOld && beside >= ENOUGH_BESIDE && beside >= (versions.get(first)?.pages ?? 0) / 2)
      return isLed ? { ...withoutVersion, except: new Set([...except, first]) } : withoutVersion;
    return { ...decided, version: first, because: "newest" };
  }

  /** A name that is only like a version's (`2.0-jsr380`) needs a menu's word, or the pages of a sibling. */
  #isMember(name: string, { versions }: Family, isKnown: IsKnown): boolean {
    const samples = versions.get(name)?.samples ?? [];
    const path = samples[0]?.family ?? "";
    if (!isOnlyLikeANumber(name) || this.#menus.get(path)?.names.has(name) === true) return true;
    const others = [undefined, ...versions.keys()].filter((other) => other !== name);
    const isElsewhere = ({ rest, withVersion }: VersionFolder) =>
      rest !== "" && others.some((other) => isKnown(withVersion(other)));
    return samples.filter(isElsewhere).length >= ENOUGH_SHARED;
  }
}

/** The folders of a link's path, its own last: `/a/b` lies in `/a/`, and may be `/a/b/`. */
function foldersWithin(link: string): readonly string[] {
  const names =
    URL.parse(link)
      ?.pathname.split("/", MAX_LED)
      .filter((name) => name !== "") ?? [];
  return names.map((_, at) => `/${names.slice(0, at + 1).join("/")}/`);
}

/** True if the names alone say that these siblings are versions: one with a dot, or two numbers. */
const isFamily = (names: readonly string[]): boolean =>
  names.some(isDotted) || names.filter(isNumbered).length > 1 || (names.some(isNumbered) && names.some(isCurrentName));

/** True if two siblings have pages of the same names. */
function isShared(samples: readonly VersionFolder[]): boolean {
  const versions = new Map<string, string>();
  let shared = 0;
  for (const { rest, version } of samples) {
    const other = rest === "" ? undefined : versions.get(rest);
    if (other !== undefined && other !== version) shared += 1;
    if (rest !== "") versions.set(rest, version);
  }
  return shared >= ENOUGH_SHARED;
}
