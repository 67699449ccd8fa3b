import { type PageUrl, tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import type { Fetch, Fetched, FetchRequest } from "../fetch/fetch.ts";
import { Turn } from "../waiting/event-loop.ts";
import { BoundedEntries } from "./bounded-entries.ts";
import type { Reader } from "./reading/reading.ts";
import type { Sitemap, SitemapEntry } from "./sitemap/sitemap.ts";
import { firstBytes, SitemapBytes } from "./sitemap-bytes.ts";
import { type SitemapPlaces, sitemapPlaces } from "./sitemap-places.ts";
import { besideGiven, type FetchedFile, requestFor, tryFetch } from "./sitemap-request.ts";

export interface SitemapSearch extends SitemapPlaces {
  /** Most files asked for, including those that do not exist. */
  readonly maxFiles: number;
  /** Most decoded bytes of all files; what is cut off because of a file's own limit counts, too. */
  readonly maxBytes: number;
  /** Most entries that the crawl can use. */
  readonly maxEntries: number;
  /** True for addresses that the crawl's globs let through; undefined without globs. */
  readonly isWanted: ((url: PageUrl) => boolean) | undefined;
  /** Most milliseconds; default: 30 seconds. */
  readonly timeMs?: number;
  readonly fetch: Fetch;
  readonly reader: Pick<Reader, "sitemap">;
  /** Called for each sitemap that was read, with the numbers of its addresses and of those that are of other sites. */
  readonly onSitemap: (url: string, named: { readonly urls: number; readonly elsewhere: number }) => void;
  readonly onFailed: (url: string, error: CrawlError) => void;
  /** Called once for each limit because of which something was not read, with the first of the files that were not. */
  readonly onCut: (limit: SitemapLimit, unread: readonly string[]) => void;
}

/** Limits that can end the reading of sitemaps before all is read, or leave out a part of what was read. */
export type SitemapLimit = "files" | "bytes" | "entries" | "time";

/** An index that lists indexes is against the protocol, but published; deeper is a loop. */
const INDEX_LEVELS = 2;

/** Most milliseconds for all sitemaps together; the crawl then goes on with those that were read. */
export const SEARCH_MS = 30_000;

/** Most unread files that are named. */
const MAX_UNREAD = 10;

/**
 * Most files asked for beside the homepage: two usual names, at the root and under the base URL's path, and two more.
 */
const MAX_AHEAD = 6;

/** Files that list no pages of their own, or only lists of pages: read last, where a limit lets them be read at all. */
const LESS_WANTED = /tag|categor|author|image|video|archive|attachment/i;

interface SitemapFile {
  readonly url: PageUrl;
  readonly level: number;
}

/** A file that was asked for, and the bytes that are taken of it. */
interface AskedFile {
  readonly maxBytes: number;
  readonly answer: Promise<FetchedFile>;
}

/**
 * The pages that the site's sitemaps name, in the order named; where there are more than the crawl can use, the first of
 * each folder. What cannot be read is passed over: a crawl goes on without sitemaps.
 */
export async function findSitemaps(search: SitemapSearch, signal: AbortSignal): Promise<SitemapEntry[]> {
  const run = new SitemapRun(search, AbortSignal.any([signal, AbortSignal.timeout(search.timeMs ?? SEARCH_MS)]));
  for (const wave of sitemapPlaces(search)) {
    await run.read(wave);
    signal.throwIfAborted();
    if (run.isDone) break;
  }
  return run.take();
}

/** The first files as they are known before the homepage is, to be sent for beside it. */
export function firstSitemaps(search: Pick<SitemapSearch, "site" | "robots" | "given">): FetchRequest[] {
  const { site } = search;
  const [first = []] = sitemapPlaces({ ...search, linked: [] });
  const files = [...new Set(first)];
  return files.slice(0, MAX_AHEAD).map((url, at) => requestFor(url, site, firstBytes(at, files.length)));
}

/** Reads files, level by level, until a limit is reached. */
class SitemapRun {
  readonly #search: SitemapSearch;
  readonly #signal: AbortSignal;
  readonly #turn = new Turn();
  readonly #seen = new Set<PageUrl>();
  readonly #entries: BoundedEntries;
  readonly #cut = new Set<SitemapLimit>();
  readonly #bytes: SitemapBytes;
  /** Files that were not read whole because of their size, or not at all because of what others had. */
  readonly #unread: PageUrl[] = [];
  #hasFailed = false;

  constructor(search: SitemapSearch, signal: AbortSignal) {
    this.#search = search;
    this.#signal = signal;
    this.#bytes = new SitemapBytes(search.maxBytes);
    this.#entries = new BoundedEntries({ ...search, count: search.maxEntries });
  }

  /**
   * True if no further wave is worth it: pages were found, or a file failed, and the next guess would likely fail as
   * well.
   */
  get isDone(): boolean {
    return this.#hasFailed || this.#entries.hasPageInScope;
  }

  take(): SitemapEntry[] {
    if (this.#entries.isCut) this.#tellCut("entries");
    if (this.#unread.length > 0) this.#tellCut("bytes", this.#unread.slice(0, MAX_UNREAD));
    return this.#entries.take();
  }

  async read(urls: readonly PageUrl[]): Promise<void> {
    let files: SitemapFile[] = urls.map((url) => ({ url, level: 0 }));
    while (files.length > 0) {
      const fresh = files.filter((file) => this.#isFresh(file));
      files = await this.#readLevel(fresh);
    }
  }

  #isFresh({ url }: SitemapFile): boolean {
    if (this.#seen.has(url)) return false;
    if (this.#seen.size >= this.#search.maxFiles) this.#tellCut("files");
    else this.#seen.add(url);
    return this.#seen.has(url);
  }

  /** Returns the files that these name. */
  async #readLevel(files: readonly SitemapFile[]): Promise<SitemapFile[]> {
    const stop = new AbortController();
    const signal = AbortSignal.any([this.#signal, stop.signal]);
    const ahead: AskedFile[] = [];
    const named: SitemapFile[] = [];
    let started = 0;
    this.#bytes.beginLevel();
    try {
      for (const [at, file] of files.entries()) {
        if (this.#bytes.areSpent) return this.#leave([...files.slice(at), ...named]);
        for (const { url } of files.slice(started, Math.max(started, at + this.#bytes.atOnce))) {
          const maxBytes = this.#bytes.of(started, files.length);
          ahead.push({ maxBytes, answer: this.#fetch(url, maxBytes, signal) });
          started += 1;
        }
        const asked = ahead.shift();
        const sitemap = asked && (await this.#readFile(file, asked, signal));
        if (sitemap !== undefined) await this.#commit(file, sitemap, named);
        if (this.#signal.aborted) return [];
      }
      return named;
    } finally {
      stop.abort();
      await Promise.all(ahead.map(({ answer }) => answer));
    }
  }

  /** Reads no further files, of which the first are named. */
  #leave(files: readonly SitemapFile[]): [] {
    this.#unread.push(...files.slice(0, MAX_UNREAD).map(({ url }) => url));
    return [];
  }

  async #readFile(file: SitemapFile, asked: AskedFile, signal: AbortSignal): Promise<Sitemap | undefined> {
    const { url } = file;
    const fetched = await this.#whole(url, asked, signal);
    if (fetched === "failed" || fetched === "too large") {
      this.#hasFailed = true;
      if (this.#signal.aborted) this.#tellCut("time");
      else if (fetched === "too large") this.#leave([file]);
      this.#tellGiven(url, new CrawlError("unreadable", { detail: "no whole answer" }));
      return undefined;
    }
    if (fetched.status !== 200) {
      this.#tellGiven(url, new CrawlError("http_status", { status: fetched.status }));
      return undefined;
    }
    const { length } = fetched.body;
    const sitemap = await this.#tryRead(url, fetched, signal);
    this.#bytes.add(sitemap?.bytes ?? length);
    return sitemap;
  }

  /** The answer, or that of a second request where more may be taken than was. */
  async #whole(url: PageUrl, { maxBytes, answer }: AskedFile, signal: AbortSignal): Promise<FetchedFile> {
    const first = await answer;
    const more = first === "too large" ? this.#bytes.addCut(maxBytes) : 0;
    if (more === 0) return first;
    const second = await this.#fetch(url, more, signal);
    if (second === "too large") this.#bytes.addCut(more);
    return second;
  }

  /** Reports the failure of a sitemap that the user named; a guessed one is often missing. */
  #tellGiven(url: PageUrl, error: CrawlError): void {
    const { given, site, onFailed } = this.#search;
    if (given?.some((one) => (site.own(one) ?? tryPageUrl(one)) === url)) onFailed(url, error);
  }

  /** Reads a sitemap; undefined for one that cannot be read, which is reported. The others are read all the same. */
  async #tryRead(url: PageUrl, fetched: Fetched, signal: AbortSignal): Promise<Sitemap | undefined> {
    try {
      const sitemap = await this.#search.reader.sitemap(fetched, signal);
      if (sitemap === undefined) this.#tellGiven(url, new CrawlError("unreadable", { detail: "it is no sitemap" }));
      return sitemap;
    } catch (thrown) {
      if (!signal.aborted) this.#search.onFailed(fetched.url, toCrawlError(thrown));
      return undefined;
    }
  }

  /** Keeps the pages it names, and adds the files it names to `named`. */
  async #commit({ url, level }: SitemapFile, sitemap: Sitemap, named: SitemapFile[]): Promise<void> {
    let elsewhere = 0;
    if (sitemap.of === "pages")
      for (const entry of sitemap.entries) {
        if (this.#turn.isOver) {
          await this.#turn.end();
          if (this.#signal.aborted) return;
        }
        if (!this.#entries.add(entry)) elsewhere += 1;
      }
    this.#search.onSitemap(url, { urls: sitemap.entries.length, elsewhere });
    if (sitemap.of === "sitemaps" && level < INDEX_LEVELS)
      for (const file of await this.#filesOf(sitemap, level + 1)) named.push(file);
  }

  /** Files that an index names, the less wanted ones last. */
  async #filesOf({ entries }: Sitemap, level: number): Promise<SitemapFile[]> {
    const wanted: SitemapFile[] = [];
    const others: SitemapFile[] = [];
    for (const entry of entries) {
      if (this.#turn.isOver) await this.#turn.end();
      const url = this.#search.site.own(entry.url) ?? besideGiven(entry.url, this.#search.given);
      if (url !== undefined) (LESS_WANTED.test(url) ? others : wanted).push({ url, level });
    }
    return [...wanted, ...others];
  }

  #fetch(url: PageUrl, maxBytes: number, signal: AbortSignal): Promise<FetchedFile> {
    return tryFetch(url, { ...this.#search, maxBytes }, signal);
  }

  #tellCut(limit: SitemapLimit, unread: readonly string[] = []): void {
    if (this.#cut.has(limit)) return;
    this.#cut.add(limit);
    this.#search.onCut(limit, unread);
  }
}
