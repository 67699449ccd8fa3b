import type { Site, SiteCounts, Sites } from "../protocol/types.ts";
import type { ListPlace } from "./list-place.ts";
import { type Asked, troubleOf } from "./query.ts";
import { changedSites, listSites } from "./sites.ts";

/** The rows shown so far, and what is known of all sites. */
export interface SiteRows {
  readonly sites: readonly Site[];
  readonly total: number;
  /** True if `total` and `counts` are exact and of this moment. */
  readonly isExact: boolean;
  readonly counts: SiteCounts;
  readonly next: string | null;
}

/** Rows asked for when somebody scrolls on, and the most that one request gives. */
const PAGE = 50;
const MOST = 500;

/** So many rows are read anew when something changed; of more, only those that changed. */
const FEW = 100;

const ANSWER_MS = 15_000;

/**
 * Reads one list: its first rows, then a page each time somebody scrolls on, then what changed. One request after the
 * other, so that no answer overtakes another.
 */
export class ListReader {
  readonly #place: ListPlace;
  readonly #show: (asked: Asked<SiteRows>) => void;
  readonly #leaving = new AbortController();
  #rows: SiteRows | undefined;
  #since: string | undefined;
  #turn: Promise<void> = Promise.resolve();
  #isReadingOn = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(place: ListPlace, show: (asked: Asked<SiteRows>) => void) {
    this.#place = place;
    this.#show = show;
  }

  /** Reads so many rows anew, at least a page; then keeps up with what changes. */
  open(rows: number): void {
    void this.#inTurn((signal) => this.#first(rows, signal)).then(() => this.#wait());
  }

  /** After somebody changed something. */
  refresh(): void {
    void this.#inTurn((signal) => this.#first(this.#rows?.sites.length ?? 0, signal));
  }

  /** The next page; asked for again while it is read, nothing happens. */
  readOn(): void {
    if (!this.#rows?.next || this.#isReadingOn) return;
    this.#isReadingOn = true;
    void this.#inTurn(async (signal) => {
      // Of this turn: the one before may have read the list anew.
      const rows = this.#rows;
      if (!rows?.next) return rows ?? this.#first(PAGE, signal);
      return rowsOf(await listSites(this.#place, { cursor: rows.next, limit: PAGE }, signal), rows.sites);
    }).finally(() => {
      this.#isReadingOn = false;
    });
  }

  close(): void {
    this.#leaving.abort();
    clearTimeout(this.#timer);
  }

  #inTurn(read: (signal: AbortSignal) => Promise<SiteRows>): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      const leaving = this.#leaving.signal;
      if (leaving.aborted) return;
      try {
        const rows = await read(AbortSignal.any([leaving, AbortSignal.timeout(ANSWER_MS)]));
        if (!leaving.aborted && rows !== this.#rows) this.#show({ type: "there", value: rows, isOld: false });
        this.#rows = rows;
      } catch (thrown) {
        if (leaving.aborted) return;
        const trouble = troubleOf(thrown);
        // Rows that are there stay; the next turn asks again.
        if (this.#rows === undefined) this.#show({ type: "refused", ...trouble });
      }
    });
    return this.#turn;
  }

  async #first(wanted: number, signal: AbortSignal): Promise<SiteRows> {
    const { since } = await changedSites(undefined, signal);
    let rows = rowsOf(await listSites(this.#place, { limit: Math.min(MOST, Math.max(PAGE, wanted)) }, signal), []);
    while (rows.sites.length < wanted && rows.next !== null) {
      const limit = Math.min(MOST, wanted - rows.sites.length);
      rows = rowsOf(await listSites(this.#place, { cursor: rows.next, limit }, signal), rows.sites);
    }
    this.#since = since;
    return rows;
  }

  /** Costs the same however many sites there are. */
  async #look(signal: AbortSignal): Promise<SiteRows> {
    const rows = this.#rows;
    if (rows === undefined || this.#since === undefined) return this.#first(PAGE, signal);
    const { since, sites, isAll } = await changedSites(this.#since, signal);
    const isFew = rows.sites.length <= FEW;
    if (!isAll || (isFew && sites.length > 0)) return this.#first(rows.sites.length, signal);
    this.#since = since;
    if (sites.length === 0) return rows;
    const news = new Map(sites.map((site) => [site.id, site]));
    const { counts, total, counted } = await listSites(this.#place, { limit: 1 }, signal);
    const shown = rows.sites.map((site) => news.get(site.id) ?? site);
    return { ...rows, counts, total, isExact: counted.isExact, sites: shown };
  }

  #wait(): void {
    if (this.#leaving.signal.aborted) return;
    this.#timer = setTimeout(() => {
      if (document.hidden) return this.#wait();
      void this.#inTurn((signal) => this.#look(signal)).then(() => this.#wait());
    }, secondsUntilNext(this.#rows) * 1000);
  }
}

function secondsUntilNext(rows: SiteRows | undefined): number {
  const has = (status: Site["status"]) => rows?.sites.some((site) => site.status === status) === true;
  if (has("crawling")) return 5;
  return has("due") ? 10 : 30;
}

/** A page behind the rows before it; a site that moved meanwhile is shown once. */
function rowsOf({ items, total, counts, next, counted }: Sites, before: readonly Site[]): SiteRows {
  const known = new Set(before.map(({ id }) => id));
  const sites = before.length === 0 ? items : [...before, ...items.filter(({ id }) => !known.has(id))];
  return { sites, total, counts, next, isExact: counted.isExact };
}
