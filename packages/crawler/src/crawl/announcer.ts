import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import { yieldToEventLoop } from "../waiting/event-loop.ts";
import type { CrawlEvent } from "./event.ts";
import type { Frontier } from "./frontier/frontier.ts";

/** Most pages of the first announcement. */
const MAX_FIRST = 16;

/** Most announcements of next pages: each costs as much as choosing them. Later pages are reported one by one. */
const MAX_PREVIEWS = 20;

/** Callbacks of a walk. */
export interface WalkListener {
  readonly report: (event: CrawlEvent) => void;
  /** Called with the first pages that will be asked for, after the homepage was read and again after the sitemaps. */
  readonly onFirst: (urls: readonly PageUrl[]) => void;
  /** Called once, when no further page will be asked for unless one of these fails. */
  readonly onChosen: (urls: readonly PageUrl[]) => void;
}

interface AnnouncerOptions extends WalkListener {
  readonly withPreview: boolean | undefined;
}

/** Announces, during a crawl, which pages come next. `places` is the number of pages that the result has room for. */
export class Announcer {
  readonly #frontier: Frontier;
  readonly #options: AnnouncerOptions;
  #isChosen = false;
  #previews = 0;

  constructor(frontier: Frontier, options: AnnouncerOptions) {
    this.#frontier = frontier;
    this.#options = options;
  }

  /** Announces the first pages, and lets the requests that follow from it go out before the pages are asked for. */
  async tellFirst(places: number): Promise<void> {
    const first = await this.#frontier.preview(Math.min(MAX_FIRST, places));
    this.#options.onFirst(first.map(({ url }) => url));
    await yieldToEventLoop();
  }

  /** Reports the next pages, if a preview was asked for; to be called when no page is under way. */
  async tellNext(places: number): Promise<void> {
    if (this.#options.withPreview !== true || this.#previews++ >= MAX_PREVIEWS) return;
    const urls = (await this.#frontier.preview(places)).map(({ url }) => url);
    if (urls.length > 0) this.#options.report({ type: "chosen", urls });
  }

  /** True if `tellChosen` was called. */
  get isChosen(): boolean {
    return this.#isChosen;
  }

  /** Announces the pages of the result, once each of its places has a page under way. */
  tellChosen(urls: readonly PageUrl[]): void {
    this.#isChosen = true;
    this.#options.onChosen(urls);
  }
}
