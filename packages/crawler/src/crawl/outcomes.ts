import type { LeftOut } from "@llmstxt-service/page/address/left-out";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import { Turn } from "../waiting/event-loop.ts";
import type { WalkListener } from "./announcer.ts";
import type { Discovery } from "./discovery.ts";
import type { Candidate, Frontier, Outcome } from "./frontier/frontier.ts";
import { isRepetition, type Verdict } from "./judge.ts";
import type { DeferredPage, KnownSite } from "./known.ts";
import type { LookaheadOptions } from "./lookahead.ts";
import { Unasked } from "./unasked.ts";
import { crawledPage, pageOf, type Seen } from "./visit.ts";

interface OutcomesOptions extends Pick<LookaheadOptions, "site" | "crawl">, Pick<WalkListener, "report"> {
  readonly known: KnownSite;
  readonly frontier: Frontier;
  readonly discovery: Discovery;
}

/** Lists pages and leaves them out, and reports it: each address that a walk comes to know has one outcome. */
export class Outcomes {
  readonly unasked: Unasked;
  readonly #options: OutcomesOptions;
  /** Pages of a given list that were not asked for yet; empty without such a list. */
  readonly #given: PageUrl[];
  /** Pages of a given list that are of other sites. */
  readonly #foreign: readonly PageUrl[];

  constructor(options: OutcomesOptions) {
    this.#options = options;
    const { report, crawl } = options;
    const { only = [] } = crawl;
    this.#given = only.flatMap((url) => options.site.own(url) ?? []);
    this.#foreign = only.filter((url) => options.site.own(url) === undefined);
    const isUntold = (url: PageUrl) => options.discovery.isGuessed(url);
    this.unasked = new Unasked({ report, namesAll: crawl.withAllNamed === true, isUntold });
  }

  get isFull(): boolean {
    return this.#options.known.count >= this.#options.crawl.maxPages;
  }

  list(url: PageUrl, seen: Seen): void {
    const { report, site, crawl, known, discovery, frontier } = this.#options;
    if (seen.type === "read" && seen.markdownError !== undefined)
      report({ type: "markdownFailed", url, error: seen.markdownError });
    const { kind } = known.judged(url, pageOf(seen));
    const place = { url, kind, depth: discovery.depthOf(url), inScope: site.inScope(url) };
    const page = crawledPage(seen, { ...place, ...(crawl.only && { turn: known.count }) });
    known.list(page);
    report({ type: "page", page, done: known.count, waiting: frontier.waiting });
  }

  leaveOut(url: PageUrl, objection: LeftOut): Outcome {
    if (!this.#options.discovery.isGuessed(url)) this.#options.report({ type: "leftOut", url, ...objection });
    return isRepetition(objection.reason) ? "repeated" : "other";
  }

  /**
   * Reports a failed page. An empty one counts as an answer with nothing new; of other failures only those that do not
   * pass say something of pages like it.
   */
  fail({ url, error }: Extract<Verdict, { type: "fail" }>): Outcome {
    this.#options.known.fail(url);
    if (!this.#options.discovery.isGuessed(url)) this.#options.report({ type: "failed", url, error });
    if (error.code === "empty_page") return "repeated";
    return error.code === "http_status" ? "missing" : "failed";
  }

  /** The next pages of a list that was given, while there is room. */
  *given(hasRoom: () => boolean): Iterable<Candidate> {
    const { site, known, frontier } = this.#options;
    while (hasRoom() && this.#given.length > 0)
      for (const url of this.#given.splice(0, 1)) {
        const problem = known.problemOf(url);
        const found = { url, level: 1, isInScope: site.inScope(url), isFeatured: false };
        const candidate = problem === undefined ? frontier.askNow(found) : undefined;
        if (problem !== undefined) this.unasked.leaveOut(url, problem);
        if (candidate !== undefined) yield candidate;
      }
  }

  /** Reports the addresses between a link and its page as redirects; they need not be asked for. */
  tellHops(chain: Seen["chain"], of: PageUrl): void {
    const { site, frontier, known } = this.#options;
    for (const hop of chain.slice(1, -1)) {
      const url = site.own(hop);
      if (url === undefined || frontier.has(url)) continue;
      frontier.claim(url);
      known.settle(url);
      this.leaveOut(url, { reason: "redirect", of });
    }
  }

  /** The crawl ends before it is known what this page is. */
  notAsked(url: PageUrl): void {
    const reason = this.isFull ? "over the limit" : "not reached";
    this.unasked.leaveOut(url, this.#options.known.repeats(url) ?? { reason });
  }

  /** Tells of all that still waits, and of pages that no link leads to that may be followed. */
  async end(): Promise<void> {
    const turn = new Turn();
    for (const url of this.#options.frontier.rest()) {
      if (turn.isOver) await turn.end();
      this.notAsked(url);
    }
    this.unasked.refuse(this.#options.discovery.data());
    for (const url of this.#options.discovery.unfollowed()) this.unasked.leaveOut(url, { reason: "nofollow" });
    for (const url of await this.#options.discovery.onOtherHosts())
      this.unasked.leaveOut(url, { reason: "other host" });
    for (const url of this.#foreign) this.unasked.leaveOut(url, { reason: "other site" });
    this.unasked.end();
  }

  /** Deferred pages that are known as facets or archives by now free their places; returns whether there was any. */
  leaveUnwanted(pages: readonly DeferredPage[] = this.#options.known.takeUnwanted()): boolean {
    const { known } = this.#options;
    for (const { url, visited } of pages) this.leaveOut(url, known.unwanted(url, pageOf(visited)));
    return pages.length > 0;
  }
}
