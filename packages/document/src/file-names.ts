import { percentDecoded } from "@llmstxt-service/page/address/percent";
import { withoutEnd } from "./trim.ts";

/** Longest name in bytes of UTF-8: file systems take 255, and a file being written, or the second of a name, has a longer one. */
const MAX_NAME_BYTES = 180;

/** Windows opens a device by these names, whatever their ending. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?:\.|$)/i;

/** True if Windows keeps the name of a file or folder for a device. */
export const isDeviceName = (name: string): boolean => DEVICE.test(name);

/** Two names with one key are one file where case or the spelling of letters does not count. */
export const fileKey = (name: string): string => name.normalize("NFC").toLowerCase();

/** `docs/start.md` for `https://x.dev/docs/start/`, `index.md` for the root; the query, where there is one, in it. */
export function pageFileName(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return "page.md";
  const segments = parsed.pathname.split("/").map(fileSegment);
  const folders = segments.slice(0, -1).filter(Boolean);
  const last = (segments.at(-1) ?? "").replace(/\.(?:html?|php|aspx?|md)$/i, "");
  const name = last || folders.pop() || "index";
  const query = parsed.search === "" ? "" : `_${fileSegment(parsed.search.slice(1))}`;
  return [...folders.map(folderName), `${nameOf(name + query)}.md`].join("/");
}

/** The name itself, or the first of `a-2.md`, `a-3.md`, … that no earlier file has for any file system; takes it. */
export function freeName(name: string, taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : name.replace(/\.md$/, `-${number}.md`);
    if (taken.has(fileKey(free))) continue;
    taken.add(fileKey(free));
    return free;
  }
}

/**
 * A segment as the name of a file: not dots alone, without separators and characters that a file system gives a meaning
 * to.
 */
function fileSegment(text: string): string {
  // Bound: a part of a URL, 2,048 characters.
  const plain = percentDecoded(text)
    .normalize("NFC")
    .replace(/[^\w.~\p{L}\p{M}\p{N}-]+/gu, "-")
    .replace(/^[.-]+/, "");
  return withoutEnd(withoutEnd(plain, ".-").slice(0, 100), ".-");
}

/** A page may be called as a folder is, and no file system keeps both. */
const folderName = (segment: string): string => nameOf(segment.replace(/\.md$/i, "-md"));

/** Characters that every file system keeps, in names that none takes for a device. */
function nameOf(segment: string): string {
  const name = isDeviceName(segment) ? `_${segment}` : withoutEnd(segment.slice(0, 120), ".-");
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES && name.isWellFormed()) return name;
  const kept = Buffer.from(name.toWellFormed()).subarray(0, MAX_NAME_BYTES).toString("utf8");
  return withoutEnd(kept, "\ufffd.-");
}
