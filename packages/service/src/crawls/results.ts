import type { CrawlRecord, NumberedEvent } from "./record.ts";

const KEPT_MS = 24 * 3_600_000;

/**
 * Milliseconds that a crawl that must not be kept stays after its document was delivered, for the longer texts to be
 * fetched.
 */
const DELIVERED_MS = 10 * 60_000;

/** Most bytes of all finished crawls in memory; beyond it the oldest are forgotten. */
const MAX_BYTES = 32 * 2 ** 20;

/**
 * A crawl with its large parts as bytes: as objects in V8's heap the texts of a day took 300 MB, and the heap grew to
 * 900.
 */
interface StoredCrawl extends Omit<CrawlRecord, "result"> {
  /** The result as JSON; undefined where there is none. */
  readonly result: Buffer | undefined;
  /** Events of a crawl that is not kept anywhere else. */
  readonly events: readonly NumberedEvent[];
  readonly deliveredAt: number | undefined;
}

/** The finished crawls of the last 24 hours, readable even while the database or store is away. */
export class Results {
  /** Crawls in the order in which they finished. */
  readonly #crawls = new Map<string, StoredCrawl>();
  readonly #now: () => Date;
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(now: () => Date, mostBytes = MAX_BYTES) {
    this.#now = now;
    this.#mostBytes = mostBytes;
  }

  add({ result, ...record }: CrawlRecord, events: readonly NumberedEvent[] = []): void {
    const bytes = result === null ? undefined : Buffer.from(JSON.stringify(result));
    const kept = { ...record, result: bytes, events, deliveredAt: undefined };
    this.#crawls.set(record.id, kept);
    this.#bytes += size(kept);
    this.#forget();
  }

  get(id: string): CrawlRecord | undefined {
    this.#forget();
    const kept = this.#crawls.get(id);
    if (kept === undefined) return undefined;
    const { events: _, deliveredAt: __, ...record } = kept;
    return { ...record, result: kept.result === undefined ? null : JSON.parse(kept.result.toString()) };
  }

  events(id: string): readonly NumberedEvent[] {
    return this.#crawls.get(id)?.events ?? [];
  }

  /** Marks a crawl as delivered: it is forgotten soon. */
  delivered(id: string): void {
    const kept = this.#crawls.get(id);
    if (kept !== undefined) this.#crawls.set(id, { ...kept, deliveredAt: kept.deliveredAt ?? this.#now().getTime() });
  }

  /** @returns true if it was there */
  remove(id: string): boolean {
    const kept = this.#crawls.get(id);
    if (kept === undefined) return false;
    this.#bytes -= size(kept);
    return this.#crawls.delete(id);
  }

  /** Forgets old crawls. The only one left is kept for its day, whatever its size: its address was just given out. */
  #forget(): void {
    const now = this.#now().getTime();
    for (const [id, kept] of this.#crawls) {
      const { deliveredAt = now, finishedAt } = kept;
      const isTooMuch = this.#bytes > this.#mostBytes && this.#crawls.size > 1;
      const isYoung = (finishedAt?.getTime() ?? 0) > now - KEPT_MS && deliveredAt > now - DELIVERED_MS;
      if (isYoung && !isTooMuch) continue;
      this.#crawls.delete(id);
      this.#bytes -= size(kept);
    }
  }
}

/** Approximate bytes of a crawl in memory. */
const size = ({ result, events }: StoredCrawl): number =>
  1_000 + (result?.length ?? 0) + events.reduce((sum, { json }) => sum + json.length, 0);
