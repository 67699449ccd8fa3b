import type { LeftOut } from "@llmstxt-service/page/address/left-out";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import { Turn } from "../waiting/event-loop.ts";
import { Announcer, type WalkListener } from "./announcer.ts";
import type { Released } from "./canonicals.ts";
import type { CrawledPage } from "./crawled-page.ts";
import { Discovery } from "./discovery.ts";
import { EarlyPages } from "./early.ts";
import { Admission, type Candidate, Frontier, type Outcome } from "./frontier/frontier.ts";
import { canonicalElsewhere, judge, objectionTo, type Verdict } from "./judge.ts";
import { Keeping } from "./keeping.ts";
import { KnownSite, type PlacedPage } from "./known.ts";
import { Lookahead, type LookaheadOptions, type Visited } from "./lookahead.ts";
import type { OtherHosts } from "./other-hosts.ts";
import { Outcomes } from "./outcomes.ts";
import type { SitemapEntry } from "./sitemap/sitemap.ts";
import { pageOf, type Seen } from "./visit.ts";

export interface WalkOptions extends Omit<LookaheadOptions, "keeping">, WalkListener {
  readonly signal: AbortSignal;
  readonly hosts: Pick<OtherHosts, "meet">;
}

/**
 * The walk over one site, from its homepage on. Pages are fetched in any order but committed in the frontier's, and only
 * what was committed decides what comes next; so the same site gives the same pages in the same order whatever the
 * network. `judge` decides; the walk carries out, reports, and alone changes what is known.
 */
export class Walk {
  readonly #options: WalkOptions;
  readonly #frontier: Frontier;
  readonly #admission: Admission;
  readonly #discovery: Discovery;
  readonly #announcer: Announcer;
  readonly #known: KnownSite;
  readonly #keeping: Keeping;
  /** Canonical addresses that pages wait for: asked for before all else. */
  readonly #canonicals: Candidate[] = [];
  readonly #turn = new Turn();
  readonly #outcomes: Outcomes;
  #held = 0;

  constructor(options: WalkOptions) {
    const { home, site, crawl, signal } = options;
    const page = pageOf(home.visit);
    this.#options = options;
    this.#frontier = new Frontier(page);
    this.#admission = new Admission({ site, robots: home.robots, home: page, crawl });
    this.#discovery = new Discovery({ site, frontier: this.#frontier, admission: this.#admission, signal });
    this.#announcer = new Announcer(this.#frontier, { ...options, withPreview: crawl.withPreview });
    this.#known = new KnownSite(site, this.#frontier, this.#admission);
    this.#keeping = new Keeping(crawl);
    const parts = { known: this.#known, frontier: this.#frontier, discovery: this.#discovery };
    this.#outcomes = new Outcomes({ ...options, ...parts });
    // The homepage is listed whatever it says of itself, as the head of the document.
    this.#frontier.claim(site.home);
    this.#known.settle(site.home);
    const { visit } = home;
    this.#outcomes.list(site.home, visit.type === "read" ? { ...visit, page: this.#keeping.kept(page) } : visit);
  }

  get pages(): readonly CrawledPage[] {
    return this.#known.pages;
  }

  get found() {
    return this.#admission.found((url) => this.#frontier.has(url));
  }

  get isFull(): boolean {
    return this.#outcomes.isFull;
  }

  /**
   * Ends when the result is full, nothing is left to ask for, or the signal fired; nothing is under way then.
   * @throws what the sitemaps throw
   */
  async go(sitemaps: Promise<readonly SitemapEntry[]>): Promise<void> {
    try {
      await this.#walk(sitemaps);
    } finally {
      await this.#outcomes.end();
    }
  }

  async #walk(sitemaps: Promise<readonly SitemapEntry[]>): Promise<void> {
    const { home, crawl, signal } = this.#options;
    const lookahead = new Lookahead({ ...this.#options, keeping: this.#keeping }, signal);
    const early = new EarlyPages({ frontier: this.#frontier, known: this.#known, lookahead });
    // An error of the sitemaps counts when they are awaited, not before.
    sitemaps.catch(() => {});
    try {
      for (const shown of crawl.only === undefined ? [home.rendered, pageOf(home.visit)] : [])
        if (shown !== undefined) this.#outcomes.unasked.refuse(await this.#discovery.addHome(shown, crawl.language));
      await this.#announcer.tellFirst(this.#places);
      await early.whileRead(sitemaps, this.#places);
      this.#outcomes.unasked.refuse(await this.#discovery.addSitemap(await sitemaps));
      this.#options.report({ type: "known", count: this.#frontier.known });
      await this.#announcer.tellFirst(this.#places);
      while (!this.isFull) {
        await this.#start(lookahead, early);
        const visited = await lookahead.next();
        if (visited !== undefined) await this.#commit(visited);
        else if (signal.aborted) break;
        else if (!(await this.#release(this.#known.canonicals.releaseFirst())) && !this.#outcomes.leaveUnwanted())
          break;
      }
    } finally {
      for (const url of lookahead.urls) this.#outcomes.notAsked(url);
      await lookahead.close();
    }
    await this.#release(this.#known.canonicals.releaseSharing());
    await this.#listDeferred();
  }

  /** Pages that the result has room for. Held pages take their place; deferred ones do once no better page waits. */
  get #places(): number {
    const deferred = this.#frontier.hasFirst ? 0 : this.#known.deferredCount;
    return Math.max(0, this.#options.crawl.maxPages - this.#known.count - this.#held - deferred);
  }

  async #start(lookahead: Lookahead, early: EarlyPages): Promise<void> {
    if (lookahead.isEmpty) await this.#announcer.tellNext(this.#places);
    for (const candidate of this.#canonicals.splice(0)) this.#ask(candidate, lookahead);
    for (const candidate of this.#outcomes.given(() => lookahead.hasRoom(this.#places)))
      this.#ask(candidate, lookahead);
    while (lookahead.hasRoom(this.#places)) {
      if (this.#turn.isOver) await this.#turn.end();
      const next = this.#frontier.next((url) => this.#known.repeats(url));
      if (next === undefined) return early.beginNextStage(this.#places);
      if (next.type === "later") continue;
      early.stageBegan();
      if (next.type === "ask") this.#ask(next.candidate, lookahead);
      else this.#outcomes.unasked.leaveOut(next.url, next.objection);
    }
    if (!this.#announcer.isChosen && lookahead.isFull(this.#places))
      this.#announcer.tellChosen([...this.pages.map(({ url }) => url), ...lookahead.urls]);
  }

  #ask(candidate: Candidate, lookahead: Lookahead): void {
    const { url } = candidate;
    lookahead.start(candidate, this.#known.isTriedAgain(url) ? "once" : "patient");
    this.#options.report({ type: "visiting", url });
  }

  async #commit({ candidate, visit }: Visited): Promise<void> {
    this.#outcomes.unasked.refuse(await this.#discovery.addSitemap(await this.#options.hosts.meet(candidate.url)));
    const seen = visit.type === "read" || visit.type === "unchanged" ? visit : undefined;
    const found = seen && this.#options.site.meet(seen.url);
    if (found !== undefined && seen !== undefined) {
      this.#frontier.claim(found);
      this.#admission.read(found, pageOf(seen));
    }
    const isCut = visit.type === "failed" && visit.error.code === "aborted" && !this.#known.isSettled(candidate.url);
    const verdict = judge(candidate.url, visit, this.#known);
    this.#frontier.settle(candidate, await this.#carryOut(verdict, candidate, seen));
    if (verdict.type === "tryAgain") this.#frontier.again(candidate);
    else for (const url of [found, candidate.url]) if (url !== undefined) await this.#settle(url);
    if ("url" in verdict && verdict.url !== candidate.url)
      this.#outcomes.leaveOut(candidate.url, { reason: "redirect", of: verdict.url });
    if (isCut) this.#outcomes.notAsked(candidate.url);
    if (seen !== undefined && found !== undefined) this.#outcomes.tellHops(seen.chain, found);
  }

  async #carryOut(verdict: Verdict, candidate: Candidate, seen: Seen | undefined): Promise<Outcome> {
    switch (verdict.type) {
      case "settled":
        return "repeated";
      case "tryAgain":
        this.#known.tryAgain(candidate.url);
        return "other";
      case "fail":
        return this.#outcomes.fail(verdict);
      case "follow":
        this.#outcomes.unasked.refuse(await this.#discovery.addLink(verdict.target, verdict.url, candidate));
        return this.#outcomes.leaveOut(verdict.url, { reason: "redirect", of: verdict.target });
      case "leaveOut":
        if (verdict.follow && seen !== undefined) await this.#addLinks(verdict.url, { ...seen, place: candidate });
        return this.#outcomes.leaveOut(verdict.url, verdict.objection);
      case "defer":
        return seen === undefined ? "other" : this.#defer(verdict.url, { ...seen, place: candidate });
      case "list":
      case "hold":
      case "share":
        return seen === undefined ? "other" : this.#accept(verdict, { ...seen, place: candidate });
    }
  }

  /** Defers a list or a stub. A list that names new pages counts as listed for its shape, and so does a stub. */
  async #defer(url: PageUrl, visited: PlacedPage): Promise<Outcome> {
    const fresh = await this.#addLinks(url, visited);
    const { kind } = this.#known.judged(url, pageOf(visited));
    if (!this.#known.defer({ url, visited }, this.#options.crawl.maxPages))
      this.#outcomes.leaveUnwanted([{ url, visited }]);
    return fresh > 0 || kind === "stub" ? "listed" : "repeated";
  }

  /** Deferred pages fill the places that are left. */
  async #listDeferred(): Promise<void> {
    this.#outcomes.leaveUnwanted();
    for (const page of this.#known.deferred())
      if (this.isFull) this.#outcomes.leaveUnwanted([page]);
      else await this.#listReleased(page.url, page.url, page.visited);
  }

  /** Takes in what a page leads to, and returns how many pages to read it named first. */
  async #addLinks(url: PageUrl, { place, ...seen }: PlacedPage): Promise<number> {
    if (this.#known.isListGiven) return 0;
    const page = pageOf(seen);
    const before = this.#frontier.wanted;
    this.#outcomes.unasked.refuse(await this.#discovery.addLinks(page, url, place.level + 1));
    const fresh = this.#frontier.wanted - before;
    this.#frontier.model.learn(url, page, fresh);
    return fresh;
  }

  async #accept(verdict: Extract<Verdict, { type: "list" | "hold" | "share" }>, visited: PlacedPage): Promise<Outcome> {
    const { url } = verdict;
    if (!this.#known.keep(visited)) return this.#outcomes.leaveOut(url, { reason: "over the limit" });
    switch (verdict.type) {
      case "list":
        await this.#listAs(verdict, visited);
        return "listed";
      case "hold":
        this.#hold(url, verdict.canonical, visited);
        return "other";
      case "share":
        this.#held += 1;
        await this.#release(this.#known.canonicals.share({ url, canonical: verdict.canonical, visited }));
        return "other";
    }
  }

  #hold(url: PageUrl, canonical: PageUrl, visited: PlacedPage): void {
    this.#held += 1;
    if (!this.#known.canonicals.hold({ url, canonical, visited })) return;
    const { level, isFeatured } = visited.place;
    const isInScope = this.#options.site.inScope(canonical);
    const candidate = this.#frontier.askNow({ url: canonical, level, isInScope, isFeatured });
    if (candidate !== undefined) this.#canonicals.push(candidate);
  }

  /** Marks an address as decided, and releases the pages that named it as canonical. */
  async #settle(url: PageUrl): Promise<void> {
    this.#known.settle(url);
    const outcome = this.#known.listed(url) === undefined ? "missing" : "listed";
    await this.#release(this.#known.canonicals.release(url, outcome));
  }

  /** Returns whether there was any. */
  async #release(released: readonly Released<PlacedPage>[]): Promise<boolean> {
    for (const { url, canonical, visited, listAs } of released) {
      this.#held -= 1;
      if (listAs === "nothing") this.#outcomes.leaveOut(url, canonicalElsewhere(pageOf(visited), canonical));
      else await this.#listReleased(url, listAs === "canonical" ? canonical : url, visited);
    }
    return released.length > 0;
  }

  async #listReleased(url: PageUrl, listAs: PageUrl, visited: PlacedPage): Promise<void> {
    const page = pageOf(visited);
    const isListed = this.#known.listed(listAs) !== undefined;
    const full: LeftOut | undefined = this.isFull ? { reason: "over the limit" } : undefined;
    const objection = isListed ? canonicalElsewhere(page, listAs) : (full ?? objectionTo(url, page, this.#known));
    if (objection === undefined) await this.#listAs({ url, listAs }, visited);
    else this.#outcomes.leaveOut(url, objection);
  }

  /** A page that was found at `url`, under the address that it names as its own. */
  async #listAs({ url, listAs }: { url: PageUrl; listAs: PageUrl }, visited: PlacedPage): Promise<void> {
    this.#frontier.claim(listAs);
    this.#outcomes.list(listAs, visited);
    if (listAs !== url) this.#outcomes.leaveOut(url, canonicalElsewhere(pageOf(visited), listAs));
    await this.#addLinks(listAs, visited);
    await this.#settle(listAs);
  }
}
