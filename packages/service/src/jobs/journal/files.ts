import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { sha256 } from "@llmstxt-service/page/sha256";
import { MEMORY_FORMAT } from "../memory/memory.ts";
import type { HadAnswerSet, JournalEntry, JournalRecord } from "./record.ts";

// A journal is a file of packed segments, each behind its length, and beside it the records that no segment has yet. A
// record: the lengths of its key, its entry (JSON) and its body, then these. Both files may end anywhere.

/** Bytes of records that are packed together: pages of a site are alike. */
const SEGMENT_BYTES = 2 * 2 ** 20;

/** Bytes of a journal, unpacked: what is had after that is asked for again. */
const MAX_BYTES = 512 * 2 ** 20;

/** Segments that are unpacked at a time: a crawl asks nearly in the order in which it asked before. */
const MAX_OPEN = 4;

const LENGTHS = 12;
const TAIL = ".tail";

/** Changes with the form of a record. */
const FORMAT = 1;

/** Name of the journals of crawls with these choices: with other ones, or in another version, pages are read otherwise. */
export const journalName = (...choices: readonly unknown[]): string =>
  sha256(JSON.stringify([FORMAT, MEMORY_FORMAT, ...choices])).slice(0, 32);

export interface JournalFile {
  /** Each record is in the file at once: nothing is lost with the process. @throws Error of the file system */
  add(record: JournalRecord): void;
  close(): void;
}

/** @throws Error of the file system */
export function openJournalFile(path: string): JournalFile {
  const packed = openSync(path, "wx", 0o600);
  const tail = openSync(path + TAIL, "wx", 0o600);
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let bytes = 0;
  const pack = () => {
    const segment = zstdCompressSync(Buffer.concat(waiting), {
      params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 21 },
    });
    const length = Buffer.alloc(4);
    length.writeUInt32LE(segment.length);
    writeSync(packed, Buffer.concat([length, segment]));
    ftruncateSync(tail);
    waiting = [];
    waitingBytes = 0;
  };
  return {
    add(record) {
      if (bytes >= MAX_BYTES) return;
      const frame = framed(record);
      bytes += frame.length;
      waitingBytes += frame.length;
      waiting.push(frame);
      if (waitingBytes >= SEGMENT_BYTES) pack();
      else writeSync(tail, frame, 0, frame.length, waitingBytes - frame.length);
    },
    close() {
      closeSync(packed);
      closeSync(tail);
    },
  };
}

/** Removes a journal, whatever there is of it; its tail first, which is found by it. */
export function removeJournalFile(path: string): void {
  for (const file of [path + TAIL, path]) rmSync(file, { force: true });
}

/** True for the files of `openJournalFile` that are named so. */
export const isJournalFile = (file: string): boolean => !file.endsWith(TAIL);

export function framed({ key, body = new Uint8Array(), ...entry }: JournalRecord): Buffer {
  const parts = [Buffer.from(key), Buffer.from(JSON.stringify(entry)), body];
  const lengths = Buffer.alloc(LENGTHS);
  for (const [at, part] of parts.entries()) lengths.writeUInt32LE(part.length, at * 4);
  return Buffer.concat([lengths, ...parts]);
}

interface FramePlace {
  readonly segment: number;
  readonly start: number;
  readonly end: number;
}

/** Answers of journals; what is torn or damaged counts as not had. @throws Error of the file system */
export const readJournalFiles = (paths: readonly string[]): HadAnswerSet =>
  answersIn(paths.flatMap((path) => [...segmentsOf(path)]));

/** Answers of segments, wherever they lie. */
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
  // Its writer may have been ended before it was there.
  if (existsSync(path + TAIL)) yield { bytes: readFileSync(path + TAIL), isPacked: false };
}

/** Segments, a few of them unpacked. */
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

function* framesOf(bytes: Buffer): Generator<{ readonly key: string; readonly start: number; readonly end: number }> {
  for (let start = 0; start + LENGTHS <= bytes.length; ) {
    const key = bytes.readUInt32LE(start);
    const end = start + LENGTHS + key + bytes.readUInt32LE(start + 4) + bytes.readUInt32LE(start + 8);
    if (end > bytes.length) return;
    yield { key: bytes.toString("utf8", start + LENGTHS, start + LENGTHS + key), start, end };
    start = end;
  }
}

function recordOf(key: string, frame: Buffer): JournalRecord | undefined {
  try {
    const start = LENGTHS + frame.readUInt32LE(0);
    const end = start + frame.readUInt32LE(4);
    const entry: JournalEntry = JSON.parse(frame.toString("utf8", start, end));
    return { key, ...entry, body: Uint8Array.from(frame.subarray(end)) };
  } catch {
    return undefined; // damaged
  }
}
