import { percentDecoded } from "@llmstxt-service/page/address/percent";
import { sha256 } from "@llmstxt-service/page/sha256";

/** `a.txt`, `a_2.txt`, `a_3.txt`, … */
export function numberedName(name: string, count: number): string {
  return count === 1 ? name : name.replace(/(\.[^./]*)?$/, `_${count}$1`);
}

/** `<domain>_<YYYYMMDD_HHMMSS>.txt`, in UTC; a port's colon becomes `_`. */
export function fileName(url: string, at: Date): string {
  const [day = "", time = ""] = at.toISOString().split("T");
  return `${fileDomain(url)}_${day.replaceAll("-", "")}_${time.slice(0, 8).replaceAll(":", "")}.txt`;
}

const DATED = /^[\w.-]+_(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)(?:_\d{1,4})?(?:-full|\.[\w.-]{1,80})?\.txt$/;

/** Time in a name that this program gave a file; undefined for any other name. */
export function namedAt(name: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = DATED.exec(name) ?? [];
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** Name of the dated text that a file belongs to; a text belongs to itself. */
export const plainFileName = (name: string): string =>
  name.replace(/(_\d{8}_\d{6}(?:_\d{1,4})?)(?:-full|\.[\w.-]{1,80})\.txt$/, "$1.txt");

/** Name of a relative beside the text of a public URL: `x.dev_20261121_055000.de.txt` for `llms.de.txt`. */
export function relativeFileName(fileUrl: string, file: string): string {
  return nameIn(fileUrl).replace(/\.txt$/, file.replace(/^llms/, ""));
}

/** Name of a public URL's file, which is in no folder. */
export const nameIn = (fileUrl: string): string => percentDecoded(URL.parse(fileUrl)?.pathname.split("/").at(-1) ?? "");

/**
 * Name of the llms-full.txt beside a text: `x.dev_20261121_055000-full.txt` for the URL of `x.dev_20261121_055000.txt`.
 */
export function fullFileName(fileUrl: string): string {
  const name = new URL(fileUrl).pathname.split("/").at(-1) ?? "";
  return name.replace(/\.txt$/, "-full.txt");
}

/** A site's host as a name or folder, where a port's colon is `_`. */
export function fileDomain(url: string): string {
  return new URL(url).host.replace(/[^\w.-]/g, "_");
}

/** Host of such a name; a name of a host may contain `_`, too. */
export const hostOf = (domain: string): string => domain.replace(/_(\d+)$/, ":$1");

/** Name of a site's stored pages: known before the site has a row, and the same when it is enrolled again. */
export function memoryName(baseUrl: string): string {
  const digest = sha256(baseUrl);
  return `${digest.slice(0, 2)}/${digest.slice(2, 34)}`;
}

/** True for a name that `memoryName` can make: a shared folder may have other files. */
export const isMemoryName = (name: string): boolean => /^[0-9a-f]{2}\/[0-9a-f]{32}$/.test(name);

/** Names of the files of a kept job. */
export const jobNames = (id: string) => ({
  folder: `${id}/`,
  head: `${id}/head.json`,
  content: `${id}/content.gz`,
  /** Name of the file with the events from this number on. */
  events: (firstId: number) => `${id}/events-${firstId}.jsonl`,
});

export const isHeadName = (name: string): boolean => name.endsWith("/head.json");

export const isEventsName = (name: string): boolean => /\/events(?:-\d+)?\.jsonl$/.test(name);
