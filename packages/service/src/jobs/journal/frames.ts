import { crc32 } from "node:zlib";
import type { JournalEntry, JournalRecord } from "./record.ts";

// A frame has the lengths of key, entry (JSON) and body and the checksum of these, a checksum of the lengths and of that,
// and then the three. So a frame that was cut off, as at the end of a killed process, is told from one that is damaged.

const CHECKSUM_AT = 12;
const HEAD_CHECKSUM_AT = 16;
const HEAD = 20;

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
    buffer.writeUInt32LE(crc32(buffer.subarray(start, start + HEAD_CHECKSUM_AT)), start + HEAD_CHECKSUM_AT);
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

/** Place of a frame: where its entry, its body and the next frame begin. */
export interface FramePlace {
  readonly key: string;
  readonly entry: number;
  readonly body: number;
  readonly end: number;
}

/**
 * Finds the frames that are whole.
 * @returns `damaged`: bytes of damaged frames, and of what is behind a frame whose lengths are damaged; a last one cut
 * off is none
 */
export function framesIn(bytes: Buffer): { readonly frames: readonly FramePlace[]; readonly damaged: number } {
  const frames: FramePlace[] = [];
  let damaged = 0;
  for (let start = 0; start + HEAD <= bytes.length; ) {
    const head = bytes.subarray(start, start + HEAD_CHECKSUM_AT);
    if (crc32(head) !== bytes.readUInt32LE(start + HEAD_CHECKSUM_AT))
      return { frames, damaged: damaged + bytes.length - start };
    const entry = start + HEAD + head.readUInt32LE(0);
    const body = entry + head.readUInt32LE(4);
    const end = body + head.readUInt32LE(8);
    if (end > bytes.length) break;
    if (crc32(bytes.subarray(start + HEAD, end)) === head.readUInt32LE(CHECKSUM_AT))
      frames.push({ key: bytes.toString("utf8", start + HEAD, entry), entry, body, end });
    else damaged += end - start;
    start = end;
  }
  return { frames, damaged };
}

export function recordIn(bytes: Buffer, { key, entry, body, end }: FramePlace): JournalRecord {
  const rest: JournalEntry = JSON.parse(bytes.toString("utf8", entry, body));
  return { key, ...rest, body: Uint8Array.from(bytes.subarray(body, end)) };
}
