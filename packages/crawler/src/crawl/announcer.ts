import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import { yieldToEventLoop } from "../waiting/event-loop.ts";
import type { CrawlEvent } from "./event.ts";
import type { Frontier } from "./frontier/frontier.ts";

/** Pages told of before they are asked for. */
const MAX_FIRST = 16;

/** A preview costs as much as choosing; later pages are reported one by one. */
const MAX_PREVIEWS = 20;

/** Listeners of a walk. */
export interface WalkListener {
  readonly report: (event: CrawlEvent) => void;
  /** Told the first pages that will be asked for, as the homepage tells, and again as the sitemaps do. */
  readonly onFirst: (urls: readonly PageUrl[]) => void;
  /** Told once, when no page more is asked for unless one of these fails. */
  readonly onChosen: (urls: readonly PageUrl[]) => void;
}

interface PreviewOptions extends WalkListener {
  readonly withPreview: boolean | undefined;
}

/** Announcement of pages before they are asked for. `places` are those that the result has room for. */
export class Preview {
  readonly #frontier: Frontier;
  readonly #options: PreviewOptions;
  #isChosen = false;
  #previews = 0;

  constructor(frontier: Frontier, options: PreviewOptions) {
    this.#frontier = frontier;
    this.#options = options;
  }

  /** Requests that follow from it go out before the pages themselves. */
  async tellFirst(places: number): Promise<void> {
    const first = await this.#frontier.preview(Math.min(MAX_FIRST, places));
    this.#options.onFirst(first.map(({ url }) => url));
    await yieldToEventLoop();
  }

  /** When all that was under way is settled, it is known what comes next. */
  async tellNext(places: number): Promise<void> {
    if (this.#options.withPreview !== true || this.#previews++ >= MAX_PREVIEWS) return;
    const urls = (await this.#frontier.preview(places)).map(({ url }) => url);
    if (urls.length > 0) this.#options.report({ type: "chosen", urls });
  }

  /** True if `tellChosen` was called. */
  get isChosen(): boolean {
    return this.#isChosen;
  }

  /** When each place of the result has a page. */
  tellChosen(urls: readonly PageUrl[]): void {
    this.#isChosen = true;
    this.#options.onChosen(urls);
  }
}
