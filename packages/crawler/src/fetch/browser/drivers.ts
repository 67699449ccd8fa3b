// The two rungs after the plain one: our own Chromium, and the browser of a scraping proxy.
import { CrawlError, isFailure } from "@llmstxt-service/page/errors";
import type { CrawlFetchOptions, Fetched } from "../fetch.ts";
import { type Guard, targetOf } from "../guard.ts";
import type { Driver, DriverRequest } from "../ladder.ts";
import { type Plain, waited } from "../plain.ts";
import type { ProxyFor } from "../proxies.ts";
import { Browsers, type BrowsersOptions } from "./browsers.ts";
import { MAX_RENDERER_MB } from "./chromium.ts";
import { Egress } from "./egress.ts";
import { ProxyBrowser } from "./proxy-browser.ts";
import { type Rendering, render } from "./render.ts";
import { Scripts } from "./requests.ts";

export interface BrowserWorldOptions extends BrowsersOptions {
  readonly userAgent: string;
  readonly proxyFor: ProxyFor;
  readonly proxyBrowser?: { readonly url: string } | undefined;
}

/** What one crawl gives its drivers. */
interface CrawlParts {
  readonly guard: Guard;
  readonly plain: Plain;
  readonly crawl: CrawlFetchOptions;
}

/** The browsers of one process, and the ways out for their pages. */
export class BrowserWorld {
  readonly #options: BrowserWorldOptions;
  readonly #browsers: Browsers;
  readonly #proxy: ProxyBrowser;
  readonly #egresses = new Map<Guard, Promise<Egress>>();

  constructor(options: BrowserWorldOptions) {
    this.#options = options;
    this.#browsers = new Browsers(options);
    this.#proxy = new ProxyBrowser({ url: options.proxyBrowser?.url ?? "", onNotice: options.onNotice });
  }

  /** The second rung. */
  own({ guard, plain, crawl }: CrawlParts): Driver {
    const scripts = new Scripts();
    return {
      rung: "browser",
      absence: () => this.#browsers.absence,
      fetch: async (request, signal) => {
        const egress = await this.#egress(guard);
        const { browser, release, hasRunOutOfMemory } = await waited(request, this.#browsers.lease(signal));
        const passage = egress.admit();
        let end: "fine" | "broken" = "fine";
        const onStuck = () => {
          end = "broken";
        };
        const context = {
          userAgent: this.#options.userAgent,
          proxy: { server: egress.url, bypass: "<-loopback>" },
          ...(crawl.language !== undefined && { locale: crawl.language }),
        };
        const { credentials } = crawl;
        const rendering: Rendering = {
          rung: "browser",
          browser,
          guard,
          passage,
          scripts,
          credentials,
          context,
          onStuck,
        };
        try {
          return await inSlot(plain, request, signal, () => render(rendering, request, signal));
        } catch (thrown) {
          // Another page may have used up the memory, so only a crashed tab counts.
          if (!isFailure(thrown, "browser_failed") || !hasRunOutOfMemory()) throw thrown;
          throw new CrawlError("unreadable", { detail: `it takes more than ${MAX_RENDERER_MB} MB in a browser` });
        } finally {
          passage.close();
          await release(end);
        }
      },
    };
  }

  /** The third rung: it reaches the site from another network as another program, without the site's header fields. */
  scraping({ guard, plain }: CrawlParts): Driver {
    const scripts = new Scripts();
    return {
      rung: "proxy",
      absence: () => (this.#proxy.isThere ? undefined : "missing"),
      fetch: async (request, signal) => {
        // It dials where our guard cannot check, so the address is checked here.
        await guard.resolve(targetOf(guard.checkUrl(request.url)));
        const browser = await this.#proxy.connect(signal);
        try {
          const rendering: Rendering = { rung: "proxy", browser, guard, context: {}, scripts, onStuck: () => {} };
          return await inSlot(plain, request, signal, () => render(rendering, request, signal));
        } catch (thrown) {
          if (!isFailure(thrown, "browser_failed")) throw thrown;
          throw new CrawlError("proxy_browser_failed", { detail: thrown.message });
        } finally {
          await this.#proxy.disconnect(browser);
        }
      },
    };
  }

  #egress(guard: Guard): Promise<Egress> {
    const egress = this.#egresses.get(guard) ?? Egress.open({ guard, proxyFor: this.#options.proxyFor });
    this.#egresses.set(guard, egress);
    return egress;
  }

  /** Ends every browser and every way out. Never rejects. */
  async close(): Promise<void> {
    await this.#browsers.close();
    await Promise.all([...this.#egresses.values()].map(async (egress) => (await egress).close()));
  }
}

/** A page takes one slot of its host, however many requests it comes to. */
const inSlot = (plain: Plain, request: DriverRequest, signal: AbortSignal, run: () => Promise<Fetched>) =>
  plain.inSlot(request, signal, new URL(request.url), run);
