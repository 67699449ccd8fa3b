import { createReadStream, readFileSync, statSync } from "node:fs";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { CrawlError } from "@llmstxt-service/page/errors";
import { type UnzipFileInfo, unzipSync } from "fflate";

/** Most bytes of a record, unpacked. */
const MAX_BYTES = 4 * 2 ** 30;
/** Most bytes of the header fields above a block. */
const MAX_HEAD_BYTES = 2 ** 20;
/** Most bytes of a WACZ, which is read whole, and of its unpacked content. */
const MAX_WACZ_BYTES = 2 ** 30;
const CHUNK_BYTES = 64 * 1024;

export const broken = (file: string, why: string, cause?: unknown): CrawlError =>
  new CrawlError("wrong_usage", { detail: `Cannot read ${file}: ${why}` }, { cause });

/** The bytes of one WARC as its reader takes them. */
export class WarcBytes {
  readonly #file: string;
  #bytes = 0;
  #headBytes = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Called as each part of a block is taken: what is counted is the fields between blocks. */
  inBlock(): void {
    this.#headBytes = 0;
  }

  /** Bytes of a source, unpacked if it is compressed. @throws CrawlError `wrong_usage` */
  async *of(source: Readable): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#unpacked(source)) {
      this.#bytes += chunk.length;
      this.#headBytes += chunk.length;
      if (this.#bytes > MAX_BYTES) throw broken(this.#file, `it holds more than ${MAX_BYTES / 2 ** 30} GiB`);
      if (this.#headBytes > MAX_HEAD_BYTES + CHUNK_BYTES)
        throw broken(this.#file, `there are fields of more than ${MAX_HEAD_BYTES / 2 ** 20} MiB in it`);
      yield chunk;
    }
  }

  async *#unpacked(source: Readable): AsyncGenerator<Buffer> {
    const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
    const first = await chunks.next();
    if (first.done) return;
    const whole = Readable.from(again(first.value, chunks), { objectMode: false });
    if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
      yield* whole;
      return;
    }
    const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
    whole.on("error", (error) => gunzip.destroy(error));
    try {
      yield* whole.pipe(gunzip);
    } catch (thrown) {
      if (thrown instanceof CrawlError) throw thrown;
      const at = `about byte ${gunzip.bytesWritten}`;
      throw broken(this.#file, `its packing is cut or damaged at ${at}`, thrown);
    } finally {
      whole.destroy();
    }
  }
}

async function* again(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** The files of a record in the order of their names, and the address that it begins with where it says so. */
export interface RecordParts {
  readonly url?: string;
  readonly warcs: readonly { readonly name: string; readonly open: () => Readable }[];
}

/** @throws CrawlError `wrong_usage`; Error of the file system */
export function partsOf(path: string): RecordParts {
  if (!/\.wacz$/i.test(path))
    return { warcs: [{ name: path, open: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }) }] };
  const entries = unzipped(path);
  const names = Object.keys(entries)
    .filter((name) => WARC_ENTRY.test(name))
    .toSorted();
  if (names.length === 0) throw broken(path, "there is no WARC under archive/ in it");
  const url = seedIn(entries[PAGES_ENTRY]);
  return {
    ...(url !== undefined && { url }),
    warcs: names.map((name) => ({ name: `${name} of ${path}`, open: () => Readable.from(pieces(entries[name])) })),
  };
}

const WARC_ENTRY = /^archive\/.+\.warc(?:\.gz)?$/i;
const PAGES_ENTRY = "pages/pages.jsonl";

function unzipped(path: string): Readonly<Record<string, Uint8Array>> {
  const { size } = statSync(path);
  const tooLarge = () => broken(path, `a WACZ may have ${MAX_WACZ_BYTES / 2 ** 30} GiB, packed and unpacked`);
  if (size > MAX_WACZ_BYTES) throw tooLarge();
  let bytes = 0;
  const filter = ({ name, originalSize, size: packed }: UnzipFileInfo) => {
    if (!WARC_ENTRY.test(name) && name !== PAGES_ENTRY) return false;
    bytes += Math.max(originalSize, packed);
    if (bytes > MAX_WACZ_BYTES) throw tooLarge();
    return true;
  };
  try {
    return unzipSync(readFileSync(path), { filter });
  } catch (thrown) {
    if (thrown instanceof CrawlError) throw thrown;
    throw broken(path, `its ZIP is cut or damaged (${thrown instanceof Error ? thrown.message : thrown})`, thrown);
  }
}

/** A reader copies what it has not read yet: pieces keep that short. */
function* pieces(bytes: Uint8Array = new Uint8Array()): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield Buffer.from(bytes.subarray(at, at + CHUNK_BYTES));
}

/** The first page of a list of pages, whose first line is about the list. */
function seedIn(pages: Uint8Array | undefined): string | undefined {
  const lines = Buffer.from(pages ?? [])
    .toString("utf8", 0, MAX_HEAD_BYTES)
    .split("\n");
  for (const line of lines)
    try {
      const { url }: { readonly url?: unknown } = JSON.parse(line) ?? {};
      if (typeof url === "string") return url;
    } catch {
      // This line is no JSON; the next one may be.
    }
  return undefined;
}
