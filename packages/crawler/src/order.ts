// The frontier: which known address is read next: the menu, the homepage's links, then groups in fair turns. Pure.
import { type PageUrl, partsOf } from "@llmstxt-service/page/address/page-url";
import type { Site } from "@llmstxt-service/page/address/site";
import { isSaved, isSuspect } from "./addresses.ts";
import { KnownAddress, type Mention, type Samples } from "./known.ts";
import { type Fits, Parts } from "./parts.ts";

/** Shares of the places that pages of the menu, and links of the homepage's text, may fill first. */
const FIRST = { menu: 0.5, home: 0.4 } as const;
const STAGES = ["menu", "home"] as const;
/** If a menu has more entries than this share of the places, its groups take turns; else it is read whole. */
const LONG_MENU = 0.6;
/** Most addresses that are remembered: some sites generate links without end. */
const MAX_KNOWN = 60_000;

const INDEX = /^(?:index|default|home)\.\w+(?:@|%3F|$)/i;

/** A name without numbers and single letters: `index_A.htm` to `index_Z.htm` are one family, as are days. */
const familyOf = (name: string): string => name.replace(/\d+/g, "#").replace(/(^|[-_.~])[a-z](?=[-_.~]|$)/gi, "$1#");

/** Position of an address: its groups (folders of one family are one group), and its set of similar addresses. */
function positionOf(url: string) {
  const { folders, search } = partsOf(url);
  // `/a/b/`, `/a/b` and `/a/b/index.html` are in `a`.
  const names = folders.filter((folder) => !INDEX.test(folder));
  const families = names.map(familyOf);
  const [name = "", family = ""] = [names.at(-1), families.at(-1)];
  // Years and months are one group: the newest, which the site shows first, takes no turns with the oldest.
  const parts = families.slice(0, -1).flatMap((one, at) => {
    const own = names[at] ?? "";
    return one === own || /^\d+$/.test(own) ? [one] : [one, own];
  });
  const similar = families.slice(0, -1);
  if (family !== name) for (const place of [parts, similar]) place.push(family);
  if (search !== "") {
    // Addresses with the same names of parameters are similar.
    const asked = search.slice(1).split("&", 5);
    const query = `?${asked.map((one) => one.split("=", 1)[0]).join("&")}`;
    parts.push(query);
    similar.splice(0, Infinity, ...families, query);
  }
  return { parts, similar: similar.join("/"), name };
}

/** Orders by stage, then clicks, then the number of links in steps of four times as many, then discovery. */
function rankOf({ menu, home, depth, links, turn }: KnownAddress): number {
  const place = menu < Infinity ? menu : home < Infinity ? 10_000 + home : 20_000;
  const fewness = Math.ceil(Math.clz32(links) / 2);
  return ((place * 64 + Math.min(depth, 63)) * 32 + fewness) * 131_072 + turn;
}

/** Two samples decide about a folder, five about a dead one. */
const [SAMPLES, DEAD] = [2, 5];
/** From this share of useless samples on, the others are expected to be useless. */
const WASTE = 0.7;

/** True where the neighbours brought nothing. */
function isWaste({ name, page, index, waste, failed }: Samples): boolean {
  const read = page + index + waste + failed;
  return read >= SAMPLES && waste + failed >= read * WASTE && name !== "";
}

/** False if the samples did not answer or were facets. */
function isAlive({ isSuspect, page, index, waste, failed }: Samples): boolean {
  const dead = isSuspect ? waste + failed : failed;
  return dead < DEAD || dead < (page + index + waste + failed) * WASTE;
}

export class Order {
  readonly known = new Map<string, KnownAddress>();
  readonly home: KnownAddress;
  /** Number of addresses that wait. */
  left = 0;
  /** Targets of redirects and canonicals, which are requested before all others. */
  readonly urgent: KnownAddress[] = [];
  readonly #site: Site;
  readonly #limit: number;
  readonly #samples = new Map<string, Samples>();
  readonly #folders = new Parts();
  readonly #taken = { menu: 0, home: 0 };
  /** Addresses that the homepage links to, by place. */
  readonly #named = { menu: new Set<KnownAddress>(), home: new Set<KnownAddress>() };
  #menu: Parts | undefined;
  readonly #shares = { ...FIRST } as Record<(typeof STAGES)[number], number>;
  /** Tests of `next` that may find something: one that found nothing waits until more is known. */
  #tests: Fits[] | undefined;

  /** @param limit number of places in the result */
  constructor(site: Site, limit: number) {
    this.#site = site;
    this.#limit = limit;
    this.home = this.#new(site.home);
    this.home.depth = 0;
    this.take(this.home);
  }

  /** Adds an address, or more knowledge of it; undefined if there is no room for a new one. */
  add(url: PageUrl, mention: Mention): KnownAddress | undefined {
    if (this.known.size >= MAX_KNOWN && !this.known.has(url)) return undefined;
    const one = this.known.get(url) ?? this.#new(url);
    const { menu = Infinity, home = Infinity, depth, group = [] } = mention;
    if (menu < one.menu || home < one.home || depth < one.depth) {
      this.#tests = undefined;
      one.menu = Math.min(one.menu, menu);
      one.home = Math.min(one.home, home);
      one.depth = Math.min(one.depth, depth);
      for (const stage of STAGES) if (one[stage] < Infinity && one.state === "waiting") this.#named[stage].add(one);
      one.rank = rankOf(one);
      this.#folders.moved(one);
    }
    if (one.group.length === 0) one.group = group;
    return one;
  }

  /** Counts a page that links to an address: of equally near ones, those that many pages link to come first. */
  linked(one: KnownAddress, from: KnownAddress): void {
    // Tags are linked everywhere.
    if (one.linkedFrom === from || one.samples.isSuspect) return;
    one.linkedFrom = from;
    one.links++;
    if (one.state !== "waiting" || !Number.isInteger(Math.log2(one.links))) return;
    one.rank = rankOf(one);
    this.#folders.moved(one);
  }

  #new(url: PageUrl): KnownAddress {
    const { parts, similar, name } = positionOf(url);
    const samples = this.#samplesOf(similar, isSuspect(url) || isSaved(url));
    const one = new KnownAddress(url, this.known.size, this.#site.inScope(url), samples);
    one.rank = rankOf(one);
    this.known.set(url, one);
    this.#folders.add(parts, one, name);
    this.#tests = undefined;
    this.left++;
    return one;
  }

  #samplesOf(name: string, looksSuspect: boolean): Samples {
    const key = looksSuspect ? `suspect ${name}` : name;
    const known = this.#samples.get(key) ?? { name, isSuspect: looksSuspect, page: 0, index: 0, waste: 0, failed: 0 };
    this.#samples.set(key, known);
    return known;
  }

  /** Removes an address from the frontier; its groups have had a turn. */
  take(one: KnownAddress): KnownAddress {
    if (one.state !== "waiting") return one;
    one.state = "asked";
    this.left--;
    for (const stage of STAGES) this.#named[stage].delete(one);
    this.#folders.taken(one);
    this.#menu?.taken(one);
    return one;
  }

  /** Lets an address be requested before all others. */
  urge(one: KnownAddress | undefined): void {
    if (one?.state === "waiting") this.urgent.push(this.take(one));
  }

  /** Records what an address brought, as a sample for its neighbours. */
  learn({ samples }: KnownAddress, result: "page" | "index" | "waste" | "failed"): void {
    samples[result]++;
    this.#tests = undefined;
  }

  /** The next address within the shares of the menu and the homepage's text; undefined if these are used up. */
  first(): KnownAddress | undefined {
    const menu = this.#menu ?? this.#menuParts();
    this.#menu = menu;
    for (const stage of STAGES) {
      if (this.#taken[stage] >= this.#limit * this.#shares[stage]) continue;
      const fits = (known: KnownAddress) => known[stage] < Infinity && known.inScope && !this.#isLate(known);
      if (!this.#named[stage].values().some(fits)) continue;
      // A long menu is cut at its groups, not at its chapters.
      const isTop = (known: KnownAddress) => menu.isTop(known) && fits(known);
      const one = stage === "menu" ? (menu.next(isTop) ?? menu.next(fits)) : this.#folders.next(fits);
      if (one === undefined) continue;
      this.#taken[stage]++;
      return this.take(one);
    }
    return undefined;
  }

  /** The next address to request; undefined if no useful one is left. */
  next(): KnownAddress | undefined {
    const first = this.first();
    if (first !== undefined || this.left === 0) return first;
    this.#tests ??= this.#newTests();
    for (let fits = this.#tests[0]; fits !== undefined; fits = this.#tests[0]) {
      const one = this.#folders.next(fits);
      if (one !== undefined) return this.take(one);
      this.#tests.shift();
    }
    return undefined;
  }

  #newTests(): Fits[] {
    const tests: Fits[] = [];
    for (const inScope of [true, false])
      for (const isEarly of [true, false])
        for (const isLinked of [true, false])
          tests.push(
            (known) =>
              known.inScope === inScope &&
              (!isLinked || known.depth < Infinity) &&
              (!isEarly || !this.#isLate(known)) &&
              isAlive(known.samples),
          );
    return tests;
  }

  /** True if the neighbours brought nothing, and for a suspect address until two of its kind were useful. */
  #isLate({ samples, menu, home }: KnownAddress): boolean {
    const { isSuspect, page, index, waste } = samples;
    if (isSuspect && page + index + waste < SAMPLES) return Math.min(menu, home) === Infinity;
    return (isSuspect || menu === Infinity) && isWaste(samples);
  }

  #menuParts(): Parts {
    const entries = [...this.#named.menu].sort((a, b) => a.menu - b.menu);
    const isLong = entries.length > this.#limit * LONG_MENU;
    if (!isLong) this.#shares.menu = LONG_MENU;
    const hasGroups = entries.filter(({ group }) => group.length > 0).length > entries.length / 2;
    const parts = new Parts();
    for (const one of entries) parts.add(isLong ? (hasGroups ? one.group : positionOf(one.url).parts) : [], one);
    return parts;
  }
}
