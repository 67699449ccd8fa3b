import type { Link, Page } from "@llmstxt-service/page";
import type { CrawlOptions } from "./options.ts";

/** Most links to one address, of different text or place, that are kept for sharing; a hostile page has thousands. */
const MAX_VARIANTS = 16;
/** Most addresses whose links are kept for sharing. */
const MAX_ADDRESSES = 50_000;

/**
 * Parts that a crawl keeps of the pages it reads, from when they are read: many wait for their turn. A site's menu stands on all of
 * its pages, and is kept once.
 */
export class Keeping {
  readonly #withText: boolean;
  readonly #links = new Map<string, Link[]>();

  constructor({ withText = true }: Pick<CrawlOptions, "withText">) {
    this.#withText = withText;
  }

  /** The page as it is kept: the same but for its text where that is not wanted. */
  kept(page: Page): Page {
    const links = page.links.map((link) => this.#shared(link));
    return { ...page, links, ...(!this.#withText && { text: "" }) };
  }

  /** The same link of an earlier page, where there is one. */
  #shared(link: Link): Link {
    const known = this.#links.get(link.url);
    if (known === undefined) {
      if (this.#links.size < MAX_ADDRESSES) this.#links.set(link.url, [link]);
      return link;
    }
    const same = known.find((other) => isSame(link, other));
    if (same === undefined && known.length < MAX_VARIANTS) known.push(link);
    return same ?? link;
  }
}

const isSame = (a: Link, b: Link): boolean =>
  a.text === b.text &&
  a.place === b.place &&
  a.heading === b.heading &&
  areAlike(a.rel, b.rel) &&
  areAlike(a.group, b.group);

const areAlike = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  a === b || (a.length === b.length && a.every((text, index) => text === b[index]));
