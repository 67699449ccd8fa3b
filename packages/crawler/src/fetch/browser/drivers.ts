// The two rungs after a plain request: our own Chromium, and the browser of a scraping proxy.
import { STATUS_CODES } from "node:http";
import { CrawlError, isFailure } from "@llmstxt-service/page/errors";
import type { Browser } from "playwright-core";
import { within } from "../failure.ts";
import { targetOf } from "../guard.ts";
import type { Driver } from "../ladder.ts";
import type { Plain } from "../plain.ts";
import { type Browsers, type BrowsersOptions, MISSING_MS } from "./browsers.ts";
import { loadPlaywright, MAX_RENDERER_MB, silent } from "./chromium.ts";
import { Egress } from "./egress.ts";
import { render } from "./render.ts";
import { Scripts } from "./requests.ts";

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
