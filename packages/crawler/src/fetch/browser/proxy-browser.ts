// The browser of a scraping-proxy service, behind a DevTools endpoint.
import { STATUS_CODES } from "node:http";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { Browser } from "playwright-core";
import { loadPlaywright } from "./chromium.ts";
import { within } from "./within.ts";

export interface ProxyBrowserOptions {
  /** A `ws://` or `wss://` DevTools endpoint; it may hold credentials, and none of it is ever shown. */
  readonly url: string;
  readonly onNotice?: ((notice: string) => void) | undefined;
}

const CONNECT_MS = 15_000;
const DISCONNECT_MS = 3_000;
/** Milliseconds for which the rung is left out after a failed connection. */
const MISSING_MS = 60_000;

/** Such services count sessions: each page gets a connection of its own. */
export class ProxyBrowser {
  readonly #options: ProxyBrowserOptions;
  #missingUntil = 0;
  #lastNotice = "";

  constructor(options: ProxyBrowserOptions) {
    this.#options = options;
  }

  get isThere(): boolean {
    return performance.now() >= this.#missingUntil;
  }

  /** @throws CrawlError `proxy_browser_failed`, `browser_missing`, `aborted` */
  async connect(signal: AbortSignal): Promise<Browser> {
    const { chromium } = await loadPlaywright();
    const connecting = chromium.connectOverCDP(this.#options.url, { timeout: CONNECT_MS });
    try {
      return await within(CONNECT_MS + DISCONNECT_MS, connecting, undefined, signal);
    } catch (thrown) {
      // A connection that comes about later is closed.
      connecting.then((browser) => this.disconnect(browser)).catch(() => {});
      if (thrown instanceof CrawlError && thrown.code === "aborted") throw thrown;
      this.#missingUntil = performance.now() + MISSING_MS;
      const says = `the proxy browser cannot be reached${whyNot(thrown)}`;
      if (says !== this.#lastNotice) this.#options.onNotice?.(`Going on without the proxy browser: ${says}`);
      this.#lastNotice = says;
      // No `cause`: what was thrown quotes the address.
      throw new CrawlError("proxy_browser_failed", { detail: says });
    }
  }

  /** Ends the connection; the service ends what was opened over it. Never rejects. */
  async disconnect(browser: Browser): Promise<void> {
    // Late, or gone already: there is nothing more to ask of it.
    await within(DISCONNECT_MS, browser.close()).catch(() => {});
  }
}

/** The part of an error that can hold no credentials. */
function whyNot(thrown: unknown): string {
  const text = String(thrown);
  if (/timeout/i.test(text)) return `: no answer within ${CONNECT_MS / 1000} s`;
  const [code] = /\b(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)\b/.exec(text) ?? [];
  if (code !== undefined) return `: ${code}`;
  const status = Object.entries(STATUS_CODES).find(([number, phrase]) => text.includes(` ${number} ${phrase}`));
  return status === undefined ? "" : `: it answered ${status.join(" ")}`;
}
