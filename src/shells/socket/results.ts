import type { SiteRequest } from "../../sites/sites.ts";
import type { Summary } from "../protocol/protocol.ts";

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
  /** What an enrolment afterwards needs to crawl the same. */
  readonly request: SiteRequest;
  /** SHA-256 of `text` in hex, and of the text before enhancement. */
  readonly digest: string;
  readonly plainDigest: string;
}

const KEPT_MS = 24 * 3_600_000;

/** Bytes of all texts together; the oldest crawls are forgotten first. */
const MAX_BYTES = 32 * 2 ** 20;

/** What is large of a crawl is kept as bytes: in V8's heap a day's texts took 300 MB, for which it grew to 900. */
interface Kept extends Omit<FinishedCrawl, "text" | "full" | "summary"> {
  readonly text: Buffer;
  readonly full: Buffer | undefined;
  readonly summary: Buffer;
}

/** The crawls of the last 24 hours, to be looked at again. */
export class Results {
  /** In the order in which they finished. */
  readonly #crawls = new Map<string, Kept>();
  readonly #now: () => Date;
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(now: () => Date, mostBytes = MAX_BYTES) {
    this.#now = now;
    this.#mostBytes = mostBytes;
  }

  add(crawl: FinishedCrawl): void {
    const { id, text, full, summary } = crawl;
    const kept = {
      ...crawl,
      text: Buffer.from(text),
      full: full === undefined ? undefined : Buffer.from(full),
      summary: Buffer.from(JSON.stringify(summary)),
    };
    this.#crawls.set(id, kept);
    this.#bytes += size(kept);
    this.#forget();
  }

  get(id: string): FinishedCrawl | undefined {
    this.#forget();
    const kept = this.#crawls.get(id);
    if (kept === undefined) return undefined;
    const { text, full, summary } = kept;
    return { ...kept, text: text.toString(), full: full?.toString(), summary: JSON.parse(summary.toString()) };
  }

  /** The last one is kept for its day however large it is: its address has just been told. */
  #forget(): void {
    const oldest = this.#now().getTime() - KEPT_MS;
    for (const [id, kept] of this.#crawls) {
      const isTooMuch = this.#bytes > this.#mostBytes && this.#crawls.size > 1;
      if (kept.finishedAt.getTime() > oldest && !isTooMuch) return;
      this.#crawls.delete(id);
      this.#bytes -= size(kept);
    }
  }
}

const size = ({ text, full, summary }: Kept): number => text.length + summary.length + (full?.length ?? 0);
