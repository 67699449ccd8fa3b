import { rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";

/** True if an error means that there is no file. */
export const isMissing = (thrown: unknown): boolean => hasCode(thrown, "ENOENT") || hasCode(thrown, "ENOTDIR");

/** True if an error of the file system has this code. */
export const hasCode = (thrown: unknown, code: string): boolean =>
  thrown instanceof Error && "code" in thrown && thrown.code === code;

/** For `catch`: returns undefined if there is no file; throws any other error. */
export function unlessMissing(thrown: unknown): undefined {
  if (!isMissing(thrown)) throw thrown;
}

/** Removes a file below a folder, if it exists, and the folders between them that become empty. */
export async function removeFile(folder: string, path: string): Promise<void> {
  await rm(join(folder, path), { force: true });
  for (let at = dirname(path); at !== "."; at = dirname(at)) {
    const isRemoved = await rmdir(join(folder, at)).then(
      () => true,
      () => false, // it is not empty, or another process was faster
    );
    if (!isRemoved) return;
  }
}
