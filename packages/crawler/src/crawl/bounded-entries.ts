import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import { folderPath } from "@llmstxt-service/page/address/path";
import type { Site } from "@llmstxt-service/page/address/site";
import type { SitemapEntry } from "./sitemap/sitemap.ts";

export interface BoundedEntriesOptions {
  readonly site: Site;
  /** True for addresses that the crawl's globs let through; others take no place. Undefined without globs. */
  readonly isWanted: ((url: PageUrl) => boolean) | undefined;
  /** Most entries that `take` returns. */
  readonly count: number;
}

/**
 * Factor on `count`: most entries, and most folders, kept while files are still read, so that folders named later get a
 * share.
 */
const KEPT_TIMES = 5;

/** Most versions in other languages kept, of all entries together; the pages themselves name the others. */
const MAX_ALTERNATES = 200_000;

/** Entries of one folder, taken in the order named: of a large folder only the first can be reached. */
interface Folder {
  readonly isInScope: boolean;
  kept: number;
}

/**
 * The entries of all sitemaps that a crawl can still need, in the order named, other sites' left out. Where there are
 * too many each folder keeps its first ones, all folders equally many.
 */
export class BoundedEntries {
  readonly #options: BoundedEntriesOptions;
  #entries: { readonly entry: SitemapEntry; readonly folder: Folder }[] = [];
  readonly #folders = new Map<string, Folder | undefined>();
  #mostInFolder = Number.POSITIVE_INFINITY;
  #isCut = false;
  #alternates = 0;

  constructor(options: BoundedEntriesOptions) {
    this.#options = options;
  }

  /** True if there were more than can be taken. */
  get isCut(): boolean {
    return this.#isCut || this.#entries.length > this.#options.count;
  }

  get hasPageInScope(): boolean {
    return this.#entries.some(({ folder }) => folder.isInScope);
  }

  /** Keeps an entry that the crawl can need; false for one of another site. */
  add(entry: SitemapEntry): boolean {
    const folder = this.#folderOf(entry.url);
    if (folder === undefined) return false;
    if (!this.#isWanted(entry.url)) return true;
    if (folder.kept >= this.#mostInFolder) {
      this.#isCut = true;
      return true;
    }
    folder.kept += 1;
    this.#entries.push({ entry: this.#bounded(entry), folder });
    if (this.#entries.length > this.#options.count * KEPT_TIMES) this.#trim();
    return true;
  }

  /** At most `count` entries: those in the base URL's scope first, the rest in the places left. */
  take(): SitemapEntry[] {
    const { count } = this.#options;
    const inScope = this.#entries.filter(({ folder }) => folder.isInScope).length;
    const kept = inScope >= count ? this.#entries.filter(({ folder }) => folder.isInScope) : this.#entries;
    return firstOfEach(kept, count).map(({ entry }) => entry);
  }

  #trim(): void {
    this.#isCut = true;
    this.#alternates = 0;
    this.#entries = firstOfEach(this.#entries, this.#options.count);
    for (const folder of this.#folders.values()) if (folder !== undefined) folder.kept = 0;
    for (const { entry, folder } of this.#entries) {
      folder.kept += 1;
      this.#alternates += entry.alternates.length;
    }
    this.#mostInFolder = this.#entries.reduce((most, { folder }) => Math.max(most, folder.kept), 1);
  }

  /** The folder of an address; undefined for another site's address, and if there is no room for another folder. */
  #folderOf(url: string): Folder | undefined {
    const path = folderPath(url);
    if (this.#folders.has(path)) return this.#folders.get(path);
    if (this.#folders.size > this.#options.count * KEPT_TIMES) return undefined;
    const { site } = this.#options;
    const own = site.own(path);
    const folder = own === undefined ? undefined : { isInScope: site.inScope(own), kept: 0 };
    this.#folders.set(path, folder);
    return folder;
  }

  #bounded(entry: SitemapEntry): SitemapEntry {
    if (this.#alternates >= MAX_ALTERNATES) return { url: entry.url, alternates: [] };
    this.#alternates += entry.alternates.length;
    return entry;
  }

  #isWanted(url: string): boolean {
    const { site, isWanted } = this.#options;
    if (isWanted === undefined) return true;
    const own = site.own(url);
    return own !== undefined && isWanted(own);
  }
}

type InFolder = { readonly folder: Folder };

/** The first entries of each folder, equally many of all folders, at most `count` in all, in their order. */
function firstOfEach<T extends InFolder>(entries: readonly T[], count: number): T[] {
  if (entries.length <= count) return [...entries];
  const most = mostOfEach(entries, count);
  const taken = new Map<Folder, number>();
  return entries
    .filter(({ folder }) => {
      const before = taken.get(folder) ?? 0;
      taken.set(folder, before + 1);
      return before < most;
    })
    .slice(0, count);
}

/** The largest number that may be taken of each folder without taking more than `count` in all; at least 1. */
function mostOfEach(entries: readonly InFolder[], count: number): number {
  const sizes = [...Map.groupBy(entries, ({ folder }) => folder).values()].map(({ length }) => length);
  sizes.sort((a, b) => a - b);
  let left = count;
  for (const [index, size] of sizes.entries()) {
    const share = Math.floor(left / (sizes.length - index));
    if (size > share) return Math.max(1, share);
    left -= size;
  }
  return count;
}
