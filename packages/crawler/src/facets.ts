// Lists that arrange again what other pages lead to, told by where their links lead. Pure.
import type { Page } from "@llmstxt-service/page";
import { isSuspect } from "./addresses.ts";
import { withoutFragment } from "./kinds.ts";
import { type Order, shelfOf } from "./order.ts";

/** Least share of a list's leads that no other shelf leads to, and the homepage does not; a facet has fewer. */
const FRESH = 0.34;
/** Share of a shelf's pages that are facets, from which on all of them are, and least number. */
const [ALIKE, LEAST] = [0.6, 2];

/** A page that was read, and the pages of the site that it leads to. */
interface Lead {
  readonly url: string;
  readonly shelf: string;
  readonly isListLike: boolean;
  /** Those on other shelves. */
  readonly away: readonly string[];
}

export class Facets {
  readonly #order: Order;
  readonly #shelves = new Map<string, Lead[]>();
  /** Links of the last page of each shelf: what the next one has as well is a menu. */
  readonly #before = new Map<string, ReadonlySet<string>>();
  #last: ReadonlySet<string> | undefined;

  constructor(order: Order) {
    this.#order = order;
  }

  /**
   * Pages that a page itself leads to: menus, and what the page before it has as well, are none.
   * @param own gives a link's address on the site
   */
  leadsOf(url: string, { links }: Page, own: (link: string) => string | undefined): readonly string[] {
    const shelf = shelfOf(url);
    const before = this.#before.get(shelf) ?? this.#last;
    const all = new Set<string>();
    const leads = new Set<string>();
    for (const { url: link, place } of links) {
      const to = withoutFragment(link);
      if (all.has(to)) continue;
      all.add(to);
      if (place !== "content" || before?.has(to)) continue;
      const found = own(to);
      if (found !== undefined && found !== url && this.#order.known.has(found) && !this.#order.isInMenu(found))
        leads.add(found);
    }
    this.#before.set(shelf, all);
    this.#last = all;
    for (const to of leads) this.#order.led(to, shelf);
    return [...leads];
  }

  /** Remembers where a page leads. @returns true if it arranges again what others lead to, as far as is known */
  add(url: string, leads: readonly string[], isListLike: boolean): boolean {
    const shelf = shelfOf(url);
    const away = leads.filter((to) => shelfOf(to) !== shelf && !isSuspect(to));
    const lead = { url, shelf, isListLike, away };
    const beside = this.#shelves.get(shelf);
    if (beside === undefined) this.#shelves.set(shelf, [lead]);
    else beside.push(lead);
    return this.#isFacet(lead);
  }

  /** The facets among the pages that were read, where most of their neighbours are some, too. */
  all(): readonly string[] {
    return [...this.#shelves].flatMap(([shelf, pages]) => {
      if (shelf === "" || pages.length < LEAST) return [];
      const facets = pages.filter((one) => this.#isFacet(one));
      const areAlike = facets.length >= LEAST && facets.length >= pages.length * ALIKE;
      return areAlike ? facets.map(({ url }) => url) : [];
    });
  }

  #isFacet({ shelf, isListLike, away }: Lead): boolean {
    if (!isListLike || away.length === 0) return false;
    const fresh = away.filter((to) => {
      const namedBy = this.#order.known.get(to)?.namedBy ?? [];
      return !this.#order.isNamed(to) && [...namedBy].every((by) => by === shelf);
    });
    return fresh.length < away.length * FRESH;
  }
}
