import type { Tried } from "@llmstxt-service/page/address/left-out";
import { partsOf } from "@llmstxt-service/page/address/page-url";
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

/** Most failed pages of a shape before it is closed. A failure that may pass says nothing about other pages. */
const MAX_FAILED = 1_000;

/**
 * Missing pages of a shape, or below one folder of the root, and nothing else, from which the others wait until all else
 * was asked for.
 */
const DEAD = 8;

/**
 * Missing pages of a crawl from which such others are not asked for: half as many as are listed, and at least so many. Of
 * names that were broken by hand some are right.
 */
const MIN_MISSING = 40;
const LISTED_A_MISSING = 2;

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
  missing: number;
}

/**
 * Worth of the pages of each shape so far. It keeps a crawl from asking for a thousand addresses of one page:
 * a new shape is entered carefully, and one that only repeats is closed. What was not answered is no repetition.
 */
export class ShapeTrust {
  readonly #records = new Map<string, Record>();
  #listed = 0;
  #missing = 0;

  mayStart({ shape, isDoubted, isFeatured }: Doubted): boolean {
    const { underWay, listed } = this.#recordOf(shape);
    if (isDoubted) return underWay < DOUBTED + PROVEN_EACH * listed;
    return underWay < (isFeatured ? UNPROVEN + PROVEN_EACH * listed : SAMPLES + SAMPLED_EACH * listed);
  }

  isClosed(page: Shaped & Pick<Doubted, "isDoubted">): boolean {
    const { repeated, listed, failed } = this.#recordOf(page.shape);
    if (failed >= MAX_FAILED || repeated >= (page.isDoubted ? DOUBTED : MAX_REPEATED) + REPEATED_EACH * listed)
      return true;
    return this.#missing >= Math.max(MIN_MISSING, this.#listed / LISTED_A_MISSING) && this.isDead(page);
  }

  /** True if all pages like it were missing: dead links to what was not kept, such as the users of a forum's archive. */
  isDead({ shape, url }: Shaped): boolean {
    return [shape, rootFolderOf(url) ?? shape].some((like) => {
      const { listed, repeated, missing } = this.#recordOf(like);
      return missing >= DEAD && listed + repeated === 0;
    });
  }

  /** Outcomes of a shape's pages that were asked for. */
  triedIn(shape: string): Tried {
    const { listed, repeated, failed, missing } = this.#recordOf(shape);
    return { listed, repeated, failed: failed + missing };
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
    if (outcome === "listed") this.#listed += 1;
    if (outcome === "missing") this.#missing += 1;
  }

  #recordOf(shape: string): Record {
    const record = this.#records.get(shape) ?? { underWay: 0, listed: 0, repeated: 0, failed: 0, missing: 0 };
    this.#records.set(shape, record);
    return record;
  }
}

/** A page counts for its shape, for the views of its name, and for its folder of the root. */
const shapesOf = ({ shape, url }: Shaped): readonly string[] =>
  [shape, tailOf(url) ?? [], rootFolderOf(url) ?? []].flat();

/** Folder of the root that a page lies below: `/docs/`. */
function rootFolderOf(url: string): string | undefined {
  const { origin, folders } = partsOf(url);
  return folders.length < 2 ? undefined : `${origin}/${folders[0]}/`;
}
