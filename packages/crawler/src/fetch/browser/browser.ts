import { CrawlError, isFailure, toCrawlError } from "@llmstxt-service/page/errors";
import type { CredentialFields } from "../credentials/credentials.ts";
import type { Fetch, Fetched, FetchRequest, Pause, Slower } from "../fetch.ts";
import type { Guard } from "../guard/guard.ts";
import type { Hosts, Observation } from "../host/host.ts";
import { refusalIn } from "../http/http.ts";
import { MAX_RENDERER_MB } from "../limits.ts";
import { waited } from "../waited.ts";
import type { Browsers, PageEnd } from "./browsers.ts";
import type { Egress, EgressOptions } from "./egress.ts";
import type { ProxyBrowser } from "./proxy-browser.ts";
import type { Rendering } from "./render.ts";
import { Resources } from "./resources.ts";
import { sideBySide } from "./side-by-side.ts";

export { Browsers } from "./browsers.ts";
export type { Egress } from "./egress.ts";
export { ProxyBrowser } from "./proxy-browser.ts";

// The browser's driver is loaded by the first page that needs one: most crawls have none.
export const openEgress = async (options: EgressOptions) => (await import("./egress.ts")).openEgress(options);

const render = async (rendering: Rendering, request: FetchRequest, signal: AbortSignal) =>
  (await import("./render.ts")).render(rendering, request, signal);

export interface BrowserRungOptions {
  readonly guard: Guard;
  readonly hosts: Pick<Hosts, "slotFor">;
  readonly onSlower?: ((why: Slower) => void) | undefined;
  readonly onPause?: ((pause: Pause) => void) | undefined;
}

export interface OwnBrowserOptions extends BrowserRungOptions {
  readonly browsers: Browsers;
  /** The way out for its pages, opened by the first of them. */
  readonly egress: () => Promise<Egress>;
  readonly userAgent: string;
  readonly credentials?: CredentialFields | undefined;
}

/** The second rung: our own headless Chromium. A page that was lost with its browser is tried once more. */
export function ownBrowser({ browsers, egress, userAgent, credentials, ...options }: OwnBrowserOptions): Fetch {
  const resources = new Resources();
  const renderOnce: Fetch = async (request, signal) => {
    const { url: server, admit } = await egress();
    const lease = await waited(request, browsers.lease(signal));
    const passage = admit();
    let end: PageEnd = "fine";
    try {
      const onStuck = () => {
        end = "broken";
      };
      const context = { userAgent, proxy: { server, bypass: "<-loopback>" } };
      const { guard } = options;
      const { browser } = lease;
      const rendering = { rung: "browser", browser, guard, context, passage, credentials, resources, onStuck } as const;
      return await inSlot({ ...options, request, run: () => render(rendering, request, signal) }, signal);
    } catch (thrown) {
      // Another page may have used up the memory, so only a crashed tab counts.
      if (isFailure(thrown, "browser_failed") && lease.hasRunOutOfMemory())
        throw new CrawlError("unreadable", { detail: `it takes more than ${MAX_RENDERER_MB} MB in a browser` });
      if (end === "fine" && thrown instanceof CrawlError && thrown.code === "browser_failed") end = "suspect";
      throw thrown;
    } finally {
      passage.close();
      await lease.release(end);
    }
  };
  return sideBySide(onceMore(renderOnce));
}

export interface ProxyBrowserOptions extends BrowserRungOptions {
  readonly proxy: ProxyBrowser;
}

/**
 * The third rung: the browser of a scraping proxy, which reaches the site from another network with its own user agent.
 */
export function proxyBrowser({ proxy, ...options }: ProxyBrowserOptions): Fetch {
  const resources = new Resources();
  return async (request, signal) => {
    const { guard } = options;
    // The proxy browser dials from another network, where our guard cannot check, so the address is checked here.
    await guard.resolve(request.url);
    const browser = await proxy.connect(signal);
    try {
      const rendering = { rung: "proxy", browser, guard, context: {}, resources, onStuck: () => undefined } as const;
      return await inSlot({ ...options, request, run: () => render(rendering, request, signal) }, signal);
    } catch (thrown) {
      const error = toCrawlError(thrown);
      if (error.code !== "browser_failed") throw error;
      throw new CrawlError("proxy_browser_failed", { detail: error.message });
    } finally {
      await proxy.disconnect(browser);
    }
  };
}

interface Slotted extends Pick<BrowserRungOptions, "hosts" | "onSlower" | "onPause"> {
  readonly request: FetchRequest;
  readonly run: () => Promise<Fetched>;
}

/** A page takes one slot of its host, however many requests it comes to. */
async function inSlot({ hosts, onSlower, onPause, request, run }: Slotted, signal: AbortSignal): Promise<Fetched> {
  const slot = hosts.slotFor(request.url);
  const onPaused = (leftMs: number) => onPause?.({ host: new URL(request.url).host, leftMs });
  await waited(request, slot.enter(signal, onPaused));
  let seen: Observation = { type: "none" };
  try {
    const fetched = await run();
    // Pages take their time in a browser; only a host that says it has enough teaches us something.
    seen = refusalIn(fetched) ?? seen;
    return fetched;
  } finally {
    const slower = slot.leave(seen);
    if (slower !== undefined) onSlower?.(slower);
  }
}

/** Most milliseconds of a first try that is repeated, without its waits; a page that took longer would take as long again. */
const MAX_FIRST_MS = 10_000;

/** A Chromium that ends takes the pages of others with it; each of them gets one more try. */
function onceMore(fetch: Fetch): Fetch {
  return async (request, signal) => {
    const startedAt = performance.now();
    let waitedMs = 0;
    const onWaited = (ms: number) => {
      waitedMs += ms;
      request.onWaited?.(ms);
    };
    try {
      return await fetch({ ...request, onWaited }, signal);
    } catch (thrown) {
      const error = toCrawlError(thrown);
      const isLate = performance.now() - startedAt - waitedMs > MAX_FIRST_MS;
      if (!error.retry || error.code !== "browser_failed" || isLate || signal.aborted) throw error;
      return fetch(request, signal);
    }
  };
}
