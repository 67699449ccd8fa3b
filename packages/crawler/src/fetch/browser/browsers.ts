// The Chromium of this process: started by the first page, replaced when worn, closed when idle.
import { availableParallelism } from "node:os";
import { type BrowserState, CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import type { Browser } from "playwright-core";
import type { Chromium } from "./chromium.ts";

/** `broken`: the page did not go away, so the browser must. `suspect`: it is kept where it still answers. */
export type PageEnd = "fine" | "suspect" | "broken";

/** A place for one page in a Chromium. */
export interface BrowserLease {
  readonly browser: Browser;
  /** True if a tab of this browser was ended for its memory since the lease began. */
  hasRunOutOfMemory(): boolean;
  release(end: PageEnd): Promise<void>;
}

export interface BrowsersOptions {
  readonly chromiumPath?: string | undefined;
  readonly onNotice?: ((notice: string) => void) | undefined;
}

interface Running {
  readonly chromium: Chromium;
  readonly startedAt: number;
  /** Pages opened so far, and open now. */
  opened: number;
  open: number;
  isRetired: boolean;
  ending: Promise<void> | undefined;
}

/** Most pages open at once: each takes some 50-100 MiB and most of a core while it loads. */
const MAX_OPEN = Math.max(2, Math.min(4, availableParallelism()));
/** Pages and age after which a Chromium is replaced, so that leaks end with it. */
const MAX_PAGES = 100;
const MAX_AGE_MS = 15 * 60_000;
/** Milliseconds without a page after which the browser is closed. */
const IDLE_MS = 30_000;
/** Milliseconds for which the rung is left out after a failed start. */
const MISSING_MS = 60_000;

export class Browsers {
  readonly #options: BrowsersOptions;
  readonly #running = new Set<Running>();
  readonly #waiting: (() => void)[] = [];
  #places = MAX_OPEN;
  #current: Promise<Running> | undefined;
  #missingUntil = 0;
  /** The failure of the last start. */
  #failure: CrawlError | undefined;
  #lastNotice = "";
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: BrowsersOptions) {
    this.#options = options;
  }

  /** Why it is not worth asking, for a minute after no browser could be started. */
  get absence(): BrowserState | undefined {
    if (!this.#isClosed && performance.now() >= this.#missingUntil) return undefined;
    return this.#failure?.code === "browser_failed" ? "failed" : "missing";
  }

  /** Waits for a place. @throws CrawlError `aborted`, `browser_missing`, `browser_failed` */
  async lease(signal: AbortSignal): Promise<BrowserLease> {
    await this.#enter(signal);
    try {
      if (this.absence !== undefined)
        throw this.#failure ?? new CrawlError("browser_missing", { detail: "no browser at present" });
      const running = await this.#fresh();
      clearTimeout(this.#idle);
      running.open++;
      running.opened++;
      const watch = running.chromium.memory.begin();
      return {
        browser: running.chromium.browser,
        hasRunOutOfMemory: watch.hasEndedOne,
        release: async (end) => {
          watch.end();
          await this.#release(running, end);
        },
      };
    } catch (thrown) {
      this.#leave();
      throw thrown;
    }
  }

  /** Ends every Chromium, whatever it is doing. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    // The caller of a failed start has already got the error.
    await this.#current?.catch(() => {});
    await Promise.all([...this.#running].map((running) => this.#end(running)));
  }

  async #enter(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw new CrawlError("aborted", {});
    if (this.#places-- > 0) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const give = () => {
      const at = this.#waiting.indexOf(resolve);
      if (at < 0) return;
      this.#waiting.splice(at, 1);
      this.#places++;
      reject(new CrawlError("aborted", {}));
    };
    signal.addEventListener("abort", give, { once: true });
    this.#waiting.push(resolve);
    await promise.finally(() => signal.removeEventListener("abort", give));
  }

  #leave(): void {
    this.#places++;
    this.#waiting.shift()?.();
  }

  /** The running browser, or a new one if it has ended or is due for replacement. */
  async #fresh(): Promise<Running> {
    for (;;) {
      this.#current ??= this.#start();
      const current = this.#current;
      const running = await current;
      const isWorn = running.opened >= MAX_PAGES || performance.now() - running.startedAt > MAX_AGE_MS;
      if (running.chromium.browser.isConnected() && !isWorn && !running.isRetired) return running;
      if (this.#current === current) this.#current = undefined;
      this.#retire(running);
    }
  }

  async #start(): Promise<Running> {
    try {
      const { launchChromium } = await import("./chromium.ts");
      const chromium = await launchChromium(this.#options.chromiumPath);
      const startedAt = performance.now();
      const running: Running = { chromium, startedAt, opened: 0, open: 0, isRetired: false, ending: undefined };
      this.#running.add(running);
      return running;
    } catch (thrown) {
      this.#current = undefined;
      this.#missingUntil = performance.now() + MISSING_MS;
      this.#failure = toCrawlError(thrown);
      const { message } = this.#failure;
      if (message !== this.#lastNotice) this.#options.onNotice?.(`Pages that need a browser are skipped: ${message}`);
      this.#lastNotice = message;
      throw this.#failure;
    }
  }

  async #release(running: Running, end: PageEnd): Promise<void> {
    const isBroken = end === "broken" || (end === "suspect" && !(await running.chromium.isAlive()));
    running.open--;
    this.#leave();
    if (isBroken) this.#retire(running);
    // The other pages there belong to crawls that did nothing wrong, and each has a time limit of its own.
    if (running.open > 0) return;
    if (running.isRetired) await this.#end(running);
    else {
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => running.open === 0 && this.#retire(running), IDLE_MS);
      this.#idle.unref();
    }
  }

  /** Takes a browser out of use: it gets no new pages, and ends with its last one. */
  #retire(running: Running): void {
    if (running.isRetired) return;
    running.isRetired = true;
    this.#current = undefined;
    if (running.open === 0) void this.#end(running);
  }

  #end(running: Running): Promise<void> {
    running.ending ??= running.chromium.close().finally(() => this.#running.delete(running));
    return running.ending;
  }
}
