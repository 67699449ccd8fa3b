import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import type { SiteRobots } from "./site-robots.ts";
import type { SitemapEntry } from "./sitemap/sitemap.ts";
import { findSitemaps, SEARCH_MS, type SitemapSearch } from "./sitemap-search.ts";

/** Sitemap files asked for on one host beside the homepage's. */
const MAX_FILES = 10;

/** Hosts of a site beside the homepage's: what their sitemaps name is known once the first page of theirs was committed. */
export class OtherHosts {
  readonly #robots: SiteRobots;
  readonly #search: Omit<SitemapSearch, "robots"> | undefined;
  readonly #signal: AbortSignal;
  /** Milliseconds left for the sitemaps of all hosts together. */
  #leftMs = SEARCH_MS;

  /** @param search how sitemaps are read; undefined: none are */
  constructor(robots: SiteRobots, search: Omit<SitemapSearch, "robots"> | undefined, signal: AbortSignal) {
    this.#robots = robots;
    this.#search = search;
    this.#signal = signal;
  }

  /** From now on the rules of this page's host count. Returns what its sitemaps name, the first time. */
  async meet(url: PageUrl): Promise<SitemapEntry[]> {
    const robots = this.#robots.meet(url);
    if (robots === undefined || this.#search === undefined || this.#leftMs <= 0) return [];
    const began = performance.now();
    const asked = { ...this.#search, robots, beside: url, maxFiles: MAX_FILES, timeMs: this.#leftMs };
    const entries = await findSitemaps(asked, this.#signal);
    this.#leftMs -= Math.ceil(performance.now() - began);
    return entries;
  }
}
