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
  /** As `read`, but a text that still has this version is not read again. */
  readIfChanged(name: string, version: string, signal: AbortSignal): Promise<StoredText | "unchanged" | undefined>;
  /** True if there is a file of this name. */
  has(name: string, signal: AbortSignal): Promise<boolean>;
  /** Names of all files that lie in no folder, in no order. */
  list(signal: AbortSignal): AsyncIterable<string>;
  /** Removes the text under a stable name, if there is one. */
  remove(name: string, signal: AbortSignal): Promise<void>;
}

export interface StoredText {
  readonly text: string;
  /** undefined where the store does not say. */
  readonly modifiedAt: Date | undefined;
  /** Another one once the text was replaced; undefined where the store does not say. */
  readonly version: string | undefined;
}

/** Most bytes of a text that is read back: what a thousand pages of llms-full.txt hold. */
export const MAX_READ_BYTES = 64 * 2 ** 20;

/** Upper bound of texts of one site in one second: names end with the second. */
export const MAX_SAME_NAME = 1_000;

/** `a.txt`, `a_2.txt`, `a_3.txt`, … */
export function numberedName(name: string, count: number): string {
  return count === 1 ? name : name.replace(/(\.[^./]*)?$/, `_${count}$1`);
}

/** `<domain>_<YYYYMMDD_HHMMSS>.txt`, in UTC; a port's colon becomes `_`. */
export function fileName(url: string, at: Date): string {
  const [day = "", time = ""] = at.toISOString().split("T");
  return `${fileDomain(url)}_${day.replaceAll("-", "")}_${time.slice(0, 8).replaceAll(":", "")}.txt`;
}

const DATED = /^[\w.-]+_(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)(?:_\d{1,4})?(?:-full)?\.txt$/;

/** When a file of our own naming was named; undefined for any other name. */
export function namedAt(name: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = DATED.exec(name) ?? [];
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** The name of the text that a dated file belongs to: its own, or of an llms-full.txt that of the llms.txt. */
export const plainFileName = (name: string): string => name.replace(/-full\.txt$/, ".txt");

/** The name under which a public URL's file is kept, where it lies in no folder. */
export function nameIn(fileUrl: string): string {
  const last = URL.parse(fileUrl)?.pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last; // a per cent sign that stands for itself
  }
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
