import { STATUS_CODES } from "node:http";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { Browser } from "playwright-core";
import { unlessAborted } from "../../waiting/abort.ts";
import { endsWithin } from "../../waiting/time-limit.ts";
import { loadPlaywright } from "./playwright.ts";

export interface ProxyBrowserConnection {
  /** A `ws://` or `wss://` DevTools endpoint; it may hold credentials, and none of it is ever shown. */
  readonly url: string;
  readonly onNotice?: ((notice: string) => void) | undefined;
}

const CONNECT_MS = 15_000;
const DISCONNECT_MS = 3_000;
/** Milliseconds for which the rung is left out after a failed connection. */
const MISSING_MS = 60_000;

/** The browser of a scraping-proxy service. Such services count sessions: each page gets a connection of its own. */
export class ProxyBrowser {
  readonly #options: ProxyBrowserConnection;
  #missingUntil = 0;

  constructor(options: ProxyBrowserConnection) {
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
      return await unlessAborted(signal, connecting);
    } catch (thrown) {
      if (thrown instanceof CrawlError) {
        // A connection that comes about later is closed.
        connecting.then((browser) => this.disconnect(browser)).catch(() => undefined);
        throw thrown;
      }
      this.#missingUntil = performance.now() + MISSING_MS;
      const says = `the proxy browser cannot be reached${whyNot(thrown)}`;
      this.#options.onNotice?.(`Going on without the proxy browser: ${says}`);
      // No `cause`: what was thrown quotes the address.
      throw new CrawlError("proxy_browser_failed", { detail: says });
    }
  }

  /** Ends the connection; the service ends what was opened over it. */
  async disconnect(browser: Browser): Promise<void> {
    await endsWithin(DISCONNECT_MS, browser.close());
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
