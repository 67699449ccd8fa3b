import { isDateAlone } from "@llmstxt-service/page/address/news";
import { type PageUrl, partsOf } from "@llmstxt-service/page/address/page-url";

/** Variants of one path by several parameters; more are combinations. With one parameter they are a site's way of naming pages. */
const MAX_VARIANTS = 50;

/** Pages that stand for a day, a month or a year; a calendar has one for each there is. */
const MAX_DATES = 12;

/** Addresses of which a site could make up as many as it likes. */
export class Variants {
  readonly #alike = new Map<string, number>();

  /** True if few enough like this one are known; it is one more from then on. */
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
