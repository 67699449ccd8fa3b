import type { Tried } from "@llmstxt-service/page/address/left-out";
import type { Outcome } from "./candidate.ts";

/** Number of pages of a folder that may be asked for before any of them proved worth it; each that did allows more. */
const UNPROVEN = 16;
const PROVEN_EACH = 4;

/** The same where pages are likely to be worth nothing: variants of one path, other spellings, what lies out of scope. */
const DOUBTED = 2;

/** A folder whose pages answered and gave nothing this much oftener than not is closed: a trap, or a copy. */
const MAX_REPEATED = 8;
const REPEATED_EACH = 2;

/** A failure says nothing of the pages beside it. So many in one folder are more than the largest crawl has places. */
const MAX_FAILED = 1_000;

interface Doubted {
  readonly folder: string;
  /** True if it is likely to be a known page again. */
  readonly isDoubted: boolean;
}

interface Record {
  underWay: number;
  listed: number;
  repeated: number;
  failed: number;
}

/**
 * Worth of one folder's pages so far. It keeps a crawl from asking for a thousand addresses of one page:
 * a new folder is entered carefully, and one that only repeats is closed. What was not answered is no repetition.
 */
export class FolderTrust {
  readonly #records = new Map<string, Record>();

  mayStart({ folder, isDoubted }: Doubted): boolean {
    const { underWay, listed } = this.#recordOf(folder);
    return underWay < (isDoubted ? DOUBTED : UNPROVEN) + PROVEN_EACH * listed;
  }

  isClosed({ folder, isDoubted }: Doubted): boolean {
    const { repeated, listed, failed } = this.#recordOf(folder);
    return failed >= MAX_FAILED || repeated >= (isDoubted ? DOUBTED : MAX_REPEATED) + REPEATED_EACH * listed;
  }

  /** Outcomes of a folder's pages that were asked for. */
  triedIn(folder: string): Tried {
    const { listed, repeated, failed } = this.#recordOf(folder);
    return { listed, repeated, failed };
  }

  start(folder: string): void {
    this.#recordOf(folder).underWay += 1;
  }

  settle(folder: string, outcome: Outcome): void {
    const record = this.#recordOf(folder);
    record.underWay -= 1;
    if (outcome !== "other") record[outcome] += 1;
  }

  #recordOf(folder: string): Record {
    const record = this.#records.get(folder) ?? { underWay: 0, listed: 0, repeated: 0, failed: 0 };
    this.#records.set(folder, record);
    return record;
  }
}
