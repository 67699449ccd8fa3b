// The Chromium of this process: started by the first page, replaced when worn, closed when idle.
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

/** Most pages open at once: each takes some 50-100 MiB and most of a core while it loads. */
const MAX_OPEN = 4;
/** Pages after which a Chromium is replaced, so that leaks end with it. */
const MAX_PAGES = 100;
/** Milliseconds without a page after which the browser is closed. */
const IDLE_MS = 30_000;
/** Milliseconds for which the rung is left out after a failed start. */
const MISSING_MS = 60_000;

/** One Chromium, until its last page is done. */
class Running {
  readonly chromium: Chromium;
  opened = 0;
  open = 0;
  isRetired = false;
  #ending: Promise<void> | undefined;

  constructor(chromium: Chromium) {
    this.chromium = chromium;
  }

  get isWorn(): boolean {
    return this.isRetired || this.opened >= MAX_PAGES || !this.chromium.browser.isConnected();
  }

  /** It gets no new pages. The others there belong to crawls that did nothing wrong, and each has a limit of its own. */
  async retire(): Promise<void> {
    this.isRetired = true;
    if (this.open === 0) await this.end();
  }

  end(): Promise<void> {
    this.isRetired = true;
    this.#ending ??= this.chromium.close();
    return this.#ending;
  }
}

export class Browsers {
  readonly #options: BrowsersOptions;
  readonly #running = new Set<Running>();
  readonly #waiting = new Set<() => void>();
  #places = MAX_OPEN;
  #starting: Promise<Running> | undefined;
  #missingUntil = 0;
  /** The failure of the last start. */
  #failure: CrawlError | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: BrowsersOptions) {
    this.#options = options;
  }

  /** Why it is not worth asking, for a minute after no browser could be started. */
  get absence(): BrowserState | undefined {
    if (performance.now() >= this.#missingUntil) return undefined;
    return this.#failure?.code === "browser_failed" ? "failed" : "missing";
  }

  /** Waits for a place. @throws CrawlError `aborted`, `browser_missing`, `browser_failed` */
  async lease(signal: AbortSignal): Promise<BrowserLease> {
    while (this.#places === 0) await this.#leaving(signal);
    if (signal.aborted) throw new CrawlError("aborted", {});
    this.#places--;
    try {
      const running = await this.#fresh();
      clearTimeout(this.#idle);
      running.open++;
      running.opened++;
      const { browser, ended } = running.chromium;
      const before = ended();
      return {
        browser,
        hasRunOutOfMemory: () => ended() > before,
        release: async (end) => {
          const isBroken = end === "broken" || (end === "suspect" && !(await running.chromium.isAlive()));
          running.open--;
          this.#leave();
          if (isBroken || running.isRetired) await running.retire();
          else if (running.open === 0) this.#idle = setTimeout(() => running.retire(), IDLE_MS).unref();
        },
      };
    } catch (thrown) {
      this.#leave();
      throw thrown;
    }
  }

  /** Ends every Chromium, whatever it is doing. Never rejects. */
  async close(): Promise<void> {
    this.#missingUntil = Number.POSITIVE_INFINITY;
    clearTimeout(this.#idle);
    // The caller of a failed start has already got the error.
    await this.#starting?.catch(() => {});
    await Promise.all([...this.#running].map((running) => running.end()));
  }

  #leave(): void {
    this.#places++;
    for (const wake of this.#waiting) wake();
  }

  async #leaving(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw new CrawlError("aborted", {});
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener("abort", resolve as () => void);
    this.#waiting.add(resolve);
    await promise;
    signal.removeEventListener("abort", resolve as () => void);
    this.#waiting.delete(resolve);
  }

  /** The running browser, or a new one if it has ended or is due for replacement. */
  async #fresh(): Promise<Running> {
    for (;;) {
      if (this.absence !== undefined)
        throw this.#failure ?? new CrawlError("browser_missing", { detail: "it is closed" });
      this.#starting ??= this.#start();
      const starting = this.#starting;
      const running = await starting;
      if (!running.isWorn) return running;
      if (this.#starting === starting) this.#starting = undefined;
      void running.retire();
    }
  }

  async #start(): Promise<Running> {
    try {
      const { launchChromium } = await import("./chromium.ts");
      const running = new Running(await launchChromium(this.#options.chromiumPath));
      for (const one of this.#running) if (one.isRetired && one.open === 0) this.#running.delete(one);
      this.#running.add(running);
      return running;
    } catch (thrown) {
      const before = this.#failure?.message;
      this.#starting = undefined;
      this.#missingUntil = performance.now() + MISSING_MS;
      this.#failure = toCrawlError(thrown);
      const { message } = this.#failure;
      if (message !== before) this.#options.onNotice?.(`Pages that need a browser are skipped: ${message}`);
      throw this.#failure;
    }
  }
}
