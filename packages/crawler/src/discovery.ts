// Collects addresses from the homepage, pages and sitemaps, and the reasons not to request some.
import { setImmediate } from "node:timers/promises";
import type { Link, Page } from "@llmstxt-service/page";
import { pathFilter } from "@llmstxt-service/page/address/globs";
import { type PageUrl, withoutFragment } from "@llmstxt-service/page/address/page-url";
import { addressProblem, isTool } from "./addresses.ts";
import { Languages, Versions } from "./editions.ts";
import { clicksTo, type KnownAddress, type Mention } from "./known.ts";
import type { LeftOut } from "./left-out.ts";
import { pagesOf } from "./markdown.ts";
import { Order } from "./order.ts";
import type { SitemapPage } from "./sitemaps.ts";
import type { CrawlStart } from "./start.ts";
import { shapeOf } from "./texts.ts";

/** Most links that are remembered: some sites generate links without end. */
const MAX_LINKS = 50_000;
/** After this many pages of one shape whose text differs only in numbers the others are not requested. */
const TRAP = 3;
/** Addresses of sitemaps that are added in one turn of the event loop: a sitemap may name 50,000. */
const A_TURN = 1_000;

export class Discovery {
  readonly order: Order;
  readonly languages: Languages;
  /** Addresses that are refused by themselves: they never become known. */
  readonly refused = new Map<PageUrl, LeftOut>();
  readonly #start: CrawlStart;
  readonly #versions: Versions;
  readonly #isWanted: (url: string) => boolean;
  /** Number of pages whose text differs from others only in numbers, by the shape of their addresses. */
  readonly #traps = new Map<string, number>();
  /** Addresses by links as written, cached since every page repeats the menu's links. */
  readonly #own = new Map<string, PageUrl | null>();
  #homeAt = 0;

  constructor(start: CrawlStart) {
    const { site, home, options, places } = start;
    this.#start = start;
    this.order = new Order(site, places);
    this.#isWanted = pathFilter(options.include ?? [], options.exclude ?? []);
    const isKnown = (url: string) => this.order.known.has(url);
    this.languages = new Languages(home.page, isKnown, options.language);
    this.#versions = new Versions(site.home, isKnown);
    this.languages.meet(site.home);
  }

  /** Determines the site's languages and versions again. */
  survey(): void {
    this.languages.survey();
    this.#versions.survey();
  }

  /** A link's address on this site. */
  ownOf(link: string): PageUrl | undefined {
    const spelling = withoutFragment(link);
    const known = this.#own.get(spelling);
    if (known !== undefined) return known ?? undefined;
    const own = this.#start.site.own(spelling);
    if (this.#own.size < MAX_LINKS) this.#own.set(spelling, own ?? null);
    return own;
  }

  /** Adds a page's links, in their order; on the homepage and in its frames their place decides their rank. */
  follow(page: Page, from: KnownAddress): void {
    const isHome = from.depth === 0 || from.frame === "home";
    const depth = clicksTo(from) + 1;
    const isFrames = page.signals.frames > 0;
    this.#addLanguages(page.url, page.alternates.languages);
    for (const link of page.links) {
      const url = this.ownOf(link.url);
      if (url === undefined) continue;
      const isFollowed = page.robots.follow && !link.rel.includes("nofollow");
      // Pages in frames stand in the place of the page that shows them.
      const known = isFollowed
        ? this.name(url, isHome ? this.#placeOf(link) : isFrames ? from : { depth })
        : this.#refuse(url, { reason: "nofollow" });
      if (known === undefined) continue;
      this.order.linked(known, from);
      if (isFrames) known.frame = isHome ? "home" : "page";
    }
    const next = page.robots.follow ? this.ownOf(page.next ?? "") : undefined;
    if (next !== undefined) this.name(next, { depth });
  }

  #placeOf({ place, group = [], text }: Link): Mention {
    const at = this.#homeAt++;
    // The number of a further page is no entry of a menu.
    if (/^[\d\s«»‹›<>…]+$/.test(text)) return { depth: 1 };
    if (place === "navigation") return { depth: 1, menu: at, group };
    return place === "content" ? { depth: 1, home: at } : { depth: 1 };
  }

  /** Adds what sitemaps name, and lets others of the process go on in between. */
  async addNamed(named: readonly SitemapPage[]): Promise<void> {
    let added = 0;
    for (const { url, languages = [] } of named) {
      this.name(url, { depth: Infinity });
      this.#addLanguages(url, languages);
      added += 1 + languages.length;
      if (added > A_TURN) {
        added = 0;
        await setImmediate();
      }
    }
  }

  #addLanguages(url: string, languages: Page["alternates"]["languages"]): void {
    if (languages.length === 0) return;
    const own = languages.map((one) => ({ lang: one.lang, url: this.ownOf(one.url) ?? one.url }));
    this.languages.name(this.ownOf(url) ?? url, own);
    // Every translation that a page names becomes known, and gets an outcome.
    for (const one of languages) {
      const version = this.ownOf(one.url);
      if (version !== undefined && this.languages.objection(version)) this.name(version, { depth: Infinity });
    }
  }

  /** Adds an address, or more knowledge of it, or records why it is refused. */
  name(url: PageUrl, mention: Mention): KnownAddress | undefined {
    const known = this.order.known.get(url);
    if (known === undefined) {
      const refusal = this.refusal(url);
      if (refusal !== undefined) return this.#refuse(url, refusal);
      this.languages.meet(url);
      this.#versions.meet(url);
      this.refused.delete(url);
    }
    // A log-in, cart or search page is read when nothing better waits, even if the menu names it.
    return this.order.add(url, (known?.isTool ?? isTool(url)) ? { depth: Infinity } : mention);
  }

  #refuse(url: PageUrl, why: LeftOut): undefined {
    if (!this.order.known.has(url) && !this.refused.has(url)) this.refused.set(url, why);
  }

  /** Requests an address next, in place of the page that leads there. */
  urge(url: PageUrl, from: KnownAddress): void {
    this.order.urge(this.name(url, from));
  }

  /** Reason to refuse an address by itself. */
  refusal(url: PageUrl): LeftOut | undefined {
    const { site, robots, options } = this.#start;
    const problem = addressProblem(url);
    if (problem === "file") return { reason: problem };
    if (!robots.allows(url)) return { reason: "robots" };
    if (problem !== undefined) return { reason: problem };
    if (!this.#isWanted(url)) return { reason: "excluded" };
    return options.scope === "path" && !site.inScope(url) ? { reason: "out of scope" } : undefined;
  }

  /** Counts a page whose text differs from others only in numbers. */
  meetTrap(url: PageUrl): void {
    const shape = shapeOf(url);
    this.#traps.set(shape, (this.#traps.get(shape) ?? 0) + 1);
  }

  /** Reason to refuse an address in view of the other known ones. */
  objection({ url }: KnownAddress): LeftOut | undefined {
    if (this.#start.options.only !== undefined) return undefined;
    if (this.#traps.size > 0 && (this.#traps.get(shapeOf(url)) ?? 0) >= TRAP) return { reason: "trap" };
    const page = pagesOf(url).find((one) => this.order.known.has(one));
    if (page !== undefined) return { reason: "markdown version", of: page };
    return this.languages.objection(url) ?? this.#versions.objection(url);
  }
}
