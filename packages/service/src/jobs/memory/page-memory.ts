import { randomBytes } from "node:crypto";
import { type CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import { memoryName } from "../../store/names.ts";
import type { Store } from "../../store/store.ts";
import { KEY_BYTES, seal, unseal } from "../cipher.ts";

/**
 * Store of each site's pages between two crawls. The store may be public although the site is not, so pages are sealed,
 * each site's with a key that only its row has. If they cannot be read or written, the next crawl requests pages
 * unconditionally: neither function throws.
 */
export interface PageMemory {
  /** Stored pages of a site; undefined if there are none, or they cannot be opened. */
  recall(site: RememberedSite, signal: AbortSignal): Promise<Uint8Array | undefined>;
  /**
   * Stores the pages.
   * @returns the key for the site's row, its present one or a new one; undefined if the store failed
   */
  keep(site: RememberedSite, pages: Uint8Array, signal: AbortSignal): Promise<string | undefined>;
}

export interface RememberedSite {
  readonly baseUrl: string;
  /** Key of the pages stored last; null: none are. */
  readonly memoryKey: string | null;
}

export interface MemoryFailed {
  readonly baseUrl: string;
  readonly doing: "recall" | "keep";
  readonly error: CrawlError;
}

export type OnMemoryFailed = (failed: MemoryFailed) => void;

const PATIENCE_MS = 5_000;

export function openPageMemory(store: Store, onFailed: OnMemoryFailed): PageMemory {
  const attempt = async <T>(
    failed: Omit<MemoryFailed, "error">,
    work: (inTime: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ) => {
    try {
      return await work(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]));
    } catch (thrown) {
      if (!signal.aborted) onFailed({ ...failed, error: toCrawlError(thrown, "storage_failed") });
      return undefined;
    }
  };
  return {
    async recall({ baseUrl, memoryKey }, signal) {
      if (memoryKey === null) return undefined;
      const get = (inTime: AbortSignal) => store.get(memoryName(baseUrl), inTime);
      const sealed = await attempt({ baseUrl, doing: "recall" }, get, signal);
      return sealed && tryUnseal(sealed.bytes, keyOf(memoryKey), baseUrl);
    },
    keep({ baseUrl, memoryKey }, pages, signal) {
      const key = memoryKey ?? newMemoryKey();
      const put = (inTime: AbortSignal) => store.put(memoryName(baseUrl), seal(pages, keyOf(key), baseUrl), inTime);
      return attempt({ baseUrl, doing: "keep" }, (inTime) => put(inTime).then(() => key), signal);
    },
  };
}

export const newMemoryKey = (): string => randomBytes(KEY_BYTES).toString("base64url");

const keyOf = (text: string): Buffer => Buffer.from(text, "base64url");

function tryUnseal(sealed: Uint8Array, key: Buffer, baseUrl: string): Uint8Array | undefined {
  try {
    return unseal(sealed, key, baseUrl);
  } catch {
    return undefined; // another crawl's, of before the key was replaced, or damaged
  }
}
