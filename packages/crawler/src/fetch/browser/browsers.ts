import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import type { BrowserState } from "@llmstxt-service/page/failures";
import type { Browser } from "playwright-core";
import { Semaphore } from "../../waiting/semaphore.ts";
import type { Chromium } from "./chromium.ts";

/** A place for one page in a Chromium. */
export interface BrowserLease {
  readonly browser: Browser;
  /** True if a tab of this browser was ended for its memory since the lease began. */
  hasRunOutOfMemory(): boolean;
  /**
   * Gives the place back. `broken`: the page did not go away, so the browser must, once its other pages are done.
   * `suspect`: the page crashed, and the browser is kept where it still answers.
   */
  release(state: PageEnd): Promise<void>;
}

export type PageEnd = "fine" | "suspect" | "broken";

export interface BrowsersOptions {
  readonly chromiumPath?: string | undefined;
  readonly onNotice?: ((notice: string) => void) | undefined;
}

interface RunningBrowser {
  readonly chromium: Chromium;
  /** Number of pages opened so far. */
  opened: number;
  /** Number of pages open now. */
  open: number;
  isRetired: boolean;
  /** Promise of the browser's end, once it was told to end. */
  ending: Promise<void> | undefined;
}

/** Most pages open at once: each takes some 50-100 MiB and most of a core while it loads. */
const MAX_OPEN_PAGES = 4;
/** Pages, age and memory after which a Chromium is replaced, so that leaks end with it. */
const MAX_PAGES = 100;
const MAX_AGE_MS = 15 * 60_000;
const MAX_MEMORY_MB = 2048;
const MEMORY_CHECK_PAGES = 10;
/** Milliseconds without a page after which the browser is closed. */
const IDLE_MS = 30_000;
/** Milliseconds for which the rung is left out after a failed start. */
const MISSING_MS = 60_000;

/** The Chromium of this process: started by the first page, replaced when worn, closed when idle. */
export class Browsers {
  readonly #options: BrowsersOptions;
  readonly #places = new Semaphore(MAX_OPEN_PAGES);
  readonly #running = new Set<RunningBrowser>();
  #current: Promise<RunningBrowser> | undefined;
  #missingUntil = 0;
  /** The failure of the last start. */
  #failure: CrawlError | undefined;
  #lastNotice = "";
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: BrowsersOptions) {
    this.#options = options;
  }

  /** True if it is worth asking: false for a minute after no browser could be started. */
  get isThere(): boolean {
    return !this.#isClosed && performance.now() >= this.#missingUntil;
  }

  /** Reason why no browser is there: none is on this machine, or one that fails. */
  get absence(): BrowserState {
    return this.#failure?.code === "browser_failed" ? "failed" : "missing";
  }

  /** Waits for a place. @throws CrawlError `aborted`, `browser_missing`, `browser_failed` */
  async lease(signal: AbortSignal): Promise<BrowserLease> {
    await this.#places.acquire(signal);
    try {
      if (!this.isThere) throw this.#failure ?? new CrawlError("browser_missing", { detail: "no browser at present" });
      const running = await this.#fresh();
      clearTimeout(this.#idle);
      running.open++;
      running.opened++;
      const { browser, memory } = running.chromium;
      const watch = memory.begin();
      return {
        browser,
        hasRunOutOfMemory: watch.hasEndedOne,
        release: (state) => {
          watch.end();
          return this.#release(running, state);
        },
      };
    } catch (thrown) {
      this.#places.release();
      throw thrown;
    }
  }

  /** Ends every Chromium, whatever it is doing. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    // The caller of a failed start has already got the error.
    await this.#current?.catch(() => undefined);
    await Promise.all([...this.#running].map((running) => this.#end(running)));
  }

  /** The running browser, or a new one if it has ended or is due for replacement. */
  async #fresh(): Promise<RunningBrowser> {
    for (;;) {
      this.#current ??= this.#start();
      const current = this.#current;
      const running = await current;
      if (running.chromium.browser.isConnected() && !(await isWorn(running))) return running;
      if (this.#current === current) this.#retire(running);
    }
  }

  async #start(): Promise<RunningBrowser> {
    try {
      const { launchChromium } = await import("./chromium.ts");
      const chromium = await launchChromium(this.#options.chromiumPath);
      const running: RunningBrowser = { chromium, opened: 0, open: 0, isRetired: false, ending: undefined };
      this.#running.add(running);
      return running;
    } catch (thrown) {
      this.#current = undefined;
      this.#missingUntil = performance.now() + MISSING_MS;
      this.#failure = toCrawlError(thrown);
      const { message } = this.#failure;
      if (message !== this.#lastNotice) this.#options.onNotice?.(`Pages that need a browser are skipped: ${message}`);
      this.#lastNotice = message;
      throw thrown;
    }
  }

  async #release(running: RunningBrowser, state: PageEnd): Promise<void> {
    const isBroken = state === "broken" || (state === "suspect" && !(await running.chromium.isAlive()));
    running.open--;
    this.#places.release();
    if (isBroken) this.#retire(running);
    // The other pages there belong to crawls that did nothing wrong, and each has a time limit of its own.
    if (running.isRetired && running.open === 0) await this.#end(running);
    else if (running.open === 0) this.#endWhenIdle(running);
  }

  /** Takes a browser out of use: it gets no new pages, and ends with its last one. */
  #retire(running: RunningBrowser): void {
    if (running.isRetired) return;
    running.isRetired = true;
    this.#current = undefined;
    if (running.open === 0) this.#end(running);
  }

  #endWhenIdle(running: RunningBrowser): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => running.open === 0 && this.#retire(running), IDLE_MS);
    this.#idle.unref();
  }

  #end(running: RunningBrowser): Promise<void> {
    running.ending ??= running.chromium.close().finally(() => this.#running.delete(running));
    return running.ending;
  }
}

async function isWorn({ chromium, opened }: RunningBrowser): Promise<boolean> {
  if (opened >= MAX_PAGES || performance.now() - chromium.startedAt > MAX_AGE_MS) return true;
  if (opened % MEMORY_CHECK_PAGES !== MEMORY_CHECK_PAGES - 1) return false;
  return (await chromium.memoryMb()) > MAX_MEMORY_MB;
}
