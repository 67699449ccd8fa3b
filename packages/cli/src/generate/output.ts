import { access, constants, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { PageMarkdown } from "@llmstxt-service/document/full";
import { CrawlError } from "@llmstxt-service/page/errors";
import { fileProblem } from "../file-problem.ts";

/**
 * Refuses a file that could not be written, before any work is done for it.
 * @throws CrawlError `wrong_usage`
 */
export async function checkWritable(file: string): Promise<void> {
  try {
    // A file is replaced by another of its folder; a device or a pipe is written to.
    await access((await isSpecial(file)) ? file : dirname(resolve(file)), constants.W_OK);
    if (await isFolder(file)) throw new Error("it is a folder");
  } catch (thrown) {
    throw new CrawlError(
      "wrong_usage",
      { detail: `Cannot write ${file}: ${fileProblem(thrown, "its folder does not exist")}` },
      { cause: thrown },
    );
  }
}

/**
 * Writes a text whole or not at all: what stood there before is replaced only when the new text is complete.
 * @throws CrawlError `storage_failed`
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  try {
    // A device or a pipe (/dev/stdout) cannot be replaced, only written to.
    if (await isSpecial(file)) return await writeFile(file, text);
    await replaceFile(file, text);
  } catch (thrown) {
    throw new CrawlError(
      "storage_failed",
      { detail: `Cannot write ${file}: ${fileProblem(thrown, "its folder does not exist")}` },
      { cause: thrown },
    );
  }
}

/** Writes pages below a folder, which is made where it is missing. */
export async function writeFolder(folder: string, pages: readonly PageMarkdown[]): Promise<void> {
  for (const { fileName, markdown } of pages) {
    const file = join(folder, fileName);
    await mkdir(dirname(file), { recursive: true }).catch((thrown: unknown) => {
      throw new CrawlError(
        "storage_failed",
        { detail: `Cannot write ${file}: ${fileProblem(thrown, "its folder does not exist")}` },
        { cause: thrown },
      );
    });
    await writeWhole(file, markdown);
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  const part = join(dirname(resolve(file)), `.${basename(file)}.${crypto.randomUUID()}.part`);
  try {
    await writeFile(part, text);
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

/** True if a file lies there, and no folder, device or pipe. */
export const isRegular = (file: string) => statThen(file, (found) => found.isFile());
const isFolder = (file: string) => statThen(file, (found) => found.isDirectory());
const isSpecial = (file: string) => statThen(file, (found) => !found.isFile() && !found.isDirectory());

async function statThen(file: string, ask: (found: Awaited<ReturnType<typeof stat>>) => boolean): Promise<boolean> {
  try {
    return ask(await stat(file));
  } catch (thrown) {
    if (isMissing(thrown)) return false;
    throw thrown;
  }
}

const isMissing = (thrown: unknown) => thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";
