import type { LeftOut, LeftOutReason } from "@llmstxt-service/page/address/left-out";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import type { Refused } from "./discovery.ts";
import type { CrawlEvent } from "./event.ts";

/** Most pages that are named for one reason; the rest are only counted. */
const MAX_NAMED = 200;

type Unnamed = Extract<CrawlEvent, { type: "leftOut" }>;

interface UnaskedOptions {
  readonly report: (event: CrawlEvent) => void;
  /** True to name every page. */
  readonly namesAll: boolean;
  /** True for guessed addresses, which neither a page nor a sitemap named. */
  readonly isUntold: (url: PageUrl) => boolean;
}

/** Tells of pages that are never asked for: the first of each reason by name, and how many more there are. */
export class Unasked {
  readonly #report: (event: CrawlEvent) => void;
  readonly #most: number;
  readonly #isUntold: (url: PageUrl) => boolean;
  readonly #named = new Map<LeftOutReason, number>();
  /** Last unnamed page by reason; its event carries the number of the others. */
  readonly #unnamed = new Map<LeftOutReason, Unnamed>();

  constructor({ report, namesAll, isUntold }: UnaskedOptions) {
    this.#report = report;
    this.#isUntold = isUntold;
    this.#most = namesAll ? Number.POSITIVE_INFINITY : MAX_NAMED;
  }

  leaveOut(url: PageUrl, left: LeftOut): void {
    if (this.#isUntold(url)) return;
    const { reason } = left;
    const named = this.#named.get(reason) ?? 0;
    const event = { type: "leftOut", url, ...left } as const;
    if (named < this.#most) {
      this.#named.set(reason, named + 1);
      this.#report(event);
    } else {
      const { others = -1 } = this.#unnamed.get(reason) ?? {};
      this.#unnamed.set(reason, { ...event, others: others + 1 });
    }
  }

  refuse(refused: readonly Refused[]): void {
    for (const { url, ...left } of refused) this.leaveOut(url, left);
  }

  /** Reports the counts: no further page will come. */
  end(): void {
    for (const event of this.#unnamed.values()) this.#report(event);
    this.#unnamed.clear();
  }
}
