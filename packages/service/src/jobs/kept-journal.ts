import { randomUUID } from "node:crypto";
import { zstdCompressSync } from "node:zlib";
import { endsWithin } from "@llmstxt-service/crawler/waiting/time-limit";
import { toCrawlError } from "@llmstxt-service/page/errors";
import type { Store } from "../store/store.ts";
import { KEY_BYTES, seal, unseal } from "./cipher.ts";
import type { Frames } from "./journal/files.ts";
import { CrawlJournal, type HadAnswerSet, type JournalRecord, journalFiles } from "./journal/journal.ts";
import type { CrawlRequest } from "./request.ts";
import type { DocumentSeal } from "./sealing.ts";

/**
 * Limits of a piece that waits to be written: number of answers, share of all answers so far, milliseconds. A killed
 * process loses no more than this, and what came while one piece was written: one is written at a time, and with a slow
 * store they grow larger.
 */
const PIECE_RECORDS = 4;
const PIECE_SHARE = 0.005;
const PIECE_MS = 1_000;

/**
 * Bytes of small pieces at which they are merged and compressed: similar pages compress well together. The next pieces
 * replace those that were merged, so that a resumed crawl lists few objects.
 */
const MERGED_BYTES = 2 ** 20;

/** Most uncompressed bytes of a journal; later answers are not kept. */
const MAX_BYTES = 512 * 2 ** 20;

/**
 * Milliseconds: for one call of the store, for the last writes when a process stops, and until a journal is removed.
 */
const PATIENCE_MS = 10_000;
const CLOSING_MS = 2_000;
const MAX_AGE_MS = 24 * 3_600_000;

/** End of the names of merged pieces, which are compressed. */
const PACKED = ".zst";

const inTime = (): AbortSignal => AbortSignal.timeout(PATIENCE_MS);

/** A crawl whose answers are kept until it is over, so that any process can continue it. */
export interface JournalledCrawl {
  /** Id of the crawl, the same in every process that continues it. */
  readonly id: string;
  readonly request: CrawlRequest;
  /**
   * Key that the pieces are encrypted with, in base64url. It is kept in the database alone: the store may be public.
   */
  readonly key: string;
  /** Encrypts the pieces of a private site once more. */
  readonly seal: DocumentSeal;
  /** True if another process began the crawl. */
  readonly isResumed: boolean;
  /** Time at which the recrawl began. Answers kept under another time are not used. */
  readonly began?: Date;
}

export interface KeptJournal {
  readonly journal: CrawlJournal;
  /** Number of answers that earlier processes kept. */
  readonly had: number;
  /** Writes the answers that wait; later ones are not kept. Never rejects. */
  close(): Promise<void>;
  /** Removes all pieces. Never rejects. */
  remove(): Promise<void>;
}

interface JournalsOptions {
  readonly store: Store;
  /** Settings that change how pages are read. */
  readonly settings: readonly unknown[];
  /**
   * Called when the journal cannot be read, or, once, when it cannot be written. The crawl goes on; after a kill
   * answers that were not kept are requested again. Must not throw.
   */
  onFailed(why: string): void;
}

export const newJournalKey = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES))).toString("base64url");

/** Journals of crawls in the store, for every process that shares it. */
export class Journals {
  readonly #options: JournalsOptions;

  constructor(options: JournalsOptions) {
    this.#options = options;
  }

  /** Opens the journal of a crawl. Answers that cannot be read are requested again. Never rejects. */
  async open(crawl: JournalledCrawl): Promise<KeptJournal> {
    const { answersIn, Frames, journalName, PACKING } = await journalFiles();
    const { store, settings, onFailed } = this.#options;
    const { overlay: _, credentials: __, capability: ___, ...choices } = crawl.request;
    const folder = `${crawl.id}/`;
    const place = `${folder}${journalName(choices, crawl.began, ...settings)}/`;
    const boxed = boxOf(crawl);
    const pieces = new Pieces({
      store,
      place,
      newFrames: () => new Frames(),
      close: boxed.close,
      pack: (frames) => zstdCompressSync(frames, PACKING),
      onFailed,
    });
    const found: string[] = [];
    let answers: HadAnswerSet = answersIn([]);
    if (crawl.isResumed)
      try {
        for await (const { name } of store.list(folder, "all", inTime())) found.push(name);
        answers = answersIn(
          await this.#segments(
            found.filter((name) => name.startsWith(place)),
            boxed,
          ),
        );
      } catch (thrown) {
        onFailed(toCrawlError(thrown).message);
      }
    return {
      journal: new CrawlJournal({ had: answers.had, write: (record) => pieces.add(record) }),
      had: answers.count,
      close: () => pieces.close(),
      remove: () => pieces.remove(found),
    };
  }

  /** Removes journals that no process has continued. */
  async expire(): Promise<void> {
    const { store } = this.#options;
    const signal = AbortSignal.timeout(60 * PATIENCE_MS);
    const oldest = new Date(Date.now() - MAX_AGE_MS);
    for await (const { name, modifiedAt } of store.list("", "all", signal))
      if (modifiedAt !== undefined && modifiedAt < oldest) await store.remove(name, signal);
  }

  async #segments(names: readonly string[], boxed: Box) {
    const segments: { readonly bytes: Buffer; readonly isPacked: boolean }[] = [];
    for (const name of names) {
      const stored = await this.#options.store.get(name, inTime());
      const bytes = stored && boxed.tryOpen(stored.bytes);
      if (bytes !== undefined) segments.push({ bytes: Buffer.from(bytes), isPacked: name.endsWith(PACKED) });
    }
    return segments;
  }
}

type Box = ReturnType<typeof boxOf>;

function boxOf({ id, key: text, seal: inner }: JournalledCrawl) {
  const key = Buffer.from(text, "base64url");
  return {
    close: (bytes: Uint8Array) => seal(inner.seal(bytes), key, id),
    tryOpen(sealed: Uint8Array) {
      try {
        return inner.tryOpen(unseal(sealed, key, id));
      } catch {
        return undefined; // of another key, or damaged
      }
    },
  };
}

interface PiecesOptions extends Pick<JournalsOptions, "store" | "onFailed"> {
  readonly place: string;
  newFrames(): Frames;
  /** Encrypts bytes, and so copies them. */
  close(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
  pack(frames: Buffer): Buffer;
}

/** Writes answers in pieces while the crawl goes on. */
class Pieces {
  readonly #options: PiecesOptions;
  /** Part of the pieces' names, so that no process overwrites another's. */
  readonly #writer = randomUUID();
  readonly #names = new Set<string>();
  /** Answers since the last merging; those behind the first `#begun` bytes wait to be written. */
  readonly #frames: Frames;
  #begun = 0;
  #waiting = 0;
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

  async close(): Promise<void> {
    this.#isClosed = true;
    await endsWithin(CLOSING_MS, this.#flush());
  }

  async remove(others: readonly string[]): Promise<void> {
    this.#end();
    await this.#writing;
    await this.#attempt(() => this.#removeAll([...others, ...this.#names]));
  }

  get #isEnough(): boolean {
    return this.#waiting >= Math.max(PIECE_RECORDS, this.#records * PIECE_SHARE);
  }

  /** Ends the journal: answers that wait are not written. */
  #end(): void {
    this.#isClosed = true;
    this.#waiting = 0;
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
      this.#waiting = 0;
      if (this.#frames.length < MERGED_BYTES) await this.#writePiece();
      else await this.#merge();
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

  async #removeAll(names: readonly string[]): Promise<void> {
    for (const name of names) {
      await this.#options.store.remove(name, inTime());
      this.#names.delete(name);
    }
  }
}
