import type { Page } from "../page/page.ts";
import type { CrawledPage } from "./crawled-page.ts";
import type { LeftOutReason } from "./event.ts";
import type { Site } from "./site.ts";
import type { PageUrl } from "./url.ts";

/** Why a page that was read is not listed, and which page stands for it. */
export interface Objection {
  readonly reason: LeftOutReason;
  readonly of?: string;
}

/** Texts shorter than this say too little to tell that two pages are one; their titles must agree too. */
const TELLING_CHARACTERS = 200;

/** The pages of the result, and what keeps a page out of it once it was read. */
export class Selection {
  readonly #site: Site;
  readonly #pages: CrawledPage[] = [];
  readonly #urls = new Set<PageUrl>();
  readonly #byContent = new Map<string, PageUrl>();

  constructor(site: Site) {
    this.#site = site;
  }

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

  /** Undefined for a page to list. */
  objectionTo(url: PageUrl, page: Page): Objection | undefined {
    if (page.signals.marks.includes("error-page")) return { reason: "error page" };
    if (!page.robots.index) return { reason: "noindex" };
    const same = this.#byContent.get(contentKey(page));
    if (same !== undefined) return { reason: "duplicate", of: same };
    const canonical = page.canonical === undefined ? undefined : this.#site.own(page.canonical);
    if (canonical !== undefined && canonical !== url && canonical !== this.#site.home && this.#urls.has(canonical))
      return { reason: "canonical elsewhere", of: canonical };
    return undefined;
  }
}

function contentKey({ contentDigest, text, title }: Page): string {
  return text.length < TELLING_CHARACTERS ? `${contentDigest} ${title}` : contentDigest;
}
