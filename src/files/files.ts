/** Keeps generated texts under public URLs. A dated name is never written twice. */
export interface Files {
  /**
   * Stores `text` whole or not at all, under `name` or, where that is taken, under the first free of `name_2`, `name_3`, …
   * @returns the public URL
   */
  save(name: string, text: string, signal: AbortSignal): Promise<string>;
  /** Writes or replaces the text under a stable name such as `x.dev/llms.txt`. @returns the public URL */
  replace(name: string, text: string, signal: AbortSignal): Promise<string>;
}

/** `<domain>_<YYYYMMDD_HHMMSS>.txt`, in UTC; a port's colon becomes `_`. */
export function fileName(url: string, at: Date): string {
  const [day = "", time = ""] = at.toISOString().split("T");
  const domain = new URL(url).host.replace(/[^\w.-]/g, "_");
  return `${domain}_${day.replaceAll("-", "")}_${time.slice(0, 8).replaceAll(":", "")}.txt`;
}
