import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Blobs, checkBlobName, isBlobName } from "./blobs.ts";
import { unlessMissing } from "./on-disk.ts";
import { MAX_READ_BYTES } from "./store.ts";

/** `list` removes half-written files of killed processes after this time; no write takes so long. */
const STALE_MS = 3_600_000;

/** Blobs as files of a folder that nobody serves. They are not synced to the disk: after a power cut one may be lost. */
export function diskBlobs(folder: string): Blobs {
  const pathOf = (name: string) => {
    checkBlobName(name);
    return join(folder, name);
  };
  return {
    async put(name, bytes, signal) {
      const path = pathOf(name);
      const partial = `${path}.${randomUUID()}`;
      await mkdir(dirname(path), { recursive: true });
      try {
        await writeFile(partial, bytes, { mode: 0o600, signal });
        await rename(partial, path);
      } finally {
        await rm(partial, { force: true });
      }
    },
    async get(name, signal) {
      const path = pathOf(name);
      const size = await stat(path).then(({ size }) => size, unlessMissing);
      if (size === undefined || size > MAX_READ_BYTES) return undefined;
      return readFile(path, { signal }).catch(unlessMissing);
    },
    async *list() {
      for (const folderName of (await readdir(folder).catch(unlessMissing)) ?? []) {
        for (const file of (await readdir(join(folder, folderName)).catch(unlessMissing)) ?? []) {
          const name = `${folderName}/${file}`;
          const modifiedAt = await stat(join(folder, name)).then(({ mtime }) => mtime, unlessMissing);
          if (modifiedAt === undefined) continue; // removed since
          if (isBlobName(name)) yield { name, modifiedAt };
          else if (Date.now() - modifiedAt.getTime() > STALE_MS) await rm(join(folder, name), { force: true });
        }
      }
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
  };
}
