import { type About, tryAbout } from "../store/about.ts";
import type { Store, StoredBytes } from "../store/store.ts";

/** Milliseconds for one look into the store. */
const READ_MS = 10_000;

/** Bytes of the texts that are kept read: some ten bundles of 10,000 pages. Read, a text takes about three times its size. */
const MAX_KEPT = 16 * 2 ** 20;

interface KeptFile<T> {
  readonly version: string;
  readonly bytes: number;
  readonly parsed: T | undefined;
}

/**
 * Files of bundles, parsed once for each version: requests without a key ask for them by the thousand. The store is still asked
 * each time if there is another version, and requests for one bundle share a question that is under way.
 */
export class ParsedFiles<T> {
  readonly #files: Pick<Store, "get" | "getIfChanged">;
  readonly #parse: (stored: StoredBytes) => T | undefined;
  readonly #maxKept: number;
  /** The last one that was asked for at the end. */
  readonly #kept = new Map<string, KeptFile<T>>();
  readonly #underWay = new Map<string, Promise<T | undefined>>();

  /** @param parse undefined for what is none of ours; it never throws */
  constructor(
    files: Pick<Store, "get" | "getIfChanged">,
    parse: (stored: StoredBytes) => T | undefined,
    { maxKept = MAX_KEPT } = {},
  ) {
    this.#files = files;
    this.#parse = parse;
    this.#maxKept = maxKept;
  }

  /** By the name of its file; undefined where there is none, or none of ours. */
  read(name: string): Promise<T | undefined> {
    const underWay = this.#underWay.get(name);
    if (underWay !== undefined) return underWay;
    const reading = this.#readNow(name).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, reading);
    return reading;
  }

  async #readNow(name: string): Promise<T | undefined> {
    const signal = AbortSignal.timeout(READ_MS);
    const kept = this.#kept.get(name);
    const found = await (kept ? this.#files.getIfChanged(name, kept.version, signal) : this.#files.get(name, signal));
    this.#kept.delete(name);
    if (found === "unchanged") {
      if (kept !== undefined) this.#kept.set(name, kept);
      return kept?.parsed;
    }
    const parsed = found && this.#parse(found);
    if (found?.version === undefined) return parsed;
    this.#kept.set(name, { version: found.version, bytes: found.bytes.length, parsed });
    this.#forgetOldest();
    return parsed;
  }

  /** The last one stays, whatever its size. */
  #forgetOldest(): void {
    let bytes = [...this.#kept.values()].reduce((sum, kept) => sum + kept.bytes, 0);
    for (const [name, kept] of this.#kept) {
      if (bytes <= this.#maxKept || this.#kept.size === 1) return;
      this.#kept.delete(name);
      bytes -= kept.bytes;
    }
  }
}

/** Lists of pages of bundles, each read once for each version. */
export class Abouts extends ParsedFiles<About> {
  constructor(files: Pick<Store, "get" | "getIfChanged">, options: { readonly maxKept?: number } = {}) {
    super(files, tryAbout, options);
  }
}
