// Sorts the pages that were read: listed, held for a canonical address, kept for leftover places, or left out. Each
// known address has one outcome.
import type { Page } from "@llmstxt-service/page";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import { clip } from "@llmstxt-service/page/text";
import { isSuspect } from "./addresses.ts";
import { Canonicals, Spellings } from "./canonicals.ts";
import type { Discovery } from "./discovery.ts";
import type { CrawledPage, CrawlOptions } from "./event.ts";
import type { Begun } from "./home.ts";
import { judge, leadsOn, type Verdict } from "./judge.ts";
import { kindOf } from "./kinds.ts";
import { clicksTo, type Known } from "./known.ts";
import type { LeftOut } from "./left-out.ts";
import { MarkdownVersions } from "./markdown.ts";
import { isSameAnswer, shapeOf, Texts } from "./texts.ts";
import type { Placed } from "./visit.ts";

/** After this many pages of one shape whose text differs only in numbers the others are not requested. */
const TRAP = 3;
/** A page that contains this many other pages repeats them. */
const HELD = 3;
/** Most characters of text and links of all pages together; later pages are kept without them. */
const MAX_KEPT = 200_000_000;

/** Number of pages in the result; the homepage comes in addition to a given list. */
export const placesOf = ({ only, maxPages }: CrawlOptions): number => (only === undefined ? maxPages : only.length + 1);

export class Result {
  readonly pages = new Map<PageUrl, CrawledPage>();
  /** Addresses with an outcome. */
  readonly settled = new Set<string>();
  /** The site's answer to a made-up address. */
  missing: Page | undefined;
  readonly #begun: Begun;
  readonly #discovery: Discovery;
  readonly #places: number;
  /** Requested addresses whose results are not taken yet. */
  readonly #ahead: readonly { readonly known: Known }[];
  readonly #versions: MarkdownVersions;
  readonly #texts = new Texts();
  readonly #canonicals = new Canonicals();
  readonly #spellings = new Spellings();
  /** Pages for leftover places. */
  readonly #last: Record<"list" | "stub", Placed[]> = { list: [], stub: [] };
  /** Pages whose text is part of another page. */
  readonly #parts = new Map<string, Placed[]>();
  readonly #traps = new Map<string, number>();
  #foreign: Placed[] = [];
  #kept = 0;

  constructor(begun: Begun, discovery: Discovery, ahead: readonly { readonly known: Known }[], signal: AbortSignal) {
    this.#begun = begun;
    this.#discovery = discovery;
    this.#places = placesOf(begun.options);
    this.#ahead = ahead;
    this.#versions = new MarkdownVersions(begun, signal);
  }

  get isFull(): boolean {
    return this.pages.size >= this.#places;
  }

  /** Number of places not taken by listed or held pages. */
  get left(): number {
    return this.#places - this.pages.size - this.#canonicals.count;
  }

  /** True for an address of a family without end. */
  isTrap(url: PageUrl): boolean {
    return this.#traps.size > 0 && (this.#traps.get(shapeOf(url)) ?? 0) >= TRAP;
  }

  /** The homepage is always listed, as the head of the document. */
  takeHome(placed: Placed): void {
    const { url, seen } = placed;
    // If it redirects to a listed page, that page is not its duplicate.
    if (seen.url === url) this.#texts.add(url, seen.page);
    this.list(placed);
  }

  /** Decides the outcome of a page that was read; its links are followed. */
  take(placed: Placed): void {
    const { known, url, seen } = placed;
    const { page } = seen;
    const discovery = this.#discovery;
    const { order } = discovery;
    const kind = kindOf(page);
    const same = this.#texts.sameAs(page);
    // The page with the same text names this one as its canonical address.
    const isHome = same !== undefined && this.#canonicals.isWaiting(same, url);
    const isNew = same === undefined || isHome;
    const verdict = judge({
      page,
      kind,
      text: isHome ? this.#texts.moved(url, page) : same ? { same } : this.#texts.add(url, page),
      known,
      isFrame: discovery.frames.has(url),
      shortens:
        kind === "list" &&
        page.links.some((link) => {
          const to = discovery.ownOf(link.url);
          return to !== undefined && (order.known.get(to)?.depth ?? Infinity) > known.depth + 1;
        }),
      isMissing: isSameAnswer(page, this.missing),
      isForeign: isNew && discovery.isForeign(url, page),
    });
    this.#carryOut(verdict, placed);
    if (verdict.type !== "leaveOut" || leadsOn(verdict.why, page)) discovery.follow(page, known);
    const isStub = verdict.type === "last" && verdict.as === "stub";
    const isWaste = verdict.type === "leaveOut" || verdict.type === "foreign" || isStub;
    order.learn(known, isWaste ? "waste" : kind === "list" ? "index" : "page");
    this.#adoptForeign();
  }

  #carryOut(verdict: Verdict, placed: Placed): void {
    const { url, seen } = placed;
    if (verdict.type === "leaveOut") {
      if (verdict.why.reason === "trap") this.#traps.set(shapeOf(url), (this.#traps.get(shapeOf(url)) ?? 0) + 1);
      this.leaveOut(url, verdict.why);
    } else if (verdict.type === "foreign") this.#foreign.push(placed);
    else if (verdict.type === "part") this.#takePart(placed, verdict.of);
    else {
      const canonical = this.#canonicalOf(url, seen.page);
      if (verdict.type === "last" && canonical === undefined) this.#last[verdict.as].push(placed);
      else this.#listOrHold(placed, canonical);
    }
  }

  /** If nearly all pages are in another language than the homepage, they are listed. */
  #adoptForeign(): void {
    const { languages } = this.#discovery;
    if (this.#foreign.length === 0 || !languages.hasChanged) return;
    languages.hasChanged = false;
    for (const placed of this.#foreign.splice(0)) this.list(placed);
  }

  /**
   * A page that the containing page links to is listed: a front page shows posts in full. Three pages contained in one
   * are listed, and the containing page repeats them; so does a tag that contains one.
   */
  #takePart(placed: Placed, of: string): void {
    const holder = this.pages.get(of as PageUrl);
    const isArranged = isSuspect(of);
    if (!isArranged && holder?.page.links.some((link) => this.#discovery.ownOf(link.url) === placed.url)) {
      this.list(placed);
      return;
    }
    const parts = [...(this.#parts.get(of) ?? []), placed];
    this.#parts.set(of, parts);
    if (parts.length < HELD && !isArranged) return;
    const isKept = this.#discovery.order.isInMenu(of) || of === this.#begun.site.home;
    if (!isKept && holder !== undefined) this.leaveOut(holder.url, { reason: "duplicate", of: placed.url });
    for (const part of parts.splice(0)) this.list(part);
  }

  /** The canonical address of a page on this site; undefined if it need not be requested. */
  #canonicalOf(url: PageUrl, { canonical }: Page): PageUrl | undefined {
    const { site } = this.#begun;
    const own = canonical === undefined ? undefined : site.own(canonical);
    if (own === undefined || own === url || own === site.home || this.#discovery.refusal(own)) return undefined;
    return this.#spellings.belief(url, own) === "fails" || !this.#canonicals.claim(own) ? undefined : own;
  }

  /** Lists a page, or holds it until its canonical address has answered. */
  #listOrHold(placed: Placed, canonical: PageUrl | undefined): void {
    const other = this.#discovery.order.known.get(canonical ?? "");
    const isNew = other?.isAsked !== true;
    if (canonical === undefined) this.list(placed);
    else if (this.pages.has(canonical)) this.#leaveFor(canonical, placed);
    else if (!isNew && !this.#ahead.some(({ known }) => known === other)) this.list(placed);
    else if (isNew && this.#spellings.belief(placed.url, canonical) === "holds") this.#listAs(canonical, placed);
    else if (this.#canonicals.hold(canonical, placed)) this.#discovery.force(canonical, placed.known);
  }

  /** Lists a page under a variant of its address, which need not be requested. */
  #listAs(canonical: PageUrl, placed: Placed): void {
    const known = this.#discovery.name(canonical, placed.known) ?? placed.known;
    this.#discovery.order.ask(known);
    this.list({ ...placed, known, url: canonical });
    this.leaveOut(placed.url, { reason: "canonical elsewhere", of: canonical });
  }

  #leaveFor(canonical: PageUrl, placed: Placed): void {
    const { url, seen } = placed;
    if (this.#isAlike(canonical, seen.page)) this.leaveOut(url, { reason: "canonical elsewhere", of: canonical });
    else this.list(placed);
  }

  #isAlike(url: PageUrl, page: Page): boolean {
    const listed = this.pages.get(url)?.page;
    return listed !== undefined && (listed.title === page.title || listed.contentDigest === page.contentDigest);
  }

  /** Decides about the pages that waited for this address, which has answered. */
  release(canonical: PageUrl): void {
    const { held, waiting } = this.#canonicals.release(canonical);
    for (const placed of held) {
      this.#spellings.learn(placed.url, canonical, this.#isAlike(canonical, placed.seen.page));
      if (this.pages.has(canonical)) this.#leaveFor(canonical, placed);
      else this.list(placed);
    }
    for (const placed of waiting) this.#listOrHold(placed, this.#canonicalOf(placed.url, placed.seen.page));
  }

  list({ known, url, seen }: Placed): void {
    if (this.isFull || this.pages.has(url)) return;
    const { report, site, options } = this.#begun;
    const { kept, markdownError, page } = seen;
    const { validators, rung, bytes, markdown } = kept;
    const { textKept = Number.POSITIVE_INFINITY } = options;
    const text = clip(page.text, textKept);
    const excerpt = clip(page.excerpt, textKept);
    this.#kept += text.length + (markdown?.length ?? 0) + 100 * page.links.length;
    const crawled: CrawledPage = {
      url,
      page: this.#kept > MAX_KEPT ? { ...page, text: "", excerpt: "", links: [] } : { ...page, text, excerpt },
      depth: clicksTo(known),
      inScope: site.inScope(url),
      ...(options.only !== undefined && { turn: this.pages.size }),
      validators,
      rung,
      bytes,
      ...(markdown !== undefined && { markdown }),
    };
    this.pages.set(url, crawled);
    this.settled.add(url);
    if (markdownError !== undefined) report({ type: "markdownFailed", url, error: markdownError });
    report({ type: "page", page: crawled, done: this.pages.size, waiting: this.#discovery.order.left });
    if (url !== site.home) this.#versions.add(crawled);
  }

  /** A listed page may be left out later, too. A reason may name only a listed page. */
  leaveOut(url: PageUrl, { of, ...why }: LeftOut, others = 0): void {
    this.pages.delete(url);
    this.settled.add(url);
    const isNamed = of !== undefined && (why.reason === "redirect" || this.pages.has(of as PageUrl));
    this.#begun.report({ type: "leftOut", url, ...why, ...(isNamed && { of }), ...(others > 0 && { others }) });
  }

  /** Releases the page that has waited longest for its canonical address. @returns false if none waits */
  settle(): boolean {
    const { first } = this.#canonicals;
    if (first !== undefined) this.release(first);
    return first !== undefined;
  }

  /** Gives leftover places to lists, then to pages with hardly any text. */
  fill(): void {
    for (const placed of [...this.#last.list, ...this.#last.stub]) this.list(placed);
  }

  /** Reports pages without a place, and every known address that was not requested, by its reason. */
  async end(): Promise<readonly CrawledPage[]> {
    const { order, never, languages } = this.#discovery;
    const leave = ({ url }: Placed, why: LeftOut) => {
      if (!this.pages.has(url)) this.leaveOut(url, why);
    };
    const waiting: LeftOut = { reason: this.isFull ? "over the limit" : "not reached" };
    for (const placed of this.#last.list) leave(placed, { reason: "list of pages" });
    for (const placed of this.#last.stub) leave(placed, waiting);
    for (const [of, parts] of this.#parts) for (const placed of parts) leave(placed, { reason: "duplicate", of });
    for (const placed of this.#foreign) {
      const of = languages.otherThan(placed.url) ?? "";
      leave(placed, { reason: "other language", ...(of !== "" && { of }) });
    }
    for (const { url } of order.known.values()) if (!never.has(url) && !this.settled.has(url)) never.set(url, waiting);
    const rest = [...never].filter(([url]) => !this.settled.has(url));
    for (const group of Map.groupBy(rest, ([, { reason }]) => reason).values()) {
      const told = this.#begun.options.withAllNamed ? group : group.slice(0, 1);
      for (const [url, why] of told) this.leaveOut(url, why, group.length - told.length);
    }
    const found = await this.#versions.finish();
    return [...this.pages.values()].map((page) => {
      const markdownUrl = found.get(page.url);
      return markdownUrl === undefined ? page : { ...page, markdownUrl };
    });
  }
}
