import { createReadStream } from "node:fs";
import { access } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { withTimeOf } from "@llmstxt-service/document/metadata";
import { CrawlError } from "@llmstxt-service/page/errors";
import { count } from "@llmstxt-service/service/describe";
import { printable } from "@llmstxt-service/service/printable";
import { isMissing } from "@llmstxt-service/service/store/on-disk";
import { unifiedDiff } from "@llmstxt-service/service/unified-diff";
import { fileProblem } from "../file-problem.ts";
import { isRegular } from "./output.ts";

/** A file as it should be; without a text it should not be there. */
export interface WantedFile {
  readonly file: string;
  readonly text: string | undefined;
}

interface CompareFlags {
  readonly json?: true;
  readonly quiet?: true;
}

/** Bytes of a file that are compared; no document of ours is larger. */
const MAX_BYTES = 256 * 2 ** 20;

/** Tells differences on standard output, and what they mean on stderr. @returns whether there are none */
export async function compare(wanted: readonly WantedFile[], { json, quiet }: CompareFlags): Promise<boolean> {
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
 * Difference between a file and what would be written there, except the time in it: a unified diff, empty if there is none.
 * @throws CrawlError `wrong_usage` for a file that is there and cannot be read
 */
async function staleness({ file, text }: WantedFile): Promise<string> {
  const stored = await storedText(file);
  const wanted = stored === undefined || text === undefined ? text : withTimeOf(stored, text);
  if (stored === wanted) return "";
  const side = (content: string | undefined) => (content === undefined ? "/dev/null" : file);
  const heads = `--- ${printable(side(stored))}\n+++ ${printable(side(wanted))}\n`;
  return heads + unifiedDiff(stored ?? "", wanted ?? "");
}

/** On a terminal without what could steer it; elsewhere byte for byte, for patch(1). */
const shown = (difference: string): string =>
  process.stdout.isTTY ? difference.split("\n").map(printable).join("\n") : difference;

/** A document says when its content last changed: one that has not is left as it lies there, its time included. */
export async function isThere({ file, text }: { readonly file: string; readonly text: string }): Promise<boolean> {
  // A device or a pipe has no text to compare with.
  if (!(await isRegular(file))) return false;
  const stored = await storedText(file);
  return stored !== undefined && withTimeOf(stored, text) === stored;
}

/** undefined where there is none. @throws CrawlError `wrong_usage` for what is no file, or cannot be read */
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

/** @throws Error for a folder, a device or a pipe, whose end nobody knows; ENOENT where nothing lies there */
async function refuseOther(file: string): Promise<void> {
  await access(file);
  throw new Error("it is no file");
}
