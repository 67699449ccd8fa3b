import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync, type Stats } from "node:fs";
import { join, sep } from "node:path";
import { CrawlError } from "@llmstxt-service/page/errors";

/** Entry at a path below the folder. */
export type DiskEntry =
  | { readonly type: "file"; readonly file: string }
  | { readonly type: "folder" }
  | { readonly type: "nothing" };

const NOTHING: DiskEntry = { type: "nothing" };

/** Error codes for a name without a file, or one that no file can have. */
const ABSENT: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "EINVAL"]);

const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  ELOOP: "a symbolic link that leads in a circle",
};

/**
 * Files below one folder, by names that are spelled to the byte. Nothing outside is read, whatever links lead there. Asked
 * at once and not by Node's threads: of a page's time they took a third.
 */
export class Disk {
  /** Path of the folder, without symbolic links. */
  readonly #root: string;

  /** @param root absolute, and without symbolic links */
  constructor(root: string) {
    this.#root = root;
  }

  /** @throws CrawlError `unreadable` for what lies there and is not read: a link out of the folder, a device, a pipe */
  look(names: readonly string[]): DiskEntry {
    try {
      const asked = [this.#root, ...names].join(sep);
      // Most guesses at a name find nothing, and an error thrown costs more than all the rest.
      const there = lstatSync(asked, { throwIfNoEntry: false });
      if (there === undefined) return NOTHING;
      const file = realpathSync.native(asked);
      if (file !== asked && !this.#isLinked(names)) return NOTHING;
      if (file !== this.#root && !file.startsWith(this.#root + sep)) throw refused("a link out of the folder");
      return foundAt(file, there.isSymbolicLink() ? lstatSync(file) : there);
    } catch (thrown) {
      if (ABSENT.has(codeOf(thrown))) return NOTHING;
      throw unreadable(thrown);
    }
  }

  /** True if a link is why the real name is another one; else the file system took one spelling for another. */
  #isLinked(names: readonly string[]): boolean {
    const paths = names.map((_, index) => join(this.#root, ...names.slice(0, index + 1)));
    return paths.some((path) => lstatSync(path).isSymbolicLink());
  }
}

/** @throws CrawlError `unreadable` */
function foundAt(file: string, there: Stats): DiskEntry {
  if (there.isDirectory()) return { type: "folder" };
  if (!there.isFile()) throw refused("a device or a pipe");
  return { type: "file", file };
}

/** Upper bound of bytes to read. */
export interface Wanted {
  readonly maxBytes: number;
  /** True if the first bytes of a longer file will do. */
  readonly mayCut: boolean;
}

/** @throws CrawlError `too_large`, `unreadable` */
export function readWhole(file: string, { maxBytes, mayCut }: Wanted): Uint8Array {
  try {
    // An entry that became a link or a pipe since it was looked at is not followed and not waited for.
    const opened = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const { size } = fstatSync(opened);
      if (size > maxBytes && !mayCut) throw new CrawlError("too_large", { maxBytes });
      return readBytes(opened, Math.min(size, maxBytes));
    } finally {
      closeSync(opened);
    }
  } catch (thrown) {
    throw unreadable(thrown);
  }
}

/** Reads up to `length` bytes; fewer if the file became shorter meanwhile. */
function readBytes(opened: number, length: number): Uint8Array {
  const body = Buffer.allocUnsafeSlow(length);
  let read = 0;
  while (read < length) {
    const bytes = readSync(opened, body, read, length - read, read);
    if (bytes === 0) break;
    read += bytes;
  }
  return body.subarray(0, read);
}

const refused = (detail: string) => new CrawlError("unreadable", { detail });

const codeOf = (thrown: unknown) => (thrown instanceof Error && "code" in thrown ? thrown.code : undefined);

function unreadable(thrown: unknown): CrawlError {
  if (thrown instanceof CrawlError) return thrown;
  const code = String(codeOf(thrown));
  const detail = REFUSALS[code] ?? (thrown instanceof Error ? thrown.message : code);
  return new CrawlError("unreadable", { detail }, { cause: thrown });
}
