import type { Store, StoredBytes } from "../store/store.ts";

const READ_MS = 10_000;

/**
 * Most bytes of parsed texts that are kept: some ten bundles of 10,000 pages. Parsed, a text takes about three times
 * its size.
 */
const MAX_KEPT = 16 * 2 ** 20;

interface KeptFile<T> {
  readonly version: string;
  readonly bytes: number;
  readonly parsed: T | undefined;
}

/**
 * Parsed files of bundles, one version each: anonymous requests ask for them by the thousand. Each read asks the store
 * for a newer version; reads of one file at the same time share one request.
 */
export class ParsedFiles<T> {
  readonly #files: Pick<Store, "get" | "getIfChanged">;
  readonly #parse: (stored: StoredBytes) => T | undefined;
  readonly #maxKept: number;
  /** Parsed files; the one used last stands last. */
  readonly #kept = new Map<string, KeptFile<T>>();
  readonly #underWay = new Map<string, Promise<T | undefined>>();

  /** @param parse returns undefined for a text that this program did not write; never throws */
  constructor(
    files: Pick<Store, "get" | "getIfChanged">,
    parse: (stored: StoredBytes) => T | undefined,
    { maxKept = MAX_KEPT } = {},
  ) {
    this.#files = files;
    this.#parse = parse;
    this.#maxKept = maxKept;
  }

  /** Reads a file by its name; undefined if there is none, or not of this program. */
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

  /** Forgets the files used longest ago. The last one stays, whatever its size. */
  #forgetOldest(): void {
    let bytes = [...this.#kept.values()].reduce((sum, kept) => sum + kept.bytes, 0);
    for (const [name, kept] of this.#kept) {
      if (bytes <= this.#maxKept || this.#kept.size === 1) return;
      this.#kept.delete(name);
      bytes -= kept.bytes;
    }
  }
}
