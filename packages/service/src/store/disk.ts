import { randomUUID } from "node:crypto";
import { access, link, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Files, MAX_READ_BYTES, MAX_SAME_NAME, numberedName, type StoredText } from "./store.ts";
import { NOTES } from "./written.ts";

export interface DiskFilesOptions {
  /** Made when it does not exist. */
  readonly folder: string;
  /** Beginning of a file's public URL; `/<name>` follows. Asked for when a file is kept. */
  publicBase(): string;
}

/** A dot in front keeps a half-written file out of every listing, and the server refuses dot files. */
const PARTIAL = ".partial-";

/** A killed process leaves its partial file behind; no write takes this long. */
const STALE_PARTIAL_MS = 3_600_000;

/** Texts as files of a local folder. Readers see a file whole or not at all, also after a crash. */
export async function openDiskFiles({ folder, publicBase }: DiskFilesOptions): Promise<Files> {
  await mkdir(folder, { recursive: true });
  await removeStalePartials(folder);
  const publicUrl = (name: string) => `${publicBase()}/${name.split("/").map(encodeURIComponent).join("/")}`;
  return {
    async save(name, text, signal) {
      const place = (partial: string) => linkFree(partial, folder, name);
      return publicUrl(await placed({ path: pathIn(folder, name), text, place }, signal));
    },
    async replace(name, text, signal) {
      const path = pathIn(folder, name);
      const place = async (partial: string) => {
        await rename(partial, path);
        return name;
      };
      return publicUrl(await placed({ path, text, place }, signal));
    },
    urlOf: publicUrl,
    async read(name, signal) {
      const version = await versionOf(pathIn(folder, name));
      return version && readVersion({ folder, name, version }, signal);
    },
    async readIfChanged(name, known, signal) {
      const version = await versionOf(pathIn(folder, name));
      return version?.tag === known ? "unchanged" : version && readVersion({ folder, name, version }, signal);
    },
    async has(name) {
      return access(pathIn(folder, name)).then(
        () => true,
        () => false,
      );
    },
    async *list() {
      for (const entry of await readdir(folder, { withFileTypes: true })) if (entry.isFile()) yield entry.name;
    },
    async remove(name) {
      await rm(pathIn(folder, name), { force: true });
    },
  };
}

/** No dot in front, no separator, nothing that Windows gives a meaning to. */
const SEGMENT = /^[\p{L}\p{M}\p{N}_~@+=,()-][\p{L}\p{M}\p{N}_~@+=,(). -]*$/u;

/** @throws Error for a name that could leave the folder or hide in it. */
function pathIn(folder: string, name: string): string {
  const segments = name.split("/");
  if (!segments.every((segment) => `${segment}/` === NOTES || SEGMENT.test(segment)))
    throw new Error(`Not a file name: ${name}`);
  return join(folder, ...segments);
}

interface Version {
  readonly tag: string;
  readonly size: number;
  readonly modifiedAt: Date;
}

/** A text that is replaced is another file, with a number of its own; undefined where there is none. */
async function versionOf(path: string): Promise<Version | undefined> {
  const found = await stat(path, { bigint: true }).catch(unlessNoFile);
  if (found === undefined) return undefined;
  const { ino, size, mtimeNs, mtime } = found;
  return { tag: `${ino}-${size}-${mtimeNs}`, size: Number(size), modifiedAt: mtime };
}

/** Replaced in between, a text bears the version before, and is read once more the next time. */
async function readVersion(
  { folder, name, version }: { readonly folder: string; readonly name: string; readonly version: Version },
  signal: AbortSignal,
): Promise<StoredText | undefined> {
  const { tag, size, modifiedAt } = version;
  if (size > MAX_READ_BYTES) throw new Error(`${name} has ${size} bytes, more than are read back`);
  const text = await readFile(pathIn(folder, name), { encoding: "utf8", signal }).catch(unlessNoFile);
  return text === undefined ? undefined : { text, modifiedAt, version: tag };
}

/** @throws any other error */
function unlessNoFile(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

interface Placing {
  readonly path: string;
  readonly text: string;
  /** Gives the written file its name, and returns that. */
  readonly place: (partial: string) => Promise<string>;
}

/** Writes a text beside its path, down to the disk, and places it; what is left over is removed. */
async function placed({ path, text, place }: Placing, signal: AbortSignal): Promise<string> {
  const beside = dirname(path);
  await mkdir(beside, { recursive: true });
  const partial = join(beside, `${PARTIAL}${randomUUID()}`);
  try {
    await writeThrough(partial, text, signal);
    const name = await place(partial);
    await syncFolder(beside);
    return name;
  } finally {
    await rm(partial, { force: true });
  }
}

async function writeThrough(path: string, text: string, signal: AbortSignal): Promise<void> {
  const file = await open(path, "wx", 0o644);
  try {
    await file.writeFile(text, { encoding: "utf8", signal });
    await file.sync();
  } finally {
    await file.close();
  }
  signal.throwIfAborted();
}

/** A hard link fails on a name that is taken, so that two writers never get the same one. @returns the name it got */
async function linkFree(partial: string, folder: string, name: string): Promise<string> {
  for (let count = 1; count <= MAX_SAME_NAME; count++) {
    const free = numberedName(name, count);
    try {
      await link(partial, pathIn(folder, free));
      return free;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  throw new Error(`${name}: ${MAX_SAME_NAME} files of that name exist`);
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR", "EISDIR"].includes(String(error.code));

const isTaken = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EEXIST";

/** Without it a name may be lost in a power cut although the text is not. Windows cannot open folders and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeStalePartials(folder: string): Promise<void> {
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.split(/[/\\]/).at(-1)?.startsWith(PARTIAL)) continue;
    const path = join(folder, file);
    // Another process may have finished with it in between.
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > STALE_PARTIAL_MS) await rm(path, { force: true });
  }
}
