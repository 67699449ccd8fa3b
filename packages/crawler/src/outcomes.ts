// Lists pages and leaves them out, and reports it: each address that a crawl comes to know has one outcome.

import type { Link } from "@llmstxt-service/page";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import { clip } from "@llmstxt-service/page/text";
import type { CrawlEvent, CrawledPage } from "./event.ts";
import type { LeftOut, LeftOutReason } from "./left-out.ts";
import type { Placed } from "./visit.ts";

/** Clicks of a page that only a sitemap names. */
const FAR = 3;
/** Characters of text and links that all pages keep together; what comes later is kept without them. */
const MAX_KEPT = 200_000_000;
const MAX_LINKS = 50_000;

export interface OutcomesOptions {
  readonly report: (event: CrawlEvent) => void;
  readonly inScope: (url: PageUrl) => boolean;
  /** True if the pages were given: then each says its place in the list. */
  readonly isGiven: boolean;
  /** Names every address that was never asked for, not only the first of each reason. */
  readonly namesAll: boolean;
  /** Most characters of a page's text that are kept. */
  readonly textKept: number;
}

export class Outcomes {
  readonly pages = new Map<PageUrl, CrawledPage>();
  /** Addresses of which it is decided what becomes of them. */
  readonly settled = new Set<string>();
  readonly #options: OutcomesOptions;
  readonly #links = new Map<string, Link>();
  #kept = 0;

  constructor(options: OutcomesOptions) {
    this.#options = options;
  }

  /** @param waiting addresses that are known and were not asked for */
  list({ known, url, seen }: Placed, waiting: number): CrawledPage {
    const { report, inScope, isGiven, textKept } = this.#options;
    const { kept, markdownError } = seen;
    const { text } = seen.page;
    const links = seen.page.links.map((link) => this.#shared(link));
    const page = { ...seen.page, text: text.length > textKept ? clip(text, textKept) : text, links };
    const depth = known.depth < Infinity ? known.depth : FAR;
    const { validators, rung, bytes, markdown } = kept;
    this.#kept += page.text.length + (markdown?.length ?? 0) + 100 * page.links.length;
    const crawled: CrawledPage = {
      url,
      page: this.#kept > MAX_KEPT ? { ...page, text: "", links: [] } : page,
      depth,
      inScope: inScope(url),
      ...(isGiven && { turn: this.pages.size }),
      validators,
      rung,
      bytes,
      ...(markdown !== undefined && { markdown }),
    };
    this.pages.set(url, crawled);
    this.settled.add(url);
    if (markdownError !== undefined) report({ type: "markdownFailed", url, error: markdownError });
    report({ type: "page", page: crawled, done: this.pages.size, waiting });
    return crawled;
  }

  /** Menus stand on every page: a link of theirs is kept once. */
  #shared(link: Link): Link {
    const known = this.#links.get(link.url);
    if (known === undefined && this.#links.size < MAX_LINKS) this.#links.set(link.url, link);
    const { text, place, heading, rel, group = [] } = known ?? link;
    const isSame =
      link.text === text && link.place === place && link.heading === heading && link.rel.length === rel.length;
    return known !== undefined && isSame && `${link.group ?? []}` === `${group}` && `${link.rel}` === `${rel}`
      ? known
      : link;
  }

  /** A page that was listed, too, may turn out to be none. */
  leaveOut(url: PageUrl, why: LeftOut): void {
    this.pages.delete(url);
    this.settled.add(url);
    this.#options.report({ type: "leftOut", url, ...this.#checked(why) });
  }

  /** A reason names a page that is listed, or none. */
  #checked({ of, ...why }: LeftOut): LeftOut {
    const isListed = of !== undefined && (why.reason === "redirect" || this.pages.has(of as PageUrl));
    return isListed ? { ...why, of } : why;
  }

  /** Reports every address that was named and never asked for, by its reason. */
  tellRest(rest: ReadonlyMap<PageUrl, LeftOut>): void {
    const groups = new Map<LeftOutReason, (readonly [PageUrl, LeftOut])[]>();
    for (const [url, why] of rest) {
      if (this.settled.has(url)) continue;
      const group = groups.get(why.reason);
      if (group === undefined) groups.set(why.reason, [[url, why]]);
      else group.push([url, why]);
    }
    for (const group of groups.values()) {
      const told = this.#options.namesAll ? group : group.slice(0, 1);
      const others = group.length - told.length;
      for (const [url, why] of told)
        this.#options.report({ type: "leftOut", url, ...this.#checked(why), ...(others > 0 && { others }) });
    }
  }
}
