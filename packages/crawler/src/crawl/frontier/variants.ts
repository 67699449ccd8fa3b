import { isDateAlone } from "@llmstxt-service/page/address/news";
import { type PageUrl, partsOf } from "@llmstxt-service/page/address/page-url";

/**
 * Most variants of one path by several parameters; more are combinations. With a single parameter there is no limit: it
 * may name pages.
 */
const MAX_VARIANTS = 50;

/** Most pages that stand for a day, a month or a year; a calendar has no end of them. */
const MAX_DATES = 12;

/** Counts addresses of kinds that a site can make up without end. */
export class Variants {
  readonly #alike = new Map<string, number>();

  /** True if few enough addresses like this one are known; counts it then. */
  hasRoomFor(url: PageUrl): boolean {
    const { origin, pathname, search } = partsOf(url);
    const isDate = isDateAlone(url);
    if (!isDate && !search.includes("&")) return true;
    const kind = isDate ? "dates" : origin + pathname;
    const alike = this.#alike.get(kind) ?? 0;
    this.#alike.set(kind, alike + 1);
    return alike < (isDate ? MAX_DATES : MAX_VARIANTS);
  }
}
