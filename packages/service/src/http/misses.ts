import { lettersOf, missText, nearestPages } from "@llmstxt-service/document/bundle/nearest";
import { toCrawlError } from "@llmstxt-service/page/errors";
import type { ServerWorld } from "../server-world.ts";
import type { About } from "../store/about.ts";

/** Milliseconds between two writes of missed addresses, and between two log lines about them. */
const WRITE_MS = 5_000;

/**
 * Most addresses that wait to be written, of one site and of all; further ones are not counted: strangers can ask for
 * any number.
 */
const MAX_OF_SITE = 100;
const MAX_WAITING = 10_000;

/** Longest address that is kept; the rest is cut off. */
const MAX_ADDRESS = 500;

/** Most bundles whose search index is kept: each takes a megabyte and more. */
const MAX_SEARCHES = 8;

interface Missed {
  readonly host: string;
  readonly about: About;
  /** Folder of the bundle's base URL, with a slash at its end; empty for the root. */
  readonly base: string;
  readonly asked: string;
  /** Address of the llms.txt that covers the missed address. */
  readonly index: string;
}

/** Addresses that agents asked bundles for and that do not exist: pages that agents expect. */
export class Misses {
  readonly #world: Pick<ServerWorld, "recrawling" | "metrics" | "log">;
  /** Number of requests by address, by site. */
  readonly #waiting = new Map<string, Map<string, number>>();
  #count = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Search functions by bundle; the one used last stands last. */
  readonly #searches = new Map<About, (asked: string) => readonly number[]>();

  constructor(world: Pick<ServerWorld, "recrawling" | "metrics" | "log">) {
    this.#world = world;
  }

  /**
   * Counts the miss.
   * @returns Markdown that lists the nearest pages
   */
  answer({ host, about, base, asked, index }: Missed): string {
    this.#world.metrics.mirrorMissed();
    this.#keep(`${host}/${encodeURI(base)}`, asked.slice(0, MAX_ADDRESS));
    const pages = Object.keys(about.pages);
    const absolute = (address: string) => (address.startsWith("/") ? about.site + address : address);
    const nearest = this.#searchOf(
      about,
      pages,
    )(asked).flatMap((at) => {
      const path = pages[at] ?? "";
      const markdown = absolute(about.pages[path] ?? path);
      return [{ title: about.titles[path] ?? path, url: absolute(path), markdown }];
    });
    return missText({ asked, index, nearest });
  }

  #searchOf(about: About, pages: readonly string[]) {
    const kept = this.#searches.get(about);
    const titled = () => pages.map((path) => ({ path, title: about.titles[path] ?? "" }));
    const search = kept ?? nearestPages(titled(), lettersOf);
    this.#searches.delete(about);
    this.#searches.set(about, search);
    for (const oldest of this.#searches.keys()) if (this.#searches.size > MAX_SEARCHES) this.#searches.delete(oldest);
    return search;
  }

  #keep(site: string, address: string): void {
    const ofSite = this.#waiting.get(site) ?? new Map<string, number>();
    const before = ofSite.get(address);
    if (before === undefined && (ofSite.size >= MAX_OF_SITE || this.#count >= MAX_WAITING)) return;
    if (before === undefined) this.#count++;
    this.#waiting.set(site, ofSite.set(address, (before ?? 0) + 1));
    this.#timer ??= setTimeout(() => void this.write(), WRITE_MS).unref();
  }

  /**
   * Writes the addresses missed since the last write to the database. Addresses that it does not take are lost, and
   * logged.
   */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    this.#count = 0;
    const { recrawling, log } = this.#world;
    for (const [site, addresses] of waiting) {
      const [most = ""] = [...addresses].sort(([, a], [, b]) => b - a).map(([address]) => address);
      log.info({ site, addresses: addresses.size, most }, "agents asked for pages that are not there");
      const written = recrawling.sites.addMisses(site, addresses);
      await written.catch((thrown: unknown) => {
        const error = toCrawlError(thrown);
        // An unavailable or missing database is reported elsewhere.
        if (error.code !== "database_unavailable")
          log.warn({ site, err: error }, "missed addresses could not be written");
      });
    }
  }
}
