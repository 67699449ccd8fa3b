import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { sha256 } from "@llmstxt-service/page/sha256";
import { MEMORY_FORMAT } from "../memory/memory.ts";
import { type FramePlace, Frames, framesIn, recordIn } from "./frames.ts";
import type { AnswersLost, HadAnswerSet, JournalRecord } from "./record.ts";

export { Frames };

// A journal is a file of frames whose bodies are packed segments, and a second file, the tail, with the frames of records
// that are not packed yet. Both files may be cut off anywhere; after a loss of power parts of them may be zeros.

/** Bytes of records packed as one segment: pages of a site compress well together. */
const SEGMENT_BYTES = 2 * 2 ** 20;

/** Most unpacked bytes of a journal; later answers are not kept, and a repeated crawl requests them again. */
const MAX_BYTES = 512 * 2 ** 20;

/** Segments held unpacked: a crawl repeats its requests in nearly the same order. */
const MAX_OPEN = 4;

const TAIL = ".tail";

/** Number to raise when the format of journals changes. */
const FORMAT = 4;

/** Version of the journals of this program: another one writes other records, or reads pages differently. */
const VERSION = `${FORMAT}.${MEMORY_FORMAT}`;

/**
 * Packs frames. The second strategy of zstd finds more than the first, which level 1 would take, in the same time.
 * Similar pages lie up to 2 MiB apart: the search for long repeats finds what their templates share, a sixth of all
 * bytes, for 30 microseconds a page.
 */
export const PACKING = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 1,
    [constants.ZSTD_c_strategy]: constants.ZSTD_dfast,
    [constants.ZSTD_c_windowLog]: 21,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    [constants.ZSTD_c_ldmMinMatch]: 32,
    [constants.ZSTD_c_ldmHashRateLog]: 4,
  },
};

/** Name of the journals of a crawl with these choices, with their version at its end. */
export const journalName = (...choices: readonly unknown[]): string =>
  `${sha256(JSON.stringify(choices)).slice(0, 32)}-${VERSION}`;

/**
 * Chooses a crawl's journals from paths.
 * @param own beginning of the paths of this version: `journalName`, and the character behind it
 */
export function byVersion(paths: readonly string[], own: string) {
  const ofAny = own.slice(0, own.lastIndexOf("-") + 1);
  const all = paths.filter((path) => path.startsWith(ofAny));
  return { all, own: all.filter((path) => path.startsWith(own)) };
}

/**
 * Opens a journal. A record is appended to the file at once, so that a killed process loses nothing.
 * @throws Error of the file system, as `add` does
 */
export function openJournalFile(path: string) {
  const packed = openSync(path, "wx", 0o600);
  const tail = openSync(path + TAIL, "wx", 0o600);
  const [frames, segment] = [new Frames(), new Frames()];
  let bytes = 0;
  const pack = () => {
    segment.add({ key: "", body: zstdCompressSync(frames.bytes, PACKING) });
    writeAll(packed, segment.bytes);
    segment.clear();
    ftruncateSync(tail);
    frames.clear();
  };
  return {
    add(record: JournalRecord): void {
      if (bytes >= MAX_BYTES) return;
      const { length } = frames;
      frames.add(record);
      bytes += frames.length - length;
      if (frames.length >= SEGMENT_BYTES) pack();
      else writeAll(tail, frames.bytes.subarray(length), length);
    },
    close(): void {
      closeSync(packed);
      closeSync(tail);
    },
  };
}

/** Writes all bytes: a full disk takes a part of them without an error, and refuses the rest. */
function writeAll(file: number, bytes: Buffer, position?: number): void {
  for (let at = 0; at < bytes.length; )
    at += writeSync(file, bytes, at, bytes.length - at, position === undefined ? null : position + at);
}

/** Removes a journal, as far as it exists. The tail goes first: it is found by the other file. */
export function removeJournalFile(path: string): void {
  for (const file of [path + TAIL, path]) rmSync(file, { force: true });
}

export const isJournalFile = (file: string): boolean => !file.endsWith(TAIL);

/**
 * Reads the answers in journals.
 * @param onUnread called with each journal that cannot be read, and the Error of the file system
 */
export function readJournalFiles(
  paths: readonly string[],
  onUnread: (path: string, thrown: unknown) => void,
): HadAnswerSet {
  const found = paths.flatMap((path) => {
    try {
      return [segmentsOf(path)];
    } catch (thrown) {
      onUnread(path, thrown);
      return [];
    }
  });
  const { damaged, ...answers } = answersIn(found.flatMap(({ segments }) => segments));
  return { ...answers, damaged: found.reduce((sum, file) => sum + file.damaged, damaged) };
}

/** Answers of a crawl that are lost. Journals of another version do not count once this one has kept answers. */
export function lostOf({ count, damaged }: HadAnswerSet, { all, own }: ReturnType<typeof byVersion>): AnswersLost[] {
  const isOther = count === 0 && all.length > own.length;
  return [
    ...(damaged > 0 ? [{ type: "answersLost", why: "damaged", bytes: damaged } as const] : []),
    ...(isOther ? [{ type: "answersLost", why: "otherVersion" } as const] : []),
  ];
}

export function answersIn(found: readonly Segment[]): HadAnswerSet {
  const segments = new Segments(found);
  const places = new Map<string, { readonly segment: number; readonly place: FramePlace }>();
  let damaged = 0;
  for (let segment = 0; segment < segments.count; segment++) {
    const { frames, damaged: more } = framesIn(segments.unpacked(segment));
    for (const place of frames) places.set(place.key, { segment, place });
    damaged += more;
  }
  return {
    count: places.size,
    damaged,
    had: (key) => {
      const found = places.get(key);
      return found && recordIn(segments.unpacked(found.segment), found.place);
    },
  };
}

interface Segment {
  readonly bytes: Buffer;
  readonly isPacked: boolean;
}

function segmentsOf(path: string): { readonly segments: readonly Segment[]; readonly damaged: number } {
  const bytes = readFileSync(path);
  const { frames, damaged } = framesIn(bytes);
  const segments = frames.map(({ body, end }) => ({ bytes: bytes.subarray(body, end), isPacked: true }));
  // The tail may be missing: the process may have been killed before it made it.
  if (!existsSync(path + TAIL)) return { segments, damaged };
  return { segments: [...segments, { bytes: readFileSync(path + TAIL), isPacked: false }], damaged };
}

/** Segments, a few of them held unpacked. */
class Segments {
  readonly #segments: readonly Segment[];
  readonly #open = new Map<number, Buffer>();

  constructor(segments: readonly Segment[]) {
    this.#segments = segments;
  }

  get count(): number {
    return this.#segments.length;
  }

  unpacked(index: number): Buffer {
    const bytes = this.#open.get(index) ?? this.#unpack(index);
    this.#open.delete(index);
    this.#open.set(index, bytes);
    for (const oldest of this.#open.keys()) if (this.#open.size > MAX_OPEN) this.#open.delete(oldest);
    return bytes;
  }

  #unpack(index: number): Buffer {
    const { bytes = Buffer.alloc(0), isPacked = false } = this.#segments[index] ?? {};
    return isPacked ? zstdDecompressSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes;
  }
}
