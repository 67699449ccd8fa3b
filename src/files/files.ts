/** Keeps generated texts under public URLs. A dated name is never written twice. */
export interface Files {
  /**
   * Stores `text` whole or not at all, under `name` or, where that is taken, under the first free of `name_2`, `name_3`, …
   * @returns the public URL
   */
  save(name: string, text: string, signal: AbortSignal): Promise<string>;
  /** Writes or replaces the text under a stable name such as `x.dev/llms.txt`. @returns the public URL */
  replace(name: string, text: string, signal: AbortSignal): Promise<string>;
  /** Public URL of what has this name. */
  urlOf(name: string): string;
  /** The text under a stable name; undefined where there is none. */
  read(name: string, signal: AbortSignal): Promise<StoredText | undefined>;
  /** Removes the text under a stable name, if there is one. */
  remove(name: string, signal: AbortSignal): Promise<void>;
}

export interface StoredText {
  readonly text: string;
  /** undefined where the store does not say. */
  readonly modifiedAt: Date | undefined;
}

/** Most bytes of a text that is read back: what a thousand pages of llms-full.txt hold. */
export const MAX_READ_BYTES = 64 * 2 ** 20;

/** Upper bound of texts of one site in one second: names end with the second. */
export const MAX_SAME_NAME = 1_000;

/** `<domain>_<YYYYMMDD_HHMMSS>.txt`, in UTC; a port's colon becomes `_`. */
export function fileName(url: string, at: Date): string {
  const [day = "", time = ""] = at.toISOString().split("T");
  return `${fileDomain(url)}_${day.replaceAll("-", "")}_${time.slice(0, 8).replaceAll(":", "")}.txt`;
}

/** `x.dev_20261121_055000-full.txt` for the public URL of `x.dev_20261121_055000.txt`. */
export function fullFileName(fileUrl: string): string {
  const name = new URL(fileUrl).pathname.split("/").at(-1) ?? "";
  return name.replace(/\.txt$/, "-full.txt");
}

/** A site's host as a name or folder; a port's colon becomes `_`. */
export function fileDomain(url: string): string {
  return new URL(url).host.replace(/[^\w.-]/g, "_");
}
