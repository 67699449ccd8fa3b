// How addresses become known: by the homepage, by pages, by sitemaps; or why they are not asked for.
import type { Page } from "@llmstxt-service/page";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import type { Site } from "@llmstxt-service/page/address/site";
import { addressProblem, isTool } from "./addresses.ts";
import type { CrawlOptions } from "./event.ts";
import { withoutFragment } from "./kinds.ts";
import type { Known, Naming } from "./known.ts";
import { Languages } from "./languages.ts";
import type { LeftOut } from "./left-out.ts";
import { pagesOf } from "./markdown.ts";
import { Order } from "./order.ts";
import type { Robots } from "./robots.ts";
import type { Named } from "./sitemaps.ts";
import { Versions } from "./versions.ts";

/** Links whose addresses are remembered: some sites make up links without end. */
const MAX_LINKS = 50_000;
/** Clicks to what a page leads to that only a sitemap names. */
const FAR = 4;

export interface DiscoveryOptions {
  readonly site: Site;
  readonly robots: Robots;
  readonly home: Page;
  readonly crawl: Pick<CrawlOptions, "scope" | "language">;
  readonly isWanted: (url: string) => boolean;
  readonly places: number;
}

export class Discovery {
  readonly order: Order;
  readonly languages: Languages;
  /** Reasons against addresses that are never asked for. */
  readonly never = new Map<PageUrl, LeftOut>();
  /** Pages in the frames of the homepage, and of other pages. */
  readonly homeFrames = new Set<PageUrl>();
  readonly frames = new Set<PageUrl>();
  readonly #options: DiscoveryOptions;
  readonly #versions: Versions;
  readonly #links = new Map<string, PageUrl | undefined>();
  #menuAt = 0;

  constructor(options: DiscoveryOptions) {
    const { site, home, crawl, places } = options;
    this.#options = options;
    this.order = new Order(places);
    const has = (url: string) => this.order.known.has(url);
    this.languages = new Languages(home, has, crawl.language);
    this.#versions = new Versions(site.home, has);
  }

  /** What languages and versions there are is looked at again. */
  survey(): void {
    this.languages.survey();
    this.#versions.survey();
  }

  /** A link's address on this site: menus stand on every page, and are parsed once. */
  own = (link: string): PageUrl | undefined => {
    if (this.#links.has(link)) return this.#links.get(link);
    const own = this.#options.site.own(link);
    if (this.#links.size < MAX_LINKS) this.#links.set(link, own);
    return own;
  };

  /** Takes in the links of the homepage, or of what stands in its frames: where they stand is their rank. */
  addHome(page: Page): void {
    this.#addVersions(page);
    const isFrames = page.signals.frames > 0;
    for (const { url, rel, place, group } of page.links) {
      if (!page.robots.follow || rel.includes("nofollow")) {
        this.refuse(url, { reason: "nofollow" });
        continue;
      }
      const at = this.#menuAt++;
      const where = place === "navigation" ? { menu: at, group } : place === "content" ? { home: at } : {};
      const known = this.name(url, { depth: 1, ...where });
      if (isFrames && known !== undefined) this.homeFrames.add(known.url);
    }
    this.#addNext(page, 1);
  }

  /** Takes in the links of another page, in their order. */
  follow(page: Page, from: Known): void {
    if (this.homeFrames.has(from.url)) this.addHome(page);
    else this.#followLinks(page, from);
  }

  #followLinks(page: Page, from: Known): void {
    this.#addVersions(page);
    const depth = from.depth < Infinity ? from.depth + 1 : FAR;
    const naming: Naming = page.signals.frames > 0 ? from : { depth };
    for (const { url, rel } of page.links)
      if (!page.robots.follow || rel.includes("nofollow")) this.refuse(url, { reason: "nofollow" });
      else {
        const known = this.name(url, naming);
        if (page.signals.frames > 0 && known !== undefined) this.frames.add(known.url);
      }
    this.#addNext(page, depth);
  }

  #addNext({ next, robots }: Page, depth: number): void {
    if (next !== undefined && robots.follow) this.name(next, { depth });
  }

  addNamed(named: readonly Named[]): void {
    for (const { url, languages = [] } of named) {
      this.name(url, { depth: Infinity });
      if (languages.length > 0) this.#addLanguages(url, languages);
    }
  }

  #addVersions({ url, alternates: { languages } }: Page): void {
    if (languages.length > 0) this.#addLanguages(this.own(url) ?? url, languages);
  }

  #addLanguages(url: string, languages: Page["alternates"]["languages"]): void {
    const own = languages.map((one) => ({ lang: one.lang, url: this.own(one.url) ?? one.url }));
    this.languages.name(url, own);
    // Each version that a page names is met, and accounted for.
    for (const one of own) if (this.languages.otherThan(one.url) !== undefined) this.name(one.url, { depth: Infinity });
  }

  /** Takes in an address that was named, or why it is not asked for. */
  name(link: string, naming: Naming): Known | undefined {
    const { site } = this.#options;
    const url = this.own(link.includes("#") ? withoutFragment(link) : link);
    if (url === undefined) return undefined;
    const known = this.order.known.get(url);
    // A tool of the menu is read when nothing better waits.
    if (known !== undefined) return known.isTool ? known : this.order.add(url, naming);
    const refusal = this.refusal(url);
    if (refusal !== undefined) {
      this.refuse(url, refusal);
      return undefined;
    }
    this.languages.meet(url);
    this.#versions.meet(url);
    this.never.delete(url);
    return this.order.add(url, isTool(url) ? { depth: Infinity } : naming, site.inScope(url));
  }

  refuse(link: string, why: LeftOut): void {
    const url = this.own(link);
    if (url !== undefined && !this.order.known.has(url) && !this.never.has(url)) this.never.set(url, why);
  }

  /** Reasons against an address by itself. */
  refusal(url: PageUrl): LeftOut | undefined {
    const { site, robots, isWanted, crawl } = this.#options;
    const problem = addressProblem(url);
    if (problem === "file") return { reason: problem };
    if (!robots.allows(url)) return { reason: "robots" };
    if (problem !== undefined) return { reason: problem };
    if (!isWanted(url)) return { reason: "excluded" };
    return crawl.scope === "path" && !site.inScope(url) ? { reason: "out of scope" } : undefined;
  }

  /** True for a page in another language than the one that is listed. */
  isForeign(url: PageUrl, page: Page): boolean {
    return this.languages.otherThan(url) !== undefined || this.languages.isForeign(page);
  }

  /** Reasons against an address beside the others that are known. */
  objection({ url }: Known): LeftOut | undefined {
    const page = pagesOf(url).find((one) => this.order.known.has(one));
    if (page !== undefined) return { reason: "markdown version", of: page };
    const own = this.languages.otherThan(url);
    if (own !== undefined) return { reason: "other language", ...(own !== "" && { of: own }) };
    return this.#versions.isOther(url) ? { reason: "older version" } : undefined;
  }
}
