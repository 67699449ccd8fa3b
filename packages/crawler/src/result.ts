// Sorts the pages that were read: listed, held for a canonical address, kept for leftover places, or left out. Each
// known address has one outcome.
import type { Link, Page } from "@llmstxt-service/page";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import { clip } from "@llmstxt-service/page/text";
import { isSuspect } from "./addresses.ts";
import { Canonicals } from "./canonicals.ts";
import type { Discovery } from "./discovery.ts";
import type { CrawledPage } from "./event.ts";
import { judge, kindOf, leadsOn, type Verdict } from "./judge.ts";
import { clicksTo, type KnownAddress } from "./known.ts";
import type { LeftOut } from "./left-out.ts";
import { MarkdownVersions } from "./markdown.ts";
import type { CrawlStart } from "./start.ts";
import { HELD, isSameAnswer, Texts } from "./texts.ts";
import type { Candidate } from "./visit.ts";

/** Most characters of text and links of all pages together; later pages are kept without them. */
const MAX_KEPT = 200_000_000;

/** The links of a page's menu, which stands before its text: what stands behind it, such as a cloud of tags, is none. */
function menuOf({ links }: Page): Link[] {
  const inText = links.flatMap(({ place }, at) => (place === "content" ? at : []));
  return links.slice(0, inText[inText.length >> 1]).filter(({ place }) => place === "navigation");
}

export class Result {
  readonly pages = new Map<string, CrawledPage>();
  /** The site's answer to a made-up address. */
  missing: Page | undefined;
  readonly #start: CrawlStart;
  readonly #discovery: Discovery;
  readonly #markdown: MarkdownVersions;
  readonly #texts = new Texts();
  readonly #canonicals = new Canonicals();
  /** Pages for leftover places. */
  readonly #last: Record<"list" | "stub", Candidate[]> = { list: [], stub: [] };
  /** Pages whose text is part of another page. */
  readonly #parts = new Map<string, Candidate[]>();
  #foreign: Candidate[] = [];
  #kept = 0;

  constructor(start: CrawlStart, discovery: Discovery) {
    this.#start = start;
    this.#discovery = discovery;
    this.#markdown = new MarkdownVersions(start);
  }

  get isFull(): boolean {
    return this.pages.size >= this.#start.places;
  }

  /** Number of places not taken by listed or held pages. */
  get left(): number {
    return this.#start.places - this.pages.size - this.#canonicals.count;
  }

  /** The homepage is always listed, as the head of the document. */
  takeHome(): void {
    const { home, site } = this.#start;
    // If it redirects to a listed page, that page is not its duplicate.
    if (home.url === site.home) this.#texts.add(site.home, home.page);
    this.list({ known: this.#discovery.order.home, visited: home });
  }

  /** Decides the outcome of a page that was read; its links are followed. */
  decide(candidate: Candidate): void {
    const { known } = candidate;
    const { page } = candidate.visited;
    const discovery = this.#discovery;
    const { languages } = discovery;
    const kind = kindOf(page, this.#start.home.page.signals.fields);
    // The page with the same text may wait for this one, its canonical address.
    const isSame = (same: string) => this.#canonicals.isWaiting(same, known.url);
    const text = page.robots.index ? this.#texts.add(known.url, page, isSame) : {};
    const verdict = judge({
      page,
      kind,
      text,
      known,
      shortens: kind === "list" && this.#shortens(candidate),
      isInOwnMenu: known.menu < Infinity && this.#isInMenuOf(candidate),
      isMissing: isSameAnswer(page, this.missing),
      isForeign: text.same === undefined && (languages.objection(known.url) !== undefined || languages.isForeign(page)),
    });
    this.#carryOut(verdict, candidate);
    if (verdict.type !== "leaveOut" || leadsOn(verdict.why, page)) discovery.follow(page, known);
    const isStub = verdict.type === "last" && verdict.as === "stub";
    const isWaste = verdict.type === "leaveOut" || verdict.type === "foreign" || isStub;
    discovery.order.learn(known, isWaste ? "waste" : kind === "list" ? "index" : "page");
    this.#adoptForeign();
  }

  /** True if a page's menu leads to it. An address that redirects to it has the same place in the homepage's menu. */
  #isInMenuOf({ known, visited }: Candidate): boolean {
    const discovery = this.#discovery;
    const menuAt = (link: Link) => discovery.order.known.get(discovery.ownOf(link.url) ?? "")?.menu;
    return menuOf(visited.page).some((link) => menuAt(link) === known.menu);
  }

  /** True if a page shortens the way to another page of the site. */
  #shortens({ known, visited }: Candidate): boolean {
    return visited.page.links.some((link) => {
      const to = this.#discovery.ownOf(link.url);
      return to !== undefined && (this.#discovery.order.known.get(to)?.depth ?? Infinity) > known.depth + 1;
    });
  }

  #carryOut(verdict: Verdict, candidate: Candidate): void {
    const { known } = candidate;
    known.why = verdict.why;
    if (verdict.type === "leaveOut") {
      if (verdict.why.reason === "trap") this.#discovery.meetTrap(known.url);
      this.leaveOut(known, verdict.why);
    } else if (verdict.type === "foreign") this.#foreign.push(candidate);
    else if (verdict.type === "part") this.#takePart(candidate, verdict.of);
    else {
      const canonical = this.#canonicalOf(candidate);
      if (verdict.type === "last" && canonical === undefined) this.#last[verdict.as].push(candidate);
      else this.#listOrHold(candidate, canonical);
    }
  }

  /** If nearly all pages are in another language than the homepage, they are listed. */
  #adoptForeign(): void {
    const { languages } = this.#discovery;
    if (!languages.hasChanged) return;
    languages.hasChanged = false;
    for (const candidate of this.#foreign.splice(0)) this.list(candidate);
  }

  /**
   * A page that the containing page links to is listed: a front page shows posts in full. Three pages contained in one
   * are listed, and the containing page repeats them; so does a tag that contains one.
   */
  #takePart(candidate: Candidate, of: string): void {
    const holder = this.pages.get(of);
    const isArranged = isSuspect(of);
    const { known: addresses } = this.#discovery.order;
    const isTarget = ({ url }: Link) => {
      const own = this.#discovery.ownOf(url) ?? "";
      const why = addresses.get(own)?.why;
      return (why?.reason === "redirect" ? why.of : own) === candidate.known.url;
    };
    if (!isArranged && holder?.page.links.some(isTarget)) {
      this.list(candidate);
      return;
    }
    const parts = [...(this.#parts.get(of) ?? []), candidate];
    this.#parts.set(of, parts);
    if (parts.length < HELD && !isArranged) return;
    const { known, home } = this.#discovery.order;
    const whole = holder && known.get(of);
    if (whole?.menu === Infinity && whole !== home)
      this.leaveOut(whole, { reason: "duplicate", of: candidate.known.url });
    for (const part of parts.splice(0)) this.list(part);
  }

  /** The canonical address of a page on this site; undefined if it need not be requested. */
  #canonicalOf({ known: { url }, visited }: Candidate): PageUrl | undefined {
    const { site } = this.#start;
    const { canonical } = visited.page;
    const own = canonical === undefined || canonical === url ? undefined : site.own(canonical);
    if (own === undefined || own === url || own === site.home || this.#discovery.refusal(own)) return undefined;
    return this.#canonicals.claim(url, own) ? own : undefined;
  }

  /** Lists a page, or holds it until its canonical address has answered. */
  #listOrHold(candidate: Candidate, canonical: PageUrl | undefined): void {
    const { state = "waiting" } = this.#discovery.order.known.get(canonical ?? "") ?? {};
    if (canonical === undefined) this.list(candidate);
    else if (state !== "waiting" && state !== "asked") this.#listOrLeave(candidate, canonical);
    else if (state === "waiting" && this.#canonicals.isSure(candidate.known.url, canonical))
      this.#listAs(canonical, candidate);
    else if (this.#canonicals.hold(canonical, candidate)) this.#discovery.urge(canonical, candidate.known);
  }

  /** Lists a page under a variant of its address, which need not be requested. */
  #listAs(canonical: PageUrl, { known, visited }: Candidate): void {
    const variant = this.#discovery.order.take(this.#discovery.name(canonical, known) ?? known);
    this.list({ known: variant, visited });
    if (variant !== known) this.leaveOut(known, { reason: "canonical elsewhere", of: canonical });
  }

  /** Lists a page whose canonical address has answered, unless that shows it as well. */
  #listOrLeave(candidate: Candidate, canonical: PageUrl): void {
    const { known, visited } = candidate;
    if (!this.#isAlike(canonical, visited.page)) this.list(candidate);
    else this.leaveOut(known, { reason: "canonical elsewhere", of: canonical });
  }

  #isAlike(url: PageUrl, page: Page): boolean {
    const listed = this.pages.get(url)?.page;
    return listed !== undefined && (listed.title === page.title || listed.contentDigest === page.contentDigest);
  }

  /** Decides about the pages that waited for this address, which has answered. */
  release(canonical: PageUrl): void {
    const isSame = ({ visited }: Candidate) => this.#isAlike(canonical, visited.page);
    const { held, waiting } = this.#canonicals.release(canonical, isSame);
    for (const candidate of held) this.#listOrLeave(candidate, canonical);
    for (const candidate of waiting) this.#listOrHold(candidate, this.#canonicalOf(candidate));
  }

  list({ known, visited }: Candidate): void {
    const { url } = known;
    // Only a place may be lacking now.
    known.why = undefined;
    if (this.isFull) return;
    known.state = "settled";
    const { report, site, options } = this.#start;
    const { page, validators, rung, bytes, markdown, markdownError } = visited;
    const { textKept = Number.POSITIVE_INFINITY } = options;
    const text = clip(page.text, textKept);
    const excerpt = clip(page.excerpt, textKept);
    this.#kept += text.length + (markdown?.length ?? 0) + 100 * page.links.length;
    const crawled: CrawledPage = {
      url,
      page: this.#kept > MAX_KEPT ? { ...page, text: "", excerpt: "", links: [] } : { ...page, text, excerpt },
      depth: clicksTo(known),
      inScope: known.inScope,
      ...(options.only !== undefined && { turn: this.pages.size }),
      validators,
      rung,
      bytes,
      ...(markdown !== undefined && { markdown }),
    };
    this.pages.set(url, crawled);
    if (markdownError !== undefined) report({ type: "markdownFailed", url, error: markdownError });
    report({ type: "page", page: crawled, done: this.pages.size, waiting: this.#discovery.order.left });
    if (url !== site.home) this.#markdown.add(crawled);
  }

  /** A listed page may be left out later, too. A reason may name only a listed page. */
  leaveOut(known: KnownAddress, why: LeftOut): void {
    known.state = "settled";
    known.why = why;
    this.pages.delete(known.url);
    this.#reportLeftOut(known.url, why);
  }

  #reportLeftOut(url: PageUrl, { of, ...why }: LeftOut, others = 0): void {
    const isNamed = of !== undefined && (why.reason === "redirect" || this.pages.has(of));
    this.#start.report({ type: "leftOut", url, ...why, ...(isNamed && { of }), ...(others > 0 && { others }) });
  }

  /** Releases the page that has waited longest for its canonical address. @returns false if none waits */
  releaseFirst(): boolean {
    const { first } = this.#canonicals;
    if (first !== undefined) this.release(first);
    return first !== undefined;
  }

  /** Gives leftover places to lists, then to pages with hardly any text. */
  fill(): void {
    const { order } = this.#discovery;
    for (const url of this.pages.keys()) {
      const known = order.known.get(url);
      const why = known && known !== order.home ? this.#discovery.objection(known) : undefined;
      // The front page of another language or version was read before the rest of it was known.
      if (known && (why?.reason === "other language" || why?.reason === "older version")) this.leaveOut(known, why);
    }
    for (const candidate of [...this.#last.list, ...this.#last.stub]) if (!this.isFull) this.list(candidate);
  }

  /** Reports pages without a place, and every known address that was not requested, by its reason. */
  async end(): Promise<readonly CrawledPage[]> {
    const { order, refused, languages } = this.#discovery;
    for (const { known } of this.#foreign) known.why = languages.objection(known.url) ?? known.why;
    const noPlace: LeftOut = { reason: this.isFull ? "over the limit" : "not reached" };
    const unasked = [...refused];
    for (const known of order.known.values()) {
      const { state, url, why = noPlace } = known;
      if (state === "answered") this.leaveOut(known, why);
      else if (state !== "settled") unasked.push([url, why]);
    }
    for (const group of Map.groupBy(unasked, ([, { reason }]) => reason).values()) {
      const told = this.#start.options.withAllNamed ? group : group.slice(0, 1);
      for (const [url, why] of told) this.#reportLeftOut(url, why, group.length - told.length);
    }
    await this.#markdown.finish(this.pages);
    return [...this.pages.values()];
  }
}
