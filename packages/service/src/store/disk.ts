import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isMissing, removeFile, unlessMissing } from "./on-disk.ts";
import {
  type Access,
  MAX_READ_BYTES,
  type PublicStore,
  type Store,
  type StoredBytes,
  type StoredEntry,
} from "./store.ts";
import {
  makeFolder,
  STALE_MS,
  sweepUnfinished,
  type WholeFile,
  writeFleeting,
  writeNew,
  writeWhole,
} from "./write-whole.ts";
import { NOTES } from "./written.ts";

/** Modes of files: a web server may run as another user. */
const MODES = { public: 0o644, private: 0o600 } as const satisfies Record<Access, number>;

/**
 * Opens a folder that a server may serve; makes it if it does not exist. `publicBase` gives the beginning of the files'
 * public URLs, which `/<name>` follows, when a URL is made.
 */
export async function openPublicFolder({
  folder,
  publicBase,
}: {
  readonly folder: string;
  readonly publicBase: () => string;
}): Promise<PublicStore> {
  await makeFolder(folder);
  const urlOf = (name: string) => `${publicBase()}/${name.split("/").map(encodeURIComponent).join("/")}`;
  return { ...(await openFolder(folder, "public")), urlOf };
}

/**
 * Opens a folder as a store; the first file makes it. `fleeting`: files are not synced, so a kill or a power cut may
 * damage one, which its reader detects.
 */
export async function openFolder(folder: string, access: Access, lasts?: "fleeting"): Promise<Store> {
  await sweepUnfinished(folder, STALE_MS);
  const file = (name: string, content: WholeFile["content"]) => {
    return { path: pathIn(folder, name), content, mode: MODES[access] };
  };
  const write = lasts === "fleeting" ? writeFleeting : writeWhole;
  return {
    put: async (name, content, signal) => inItsFolder(file(name, content), (whole) => write(whole, signal)),
    putNew: async (name, content, signal) => inItsFolder(file(name, content), (whole) => writeNew(whole, signal)),
    get: async (name, signal) => {
      const found = await tryFind(pathIn(folder, name));
      return found && read(found, signal);
    },
    async getIfChanged(name, known, signal) {
      const found = await tryFind(pathIn(folder, name));
      return found?.version === known ? "unchanged" : found && read(found, signal);
    },
    async has(name) {
      const found = await stat(pathIn(folder, name)).catch(unlessMissing);
      return found?.isFile() ?? false;
    },
    list: (inner, depth) => filesIn(folder, inner, depth),
    async remove(name) {
      pathIn(folder, name);
      await removeFile(folder, name);
    },
  };
}

/** Pattern of a name's segment: no dot at its start, no separator, no character with a meaning in Windows. */
const SEGMENT = /^[\p{L}\p{M}\p{N}_~@+=,()-][\p{L}\p{M}\p{N}_~@+=,(). -]*$/u;

/** @throws Error for a name that could leave the folder, or be a hidden file in it */
function pathIn(folder: string, name: string): string {
  const segments = name.split("/");
  if (!segments.every((segment) => `${segment}/` === NOTES || SEGMENT.test(segment)))
    throw new Error(`Not a file name: ${name}`);
  return join(folder, ...segments);
}

interface FoundFile extends Omit<StoredBytes, "bytes"> {
  readonly path: string;
  readonly size: number;
}

/** The file at a path, with a version that changes when it is replaced; undefined if there is none. */
async function tryFind(path: string): Promise<FoundFile | undefined> {
  const found = await stat(path, { bigint: true }).catch(unlessMissing);
  if (!found?.isFile()) return undefined;
  const { ino, size, mtimeNs, mtime } = found;
  return { path, size: Number(size), modifiedAt: mtime, version: `${ino}-${size}-${mtimeNs}` };
}

/** Reads a file. If it is replaced meanwhile, its bytes have the former version, and so are read again next time. */
async function read({ path, size, ...found }: FoundFile, signal: AbortSignal): Promise<StoredBytes | undefined> {
  if (size > MAX_READ_BYTES) throw new Error(`${path} has ${size} bytes, more than are read back`);
  const bytes = await readFile(path, { signal }).catch(unlessMissing);
  return bytes && { bytes, ...found };
}

/** Writes a file into its folder, which is mostly there; makes it otherwise, and again if a removal has just taken it. */
async function inItsFolder<T>(whole: WholeFile, write: (whole: WholeFile) => Promise<T>): Promise<T> {
  const writeIn = () => makeFolder(dirname(whole.path)).then(() => write(whole));
  const orMake = (thrown: unknown) => {
    if (isMissing(thrown)) return writeIn();
    throw thrown;
  };
  return write(whole).catch(orMake).catch(orMake);
}

async function* filesIn(folder: string, inner: string, depth: "own" | "all"): AsyncGenerator<StoredEntry> {
  const entries = await readdir(join(folder, inner), { withFileTypes: true }).catch(unlessMissing);
  for (const entry of entries ?? []) {
    const name = `${inner}${entry.name}`;
    if (entry.isDirectory() && depth === "all") yield* filesIn(folder, `${name}/`, depth);
    if (!entry.isFile() || !SEGMENT.test(entry.name)) continue;
    const found = await stat(join(folder, name)).catch(unlessMissing); // it may have been removed since
    if (found !== undefined) yield { name, modifiedAt: found.mtime };
  }
}
