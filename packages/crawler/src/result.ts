// Pages that were read: listed, held for another address, kept for places that are left, or left out.
import type { Page } from "@llmstxt-service/page";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import type { Site } from "@llmstxt-service/page/address/site";
import { isFurther, isSuspect, shapeOf } from "./addresses.ts";
import { Canonicals } from "./canonicals.ts";
import type { Discovery } from "./discovery.ts";
import { Facets } from "./facets.ts";
import { judge, leadsOn, type Verdict } from "./judge.ts";
import { isListLike, kindOf } from "./kinds.ts";
import type { Known } from "./known.ts";
import type { LeftOut } from "./left-out.ts";
import type { MarkdownVersions } from "./markdown.ts";
import { Outcomes, type OutcomesOptions } from "./outcomes.ts";
import { Spellings } from "./spellings.ts";
import { isSameAnswer, Texts } from "./texts.ts";
import type { Placed } from "./visit.ts";

/** Pages of one shape that say the same but for their numbers, from which on the others are not asked for. */
const TRAP = 3;
/** A page that holds so many whole others repeats them. */
const HELD = 3;

export interface ResultOptions extends OutcomesOptions {
  readonly site: Site;
  readonly discovery: Discovery;
  readonly places: number;
  /** What the site answers to an address that does not exist. */
  readonly missing: Page | undefined;
  readonly versions: MarkdownVersions | undefined;
  /** Asks for an address next, in the place of the page that leads there. */
  readonly force: (url: PageUrl, from: Known) => void;
  /** True for an address that was asked for, and whose turn to be taken comes. */
  readonly isAhead: (known: Known) => boolean;
}

export class Result {
  readonly outcomes: Outcomes;
  readonly #options: ResultOptions;
  readonly #texts = new Texts();
  readonly #canonicals = new Canonicals();
  readonly #spellings = new Spellings();
  readonly #facets: Facets;
  /** Pages for the places that are left. */
  readonly #last: Record<"list" | "stub", Placed[]> = { list: [], stub: [] };
  /** Pages that stand whole in another one. */
  readonly #parts = new Map<string, Placed[]>();
  readonly #traps = new Map<string, number>();
  #foreign: Placed[] = [];

  constructor(options: ResultOptions) {
    this.#options = options;
    this.outcomes = new Outcomes(options);
    this.#facets = new Facets(options.discovery.order);
  }

  get isFull(): boolean {
    return this.outcomes.pages.size >= this.#options.places;
  }

  /** Places that neither listed nor held pages take. */
  get left(): number {
    return this.#options.places - this.outcomes.pages.size - this.#canonicals.count;
  }

  /** True for an address of a family without end. */
  isTrap(url: PageUrl): boolean {
    return this.#traps.size > 0 && (this.#traps.get(shapeOf(url)) ?? 0) >= TRAP;
  }

  /** The homepage is listed whatever it says of itself, as the head of the document. */
  takeHome(placed: Placed): void {
    const { url, seen } = placed;
    // Where it leads to a page of its own, that page is no repetition.
    if (seen.url === url) this.#texts.add(url, seen.page, "");
    this.list(placed);
  }

  /** Decides what becomes of a page that was read; its links are followed. */
  take(placed: Placed): void {
    const { known, url, seen } = placed;
    const { page } = seen;
    const { discovery, missing } = this.#options;
    const { order } = discovery;
    const kind = kindOf(page);
    const same = this.#texts.sameAs(page);
    // The page that it repeats says that it is at home here.
    const isHome = same !== undefined && this.#canonicals.isWaiting(same, url);
    const isNew = same === undefined || isHome;
    if (isNew && kind === "frames") discovery.follow(page, known);
    const leads = isNew ? this.#facets.leadsOf(known, page, discovery.own) : [];
    const looksList = isListLike(kind, page, leads.length);
    const verdict = judge({
      page,
      kind,
      text: isHome ? this.#texts.moved(url, page) : same ? { same } : this.#texts.add(url, page, shapeOf(url)),
      isInMenu: order.isInMenu(url),
      isNamed: order.isNamed(url),
      isSuspect: isSuspect(url),
      isFurther: isFurther(url),
      isTool: known.isTool,
      isListLike: looksList,
      isFrame: discovery.frames.has(url) || discovery.homeFrames.has(url),
      isMissing: isSameAnswer(page, missing),
      isForeign: isNew && discovery.isForeign(url, page),
    });
    this.#carryOut(verdict, placed);
    if (verdict.type !== "leaveOut" || leadsOn(verdict.why)) discovery.follow(page, known);
    const isFacet = isNew && this.#facets.add(known, leads, looksList);
    const isStub = verdict.type === "last" && verdict.as === "stub";
    const isWaste = verdict.type === "leaveOut" || verdict.type === "foreign" || isFacet || isStub;
    order.learn(known, isWaste ? "waste" : looksList ? "index" : "page");
    this.#adoptForeign();
  }

  #carryOut(verdict: Verdict, placed: Placed): void {
    const { url, seen } = placed;
    if (verdict.type === "leaveOut") {
      if (verdict.why.reason === "trap") this.#traps.set(shapeOf(url), (this.#traps.get(shapeOf(url)) ?? 0) + 1);
      this.outcomes.leaveOut(url, verdict.why);
    } else if (verdict.type === "foreign") this.#foreign.push(placed);
    else if (verdict.type === "part") this.#takePart(placed, verdict.of);
    else if (verdict.type === "list") this.#listOrHold(placed, this.#canonicalOf(url, seen.page));
    else {
      const canonical = this.#canonicalOf(url, seen.page);
      if (canonical === undefined) this.#last[verdict.as].push(placed);
      else this.#listOrHold(placed, canonical);
    }
  }

  /** Where nearly all pages are in another language than the homepage says, they are the site's. */
  #adoptForeign(): void {
    const { languages } = this.#options.discovery;
    if (this.#foreign.length === 0 || !languages.hasChanged) return;
    languages.hasChanged = false;
    for (const placed of this.#foreign.splice(0)) this.list(placed);
  }

  /**
   * A part that the other page leads to is a page: a front page shows it in full. Three parts of one page are pages, too,
   * and what holds them repeats them.
   */
  #takePart(placed: Placed, of: string): void {
    const { discovery, site } = this.#options;
    const holder = this.outcomes.pages.get(of as PageUrl);
    if (holder?.page.links.some((link) => discovery.own(link.url) === placed.url)) {
      this.list(placed);
      return;
    }
    const parts = [...(this.#parts.get(of) ?? []), placed];
    this.#parts.set(of, parts);
    if (parts.length < HELD) return;
    const isKept = discovery.order.isInMenu(of) || of === site.home;
    if (!isKept && holder !== undefined) this.outcomes.leaveOut(holder.url, { reason: "duplicate", of: placed.url });
    for (const part of parts.splice(0)) this.list(part);
  }

  /** The address of this site that a page says is its own; undefined where it says nothing that is worth asking for. */
  #canonicalOf(url: PageUrl, { canonical }: Page): PageUrl | undefined {
    const { site, discovery } = this.#options;
    const own = canonical === undefined ? undefined : site.own(canonical);
    if (own === undefined || own === url || own === site.home || discovery.refusal(own)) return undefined;
    return this.#spellings.belief(url, own) === "fails" || !this.#canonicals.claim(own) ? undefined : own;
  }

  /** Lists a page, or holds it until the address has answered that it says is its own. */
  #listOrHold(placed: Placed, canonical: PageUrl | undefined): void {
    const { discovery, force, isAhead } = this.#options;
    const other = discovery.order.known.get(canonical ?? "");
    const isNew = other?.isAsked !== true;
    if (canonical === undefined) this.list(placed);
    else if (this.outcomes.pages.has(canonical)) this.#leaveFor(canonical, placed);
    else if (!isNew && !isAhead(other)) this.list(placed);
    else if (isNew && this.#spellings.belief(placed.url, canonical) === "holds") this.#listAs(canonical, placed);
    else if (this.#canonicals.hold(canonical, placed)) force(canonical, placed.known);
  }

  /** Lists a page under another spelling of its address, which need not be asked for. */
  #listAs(canonical: PageUrl, placed: Placed): void {
    const { discovery } = this.#options;
    const known = discovery.name(canonical, placed.known) ?? placed.known;
    discovery.order.ask(known);
    this.list({ ...placed, known, url: canonical });
    this.outcomes.leaveOut(placed.url, { reason: "canonical elsewhere", of: canonical });
  }

  #leaveFor(canonical: PageUrl, placed: Placed): void {
    const { url, seen } = placed;
    if (this.#isAlike(canonical, seen.page))
      this.outcomes.leaveOut(url, { reason: "canonical elsewhere", of: canonical });
    else for (const page of this.#canonicals.share(canonical, placed)) this.list(page);
  }

  #isAlike(url: PageUrl, page: Page): boolean {
    const listed = this.outcomes.pages.get(url)?.page;
    return listed !== undefined && (listed.title === page.title || listed.contentDigest === page.contentDigest);
  }

  /** An address has answered: the pages that say it is theirs need not wait any more. */
  release(canonical: PageUrl): void {
    const { held, waiting } = this.#canonicals.release(canonical);
    for (const placed of held) {
      this.#spellings.learn(placed.url, canonical, this.#isAlike(canonical, placed.seen.page));
      if (this.outcomes.pages.has(canonical)) this.#leaveFor(canonical, placed);
      else this.list(placed);
    }
    for (const placed of waiting) this.#listOrHold(placed, this.#canonicalOf(placed.url, placed.seen.page));
  }

  list(placed: Placed): void {
    if (this.isFull || this.outcomes.pages.has(placed.url)) return;
    const { versions, discovery, site } = this.#options;
    const page = this.outcomes.list(placed, discovery.order.left);
    if (page.url !== site.home) versions?.add(page);
  }

  /** Lists that turn out to arrange others again free their places, and held pages take them. @returns if one did */
  settle(): boolean {
    const { order } = this.#options.discovery;
    const facets = this.#facets.all().filter((url) => !order.isInMenu(url) && this.outcomes.pages.has(url as PageUrl));
    for (const url of facets) this.outcomes.leaveOut(url as PageUrl, { reason: "list of pages" });
    const { first } = this.#canonicals;
    if (facets.length > 0 || first === undefined) return facets.length > 0;
    this.release(first);
    return true;
  }

  /** Places that are left go to lists, then to pages with hardly a text. */
  fill(): void {
    const facets = new Set(this.#facets.all());
    for (const placed of [...this.#last.list, ...this.#last.stub]) if (!facets.has(placed.url)) this.list(placed);
  }

  /** Reports what has no place, and every address that was named and never asked for. */
  end(): void {
    const { order, never, languages } = this.#options.discovery;
    const { pages, settled } = this.outcomes;
    const leave = ({ url }: Placed, why: LeftOut) => {
      if (!pages.has(url)) this.outcomes.leaveOut(url, why);
    };
    const waiting: LeftOut = { reason: this.isFull ? "over the limit" : "not reached" };
    for (const placed of this.#last.list) leave(placed, { reason: "list of pages" });
    for (const placed of this.#last.stub) leave(placed, waiting);
    for (const [of, parts] of this.#parts) for (const placed of parts) leave(placed, { reason: "duplicate", of });
    for (const placed of this.#foreign) {
      const of = languages.otherThan(placed.url) ?? "";
      leave(placed, { reason: "other language", ...(of !== "" && { of }) });
    }
    for (const [of, placed] of this.#canonicals.shared()) leave(placed, { reason: "canonical elsewhere", of: of });
    for (const { url } of order.known.values()) if (!never.has(url) && !settled.has(url)) never.set(url, waiting);
    this.outcomes.tellRest(never);
  }
}
