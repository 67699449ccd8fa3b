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

/** Characters of all texts together; the oldest crawls are forgotten first. */
const MOST_CHARACTERS = 64_000_000;

/** The crawls of the last 24 hours, to be looked at again. */
export class Results {
  /** In the order in which they finished. */
  readonly #crawls = new Map<string, FinishedCrawl>();
  readonly #now: () => Date;
  readonly #mostCharacters: number;
  #characters = 0;

  constructor(now: () => Date, mostCharacters = MOST_CHARACTERS) {
    this.#now = now;
    this.#mostCharacters = mostCharacters;
  }

  add(crawl: FinishedCrawl): void {
    this.#crawls.set(crawl.id, crawl);
    this.#characters += size(crawl);
    this.#forget();
  }

  get(id: string): FinishedCrawl | undefined {
    this.#forget();
    return this.#crawls.get(id);
  }

  #forget(): void {
    const oldest = this.#now().getTime() - KEPT_MS;
    for (const crawl of this.#crawls.values()) {
      if (crawl.finishedAt.getTime() > oldest && this.#characters <= this.#mostCharacters) return;
      this.#crawls.delete(crawl.id);
      this.#characters -= size(crawl);
    }
  }
}

const size = ({ text, full = "" }: FinishedCrawl): number => text.length + full.length;
