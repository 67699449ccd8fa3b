// Lists that arrange again what other pages lead to, told by where their links lead. Pure.
import type { Known, Spot } from "./known.ts";
import type { Order } from "./order.ts";
import type { Placed } from "./visit.ts";

/** Least share of a list's leads that no other shelf leads to, and the homepage does not; a facet has fewer. */
const FRESH = 0.34;
/** Share of a shelf's pages that are facets, from which on all of them are, and least number. */
const [ALIKE, LEAST] = [0.6, 2];

/** A page that was read, and the pages of other shelves to which it leads. */
interface Lead {
  readonly url: string;
  readonly shelf: string;
  readonly isListLike: boolean;
  readonly away: readonly Known[];
}

export class Facets {
  readonly #order: Order;
  readonly #shelves = new Map<string, Lead[]>();
  /** Links of the last page of each shelf: what the next one has as well is a menu. */
  readonly #before = new Map<string, ReadonlySet<Spot>>();
  #last: ReadonlySet<Spot> | undefined;

  constructor(order: Order) {
    this.#order = order;
  }

  /** Pages that a page itself leads to: menus, and what the page before it has as well, are none. */
  leadsOf({ known: from, seen, spots }: Placed): readonly Known[] {
    const shelf = from.shelf.name;
    const before = this.#before.get(shelf) ?? this.#last;
    const all = new Set<Spot>();
    const leads: Known[] = [];
    for (const [at, spot] of spots.entries()) {
      if (spot === undefined || all.has(spot)) continue;
      all.add(spot);
      const { known } = spot;
      if (seen.page.links[at]?.place !== "content" || before?.has(spot) || known === undefined) continue;
      if (known !== from && known.menu === Infinity) leads.push(known);
    }
    this.#before.set(shelf, all);
    this.#last = all;
    for (const one of leads) this.#order.led(one, shelf);
    return leads;
  }

  /** Remembers where a page leads. @returns true if it arranges again what others lead to, as far as is known */
  add({ url, shelf: { name: shelf } }: Known, leads: readonly Known[], isListLike: boolean): boolean {
    const away = leads.filter((to) => to.shelf.name !== shelf && !to.isSuspect);
    const lead = { url, shelf, isListLike, away };
    const beside = this.#shelves.get(shelf);
    if (beside === undefined) this.#shelves.set(shelf, [lead]);
    else beside.push(lead);
    return isFacet(lead);
  }

  /** The facets among the pages that were read, where most of their neighbours are some, too. */
  all(): readonly string[] {
    return [...this.#shelves].flatMap(([shelf, pages]) => {
      if (shelf === "" || pages.length < LEAST) return [];
      const facets = pages.filter((one) => isFacet(one));
      const areAlike = facets.length >= LEAST && facets.length >= pages.length * ALIKE;
      return areAlike ? facets.map(({ url }) => url) : [];
    });
  }
}

function isFacet({ shelf, isListLike, away }: Lead): boolean {
  if (!isListLike || away.length === 0) return false;
  const isFresh = ({ menu, home, namedBy }: Known) =>
    Math.min(menu, home) === Infinity && namedBy.every((by) => by === shelf);
  return away.filter(isFresh).length < away.length * FRESH;
}
