import { tryPercentDecoded } from "@llmstxt-service/page/address/percent";
import * as z from "zod";
import type { Store, StoredBytes } from "../store/store.ts";

/** What a bundle says of its pages, as it was written: paths, or addresses on other hosts. */
const aboutSchema = z
  .object({
    site: z.string(),
    indexes: z.record(z.string(), z.string()),
    pages: z.record(z.string(), z.string()),
    parts: z.record(z.string(), z.string()).optional(),
    noindex: z.boolean().optional(),
  })
  .transform((about) => ({ ...about, sources: sourcesOf(about) }));

/** The page that each file of Markdown repeats; files by their names in the store, below the domain. */
function sourcesOf({
  pages,
  parts = {},
}: {
  pages: Record<string, string>;
  parts?: Record<string, string> | undefined;
}) {
  const files = [...Object.entries(pages).map(([page, file]) => [file, page] as const), ...Object.entries(parts)];
  return new Map(
    files.flatMap(([file, page]) => (file.startsWith("/") ? [[tryPercentDecoded(file.slice(1)), page]] : [])),
  );
}

export type About = z.infer<typeof aboutSchema>;

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

export function tryAbout(stored: StoredBytes | undefined): About | undefined {
  if (stored === undefined) return undefined;
  try {
    return aboutSchema.safeParse(JSON.parse(stored.bytes.toString())).data;
  } catch {
    return undefined; // SyntaxError: half of it, from a store that does not write whole
  }
}
