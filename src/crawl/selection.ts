import type { Page } from "../page/page.ts";
import type { Objection } from "./admission.ts";
import type { CrawledPage } from "./crawled-page.ts";
import type { PageUrl } from "./url.ts";

/** The pages of the result. */
export class Selection {
  readonly #pages: CrawledPage[] = [];
  readonly #urls = new Set<PageUrl>();
  readonly #byContent = new Map<string, PageUrl>();

  get pages(): readonly CrawledPage[] {
    return this.#pages;
  }

  has(url: PageUrl): boolean {
    return this.#urls.has(url);
  }

  add(page: CrawledPage): void {
    this.#pages.push(page);
    this.#urls.add(page.url);
    const key = contentKey(page.page);
    if (!this.#byContent.has(key)) this.#byContent.set(key, page.url);
  }

  /** What its own words say against listing a page that was read. */
  objectionTo(page: Page): Objection | undefined {
    if (page.signals.marks.includes("error-page")) return { reason: "error page" };
    if (!page.robots.index) return { reason: "noindex" };
    const same = this.#byContent.get(contentKey(page));
    return same === undefined ? undefined : { reason: "duplicate", of: same };
  }
}

/**
 * Equal main text and equal title. Templates leave pages of which only the title differs (empty categories, stubs to be
 * written): those are pages that the site keeps apart.
 */
const contentKey = ({ contentDigest, title }: Page): string => `${contentDigest} ${title}`;
