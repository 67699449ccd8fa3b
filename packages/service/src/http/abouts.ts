import { type About, tryAbout } from "../store/about.ts";
import type { Store } from "../store/store.ts";

/** Milliseconds for one look into the store. */
const READ_MS = 10_000;

/** Bytes of the texts that are kept read: some ten bundles of 10,000 pages. Read, a text takes about three times its size. */
const MAX_KEPT = 16 * 2 ** 20;

interface CachedAbout {
  readonly version: string;
  readonly bytes: number;
  readonly about: About | undefined;
}

/**
 * What bundles say of their pages, read once for each version: requests without a key ask for it by the thousand. The store
 * is still asked each time if there is another version, and requests for one bundle share a question that is under way.
 */
export class Abouts {
  readonly #files: Pick<Store, "get" | "getIfChanged">;
  readonly #maxKept: number;
  /** The last one that was asked for at the end. */
  readonly #kept = new Map<string, CachedAbout>();
  readonly #underWay = new Map<string, Promise<About | undefined>>();

  constructor(files: Pick<Store, "get" | "getIfChanged">, { maxKept = MAX_KEPT } = {}) {
    this.#files = files;
    this.#maxKept = maxKept;
  }

  /** By the name of its file; undefined where there is none, or none of ours. */
  read(name: string): Promise<About | undefined> {
    const underWay = this.#underWay.get(name);
    if (underWay !== undefined) return underWay;
    const reading = this.#readNow(name).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, reading);
    return reading;
  }

  async #readNow(name: string): Promise<About | undefined> {
    const signal = AbortSignal.timeout(READ_MS);
    const kept = this.#kept.get(name);
    const found = await (kept ? this.#files.getIfChanged(name, kept.version, signal) : this.#files.get(name, signal));
    this.#kept.delete(name);
    if (found === "unchanged") {
      if (kept !== undefined) this.#kept.set(name, kept);
      return kept?.about;
    }
    const about = tryAbout(found);
    if (found?.version === undefined) return about;
    this.#kept.set(name, { version: found.version, bytes: found.bytes.length, about });
    this.#forgetOldest();
    return about;
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
