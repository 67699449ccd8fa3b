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

export interface PublicFolder {
  readonly folder: string;
  /** What the public URL of a file begins with; `/<name>` follows. Asked for when a URL is made. */
  publicBase(): string;
}

/** Modes of files: a web server may run as another user. */
const MODES = { public: 0o644, private: 0o600 } as const satisfies Record<Access, number>;

/** A folder that a server may serve. It is made when it does not exist. */
export async function openPublicFolder({ folder, publicBase }: PublicFolder): Promise<PublicStore> {
  await makeFolder(folder);
  const urlOf = (name: string) => `${publicBase()}/${name.split("/").map(encodeURIComponent).join("/")}`;
  return { ...(await openFolder(folder, "public")), urlOf };
}

/**
 * A store as files of a folder, which is made with the first of them. `fleeting`: files are not synced, so a kill or a power
 * cut may damage one; their reader detects that.
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

/** No dot in front, no separator, nothing that Windows gives a meaning to. */
const SEGMENT = /^[\p{L}\p{M}\p{N}_~@+=,()-][\p{L}\p{M}\p{N}_~@+=,(). -]*$/u;

/** @throws Error for a name that could leave the folder or hide in it. */
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

/** A file that is replaced is another file, with a number of its own; undefined where there is none. */
async function tryFind(path: string): Promise<FoundFile | undefined> {
  const found = await stat(path, { bigint: true }).catch(unlessMissing);
  if (!found?.isFile()) return undefined;
  const { ino, size, mtimeNs, mtime } = found;
  return { path, size: Number(size), modifiedAt: mtime, version: `${ino}-${size}-${mtimeNs}` };
}

/** Replaced in between, bytes bear the version before, and are read once more the next time. */
async function read({ path, size, ...found }: FoundFile, signal: AbortSignal): Promise<StoredBytes | undefined> {
  if (size > MAX_READ_BYTES) throw new Error(`${path} has ${size} bytes, more than are read back`);
  const bytes = await readFile(path, { signal }).catch(unlessMissing);
  return bytes && { bytes, ...found };
}

/** Once more where a removal has just taken the emptied folder away. */
async function inItsFolder<T>(whole: WholeFile, write: (whole: WholeFile) => Promise<T>): Promise<T> {
  const writeIn = () => makeFolder(dirname(whole.path)).then(() => write(whole));
  return writeIn().catch((thrown: unknown) => {
    if (isMissing(thrown)) return writeIn();
    throw thrown;
  });
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
