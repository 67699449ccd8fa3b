import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { constants, crc32, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { sha256 } from "@llmstxt-service/page/sha256";
import { MEMORY_FORMAT } from "../memory/memory.ts";
import type { HadAnswerSet, JournalEntry, JournalRecord } from "./record.ts";

// A journal is a file of packed segments, each after its length, and a second file, the tail, of records that are not
// packed yet. A record has the lengths of key, entry (JSON) and body and their checksum, then these three. Both files may
// be cut off anywhere; after a loss of power parts of them may be zeros.

/** Bytes of records packed as one segment: pages of a site compress well together. */
const SEGMENT_BYTES = 2 * 2 ** 20;

/** Most unpacked bytes of a journal; later answers are not kept, and a repeated crawl requests them again. */
const MAX_BYTES = 512 * 2 ** 20;

/** Segments held unpacked: a crawl repeats its requests in nearly the same order. */
const MAX_OPEN = 4;

const HEAD = 16;
const CHECKSUM_AT = 12;
const TAIL = ".tail";

/** Number to raise when the format of records changes. */
const FORMAT = 3;

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

/**
 * Name of the journal of a crawl with these choices. Other choices, or another version, read pages differently and have
 * another journal.
 */
export const journalName = (...choices: readonly unknown[]): string =>
  sha256(JSON.stringify([FORMAT, MEMORY_FORMAT, ...choices])).slice(0, 32);

export interface JournalFile {
  /**
   * Appends a record to the file at once, so that a killed process loses nothing.
   * @throws Error of the file system
   */
  add(record: JournalRecord): void;
  close(): void;
}

/** @throws Error of the file system */
export function openJournalFile(path: string): JournalFile {
  const packed = openSync(path, "wx", 0o600);
  const tail = openSync(path + TAIL, "wx", 0o600);
  const frames = new Frames();
  let bytes = 0;
  const pack = () => {
    const segment = zstdCompressSync(frames.bytes, PACKING);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(segment.length);
    writeAll(packed, Buffer.concat([length, segment]));
    ftruncateSync(tail);
    frames.clear();
  };
  return {
    add(record) {
      if (bytes >= MAX_BYTES) return;
      const { length } = frames;
      frames.add(record);
      bytes += frames.length - length;
      if (frames.length >= SEGMENT_BYTES) pack();
      else writeAll(tail, frames.bytes.subarray(length), length);
    },
    close() {
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

/** True for the main file of a journal, by its name. */
export const isJournalFile = (file: string): boolean => !file.endsWith(TAIL);

/** Records one behind the other, each written once, where it stays. */
export class Frames {
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The frames; the next `clear` and `add` overwrite them. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  add({ key, body = NOTHING, ...entry }: JournalRecord): void {
    const json = JSON.stringify(entry);
    this.#reserve(HEAD + (key.length + json.length) * MAX_BYTES_A_UNIT + body.length);
    const buffer = this.#buffer;
    const start = this.#length;
    const keyBytes = buffer.write(key, start + HEAD);
    const jsonBytes = buffer.write(json, start + HEAD + keyBytes);
    buffer.set(body, start + HEAD + keyBytes + jsonBytes);
    this.#length = start + HEAD + keyBytes + jsonBytes + body.length;
    for (const [at, length] of [keyBytes, jsonBytes, body.length].entries())
      buffer.writeUInt32LE(length, start + at * 4);
    buffer.writeUInt32LE(crc32(buffer.subarray(start + HEAD, this.#length)), start + CHECKSUM_AT);
  }

  clear(): void {
    this.#length = 0;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2, FIRST_BYTES));
    larger.set(this.bytes);
    this.#buffer = larger;
  }
}

const NOTHING = new Uint8Array();
/** Most bytes of UTF-8 for one unit of UTF-16. */
const MAX_BYTES_A_UNIT = 3;
const FIRST_BYTES = 64 * 2 ** 10;

interface FramePlace {
  readonly segment: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Answers in journals; damaged ones are left out.
 * @throws Error of the file system
 */
export const readJournalFiles = (paths: readonly string[]): HadAnswerSet =>
  answersIn(paths.flatMap((path) => [...segmentsOf(path)]));

/** Answers in segments. */
export function answersIn(found: readonly Segment[]): HadAnswerSet {
  const segments = new Segments(found);
  const places = new Map<string, FramePlace>();
  for (let segment = 0; segment < segments.count; segment++)
    for (const { key, start, end } of framesOf(segments.unpacked(segment))) places.set(key, { segment, start, end });
  return {
    count: places.size,
    had: (key) => {
      const place = places.get(key);
      return place && recordOf(key, segments.unpacked(place.segment).subarray(place.start, place.end));
    },
  };
}

interface Segment {
  readonly bytes: Buffer;
  readonly isPacked: boolean;
}

function* segmentsOf(path: string): Generator<Segment> {
  const packed = readFileSync(path);
  for (let at = 0; at + 4 <= packed.length; ) {
    const end = at + 4 + packed.readUInt32LE(at);
    if (end <= packed.length) yield { bytes: packed.subarray(at + 4, end), isPacked: true };
    at = end;
  }
  // The tail may be missing: the process may have been killed before it made it.
  if (existsSync(path + TAIL)) yield { bytes: readFileSync(path + TAIL), isPacked: false };
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
    if (!isPacked) return bytes;
    try {
      return zstdDecompressSync(bytes, { maxOutputLength: MAX_BYTES });
    } catch {
      return Buffer.alloc(0); // damaged
    }
  }
}

/** Frames up to the first that is damaged: the lengths of those behind it cannot be trusted. */
function* framesOf(bytes: Buffer): Generator<{ readonly key: string; readonly start: number; readonly end: number }> {
  for (let start = 0; start + HEAD <= bytes.length; ) {
    const key = bytes.readUInt32LE(start);
    const end = start + HEAD + key + bytes.readUInt32LE(start + 4) + bytes.readUInt32LE(start + 8);
    const isWhole = key > 0 && end <= bytes.length;
    if (!isWhole || crc32(bytes.subarray(start + HEAD, end)) !== bytes.readUInt32LE(start + CHECKSUM_AT)) return;
    yield { key: bytes.toString("utf8", start + HEAD, start + HEAD + key), start, end };
    start = end;
  }
}

function recordOf(key: string, frame: Buffer): JournalRecord | undefined {
  try {
    const start = HEAD + frame.readUInt32LE(0);
    const end = start + frame.readUInt32LE(4);
    const entry: JournalEntry = JSON.parse(frame.toString("utf8", start, end));
    return { key, ...entry, body: Uint8Array.from(frame.subarray(end)) };
  } catch {
    return undefined; // damaged
  }
}
