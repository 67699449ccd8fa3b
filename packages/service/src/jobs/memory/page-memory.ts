import { type CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import { memoryName } from "../../store/names.ts";
import type { Store } from "../../store/store.ts";
import { newKey, seal, tryUnseal } from "../cipher.ts";

/**
 * Store of each site's pages between two crawls. The store may be public although the site is not, so pages are sealed,
 * each site's with a key that only its row has. If they cannot be read or written, the next crawl requests pages
 * unconditionally: neither function throws.
 */
export type PageMemory = ReturnType<typeof openPageMemory>;

interface RememberedSite {
  readonly baseUrl: string;
  /** Key of the pages stored last; null: none are. */
  readonly memoryKey: string | null;
}

export interface MemoryFailed {
  readonly baseUrl: string;
  readonly doing: "recall" | "keep";
  readonly error: CrawlError;
}

const PATIENCE_MS = 5_000;

export function openPageMemory(store: Store, onFailed: (failed: MemoryFailed) => void) {
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
    /** Stored pages of a site; undefined if there are none, or they cannot be opened. */
    async recall({ baseUrl, memoryKey }: RememberedSite, signal: AbortSignal) {
      if (memoryKey === null) return undefined;
      const get = (inTime: AbortSignal) => store.get(memoryName(baseUrl), inTime);
      const sealed = await attempt({ baseUrl, doing: "recall" }, get, signal);
      return sealed && tryUnseal(sealed.bytes, keyOf(memoryKey), baseUrl);
    },
    /**
     * Stores the pages.
     * @returns the key for the site's row, its present one or a new one; undefined if the store failed
     */
    keep({ baseUrl, memoryKey }: RememberedSite, pages: Uint8Array, signal: AbortSignal) {
      const key = memoryKey ?? newKey();
      const put = (inTime: AbortSignal) => store.put(memoryName(baseUrl), seal(pages, keyOf(key), baseUrl), inTime);
      return attempt({ baseUrl, doing: "keep" }, (inTime) => put(inTime).then(() => key), signal);
    },
  };
}

const keyOf = (text: string): Buffer => Buffer.from(text, "base64url");
