import { CrawlError } from "@llmstxt-service/page/errors";

/**
 * Bytes by name. A name is a path with slashes, such as `x.dev/llms.txt`. A reader gets the whole content or nothing.
 * All functions throw CrawlError `storage_failed`, an Error of the file system, or the signal's reason.
 */
export interface Store {
  put(name: string, content: StoreContent, signal: AbortSignal): Promise<void>;
  /** @returns false, and changes nothing, if the name is taken */
  putNew(name: string, content: StoreContent, signal: AbortSignal): Promise<boolean>;
  /** Content of a name; undefined if there is none. */
  get(name: string, signal: AbortSignal): Promise<StoredBytes | undefined>;
  /** As `get`, but content that still has this version is not read again. */
  getIfChanged(name: string, version: string, signal: AbortSignal): Promise<StoredBytes | "unchanged" | undefined>;
  has(name: string, signal: AbortSignal): Promise<boolean>;
  /**
   * Names in a folder, in no order. `own` leaves out those in its subfolders. The folder ends with a slash, or is
   * empty.
   */
  list(folder: string, depth: "own" | "all", signal: AbortSignal): AsyncIterable<StoredEntry>;
  remove(name: string, signal: AbortSignal): Promise<void>;
}

/** A store that everybody may read. The content of a name given by `putNew` never changes; that of `put` may. */
export interface PublicStore extends Store {
  urlOf(name: string): string;
}

/** Content of a file; a text is written as UTF-8. */
export type StoreContent = string | Uint8Array<ArrayBuffer>;

export interface StoredEntry {
  readonly name: string;
  /** Time of the last change; undefined if the store does not tell it. */
  readonly modifiedAt: Date | undefined;
}

export interface StoredBytes extends Pick<StoredEntry, "modifiedAt"> {
  readonly bytes: Buffer;
  /** Version, which changes when the content is replaced; undefined if the store does not tell it. */
  readonly version: string | undefined;
}

/** `public`: plain text under a public URL, for everybody. `private`: bytes for this program alone. */
export type Access = "public" | "private";

/** Most bytes that are read back: an llms-full.txt of a thousand pages. */
export const MAX_READ_BYTES = 64 * 2 ** 20;

/** The error of a store. `detail` says what was tried, on which file, and what happened; it has no credentials. */
export const storageFailed = (detail: string): CrawlError => new CrawlError("storage_failed", { detail });
