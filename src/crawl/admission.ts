import type { Page } from "../page/page.ts";
import { addressProblem } from "./address.ts";
import type { LeftOutReason } from "./event.ts";
import { pathFilter } from "./globs.ts";
import { Languages } from "./languages.ts";
import type { CrawlOptions } from "./options.ts";
import type { Robots } from "./robots.ts";
import type { Site } from "./site.ts";
import type { SitemapEntry } from "./sitemap.ts";
import type { PageUrl } from "./url.ts";
import { Versions } from "./versions.ts";

/** Why a page is not listed, and which page stands for it. */
export interface Objection {
  readonly reason: LeftOutReason;
  readonly of?: string;
}

export interface AdmissionOptions {
  readonly site: Site;
  readonly robots: Robots;
  readonly home: Page;
  readonly crawl: Pick<CrawlOptions, "scope" | "include" | "exclude" | "language">;
}

/** Which addresses are worth asking for. What it says of one may change as more of the site is known. */
export class Admission {
  readonly #site: Site;
  readonly #robots: Robots;
  readonly #isWholeDomain: boolean;
  readonly #isWanted: (url: string) => boolean;
  readonly #languages: Languages;
  readonly #versions: Versions;

  constructor({ site, robots, home, crawl }: AdmissionOptions) {
    this.#site = site;
    this.#robots = robots;
    this.#isWholeDomain = crawl.scope !== "path";
    this.#isWanted = pathFilter(crawl.include ?? [], crawl.exclude ?? []);
    this.#languages = new Languages(site, home, crawl.language);
    this.#versions = new Versions(site.home);
  }

  /** What speaks against an address by itself. */
  problemOf(url: PageUrl): LeftOutReason | undefined {
    if (!this.#isWholeDomain && !this.#site.inScope(url)) return "out of scope";
    if (!this.#isWanted(url)) return "excluded";
    if (!this.#robots.allows(url)) return "robots";
    return addressProblem(url);
  }

  /** What speaks against an address beside the others that are known: it is one of those again. */
  repeats(url: PageUrl, isKnown: (url: PageUrl) => boolean): Objection | undefined {
    const translation = this.#languages.translationOf(url, isKnown);
    if (translation !== undefined) return objection("other language", translation);
    const isKnownHere = (other: string) => {
      const own = this.#site.own(other);
      return own !== undefined && own !== url && isKnown(own);
    };
    const better = this.#versions.betterVersionOf(url, isKnownHere);
    return better === undefined ? undefined : objection("older version", better);
  }

  /** Every address that joins the known ones is to be told here. */
  hear(url: PageUrl): void {
    this.#versions.hear(url);
  }

  /** Takes in what a page or a sitemap says about a page's versions in other languages. */
  learn(url: string, alternates: SitemapEntry["alternates"]): void {
    if (alternates.length > 0) this.#languages.learn(url, alternates);
  }

  isForeign(url: PageUrl, page: Page): boolean {
    return this.#languages.isForeign(url, page);
  }
}

const objection = (reason: LeftOutReason, of: string): Objection => (of === "" ? { reason } : { reason, of });
