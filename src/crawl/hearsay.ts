import { setImmediate } from "node:timers/promises";
import type { Link, Page } from "../page/page.ts";
import { isFile, segmentsOf } from "./address.ts";
import type { Admission } from "./admission.ts";
import type { LeftOutReason } from "./event.ts";
import type { Frontier } from "./frontier.ts";
import type { Site } from "./site.ts";
import type { SitemapEntry } from "./sitemap.ts";
import type { PageUrl } from "./url.ts";

/** Links remembered with what came of them: a bound for sites that make them up. */
const MOST_HEARD = 50_000;

const ENTRIES_AT_ONCE = 1000;

export interface HearsayOptions {
  readonly site: Site;
  readonly frontier: Frontier;
  readonly admission: Admission;
  readonly leaveOut: (url: PageUrl, reason: LeftOutReason) => void;
}

/** How a page was heard of, as far as its place in line goes by it. */
export interface Place {
  readonly level: number;
  readonly isFeatured: boolean;
}

/** Pages heard of, from links and sitemaps: each admitted one is put in line once, and how far off it is remembered. */
export class Hearsay {
  readonly #options: HearsayOptions;
  /** Clicks from the homepage, as far as the pages taken so far tell. */
  readonly #clicks = new Map<PageUrl, number>();
  /** What came of each link, null for nothing: a site's navigation is the same on all of its pages. */
  readonly #heard = new Map<string, PageUrl | null>();

  constructor(options: HearsayOptions) {
    this.#options = options;
    this.#clicks.set(options.site.home, 0);
  }

  /** Clicks from the homepage; a guess by the path for what only a sitemap named. */
  depthOf(url: PageUrl): number {
    return this.#clicks.get(url) ?? Math.max(2, segmentsOf(url).length);
  }

  /** The homepage's links: where it speaks the language asked for, then navigation; the footer's are not featured. */
  takeHome(page: Page, language: string | undefined): void {
    const { home } = this.#options.site;
    for (const { lang, url } of page.alternates.languages)
      if (lang.toLowerCase() === language?.toLowerCase()) this.follow(url, home, { level: 1, isFeatured: true });
    const links = linksOf(page);
    for (const place of ["navigation", "content", "breadcrumb"] as const)
      for (const link of links) if (link.place === place) this.follow(link.url, home, { level: 1, isFeatured: true });
    for (const link of links) this.follow(link.url, home, { level: 1, isFeatured: false });
  }

  /** The links of a page that was taken. */
  takeLinks(page: Page, from: PageUrl, level: number): void {
    for (const { url } of linksOf(page)) this.follow(url, from, { level, isFeatured: false });
  }

  /** A part at a time: 50,000 entries take over a second, and other crawls of this process have deadlines. */
  async takeSitemap(entries: readonly SitemapEntry[]): Promise<void> {
    for (const [index, { url, alternates }] of entries.entries()) {
      if (index % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) await setImmediate();
      const own = this.hear(url, { level: 1, isFeatured: false });
      if (own !== undefined) this.#options.admission.learn(own, alternates);
    }
  }

  follow(link: string, from: PageUrl, place: Place): void {
    const url = this.hear(link, place);
    if (url === undefined) return;
    const clicks = this.depthOf(from) + 1;
    const before = this.#clicks.get(url);
    if (before === undefined || clicks < before) this.#clicks.set(url, clicks);
  }

  /** Puts a page of this site in line, or says once why not. Undefined for other sites and for files. */
  hear(link: string, place: Place): PageUrl | undefined {
    const known = this.#heard.get(link);
    if (known !== undefined) return known ?? undefined;
    const url = this.#hearFirst(link, place);
    if (this.#heard.size < MOST_HEARD) this.#heard.set(link, url ?? null);
    return url;
  }

  #hearFirst(link: string, { level, isFeatured }: Place): PageUrl | undefined {
    const { site, frontier, admission, leaveOut } = this.#options;
    const url = site.own(link);
    if (url === undefined || isFile(url)) return undefined;
    if (frontier.has(url)) return url;
    const problem = admission.problemOf(url);
    if (problem === undefined) {
      frontier.add({ url, isInScope: site.inScope(url), level, isFeatured });
      admission.hear(url);
    } else {
      frontier.claim(url);
      leaveOut(url, problem);
    }
    return url;
  }
}

/** What may be followed, `rel=next` first: it is the one way on that a book's author thought of. */
function linksOf({ robots, next, links }: Page): Pick<Link, "url" | "place">[] {
  if (!robots.follow) return [];
  const followed = links.filter(({ rel }) => !rel.includes("nofollow"));
  return next === undefined ? followed : [{ url: next, place: "navigation" }, ...followed];
}
