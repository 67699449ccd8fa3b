import { zstdCompressSync } from "node:zlib";
import { toCrawlError } from "@llmstxt-service/page/errors";
import type { Store } from "../store/store.ts";
import { seal, tryUnseal } from "./cipher.ts";
import { type AnswersLost, CrawlJournal, journalFiles } from "./journal/journal.ts";
import { inTime, PACKED, PATIENCE_MS, Pieces } from "./kept-pieces.ts";
import type { CrawlRequest } from "./request.ts";
import type { DocumentSeal } from "./sealing.ts";

const MAX_AGE_MS = 24 * 3_600_000;

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
  /** Answers that they kept and that cannot be used. */
  readonly lost: readonly AnswersLost[];
  /** Writes the answers that wait; later ones are not kept. Never rejects. */
  close(): Promise<void>;
  remove(): Promise<void>;
}

interface JournalsOptions {
  readonly store: Store;
  /** Settings that change how pages are read. */
  readonly settings: readonly unknown[];
  /**
   * Called once when a journal cannot be written or removed. The crawl goes on; after a kill answers that were not kept
   * are requested again. `url`: undefined for a crawl whose address only its own client may see. Must not throw.
   */
  onFailed(failed: { readonly crawl: string; readonly url: string | undefined; readonly why: string }): void;
}

/** Journals of crawls in the store, for every process that shares it. */
export class Journals {
  readonly #options: JournalsOptions;

  constructor(options: JournalsOptions) {
    this.#options = options;
  }

  /** Opens the journal of a crawl. Answers that cannot be read are requested again. Never rejects. */
  async open(crawl: JournalledCrawl): Promise<KeptJournal> {
    const { Frames, journalName, PACKING } = await journalFiles();
    const { store, settings } = this.#options;
    const { overlay: _, credentials: __, capability, ...choices } = crawl.request;
    const url = capability === undefined ? choices.url : undefined;
    const onFailed = (why: string) => this.#options.onFailed({ crawl: crawl.id, url, why });
    const folder = `${crawl.id}/`;
    const place = `${folder}${journalName(choices, crawl.began, ...settings)}/`;
    const boxed = boxOf(crawl);
    const isRecrawl = crawl.began !== undefined;
    const pieces = new Pieces({
      store,
      place,
      newFrames: () => new Frames(),
      close: boxed.close,
      pack: (frames) => zstdCompressSync(frames, PACKING),
      onFailed,
    });
    const { lost, ...answers } = crawl.isResumed ? await this.#found({ folder, place, boxed, isRecrawl }) : NONE;
    return {
      journal: new CrawlJournal({ had: answers.had, write: (record) => pieces.add(record), room: () => pieces.room() }),
      had: answers.count,
      lost,
      close: () => pieces.close(),
      // A process that this one took the crawl over from may have written more since then.
      remove: () => pieces.remove(async () => (crawl.isResumed ? await this.#names(folder) : [])),
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

  async #names(folder: string): Promise<readonly string[]> {
    const names: string[] = [];
    for await (const { name } of this.#options.store.list(folder, "all", inTime())) names.push(name);
    return names;
  }

  /** Answers that earlier processes kept. Never rejects. */
  async #found({ folder, place, boxed, isRecrawl }: FoundPlace) {
    const { answersIn, byVersion, lostOf } = await journalFiles();
    try {
      const names = await this.#names(folder);
      const pieces = byVersion(names, place);
      const { segments, damaged } = await this.#segments(pieces.own, boxed);
      const answers = answersIn(segments);
      const all = { ...answers, damaged: answers.damaged + damaged };
      // Pieces of an earlier recrawl are no loss.
      const isOfOthers = !isRecrawl && names.length > pieces.all.length && pieces.all.length === 0;
      const others = isOfOthers ? [{ type: "answersLost", why: "otherSettings" } as const] : [];
      return { ...all, lost: [...lostOf(all, pieces), ...others] };
    } catch (thrown) {
      const { message: reason } = toCrawlError(thrown);
      return { ...NONE, lost: [{ type: "answersLost", why: "unread", reason } as const] };
    }
  }

  async #segments(names: readonly string[], boxed: Box) {
    const segments: { readonly bytes: Buffer; readonly isPacked: boolean }[] = [];
    let damaged = 0;
    for (const name of names) {
      const stored = await this.#options.store.get(name, inTime());
      const bytes = stored && boxed.tryOpen(stored.bytes);
      if (bytes !== undefined) segments.push({ bytes: Buffer.from(bytes), isPacked: name.endsWith(PACKED) });
      else damaged += stored?.bytes.length ?? 0;
    }
    return { segments, damaged };
  }
}

interface FoundPlace {
  readonly folder: string;
  readonly place: string;
  readonly isRecrawl: boolean;
  readonly boxed: Box;
}

const NONE = { count: 0, had: () => undefined, lost: [] };

type Box = ReturnType<typeof boxOf>;

function boxOf({ id, key: text, seal: inner }: JournalledCrawl) {
  const key = Buffer.from(text, "base64url");
  return {
    close: (bytes: Uint8Array) => seal(inner.seal(bytes), key, id),
    tryOpen(sealed: Uint8Array) {
      const opened = tryUnseal(sealed, key, id);
      return opened && inner.tryOpen(opened);
    },
  };
}
