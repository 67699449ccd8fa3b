import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Files } from "./files.ts";
import type { Settings } from "./settings.ts";

export const filesFolder = ({ DATA_DIR }: Pick<Settings, "DATA_DIR">): string => join(DATA_DIR, "files");

/** Age from which a file that was not finished was left by a process that ended. */
const LEFT_MS = 600_000;

/** Files in DATA_DIR/files, served at /files. They are written aside and then linked, so each is whole. */
export function diskFiles(settings: Pick<Settings, "DATA_DIR">, publicUrl: () => string): Files {
  const folder = filesFolder(settings);
  const aside = join(settings.DATA_DIR, "writing");
  let tidied: Promise<void> | undefined;
  const written = async (text: string) => {
    await mkdir(aside, { recursive: true });
    tidied ??= removeLeft(aside);
    await tidied;
    const path = join(aside, randomUUID());
    const file = await open(path, "wx");
    try {
      await file.writeFile(text);
      await file.sync();
      return path;
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  };
  return {
    publicBase: () => `${publicUrl()}/files`,
    async put(name, text) {
      await mkdir(folder, { recursive: true });
      const path = await written(text);
      try {
        await link(path, join(folder, name));
        await synced(folder);
        return true;
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
        throw error;
      } finally {
        await rm(path, { force: true });
      }
    },
    async replace(name, text) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await rename(await written(text), path);
      await synced(dirname(path));
    },
  };
}

/** A name that was given to a file outlives a power cut only once its folder is on the disk. */
async function synced(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().catch(() => {}); // not every system knows this of a folder
  await handle.close();
}

async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined); // another process has finished with it
    if (found !== undefined && Date.now() - found.mtimeMs > LEFT_MS) await rm(path, { force: true });
  }
}
