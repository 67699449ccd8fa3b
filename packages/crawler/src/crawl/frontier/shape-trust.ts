import type { Tried } from "@llmstxt-service/page/address/left-out";
import { tailOf } from "@llmstxt-service/page/site/shapes";
import type { Outcome } from "./candidate.ts";

/** Most pages of one shape under way while none is listed, and how many more each listed one allows. */
const UNPROVEN = 30;
const PROVEN_EACH = 4;

/** The same for pages that the homepage does not link to: a few samples, and many more for each that is listed. */
const SAMPLES = 3;
const SAMPLED_EACH = 16;

/** Most such pages that are likely worthless: variants of one path, other spellings, pages out of scope. */
const DOUBTED = 2;

/**
 * Most pages of a shape that may repeat others, and how many more each listed one allows; then the shape is closed as a
 * trap or a copy.
 */
const MAX_REPEATED = 8;
const REPEATED_EACH = 2;

/**
 * Most failed pages of a shape before it is closed. The number is large, since one failure says nothing about other
 * pages.
 */
const MAX_FAILED = 1_000;

/** Failed pages of a shape, and nothing else, from which its others wait until all else was asked for. */
const DEAD = 8;

interface Doubted {
  readonly shape: string;
  readonly isFeatured: boolean;
  /** True if it is likely to be a known page again. */
  readonly isDoubted: boolean;
}

interface Shaped {
  readonly shape: string;
  readonly url: string;
}

interface Record {
  underWay: number;
  listed: number;
  repeated: number;
  failed: number;
}

/**
 * Worth of the pages of each shape so far. It keeps a crawl from asking for a thousand addresses of one page:
 * a new shape is entered carefully, and one that only repeats is closed. What was not answered is no repetition.
 */
export class ShapeTrust {
  readonly #records = new Map<string, Record>();

  mayStart({ shape, isDoubted, isFeatured }: Doubted): boolean {
    const { underWay, listed } = this.#recordOf(shape);
    if (isDoubted) return underWay < DOUBTED + PROVEN_EACH * listed;
    return underWay < (isFeatured ? UNPROVEN + PROVEN_EACH * listed : SAMPLES + SAMPLED_EACH * listed);
  }

  isClosed({ shape, isDoubted }: Pick<Doubted, "shape" | "isDoubted">): boolean {
    const { repeated, listed, failed } = this.#recordOf(shape);
    return failed >= MAX_FAILED || repeated >= (isDoubted ? DOUBTED : MAX_REPEATED) + REPEATED_EACH * listed;
  }

  /** True if all of a shape's pages failed so far: dead links to what was not kept, such as the users of a forum's archive. */
  isDead({ shape }: Pick<Shaped, "shape">): boolean {
    const { listed, repeated, failed } = this.#recordOf(shape);
    return failed >= DEAD && listed + repeated === 0;
  }

  /** Outcomes of a shape's pages that were asked for. */
  triedIn(shape: string): Tried {
    const { listed, repeated, failed } = this.#recordOf(shape);
    return { listed, repeated, failed };
  }

  start(page: Shaped): void {
    for (const shape of shapesOf(page)) this.#recordOf(shape).underWay += 1;
  }

  settle(page: Shaped, outcome: Outcome): void {
    for (const shape of shapesOf(page)) {
      const record = this.#recordOf(shape);
      record.underWay -= 1;
      if (outcome !== "other") record[outcome] += 1;
    }
  }

  #recordOf(shape: string): Record {
    const record = this.#records.get(shape) ?? { underWay: 0, listed: 0, repeated: 0, failed: 0 };
    this.#records.set(shape, record);
    return record;
  }
}

/** A page counts for its shape, and for the views of its name. */
const shapesOf = ({ shape, url }: Shaped): readonly string[] => [shape, tailOf(url) ?? []].flat();
