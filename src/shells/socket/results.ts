import type { CrawlChoices } from "../../sites/sites.ts";
import type { Summary } from "./messages.ts";

/** A crawl that ended well, as GET /api/crawls/:id gives it. */
export interface FinishedCrawl {
  readonly id: string;
  /** The base URL that was asked for. */
  readonly url: string;
  readonly finishedAt: Date;
  readonly summary: Summary;
  readonly text: string;
  /** llms-full.txt, where it was asked for. */
  readonly full: string | undefined;
  /** Where the text was stored. */
  readonly fileUrl: string | undefined;
  readonly request: {
    readonly maxPages: number;
    readonly descLength: number;
    /** What an enrolment afterwards needs to crawl the same. */
    readonly choices?: CrawlChoices;
  };
  /** SHA-256 of `text` in hex, and of the text before enhancement. */
  readonly digest: string;
  readonly plainDigest: string;
}

const KEPT_MS = 24 * 3_600_000;

/** Bytes of all texts together; the oldest crawls are forgotten first. */
const MOST_BYTES = 32 * 2 ** 20;

/** What is large of a crawl. */
type Bulk = Pick<FinishedCrawl, "text" | "full" | "summary">;

interface Kept {
  readonly facts: Omit<FinishedCrawl, keyof Bulk>;
  /** As bytes: in V8's heap the texts of a day took 300 MB, for which it grew to 900. */
  readonly bulk: Buffer;
}

/** The crawls of the last 24 hours, to be looked at again. */
export class Results {
  /** In the order in which they finished. */
  readonly #crawls = new Map<string, Kept>();
  readonly #now: () => Date;
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(now: () => Date, mostBytes = MOST_BYTES) {
    this.#now = now;
    this.#mostBytes = mostBytes;
  }

  add({ text, full, summary, ...facts }: FinishedCrawl): void {
    const bulk = Buffer.from(JSON.stringify({ text, full, summary } satisfies Bulk));
    this.#crawls.set(facts.id, { facts, bulk });
    this.#bytes += bulk.byteLength;
    this.#forget();
  }

  get(id: string): FinishedCrawl | undefined {
    this.#forget();
    const kept = this.#crawls.get(id);
    if (kept === undefined) return undefined;
    const bulk: Bulk = JSON.parse(kept.bulk.toString());
    return { ...kept.facts, ...bulk };
  }

  #forget(): void {
    const oldest = this.#now().getTime() - KEPT_MS;
    for (const [id, { facts, bulk }] of this.#crawls) {
      if (facts.finishedAt.getTime() > oldest && this.#bytes <= this.#mostBytes) return;
      this.#crawls.delete(id);
      this.#bytes -= bulk.byteLength;
    }
  }
}
