import type { CrawlRecord, CrawlResult, NumberedEvent } from "./record.ts";

const KEPT_MS = 24 * 3_600_000;

/** For what must not be kept, after its document was delivered: to look at it, and to fetch the longer texts. */
const DELIVERED_MS = 10 * 60_000;

/** Bytes of all texts together; the oldest crawls are forgotten first. */
const MAX_BYTES = 32 * 2 ** 20;

/** Large parts of a crawl are kept as bytes: in V8's heap a day's texts took 300 MB, for which it grew to 900. */
interface StoredCrawl extends Omit<CrawlRecord, "result"> {
  /** The result as JSON; undefined where there is none. */
  readonly result: Buffer | undefined;
  /** Of a crawl that is written down nowhere. */
  readonly events: readonly NumberedEvent[];
  readonly deliveredAt: number | undefined;
}

/** The crawls of the last 24 hours, at hand even while the place they are written to is away. */
export class Results {
  /** In the order in which they finished. */
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
    return { ...record, result: kept.result === undefined ? null : resultOf(kept.result) };
  }

  events(id: string): readonly NumberedEvent[] {
    return this.#crawls.get(id)?.events ?? [];
  }

  /** From now on it is forgotten soon. */
  delivered(id: string): void {
    const kept = this.#crawls.get(id);
    if (kept !== undefined) this.#crawls.set(id, { ...kept, deliveredAt: kept.deliveredAt ?? this.#now().getTime() });
  }

  /** @returns whether it was there */
  remove(id: string): boolean {
    const kept = this.#crawls.get(id);
    if (kept === undefined) return false;
    this.#bytes -= size(kept);
    return this.#crawls.delete(id);
  }

  /** The last one is kept for its day however large it is: its address has just been told. */
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

/** JSON has no `undefined`. */
const resultOf = (json: Buffer): CrawlResult => ({
  full: undefined,
  fileUrl: undefined,
  ...JSON.parse(json.toString()),
});

/** Bytes, about: of a record without a result there is not much. */
const size = ({ result, events }: StoredCrawl): number =>
  1_000 + (result?.length ?? 0) + events.reduce((sum, { json }) => sum + json.length, 0);
