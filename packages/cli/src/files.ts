// Files of this machine: read within bounds, written whole.
import { createReadStream, rmSync } from "node:fs";
import { access, constants, mkdir, open, readFile, realpath, rename, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { CrawlError } from "@llmstxt-service/page/errors";

/** Most bytes of a file that is read; no document of this program is larger. */
const MAX_BYTES = 64 * 2 ** 20;

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  ENOTDIR: "a file stands in place of a folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the device",
};

/** Reason in words why a file could not be read or written. */
export function fileProblem(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return ("code" in thrown && WORDS[String(thrown.code)]) || thrown.message;
}

const isMissing = (thrown: unknown): boolean => thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";

const cannot = (code: "wrong_usage" | "storage_failed", doing: string, file: string, cause: unknown): CrawlError =>
  new CrawlError(code, { detail: `Cannot ${doing} ${file}: ${fileProblem(cause)}` }, { cause });

const tryStat = (file: string) =>
  stat(file).catch((thrown: unknown) => {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  });

/** Bytes of a file, or of standard input for `-`. @throws CrawlError `wrong_usage`; the signal's reason */
export async function readBytes(file: string, signal: AbortSignal): Promise<Uint8Array> {
  const stream: Readable = addAbortSignal(signal, file === "-" ? process.stdin : createReadStream(file));
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    if (stream.readableEnded) throw new Error("another of the sources is it");
    for await (const chunk of stream) {
      size += chunk.length;
      // Counted, since a pipe or device has no size.
      if (size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes, the most that is read`);
      chunks.push(chunk);
    }
  } catch (thrown) {
    signal.throwIfAborted();
    throw cannot("wrong_usage", "read", file === "-" ? "standard input" : file, thrown);
  }
  return Buffer.concat(chunks);
}

/** Text of a regular file; undefined for none, and for a device or pipe. @throws CrawlError `wrong_usage` */
export async function storedText(file: string): Promise<string | undefined> {
  try {
    const found = await tryStat(file);
    if (found?.isDirectory()) throw new Error("it is a folder");
    if (!found?.isFile()) return undefined;
    if (found.size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes, the most that is read`);
    return await readFile(file, "utf8");
  } catch (thrown) {
    throw cannot("wrong_usage", "read", file, thrown);
  }
}

/** Refuses a file that could not be written, before any work is done. @throws CrawlError `wrong_usage` */
export async function checkWritable(file: string): Promise<void> {
  try {
    const found = await tryStat(file);
    if (found?.isDirectory()) throw new Error("it is a folder");
    // Replacing a file needs the right to write its folder; a device or pipe is written to itself.
    const isSpecial = found !== undefined && !found.isFile();
    await access(isSpecial ? file : `${dirname(resolve(file))}/`, constants.W_OK);
  } catch (thrown) {
    throw cannot("wrong_usage", "write", file, thrown);
  }
}

/** Refuses a folder that could not be made or written to, before any work is done. @throws CrawlError `wrong_usage` */
export async function checkFolder(folder: string): Promise<void> {
  try {
    let at = resolve(folder);
    while ((await tryStat(at)) === undefined) at = dirname(at);
    await access(`${at}/`, constants.W_OK);
  } catch (thrown) {
    throw cannot("wrong_usage", "write", folder, thrown);
  }
}

/** Files under their hidden names. The last Ctrl-C ends the process in the middle of a write. */
const unfinished = new Set<string>();
process.on("exit", () => {
  for (const file of unfinished) rmSync(file, { force: true });
});

/**
 * Writes a whole file or nothing: a former one is replaced only when the new one is complete and on the disk. A symbolic
 * link stays one, and a mode too. @throws CrawlError `storage_failed`
 */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  try {
    const found = await tryStat(file);
    // A device or pipe (/dev/stdout) cannot be replaced, only written to.
    if (found !== undefined && !found.isFile()) return await writeFile(file, content);
    const path = found === undefined ? resolve(file) : await realpath(file);
    await mkdir(dirname(path), { recursive: true });
    const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
    unfinished.add(temporary);
    try {
      const handle = await open(temporary, "w", found === undefined ? 0o666 : found.mode & 0o7777);
      try {
        await handle.writeFile(content);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, path);
    } finally {
      rmSync(temporary, { force: true });
      unfinished.delete(temporary);
    }
  } catch (thrown) {
    throw cannot("storage_failed", "write", file, thrown);
  }
}
