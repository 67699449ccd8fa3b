import { percentDecoded, tryPercentDecoded } from "@llmstxt-service/page/address/percent";
import { isDeviceName } from "../file-names.ts";

/** Longest name of a file or folder, in bytes of UTF-8: file systems take 255, and a file being written has a longer one. */
const MAX_NAME_BYTES = 180;

/** Most code points of the address in a name that is derived from it. */
const MAX_MADE_UP = 40;

/** Letters, marks, digits and what stands in addresses; what Windows, a shell or a decoder gives a meaning to is not. */
const PLAIN = /^[\p{L}\p{M}\p{N}_~@+=,()-][\p{L}\p{M}\p{N}_~@+=,(). -]*$/u;

/** Names of a bundle's files, which no folder may have. */
const OURS = /^llms(?:-full)?\.txt$|\.md$/i;

/**
 * A segment of an address as the name of a file or folder, where every file system can keep it and every host finds it.
 * @param ending what the file's name ends with; empty for a folder
 */
export function tryPlainSegment(segment: string, ending: "" | ".md" = ""): string | undefined {
  const name = tryPercentDecoded(segment);
  if (name === undefined || !PLAIN.test(name) || /[. ]$/.test(name) || isDeviceName(name)) return undefined;
  if (ending === "" && OURS.test(name)) return undefined;
  return Buffer.byteLength(name + ending) <= MAX_NAME_BYTES ? name : undefined;
}

/** A name for any segment: the plain one, else what letters and digits it has. */
export function segmentName(segment: string): string {
  const plain = tryPlainSegment(segment);
  if (plain !== undefined) return plain;
  const words = percentDecoded(segment)
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}_]+/gu, "-")
    .replace(/^-+|-+$/g, ""); // Bound: a segment of a URL, 2,048 characters.
  return tryPlainSegment(encodeURIComponent([...words].slice(0, MAX_MADE_UP).join(""))) ?? "page";
}
