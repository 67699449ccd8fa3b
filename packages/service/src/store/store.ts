import { CrawlError } from "@llmstxt-service/page/errors";

/**
 * Bytes by name. A name is a path with slashes such as `x.dev/llms.txt`; a reader finds what it stands for whole or not at
 * all. All functions throw CrawlError `storage_failed`, an Error of the file system, or the signal's reason.
 */
export interface Store {
  /** Writes or replaces. */
  put(name: string, content: StoreContent, signal: AbortSignal): Promise<void>;
  /** @returns false where the name is taken; what it stands for stays as it is */
  putNew(name: string, content: StoreContent, signal: AbortSignal): Promise<boolean>;
  /** undefined where there is none. */
  get(name: string, signal: AbortSignal): Promise<StoredBytes | undefined>;
  /** As `get`, but bytes that still have this version are not read again. */
  getIfChanged(name: string, version: string, signal: AbortSignal): Promise<StoredBytes | "unchanged" | undefined>;
  has(name: string, signal: AbortSignal): Promise<boolean>;
  /** What lies in a folder, in no order: `own` leaves out what lies in folders of it. The folder ends with a slash, or is empty. */
  list(folder: string, depth: "own" | "all", signal: AbortSignal): AsyncIterable<StoredEntry>;
  /** Removes what has this name, if there is something. */
  remove(name: string, signal: AbortSignal): Promise<void>;
}

/** A store that everybody may read. A name given by `putNew` never stands for other bytes; one given by `put` may. */
export interface PublicStore extends Store {
  /** Public URL of what has this name. */
  urlOf(name: string): string;
}

/** A text is UTF-8. */
export type StoreContent = string | Uint8Array<ArrayBuffer>;

export interface StoredEntry {
  readonly name: string;
  /** undefined where the store does not say. */
  readonly modifiedAt: Date | undefined;
}

export interface StoredBytes extends Pick<StoredEntry, "modifiedAt"> {
  readonly bytes: Buffer;
  /** Another one once the bytes were replaced; undefined where the store does not say. */
  readonly version: string | undefined;
}

/** For everybody: as plain text under a public URL. Private: for this program alone, as bytes. */
export type Access = "public" | "private";

/** Most bytes that are read back: what a thousand pages of llms-full.txt hold. */
export const MAX_READ_BYTES = 64 * 2 ** 20;

/** Why bytes could not be kept: what was tried, on what, what happened; never credentials. */
export const storageFailed = (detail: string): CrawlError => new CrawlError("storage_failed", { detail });
