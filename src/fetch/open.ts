import { CrawlError } from "../errors.ts";
import { ownBrowser, proxyBrowser } from "./browser.ts";
import { Browsers } from "./browsers.ts";
import { type Egress, openEgress } from "./egress.ts";
import type { CrawlFetch, CrawlFetchOptions, Fetch, Fetching } from "./fetch.ts";
import { type Allowance, type Guard, openGuard } from "./guard.ts";
import { Hosts } from "./host.ts";
import type { Head } from "./http.ts";
import { ladder, type Step } from "./ladder.ts";
import { type PlainRung, plainRung } from "./plain.ts";
import { ProxyBrowser } from "./proxy-browser.ts";
import type { Resolve } from "./resolve.ts";
import { RetryBudget } from "./retries.ts";
import { Streaks } from "./streaks.ts";
import { openWire, type Wire } from "./wire.ts";

export interface FetchingOptions {
  /** Sent with every request. */
  readonly userAgent: string;
  /** Most requests in flight to one host, of all crawls together. Default 16. */
  readonly maxConcurrency?: number;
  /** Whether loopback, private, link-local and other special-purpose addresses may be reached. Default false. */
  readonly allowPrivateNetworks?: boolean;
  /** The headless browser: our own Chromium. Default: enabled, and looked for on this machine. */
  readonly browser?: { readonly enabled: boolean; readonly chromiumPath?: string | undefined };
  /** The scraping-proxy browser: a `ws://` or `wss://` DevTools endpoint. Without it the rung does not exist. */
  readonly proxyBrowser?: { readonly url: string } | undefined;
  /** Told once when something that was asked for is not there: a person should read it. */
  readonly onNotice?: (notice: string) => void;
  /** How names become addresses. Default: the system's resolver. */
  readonly resolve?: Resolve;
}

/** Most requests in flight to one host, unless told otherwise. */
const MAX_CONCURRENCY = 16;

/** What a page may be served as; nothing said counts as HTML. */
const PAGE_TYPES = ["", "text/html", "application/xhtml+xml", "text/plain", "text/markdown"];

/** Opens nothing yet: sockets and browsers start when the first fetch needs them. */
export function openFetching(options: FetchingOptions): Fetching {
  const { userAgent, maxConcurrency = MAX_CONCURRENCY, allowPrivateNetworks = false, resolve } = options;
  const hosts = new Hosts(maxConcurrency);
  const { browser = { enabled: true }, onNotice } = options;
  const browsers = browser.enabled ? new Browsers({ chromiumPath: browser.chromiumPath, onNotice }) : undefined;
  const proxy = options.proxyBrowser && new ProxyBrowser({ url: options.proxyBrowser.url, onNotice });
  const lines = new Map<string, Line>();

  function lineFor(allow: Allowance | undefined): Line {
    const key = allow === undefined ? "" : `${allow.hostname}:${allow.port}`;
    const line = lines.get(key) ?? openLine(openGuard({ allowPrivateNetworks, allow, resolve }));
    lines.set(key, line);
    return line;
  }

  return Object.freeze({
    forCrawl: (crawl: CrawlFetchOptions) =>
      openCrawl({ ...lineFor(crawl.allow), hosts, userAgent, browsers, proxy }, crawl),
    close: async () => {
      await browsers?.close();
      await Promise.all([...lines.values()].map((line) => line.close()));
    },
  });
}

/** A guard, and the ways out through it. Crawls that may reach different places share none. */
interface Line {
  readonly guard: Guard;
  readonly wire: Wire;
  /** For browsers; opened by the first page that needs one. */
  readonly egress: () => Promise<Egress>;
  close(): Promise<void>;
}

function openLine(guard: Guard): Line {
  const wire = openWire(guard);
  let opening: Promise<Egress> | undefined;
  return {
    guard,
    wire,
    egress: () => {
      opening ??= openEgress(guard);
      return opening;
    },
    close: async () => {
      await Promise.all([wire.close(), opening?.then((egress) => egress.close())]);
    },
  };
}

interface CrawlParts extends Line {
  readonly hosts: Hosts;
  readonly userAgent: string;
  readonly browsers: Browsers | undefined;
  readonly proxy: ProxyBrowser | undefined;
}

function openCrawl(parts: CrawlParts, crawl: CrawlFetchOptions): CrawlFetch {
  const { onSlower, onAttempt, judge } = crawl;
  const plain = plainRung({ ...parts, retries: new RetryBudget(), onSlower });
  const streaks = new Streaks();
  const page = ladder({ steps: stepsFor(parts, crawl, plain), judge, onAttempt });
  return Object.freeze({
    page: streaks.watch(guarded(parts.guard, page)),
    plain: streaks.watch((request, signal) => plain(request, signal)),
    setDelay: (hostname: string, delayMs: number) => parts.hosts.get(hostname).setDelay(delayMs),
  });
}

function stepsFor({ browsers, proxy, ...parts }: CrawlParts, crawl: CrawlFetchOptions, plain: PlainRung): Step[] {
  const { onSlower } = crawl;
  const steps: Step[] = [
    { rung: "plain", isThere: () => true, fetch: (request, signal) => plain(request, signal, admitPage) },
  ];
  if (browsers !== undefined) {
    const fetch = ownBrowser({ ...parts, browsers, onSlower });
    steps.push({ rung: "browser", isThere: () => browsers.isThere, fetch });
  }
  if (proxy !== undefined && crawl.useProxy) {
    const fetch = proxyBrowser({ ...parts, proxy, onSlower });
    steps.push({ rung: "proxy", isThere: () => proxy.isThere, fetch });
  }
  return steps;
}

/** Refuses an address before any rung has a look at it. */
const guarded =
  (guard: Guard, fetch: Fetch): Fetch =>
  async (request, signal) => {
    guard.checkUrl(request.url);
    return fetch(request, signal);
  };

/** @throws CrawlError `unsupported_type` for a good answer that is no page, before its body is read */
function admitPage({ status, headers }: Head): void {
  if (status < 200 || status >= 300) return;
  const type = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!PAGE_TYPES.includes(type)) throw new CrawlError("unsupported_type", `not a page: ${type.slice(0, 80)}`);
  if (/^\s*attachment/i.test(headers["content-disposition"] ?? "")) {
    throw new CrawlError("unsupported_type", "not a page: sent as a download");
  }
}
