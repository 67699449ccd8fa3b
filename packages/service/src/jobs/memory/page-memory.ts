import { randomBytes } from "node:crypto";
import { type CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import { memoryName } from "../../store/names.ts";
import type { Store } from "../../store/store.ts";
import { KEY_BYTES, seal, unseal } from "../cipher.ts";

/**
 * Place of each site's pages between two crawls. The store may be open to everybody, and a site may not,
 * so they lie there sealed, each site's with a key of its own that only its row has. What cannot be had costs the next
 * crawl its conditional requests, and nothing else: neither function throws.
 */
export interface PageMemory {
  /** Kept pages of a site; undefined if nothing was kept, or it cannot be opened. */
  recall(site: RememberedSite, signal: AbortSignal): Promise<Uint8Array | undefined>;
  /** @returns the key, for the site's row: the one it has, or a new one; undefined where the store did not take it */
  keep(site: RememberedSite, pages: Uint8Array, signal: AbortSignal): Promise<string | undefined>;
}

export interface RememberedSite {
  readonly baseUrl: string;
  /** Of what was kept last; null: nothing is. */
  readonly memoryKey: string | null;
}

export interface MemoryFailed {
  readonly baseUrl: string;
  readonly doing: "recall" | "keep";
  readonly error: CrawlError;
}

/** Told when the store did not take or give what it should. */
export type OnMemoryFailed = (failed: MemoryFailed) => void;

/** Milliseconds: a store that takes longer is done without. */
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
