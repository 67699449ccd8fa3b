import { CrawlError } from "@llmstxt-service/page/errors";

/** Where texts lie. A file is there whole or not at all. */
export interface Files {
  /** Writes a new file. @returns false where the name is taken: nothing is ever overwritten */
  put(name: string, text: string, signal: AbortSignal): Promise<boolean>;
  /** Writes a file that may be there already. */
  replace(name: string, text: string, signal: AbortSignal): Promise<void>;
  /** What stands before `/<name>` in a public address. */
  readonly publicBase: () => string;
}

export const storageFailed = (detail: string, cause?: unknown) =>
  new CrawlError("storage_failed", { detail }, { cause });
