import { randomUUID } from "node:crypto";
import { endsWithin } from "@llmstxt-service/crawler/waiting/time-limit";
import { toCrawlError } from "@llmstxt-service/page/errors";
import type { Store } from "../store/store.ts";
import type { Frames, JournalRecord } from "./journal/journal.ts";

/**
 * Limits of answers that are not written yet: a number, and a share of all so far. So many make a piece, and the crawl
 * waits for it before it sends a request: a killed process loses no more than these and the requests under way.
 */
const UNWRITTEN_RECORDS = 2;
const UNWRITTEN_SHARE = 0.002;

/** Milliseconds after which fewer answers make a piece, too. */
const PIECE_MS = 1_000;

/**
 * Bytes of small pieces at which they are merged and compressed: similar pages compress well together. The next pieces
 * replace those that were merged, so that a resumed crawl lists few objects.
 */
const MERGED_BYTES = 2 ** 20;

/** Most uncompressed bytes of a journal; later answers are not kept. */
const MAX_BYTES = 512 * 2 ** 20;

/** Milliseconds: for one call of the store, and for the last writes when a process stops. */
export const PATIENCE_MS = 10_000;
const CLOSING_MS = 2_000;

/** End of the names of merged pieces, which are compressed. */
export const PACKED = ".zst";

/** Fires when a call of the store has taken too long. */
export const inTime = (): AbortSignal => AbortSignal.timeout(PATIENCE_MS);

interface PiecesOptions {
  readonly store: Store;
  /** Called once, when a piece cannot be written or removed; must not throw. */
  readonly onFailed: (why: string) => void;
  readonly place: string;
  newFrames(): Frames;
  /** Encrypts bytes, and so copies them. */
  close(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
  pack(frames: Buffer): Buffer;
}

/** Writes answers in pieces while the crawl goes on. */
export class Pieces {
  readonly #options: PiecesOptions;
  /** Part of the pieces' names, so that no process overwrites another's. */
  readonly #writer = randomUUID();
  readonly #names = new Set<string>();
  /** Answers since the last merging; those behind the first `#begun` bytes wait to be written. */
  readonly #frames: Frames;
  #begun = 0;
  #waiting = 0;
  #leaving = 0;
  /** Pieces since the last merging, and merged ones. */
  #small = 0;
  #merged = 0;
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #hasFailed = false;
  #records = 0;
  #bytes = 0;

  constructor(options: PiecesOptions) {
    this.#options = options;
    this.#frames = options.newFrames();
  }

  add(record: JournalRecord): void {
    if (this.#isClosed || this.#bytes >= MAX_BYTES) return;
    const { length } = this.#frames;
    this.#frames.add(record);
    this.#bytes += this.#frames.length - length;
    this.#records++;
    this.#waiting++;
    if (this.#isEnough) void this.#flush();
    else this.#wait();
  }

  /** Resolves when few answers wait, so that more may come; undefined if few do. Never rejects. */
  room(): Promise<void> | undefined {
    return this.#waiting + this.#leaving < this.#most ? undefined : this.#flush();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await endsWithin(CLOSING_MS, this.#flush());
  }

  /** @param others names of other processes' pieces, which are removed, too */
  async remove(others: () => Promise<readonly string[]>): Promise<void> {
    this.#end();
    await this.#writing;
    await this.#attempt(async () => this.#removeAll(new Set([...(await others()), ...this.#names])));
  }

  get #most(): number {
    return Math.max(UNWRITTEN_RECORDS, this.#records * UNWRITTEN_SHARE);
  }

  get #isEnough(): boolean {
    return this.#waiting >= this.#most;
  }

  /** Ends the journal: answers that wait are not written. */
  #end(): void {
    this.#isClosed = true;
    this.#waiting = 0;
    this.#leaving = 0;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => void this.#flush(), PIECE_MS).unref();
  }

  /** Writes what waits, and what comes meanwhile if that is enough for a piece. */
  async #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting > 0) this.#writing ??= this.#attempt(() => this.#write());
    await this.#writing;
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      this.#end();
      if (!this.#hasFailed) this.#options.onFailed(toCrawlError(thrown).message);
      this.#hasFailed = true;
    }
  }

  async #write(): Promise<void> {
    do {
      this.#leaving = this.#waiting;
      this.#waiting = 0;
      if (this.#frames.length < MERGED_BYTES) await this.#writePiece();
      else await this.#merge();
      this.#leaving = 0;
    } while (this.#isEnough || (this.#isClosed && this.#waiting > 0));
    this.#writing = undefined;
    if (this.#waiting > 0) this.#wait();
  }

  async #writePiece(): Promise<void> {
    const bytes = this.#options.close(this.#frames.bytes.subarray(this.#begun));
    this.#begun = this.#frames.length;
    await this.#put(`${this.#small++}`, bytes);
  }

  /** Writes all answers since the last merging as one; the next pieces replace those before it. */
  async #merge(): Promise<void> {
    const { close, pack } = this.#options;
    const bytes = close(pack(this.#frames.bytes));
    this.#frames.clear();
    this.#begun = 0;
    await this.#put(`${this.#merged++}${PACKED}`, bytes);
    this.#small = 0;
  }

  async #put(end: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const { store, place } = this.#options;
    const name = `${place}${this.#writer}-${end}`;
    this.#names.add(name);
    await store.put(name, bytes, inTime());
  }

  async #removeAll(names: Iterable<string>): Promise<void> {
    for (const name of names) {
      await this.#options.store.remove(name, inTime());
      this.#names.delete(name);
    }
  }
}
