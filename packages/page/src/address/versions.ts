import type { Page } from "../page.ts";
import type { VersionEvidence } from "./left-out.ts";
import type { PageUrl } from "./page-url.ts";
import { partsOf } from "./page-url.ts";
import {
  compareVersions,
  isCurrentName,
  isDotted,
  isNumbered,
  type VersionFolder,
  versionFolderOf,
} from "./version-folder.ts";
import { versionMenuOf } from "./version-menu.ts";

/** Pages that two siblings share before siblings without a number count as versions. */
const ENOUGH_SHARED = 2;

/** Pages without a version that stand beside the versions before they count as the current one, though no page is in both. */
const ENOUGH_BESIDE = 5;

/** Bounds on what is remembered and compared: no site has so many versions, and a sample shows what they are. */
const MAX_VERSIONS = 200;
const MAX_SAMPLES = 30;
const MAX_FOLDERS = 20_000;

interface Family {
  /** Version -> some of its pages, and how many there are. */
  readonly versions: Map<string, { readonly samples: VersionFolder[]; pages: number }>;
  /** Decided when it had so many versions and pages; again when there is a quarter more. */
  decided: { readonly size: number; readonly current: Current } | undefined;
  size: number;
}

/** The version that is listed, and why; undefined stands for the pages without one. `ordinary`: the siblings are no versions. */
type Current =
  | { readonly type: "version"; readonly version: string | undefined; readonly because: VersionEvidence["because"] }
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
  readonly #families = new Map<string, Family>();
  /** Pages without a version below each folder. */
  readonly #beside = new Map<string, number>();
  /** Pages that were told before any menu. */
  readonly #ordinary: PageUrl[] = [];
  /** Names that a menu calls versions, by the folder they lie in. */
  readonly #menus = new Map<string, Menu & { readonly names: ReadonlySet<string> }>();

  constructor(home: PageUrl) {
    this.#home = home;
    this.discover(home);
  }

  /** Every address that joins the known ones is to be told here. */
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

  /** undefined: the page belongs to the version that is listed, or to none. */
  outdated(url: PageUrl, isKnown: IsKnown): Outdated | undefined {
    const folder = this.#folderOf(url);
    const family = folder && this.#families.get(folder.family);
    if (folder === undefined || family === undefined) return undefined;
    const current = this.#currentOf(folder.family, family, isKnown);
    if (current.type === "ordinary" || current.version === folder.version) return undefined;
    const better = folder.withVersion(current.version);
    return { ...(isKnown(better) && { of: better }), evidence: this.#evidenceOf(folder, current) };
  }

  #folderOf(url: string): VersionFolder | undefined {
    return versionFolderOf(url, (family, name) => this.#menus.get(family)?.names.has(name) === true);
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

  #decide(path: string, { versions }: Family, isKnown: IsKnown): Current {
    const names = [...versions.keys()];
    const home = this.#folderOf(this.#home);
    if (home?.family === path) return { type: "version", version: home.version, because: "homepage" };
    const samples = [...versions.values()].flatMap((version) => version.samples);
    const [first = ""] = [...names].sort(compareVersions);
    const shared = samples.filter(({ rest, withVersion }) => rest !== "" && isKnown(withVersion(undefined)));
    if (shared.length >= ENOUGH_SHARED) return WITHOUT_VERSION;
    if (!isFamily(names) && !isShared(samples)) return { type: "ordinary" };
    const isOnlyOld = !isCurrentName(first) && isDotted(first);
    const beside = this.#beside.get(path) ?? 0;
    if (isOnlyOld && beside >= ENOUGH_BESIDE && beside >= (versions.get(first)?.pages ?? 0) / 2) return WITHOUT_VERSION;
    return { type: "version", version: first, because: "newest" };
  }
}

const WITHOUT_VERSION: Current = { type: "version", version: undefined, because: "without version" };

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
