import { createReadStream } from "node:fs";
import { access } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { withTimeOf } from "@llmstxt-service/document/metadata";
import { CrawlError } from "@llmstxt-service/page/errors";
import { count } from "@llmstxt-service/service/describe";
import { printable } from "@llmstxt-service/service/printable";
import { isMissing } from "@llmstxt-service/service/store/on-disk";
import { fileProblem } from "../file-problem.ts";
import type { DeliveryFlags } from "./asked-files.ts";
import { isRegular } from "./output.ts";

/** A file with its wanted text; undefined: it should not exist. */
interface WantedFile {
  readonly file: string;
  readonly text: string | undefined;
}

/** Most bytes of a compared file; no document of this program is larger. */
const MAX_BYTES = 256 * 2 ** 20;

/**
 * Prints differences on standard output, and their meaning on stderr.
 * @returns true if there are none
 */
export async function compare(wanted: readonly WantedFile[], { json, quiet }: DeliveryFlags): Promise<boolean> {
  let stale = 0;
  for (const one of wanted) {
    const difference = await staleness(one);
    if (difference === "") continue;
    stale++;
    process.stdout.write(
      json ? `${JSON.stringify({ type: "stale", file: one.file, difference })}\n` : shown(difference),
    );
    process.stderr.write(`${printable(one.file)} is not what would be written\n`);
  }
  if (stale === 0 && wanted.length > 0 && !quiet) process.stderr.write(`${count(wanted.length, "file")} up to date\n`);
  return stale === 0;
}

/**
 * Unified diff between a file and its wanted text, except for the time in it; empty if there is none.
 * @throws CrawlError `wrong_usage` for a file that cannot be read
 */
async function staleness({ file, text }: WantedFile): Promise<string> {
  const stored = await storedText(file);
  const wanted = stored === undefined || text === undefined ? text : withTimeOf(stored, text);
  if (stored === wanted) return "";
  const side = (content: string | undefined) => (content === undefined ? "/dev/null" : file);
  const heads = `--- ${printable(side(stored))}\n+++ ${printable(side(wanted))}\n`;
  const { unifiedDiff } = await import("@llmstxt-service/service/unified-diff");
  return heads + unifiedDiff(stored ?? "", wanted ?? "");
}

/** The diff: on a terminal without characters that could control it, elsewhere byte for byte, for patch(1). */
const shown = (difference: string): string =>
  process.stdout.isTTY ? difference.split("\n").map(printable).join("\n") : difference;

/** True if the file has this text, whatever its time: a document with unchanged content keeps its time. */
export async function isThere({ file, text }: { readonly file: string; readonly text: string }): Promise<boolean> {
  // A device or pipe has no text to compare with.
  if (!(await isRegular(file))) return false;
  const stored = await storedText(file);
  return stored !== undefined && withTimeOf(stored, text) === stored;
}

/**
 * Text of a file; undefined if it does not exist.
 * @throws CrawlError `wrong_usage` if it is no regular file, or cannot be read
 */
export async function storedText(file: string): Promise<string | undefined> {
  try {
    if (!(await isRegular(file))) await refuseOther(file);
    return (await buffer(createReadStream(file, { end: MAX_BYTES }))).toString("utf8");
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    const why = fileProblem(thrown, "there is no such file");
    throw new CrawlError("wrong_usage", { detail: `Cannot read ${file}: ${why}` }, { cause: thrown });
  }
}

/** @throws Error for a folder, device or pipe, which may never end; ENOENT if there is no file */
async function refuseOther(file: string): Promise<void> {
  await access(file);
  throw new Error("it is no file");
}
