// Manages the Chromium of this process: started by the first page, replaced after many pages, closed when idle.
import { type BrowserState, CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import { Places } from "../places.ts";
import { type Chromium, launchChromium } from "./chromium.ts";

export interface BrowsersOptions {
  readonly chromiumPath?: string | undefined;
  readonly onNotice?: ((notice: string) => void) | undefined;
}

interface Running {
  readonly chromium: Chromium;
  opened: number;
  open: number;
  isRetired: boolean;
}

/** Most pages open at once: each takes some 50-100 MiB and most of a core while it loads. */
const MAX_OPEN = 4;
/** Pages after which a Chromium is replaced, so that leaks end with it. */
const MAX_PAGES = 100;
/** Milliseconds without a page after which the browser is closed. */
const IDLE_MS = 30_000;
/** Milliseconds for which the browser is not tried after a failed start. */
export const MISSING_MS = 60_000;

export class Browsers {
  readonly #options: BrowsersOptions;
  readonly #running = new Set<Running>();
  readonly #places = new Places(MAX_OPEN);
  #current: Promise<Running> | undefined;
  #missingUntil = 0;
  /** The failure of the last start. */
  #failure: CrawlError | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: BrowsersOptions) {
    this.#options = options;
  }

  /** Reason not to use the browser, for a minute after a failed start. */
  get absence(): BrowserState | undefined {
    if (performance.now() >= this.#missingUntil) return undefined;
    return this.#failure?.code === "browser_failed" ? "failed" : "missing";
  }

  /**
   * Waits for a place for one page; crawls take turns.
   * @throws CrawlError `browser_missing`, `browser_failed`; the signal's reason
   */
  async lease(crawl: unknown, signal: AbortSignal) {
    const leave = await this.#places.take(crawl, () => {}, signal);
    try {
      const running = await this.#fresh();
      clearTimeout(this.#idle);
      running.open++;
      running.opened++;
      const { browser, ended } = running.chromium;
      const before = ended();
      return {
        browser,
        /** True if a tab of this browser was ended for its memory since the lease began. */
        hasRunOutOfMemory: () => ended() > before,
        /** Returns the place. `broken`: the page cannot be closed, so the browser is, once its other pages are done. */
        release: async (end: "fine" | "broken"): Promise<void> => {
          running.open--;
          leave();
          if (end === "broken" || running.isRetired) await this.#retire(running);
          else if (running.open === 0) this.#idle = setTimeout(() => this.#retire(running), IDLE_MS).unref();
        },
      };
    } catch (thrown) {
      leave();
      throw thrown;
    }
  }

  /** Ends every Chromium, whatever it is doing. Never rejects. */
  async close(): Promise<void> {
    this.#missingUntil = Number.POSITIVE_INFINITY;
    clearTimeout(this.#idle);
    // The caller that started it has got the error already.
    await this.#current?.catch(() => {});
    await Promise.all([...this.#running].map(({ chromium }) => chromium.close()));
  }

  /** The running browser, or a new one if it has ended or is due for replacement. */
  async #fresh(): Promise<Running> {
    for (;;) {
      if (this.absence !== undefined)
        throw this.#failure ?? new CrawlError("browser_missing", { detail: "it is closed" });
      this.#current ??= this.#start();
      const current = this.#current;
      const running = await current;
      const isWorn = running.opened >= MAX_PAGES || !running.chromium.browser.isConnected();
      if (!isWorn && !running.isRetired) return running;
      if (this.#current === current) this.#current = undefined;
      void this.#retire(running);
    }
  }

  async #start(): Promise<Running> {
    try {
      const chromium = await launchChromium(this.#options.chromiumPath);
      const running = { chromium, opened: 0, open: 0, isRetired: false };
      this.#running.add(running);
      return running;
    } catch (thrown) {
      const error = toCrawlError(thrown);
      const { message } = error;
      if (message !== this.#failure?.message)
        this.#options.onNotice?.(`Pages that need a browser are skipped: ${message}`);
      this.#failure = error;
      this.#current = undefined;
      this.#missingUntil = performance.now() + MISSING_MS;
      throw error;
    }
  }

  /** Gives it no new pages. Its open pages belong to crawls that did nothing wrong, and each has its own time limit. */
  async #retire(running: Running): Promise<void> {
    running.isRetired = true;
    if (running.open > 0) return;
    this.#running.delete(running);
    await running.chromium.close();
  }
}
