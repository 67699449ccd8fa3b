import { isLikeBoard } from "../address/forum.ts";
import { hostFolders } from "../address/host-folders.ts";
import { datedPath } from "../address/news.ts";
import { type PageUrl, pageUrl, partsOf } from "../address/page-url.ts";
import { placeOf, segmentsOf } from "../address/path.ts";
import type { Page } from "../page.ts";
import type { KindEvidence, PageKind } from "./kinds.ts";
import { claimedKind, isWikiCategory, loneKind, tagAbove } from "./lone-kind.ts";
import { MAX_STUB_CHARACTERS, MIN_LISTED } from "./page-kind.ts";
import { shapeOf, tailOf } from "./shapes.ts";

/** Kind of a page that was read. `isWanted`: it is what a reader comes for; others fill the places that are left. */
export interface KnownKind {
  readonly kind: PageKind;
  readonly isWanted: boolean;
}

/** Pages of one shape that must be read to predict the kind of the others, and the share of them that must agree. */
const ENOUGH = 3;
const AGREEMENT = 0.75;
/** Pages of one shape from which they count as made by a template. */
const MANY = 8;
/** Folders with a page of one name from which the page is a view of each: its history, its source. */
const MANY_FOLDERS = 5;
/** Least pages below a folder's own page for it to be the index of a part. */
const MIN_BELOW = 3;
/**
 * Pages, on average, that each list of a catalogue must name first; lists with fewer arrange again what is elsewhere.
 */
const FRESH_EACH = 3;

interface Cluster {
  known: number;
  read: number;
  /** Pages to read that its members named first. */
  fresh: number;
  readonly kinds: Map<PageKind, number>;
}

/**
 * The site as far as it is known: which of its addresses are alike, and what pages of each shape turned out to be. Depends
 * on what it was told and in which order, and on nothing else.
 */
export class SiteModel {
  readonly #clusters = new Map<string, Cluster>();
  /** Number of known addresses below each folder. */
  readonly #below = new Map<string, number>();
  readonly #featured = new Set<PageUrl>();
  /** Links of the homepage. */
  readonly #home: ReadonlySet<string>;
  /** Links of the homepage's menu. */
  readonly #menu: ReadonlySet<string>;
  readonly #homeUrl: string | undefined;

  constructor(home: Pick<Page, "links"> & Partial<Pick<Page, "url">> = { links: [] }) {
    this.#homeUrl = home.url;
    this.#home = new Set(home.links.map(({ url }) => url));
    this.#menu = new Set(home.links.flatMap(({ url, place }) => (place === "navigation" ? [url] : [])));
  }

  /** The homepage leads to this page. */
  feature(url: PageUrl): void {
    this.#featured.add(url);
  }

  /** An address became known. */
  discover(url: PageUrl): void {
    for (const cluster of this.#clustersOf(url)) cluster.known += 1;
    let folder = this.#hostOf(url);
    for (const name of placeOf(url).slice(0, -1)) {
      folder += `/${name}`;
      this.#below.set(folder, (this.#below.get(folder) ?? 0) + 1);
    }
  }

  /** Takes in a page that was read; `fresh` is the number of pages to read that it named first. */
  learn(url: PageUrl, page: Page, fresh: number): void {
    const own = this.#kindOf(url, page);
    const kind = own === "list" && this.#isIndex(url, page) ? "content" : own;
    for (const cluster of this.#clustersOf(url)) {
      cluster.read += 1;
      cluster.fresh += fresh;
      cluster.kinds.set(kind, (cluster.kinds.get(kind) ?? 0) + 1);
    }
  }

  /** Kind of a page that was not read: by its address, and by the pages like it that were. */
  expected(url: PageUrl): PageKind | undefined {
    const claimed = claimedKind(url);
    const isFeatured = this.#featured.has(url);
    if (isFeatured && isWikiCategory(url)) return undefined;
    if (claimed !== undefined && claimed !== "list") return claimed;
    if (isFeatured) return undefined;
    if (claimed === "list" || this.#isTag(url)) return "facet";
    const [own, tail] = this.#clustersOf(url);
    const kind = agreed(own);
    if (kind === "content" || (kind === "list" && isLikeBoard(url))) return "content";
    const view = tail !== undefined && tail.known >= MANY_FOLDERS ? agreed(tail) : undefined;
    if (view !== undefined && view !== "content") return view === "list" ? "facet" : view;
    if (kind === undefined || own === undefined || own.known < MANY) return undefined;
    return kind === "list" ? this.#kindOfList(url, own) : kind;
  }

  /** Shape of an address; on a host of its own it is another one: `docs.x.dev/guide/*`. */
  shapeOf(url: PageUrl): string {
    return `${this.#hostOf(url)}${shapeOf(url)}`;
  }

  /** Folders by which pages have turns: a host of its own is one, too. */
  segmentsOf(url: PageUrl): readonly string[] {
    const hosts = this.#homeUrl === undefined ? [] : hostFolders(url, this.#homeUrl);
    const { search } = partsOf(url);
    return [...hosts, ...placeOf(url), ...(search === "" ? [] : [search])];
  }

  /** Host of an address; empty for the homepage's host. */
  #hostOf(url: PageUrl): string {
    const isOther = this.#homeUrl !== undefined && hostFolders(url, this.#homeUrl).length > 0;
    return isOther ? partsOf(url).hostname : "";
  }

  /** Shape of the views of many pages that this one seems to be: `*\/history`. */
  viewOf(url: PageUrl): string | undefined {
    const tail = tailOf(url);
    return tail !== undefined && this.#clusterOf(tail).known >= MANY_FOLDERS ? tail : undefined;
  }

  /** Kind of a page that was read, by all that is known now. */
  judge(url: PageUrl, page: Page): KnownKind {
    const kind = this.#kindOf(url, page);
    const isFeatured = this.#featured.has(url);
    const [own] = this.#clustersOf(url);
    switch (kind) {
      case "archive":
        return { kind, isWanted: false };
      case "facet":
        return isFeatured && claimedKind(url) === "list" && this.#isCatalogue(page)
          ? { kind: "list", isWanted: true }
          : { kind, isWanted: false };
      case "list":
        if (isLikeBoard(url) || this.#isChosen(url, own) || this.#isIndex(url, page) || agreed(own) === "content")
          return { kind, isWanted: true };
        return { kind: own === undefined ? kind : this.#kindOfList(url, own), isWanted: false };
      case "stub":
        if (isFeatured || own === undefined || own.known < MANY) return { kind, isWanted: true };
        return this.#judgeStub(url, own);
      case "content":
      case "form":
      case "utility":
      case "frameset":
        return { kind, isWanted: true };
    }
  }

  /** The pages like it, as far as they are known. */
  evidenceOf(url: PageUrl, kind: PageKind): KindEvidence {
    const like = this.shapeOf(url);
    const { known, kinds } = this.#clusterOf(like);
    return { kind, like, known, read: Object.fromEntries(kinds) };
  }

  /** A homepage with a menu puts first what that names. Of many lists of one template it may name all in passing. */
  #isChosen(url: PageUrl, own: Cluster | undefined): boolean {
    if (!this.#featured.has(url)) return false;
    return own === undefined || own.known < MANY || this.#menu.size < MIN_LISTED || this.#menu.has(url);
  }

  /**
   * True if a list of one label is of things that stay, and not of what was written when. Lists beside it, such as one of all
   * labels, stand on the homepage, too.
   */
  #isCatalogue(page: Page): boolean {
    const inside = new Set(page.links.flatMap(({ url, place }) => (place === "content" ? [url] : [])));
    let [dated, others] = [0, 0];
    for (const url of inside)
      if (datedPath(segmentsOf(url)).isNews) dated += 1;
      else if (!this.#home.has(url)) others += 1;
    return page.kind === "list" && (dated === 0 || dated < others);
  }

  /**
   * A page that asks not to be listed is a tool, whatever stands on it. A menu that stands in the page's content lists
   * nothing: the homepage has it, too.
   */
  #kindOf(url: PageUrl, page: Page): PageKind {
    if (!page.robots.index) return "utility";
    if (this.#isTag(url)) return "facet";
    const kind = loneKind(url, page);
    if (kind !== "list") return kind;
    const own = new Set<string>();
    for (const { url: to, place } of page.links) if (place === "content" && !this.#home.has(to)) own.add(to);
    if (own.size >= MIN_LISTED) return kind;
    if (page.textLength >= MAX_STUB_CHARACTERS) return "content";
    return own.size > 0 ? kind : "stub";
  }

  /** A name below a tag where a site has many tags: one with a slash. */
  #isTag(url: PageUrl): boolean {
    const above = tagAbove(url);
    return above !== undefined && (this.#clusters.get(this.shapeOf(pageUrl(above)))?.known ?? 0) >= MANY;
  }

  /** One of a template that makes stubs, or lists of which some hold hardly a row. */
  #judgeStub(url: PageUrl, own: Cluster): KnownKind {
    const others = agreed(own);
    const isWanted = others !== "stub" && others !== "list";
    return { kind: others === "list" ? this.#kindOfList(url, own) : "stub", isWanted };
  }

  /** Many lists of one shape that lead to nothing of their own arrange again what is elsewhere. */
  #kindOfList(url: PageUrl, own: Cluster): PageKind {
    const isOneOfMany = own.known >= MANY && agreed(own) === "list" && own.fresh < FRESH_EACH * own.read;
    const view = this.viewOf(url);
    const isView = view !== undefined && agreed(this.#clusterOf(view)) === "list";
    return (isOneOfMany || isView) && !this.#isIndex(url) ? "facet" : "list";
  }

  /** True for the own page of a folder: the index of what lies below, as far as that is known or the page leads there. */
  #isIndex(url: PageUrl, page?: Page): boolean {
    const { origin, search } = partsOf(url);
    if (search !== "") return false;
    const path = placeOf(url).join("/");
    if ((this.#below.get(`${this.#hostOf(url)}/${path}`) ?? 0) >= MIN_BELOW) return true;
    if (page === undefined) return false;
    const inside = page.links.flatMap(({ url: to, place }) =>
      place === "content" && to.startsWith(`${origin}/${path}/`) && to !== url ? [to] : [],
    );
    return new Set(inside).size >= MIN_BELOW;
  }

  #clustersOf(url: PageUrl): Cluster[] {
    const tail = tailOf(url);
    const own = this.#clusterOf(this.shapeOf(url));
    return tail === undefined ? [own] : [own, this.#clusterOf(tail)];
  }

  #clusterOf(shape: string): Cluster {
    const known = this.#clusters.get(shape) ?? { known: 0, read: 0, fresh: 0, kinds: new Map() };
    this.#clusters.set(shape, known);
    return known;
  }
}

/** The kind that enough of the pages read are of. A list with hardly a row looks like a stub. */
function agreed(cluster: Cluster | undefined): PageKind | undefined {
  if (cluster === undefined || cluster.read < ENOUGH) return undefined;
  const enough = AGREEMENT * cluster.read;
  for (const [kind, count] of cluster.kinds) if (count >= enough) return kind;
  const lists = cluster.kinds.get("list") ?? 0;
  return lists > 0 && lists + (cluster.kinds.get("stub") ?? 0) >= enough ? "list" : undefined;
}
