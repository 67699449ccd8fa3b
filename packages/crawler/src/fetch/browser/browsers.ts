// The two rungs after a plain request: our own Chromium, and the browser of a scraping proxy.
import { STATUS_CODES } from "node:http";
import { type BrowserState, CrawlError, isFailure, toCrawlError } from "@llmstxt-service/page/errors";
import type { Browser } from "playwright-core";
import { within } from "../failure.ts";
import { targetOf } from "../guard.ts";
import type { Driver } from "../ladder.ts";
import { Places } from "../places.ts";
import type { Plain } from "../plain.ts";
import { type Chromium, launchChromium, loadPlaywright, MAX_RENDERER_MB, silent } from "./chromium.ts";
import { Egress } from "./egress.ts";
import { render } from "./render.ts";
import { Scripts } from "./requests.ts";

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
/** Milliseconds for which a browser is not tried after a failed start. */
const MISSING_MS = 60_000;

/** The Chromium of this process: started by the first page, replaced after many pages, closed when idle. */
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

const CONNECT_MS = 15_000;
const DISCONNECT_MS = 3_000;

/** Our own Chromium. */
export function browserDriver(browsers: Browsers, plain: Plain): Driver {
  const { wire, crawl, userAgent } = plain.options;
  const { language, credentials } = crawl;
  const scripts = new Scripts();
  return {
    rung: "browser",
    absence: () => browsers.absence,
    fetch: async (request, signal) => {
      const { browser, release, hasRunOutOfMemory } = await browsers.lease(plain, signal);
      let egress: Egress | undefined;
      let end: "fine" | "broken" = "fine";
      const onStuck = () => {
        end = "broken";
      };
      try {
        egress = await Egress.open(wire);
        const proxy = { server: egress.url, bypass: "<-loopback>" };
        const context = { userAgent, proxy, ...(language !== undefined && { locale: language }) };
        const rendering = { browser, guard: wire.guard, egress, scripts, credentials, context, onStuck };
        const run = () => render({ ...rendering, rung: "browser" }, request, signal);
        return await plain.inSlot(new URL(request.url), signal, run);
      } catch (thrown) {
        // Another page may have used up the memory, so only a crashed tab counts.
        if (!isFailure(thrown, "browser_failed") || !hasRunOutOfMemory()) throw thrown;
        throw new CrawlError("unreadable", { detail: `it takes more than ${MAX_RENDERER_MB} MB in a browser` });
      } finally {
        egress?.close();
        await release(end);
      }
    },
  };
}

/** The browser of a scraping proxy: it reaches sites from another network as another program, without their fields. */
export class ProxyBrowser {
  readonly #address: string;
  readonly #onNotice: BrowsersOptions["onNotice"];
  #missingUntil = 0;
  #lastNotice = "";

  /** @param address a `ws://` or `wss://` DevTools endpoint; it may hold credentials, and none of it is ever shown */
  constructor(address: string, onNotice: BrowsersOptions["onNotice"]) {
    this.#address = address;
    this.#onNotice = onNotice;
  }

  driver(plain: Plain): Driver {
    const { guard } = plain.options.wire;
    const scripts = new Scripts();
    return {
      rung: "proxy",
      absence: () => (performance.now() < this.#missingUntil ? "missing" : undefined),
      fetch: async (request, signal) => {
        // It connects from another network, so the address is checked here.
        const url = guard.checkUrl(request.url);
        await guard.resolve(targetOf(url));
        const browser = await this.#connect(signal);
        const rendering = { rung: "proxy", browser, guard, scripts, context: {}, onStuck: () => {} } as const;
        try {
          return await plain.inSlot(url, signal, () => render(rendering, request, signal));
        } catch (thrown) {
          if (!isFailure(thrown, "browser_failed")) throw thrown;
          throw new CrawlError("proxy_browser_failed", { detail: thrown.message });
        } finally {
          await disconnect(browser);
        }
      },
    };
  }

  /** Such services count sessions, so each page gets its own connection. @throws CrawlError */
  async #connect(signal: AbortSignal): Promise<Browser> {
    const { chromium } = await loadPlaywright();
    const connecting = chromium.connectOverCDP(this.#address, { timeout: CONNECT_MS });
    try {
      return await within(CONNECT_MS + DISCONNECT_MS, connecting, silent, signal);
    } catch (thrown) {
      // A connection that comes about later is closed.
      connecting.then(disconnect).catch(() => {});
      if (isFailure(thrown, "aborted")) throw thrown;
      this.#missingUntil = performance.now() + MISSING_MS;
      const detail = `the proxy browser cannot be reached${whyNot(thrown)}`;
      if (detail !== this.#lastNotice) this.#onNotice?.(`Going on without the proxy browser: ${detail}`);
      this.#lastNotice = detail;
      // No `cause`: the error quotes the address.
      throw new CrawlError("proxy_browser_failed", { detail });
    }
  }
}

/** Ends the connection; the service closes everything opened over it. Never rejects. */
const disconnect = (browser: Browser): Promise<void> =>
  // It answers late or is gone already: nothing more is needed from it.
  within(DISCONNECT_MS, browser.close()).catch(() => {});

/** Only the part of an error that cannot contain credentials. */
function whyNot(thrown: unknown): string {
  const text = String(thrown);
  if (/timeout/i.test(text)) return `: no answer within ${CONNECT_MS / 1000} s`;
  const [code] = /\b(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)\b/.exec(text) ?? [];
  if (code !== undefined) return `: ${code}`;
  const status = Object.entries(STATUS_CODES).find(([number, phrase]) => text.includes(` ${number} ${phrase}`));
  return status === undefined ? "" : `: it answered ${status.join(" ")}`;
}
