// The two rungs after the plain one: our own Chromium, and the browser of a scraping proxy.
import { type BrowserState, CrawlError, isFailure, toCrawlError } from "@llmstxt-service/page/errors";
import type { CrawlFetchOptions, Fetched } from "../fetch.ts";
import { type Guard, targetOf } from "../guard.ts";
import type { Hosts, Seen } from "../host.ts";
import type { Driver, DriverRequest } from "../ladder.ts";
import { type Plain, seenIn, waited } from "../plain.ts";
import type { Browsers, PageEnd } from "./browsers.ts";
import type { Egress } from "./egress.ts";
import { MAX_RENDERER_MB } from "./processes.ts";
import type { ProxyBrowser } from "./proxy-browser.ts";
import { render } from "./render.ts";
import { Scripts } from "./requests.ts";

interface DriverOptions {
  readonly guard: Guard;
  readonly hosts: Hosts;
  readonly plain: Pick<Plain, "onPause">;
  readonly crawl: CrawlFetchOptions;
}

interface OwnBrowserOptions extends DriverOptions {
  readonly userAgent: string;
  /** The way out for its pages, opened by the first of them. */
  readonly egress: () => Promise<Egress>;
  readonly browsers: Browsers;
}

interface ScrapingBrowserOptions extends DriverOptions {
  readonly proxy: ProxyBrowser;
}

/** Most milliseconds of a first try that is repeated, without its waits: a page that took longer would take as long again. */
const MAX_FIRST_MS = 10_000;

/** The second rung. A page that was lost with its browser is tried once more: another's page may have ended it. */
export class OwnBrowser implements Driver {
  readonly rung = "browser";
  readonly #options: OwnBrowserOptions;
  readonly #scripts = new Scripts();

  constructor(options: OwnBrowserOptions) {
    this.#options = options;
  }

  absence(): BrowserState | undefined {
    return this.#options.browsers.absence;
  }

  async fetch(request: DriverRequest, signal: AbortSignal): Promise<Fetched> {
    const startedAt = performance.now();
    let waitedMs = 0;
    const onWaited = (ms: number) => {
      waitedMs += ms;
      request.onWaited?.(ms);
    };
    try {
      return await this.#render({ ...request, onWaited }, signal);
    } catch (thrown) {
      const isLate = performance.now() - startedAt - waitedMs > MAX_FIRST_MS;
      if (!isFailure(thrown, "browser_failed") || isLate || request.once || signal.aborted || this.absence())
        throw thrown;
      return this.#render(request, signal);
    }
  }

  async #render(request: DriverRequest, signal: AbortSignal): Promise<Fetched> {
    const { guard, browsers, userAgent, crawl } = this.#options;
    const egress = await this.#options.egress();
    const lease = await waited(request, browsers.lease(signal));
    const passage = egress.admit();
    let end: PageEnd = "fine";
    try {
      const { credentials, language } = crawl;
      const context = {
        userAgent,
        proxy: { server: egress.url, bypass: "<-loopback>" },
        ...(language !== undefined && { locale: language }),
      };
      const onStuck = () => {
        end = "broken";
      };
      const { browser } = lease;
      const scripts = this.#scripts;
      const rendering = { rung: this.rung, browser, guard, context, passage, credentials, scripts, onStuck } as const;
      return await inSlot(this.#options, request, signal, () => render(rendering, request, signal));
    } catch (thrown) {
      // Another page may have used up the memory, so only a crashed tab counts.
      if (isFailure(thrown, "browser_failed") && lease.hasRunOutOfMemory())
        throw new CrawlError("unreadable", { detail: `it takes more than ${MAX_RENDERER_MB} MB in a browser` });
      if (end === "fine" && isFailure(thrown, "browser_failed")) end = "suspect";
      throw thrown;
    } finally {
      passage.close();
      await lease.release(end);
    }
  }
}

/** The third rung: it reaches the site from another network with its own user agent, and none of the site's header fields. */
export class ScrapingBrowser implements Driver {
  readonly rung = "proxy";
  readonly #options: ScrapingBrowserOptions;
  readonly #scripts = new Scripts();

  constructor(options: ScrapingBrowserOptions) {
    this.#options = options;
  }

  absence(): BrowserState | undefined {
    return this.#options.proxy.isThere ? undefined : "missing";
  }

  async fetch(request: DriverRequest, signal: AbortSignal): Promise<Fetched> {
    const { guard, proxy } = this.#options;
    // It dials where our guard cannot check, so the address is checked here.
    await guard.resolve(targetOf(guard.checkUrl(request.url)));
    const browser = await proxy.connect(signal);
    try {
      const scripts = this.#scripts;
      const rendering = { rung: this.rung, browser, guard, context: {}, scripts, onStuck: () => {} } as const;
      return await inSlot(this.#options, request, signal, () => render(rendering, request, signal));
    } catch (thrown) {
      const error = toCrawlError(thrown);
      if (error.code !== "browser_failed") throw error;
      throw new CrawlError("proxy_browser_failed", { detail: error.message });
    } finally {
      await proxy.disconnect(browser);
    }
  }
}

/** A page takes one slot of its host, however many requests it comes to. */
async function inSlot(
  { hosts, plain, crawl }: DriverOptions,
  request: DriverRequest,
  signal: AbortSignal,
  run: () => Promise<Fetched>,
): Promise<Fetched> {
  const { hostname, host: name, origin } = new URL(request.url);
  const host = hosts.of(hostname);
  await waited(request, host.enter(origin, signal, plain.onPause(name)));
  let seen: Seen = "nothing";
  try {
    const fetched = await run();
    // Pages take their time in a browser; only a host that says it has enough teaches us something.
    const learnt = seenIn(fetched);
    if (typeof learnt === "object" && "refused" in learnt) seen = learnt;
    return fetched;
  } finally {
    const slower = host.leave(origin, seen);
    if (slower !== undefined) crawl.onSlower?.(slower);
  }
}
