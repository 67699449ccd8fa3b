import type { Page } from "../page.ts";
import type { Evidence } from "./left-out.ts";
import { type PageUrl, partsOf } from "./page-url.ts";
import type { Site } from "./site.ts";
import { compareVersions } from "./version-folder.ts";

/** Pages that two folders share, and their share of those compared, before one of the folders is a copy of the other. */
const ENOUGH = { pages: 3, share: 0.75 } as const;

/** Share of a page's own lines that stand in its copy, too: versions of one text differ in some. */
const ALIKE = 0.5;

/** Most and least lines of a page that are compared, and most and least characters of a line. */
const LINES = { most: 60, fewest: 3, longest: 120, shortest: 15 } as const;

/** Most folder names in which the addresses of a page and its copy differ: `preview/pr-24`. */
const MAX_NAMES = 2;

/**
 * Most pages of one name and heading that are compared, pages that are remembered, pairs of folders, copies, and copies
 * of copies.
 */
const MAX = { alike: 8, pages: 20_000, pairs: 5_000, copies: 100, hops: 4 } as const;

interface Seen {
  readonly key: string;
  /** The names in its path, an index file aside. */
  readonly names: readonly string[];
  /** Hashes of the first lines of its text. */
  readonly lines: ReadonlySet<number>;
}

interface Copied {
  readonly of: string;
  readonly pages: number;
  readonly compared: number;
}

/**
 * Folders that repeat another folder of the site page by page, whatever they are called: previews, old and coming versions,
 * archives. Told by texts: pages of the same name and first heading, of which most lines agree that other pages do not have.
 * The folder that stays is the homepage's, else the one it links to more often, else the newer one by name.
 */
export class FolderCopies {
  readonly #home: Page;
  readonly #site: Site;
  readonly #byKey = new Map<string, Seen[]>();
  /** The last pages learnt: lines they share with a page are the site's, not the page's. */
  readonly #last: Seen[] = [];
  readonly #pairs = new Map<string, { pages: number; compared: number }>();
  readonly #copies = new Map<string, Copied>();
  #size = 0;

  constructor(site: Site, home: Page) {
    this.#site = site;
    this.#home = home;
  }

  /** Takes in a page that was read. */
  learn(url: PageUrl, { text, title, headings }: Page): void {
    const names = namesOf(url);
    const [last] = names.slice(-1);
    if (last === undefined || names.length > 20 || this.#size >= MAX.pages) return;
    const seen: Seen = { key: `${last}\n${headings[0]?.text ?? title}`, names, lines: linesOf(text) };
    const others = this.#byKey.get(seen.key) ?? [];
    const other = this.#last.findLast(({ key }) => key !== seen.key);
    const own = [...seen.lines].filter((line) => other?.lines.has(line) !== true);
    if (own.length >= LINES.fewest) for (const one of others) this.#compare(seen, own, one);
    if (others.length < MAX.alike) this.#byKey.set(seen.key, [...others, seen]);
    this.#last.push(seen);
    if (this.#last.length > MAX.alike) this.#last.shift();
    this.#size += 1;
  }

  /** The page that a page in a copied folder repeats; undefined if the page is no copy or the original is unknown. */
  originalOf(
    url: PageUrl,
    isKnown: (url: PageUrl) => boolean,
  ): { readonly of: PageUrl; readonly evidence: Evidence } | undefined {
    const { origin, pathname, search } = partsOf(url);
    for (const [folder, { of: first, pages, compared }] of this.#copies) {
      if (!pathname.startsWith(folder)) continue;
      let of = first;
      for (let hop = 0; hop < MAX.hops; hop++) of = this.#copies.get(of)?.of ?? of;
      const original = this.#site.own(`${origin}${of}${pathname.slice(folder.length)}${search}`);
      if (original === undefined || original === url || !isKnown(original)) continue;
      return { of: original, evidence: { copy: { folder, of, pages, compared } } };
    }
    return undefined;
  }

  #compare(seen: Seen, own: readonly number[], other: Seen): void {
    const folders = foldersOf(seen.names, other.names);
    if (folders === undefined) return;
    const [stays, copy] = this.#sorted(folders);
    const key = `${copy}\n${stays}`;
    const pair = this.#pairs.get(key) ?? { pages: 0, compared: 0 };
    if (pair.compared === 0 && this.#pairs.size >= MAX.pairs) return;
    pair.compared += 1;
    if (own.filter((line) => other.lines.has(line)).length >= ALIKE * own.length) pair.pages += 1;
    this.#pairs.set(key, pair);
    const isCopy = pair.pages >= ENOUGH.pages && pair.pages >= ENOUGH.share * pair.compared;
    if (isCopy && (this.#copies.has(copy) || this.#copies.size < MAX.copies))
      this.#copies.set(copy, { of: stays, ...pair });
  }

  /** The folder that stays first. */
  #sorted([a, b]: readonly [string, string]): readonly [string, string] {
    const home = partsOf(this.#site.home).pathname;
    const within = (folder: string) => (home.startsWith(folder) ? folder.length : 0);
    const linked = (folder: string, other: string) =>
      this.#home.links.filter(({ url }) => {
        const path = URL.parse(url)?.pathname ?? "";
        return path.startsWith(folder) && !(other.startsWith(folder) && path.startsWith(other));
      }).length;
    const order =
      within(b) - within(a) ||
      linked(b, a) - linked(a, b) ||
      compareVersions(lastName(a), lastName(b)) ||
      a.length - b.length ||
      (a < b ? -1 : 1);
    return order < 0 ? [a, b] : [b, a];
  }
}

const lastName = (folder: string): string => folder.split("/").at(-2) ?? "";

function namesOf(url: PageUrl): readonly string[] {
  const { folders, search } = partsOf(url);
  const names = /^index\.\w{3,5}$/i.test(folders.at(-1) ?? "") ? folders.slice(0, -1) : folders;
  return search === "" ? names : [...names.slice(0, -1), `${names.at(-1) ?? ""}${search}`];
}

/** The folders in which two addresses differ; undefined where they differ in more, or in their last name. */
function foldersOf(a: readonly string[], b: readonly string[]): readonly [string, string] | undefined {
  const shorter = Math.min(a.length, b.length);
  let before = 0;
  while (before < shorter - 1 && a[before] === b[before]) before++;
  let behind = 0;
  while (behind < shorter - before && a[a.length - 1 - behind] === b[b.length - 1 - behind]) behind++;
  if (
    behind === 0 ||
    Math.max(a.length, b.length) - before - behind > MAX_NAMES ||
    (a.length === b.length && before + behind === a.length)
  )
    return undefined;
  const folder = (names: readonly string[]) =>
    `/${names
      .slice(0, names.length - behind)
      .map((name) => `${name}/`)
      .join("")}`;
  return [folder(a), folder(b)];
}

/** FNV-1a of the lines that are long enough to tell. */
function linesOf(text: string): ReadonlySet<number> {
  const lines = new Set<number>();
  for (let at = 0; at < text.length && lines.size < LINES.most; ) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    if (end - at >= LINES.shortest) {
      let hash = 0x811c9dc5;
      for (let index = at; index < Math.min(end, at + LINES.longest); index++)
        hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
      lines.add(hash);
    }
    at = end + 1;
  }
  return lines;
}
