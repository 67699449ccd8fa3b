import { access, constants, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { forEachAtOnce } from "@llmstxt-service/crawler/waiting/at-once";
import type { PageMarkdown } from "@llmstxt-service/document/full";
import { CrawlError } from "@llmstxt-service/page/errors";
import { unlessMissing } from "@llmstxt-service/service/store/on-disk";
import { makeFolder, WRITES_AT_ONCE, writeWhole } from "@llmstxt-service/service/store/write-whole";
import { fileProblem } from "../file-problem.ts";

/**
 * Refuses a file that could not be written, before any work is done.
 * @throws CrawlError `wrong_usage`
 */
export async function checkWritable(file: string): Promise<void> {
  try {
    // Replacing a file needs the right to write its folder; a device or pipe is written to itself.
    await access((await isSpecial(file)) ? file : `${dirname(resolve(file))}/`, constants.W_OK);
    if (await isFolder(file)) throw new Error("it is a folder");
  } catch (thrown) {
    throw cannotWrite("wrong_usage", file, thrown);
  }
}

/**
 * Writes a whole text or nothing: a former file is replaced only when the new text is complete.
 * @throws CrawlError `storage_failed`
 */
export async function writeOutput(file: string, text: string | Uint8Array): Promise<void> {
  try {
    // A device or pipe (/dev/stdout) cannot be replaced, only written to.
    if (await isSpecial(file)) await writeFile(file, text);
    else await writeWhole({ path: resolve(file), content: text });
  } catch (thrown) {
    throw cannotWrite("storage_failed", file, thrown);
  }
}

/** Writes pages below a folder, which is made if it does not exist. */
export async function writeFolder(folder: string, pages: readonly PageMarkdown[]): Promise<void> {
  await forEachAtOnce(pages, WRITES_AT_ONCE, async ({ fileName, markdown }) => {
    const file = join(folder, fileName);
    await makeFolder(dirname(file)).catch((thrown: unknown) => {
      throw cannotWrite("storage_failed", file, thrown);
    });
    await writeOutput(file, markdown);
  });
}

/** The error for a file that could not be written. */
export const cannotWrite = (code: "wrong_usage" | "storage_failed", file: string, cause: unknown): CrawlError =>
  new CrawlError(
    code,
    { detail: `Cannot write ${file}: ${fileProblem(cause, "its folder does not exist")}` },
    { cause },
  );

/** True for a regular file; false for a folder, device or pipe. */
export const isRegular = async (file: string) => (await tryStat(file))?.isFile() ?? false;
const isFolder = async (file: string) => (await tryStat(file))?.isDirectory() ?? false;

export async function isSpecial(file: string): Promise<boolean> {
  const found = await tryStat(file);
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

const tryStat = (file: string) => stat(file).catch(unlessMissing);
