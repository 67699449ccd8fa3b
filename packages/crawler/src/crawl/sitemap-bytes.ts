import { SITEMAP_MAX_BYTES } from "./sitemap/sitemap.ts";

/**
 * Files fetched at once: several while they are small, so that a site of many small ones costs few round trips; fewer after an
 * ordinary one, and before the first is known; once one was large, one after another, since each may be 50 MiB. They are
 * read one at a time and in their order.
 */
const AT_ONCE = { small: 8, ordinary: 2, large: 1 } as const;
const MAX_SMALL_BYTES = 1024 * 1024;
const MAX_ORDINARY_BYTES = 6 * 1024 * 1024;

/** Most files of which the first may be large at once, so that it is not asked for twice. */
const FEW = 2;

/** Most bytes that are taken of the file at this place of a level while nothing is known of its size. */
export const firstBytes = (at: number, files: number): number =>
  at === 0 && files <= FEW ? SITEMAP_MAX_BYTES : MAX_ORDINARY_BYTES;

/** Bytes that a crawl takes of sitemaps: how many it took, and how many it may take of the next file. */
export class SitemapBytes {
  readonly #max: number;
  #taken = 0;
  #size: keyof typeof AT_ONCE = "ordinary";

  /** @param max most decoded bytes of all files */
  constructor(max: number) {
    this.#max = max;
  }

  get areSpent(): boolean {
    return this.#taken >= this.#max;
  }

  /** Files to be fetched at once. */
  get atOnce(): number {
    return AT_ONCE[this.#size];
  }

  /** A new level begins: its first file says how large the others are likely to be. */
  beginLevel(): void {
    if (this.#size !== "large") this.#size = "ordinary";
  }

  /** Most bytes of the file at this place of a level. */
  of(at: number, files: number): number {
    return this.#size === "large" ? this.#left : firstBytes(at, files);
  }

  /** Counts a file that was read. */
  add(bytes: number): void {
    this.#taken += bytes;
    if (this.#size !== "large") this.#size = bytes > MAX_SMALL_BYTES ? "ordinary" : "small";
  }

  /** Counts a file of which so many bytes were taken in vain. Returns how many may be taken of it now; 0: no more than that. */
  addCut(bytes: number): number {
    this.#size = "large";
    this.#taken += bytes;
    return this.#left > bytes ? this.#left : 0;
  }

  get #left(): number {
    return Math.min(SITEMAP_MAX_BYTES, this.#max - this.#taken);
  }
}
