import { lazily } from "../waiting/lazily.ts";
import { withData } from "./application-data.ts";
import { Browsers, type Egress, openEgress, ownBrowser, ProxyBrowser, proxyBrowser } from "./browser/browser.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { tellExchanged } from "./exchanged.ts";
import type { CrawlFetch, CrawlFetchOptions, Fetch, Fetching, Rung } from "./fetch.ts";
import type { ForwardProxies } from "./forward-proxies.ts";
import { type ProxyFor, proxyReader } from "./forward-proxy/forward-proxy.ts";
import { type Guard, type HostPort, openGuard } from "./guard/guard.ts";
import { AddressLimit, countedSlots, Hosts } from "./host/host.ts";
import { openWire, type PlainRung, plainRung, RetryBudget, type Wire } from "./http/http.ts";
import { ladder, type Step } from "./ladder.ts";
import { CONCURRENCY } from "./limits.ts";
import { type Names, openNames, type Resolve } from "./names/names.ts";
import { SharedAnswers } from "./shared-answers.ts";
import { oncePerPause } from "./waited.ts";

export interface FetchingOptions {
  /** Sent with every request. */
  readonly userAgent: string;
  /** Most requests in flight to one host, of all crawls together. Default 16. */
  readonly maxConcurrency?: number;
  /** Most requests in flight to one address, whatever its names. Default 32. */
  readonly addressConcurrency?: number;
  /** True if loopback, private, link-local and other special-purpose addresses may be reached. Default false. */
  readonly allowPrivateNetworks?: boolean;
  /** The headless browser: our own Chromium. Default: enabled, and looked for on this machine. */
  readonly browser?: { readonly enabled: boolean; readonly chromiumPath?: string | undefined };
  /** The scraping-proxy browser: a `ws://` or `wss://` DevTools endpoint. Without it the rung does not exist. */
  readonly proxyBrowser?: { readonly url: string } | undefined;
  /** The proxies of this machine's network. Default: none, whatever the environment says. */
  readonly forwardProxies?: ForwardProxies | undefined;
  /** Called once when a wanted part (Chromium, a proxy) is missing, with a message for a person. */
  readonly onNotice?: (notice: string) => void;
  /** True if a host may be asked one request at a time, because another process crawls it. Default: this one is alone. */
  readonly isLimited?: ((hostname: string) => boolean) | undefined;
  /** Resolver of names. Default: the system's. */
  readonly resolve?: Resolve;
}

const ADDRESS_CONCURRENCY = 32;

/** Opens nothing yet: sockets and browsers start when the first fetch needs them. */
export function openFetching(options: FetchingOptions): Fetching {
  const { userAgent, maxConcurrency = CONCURRENCY, allowPrivateNetworks = false, resolve } = options;
  const addresses = new AddressLimit(options.addressConcurrency ?? ADDRESS_CONCURRENCY);
  const hosts = new Hosts(maxConcurrency, { isLimited: options.isLimited, addresses });
  const { browser = { enabled: true }, onNotice } = options;
  const browsers = browser.enabled ? new Browsers({ chromiumPath: browser.chromiumPath, onNotice }) : undefined;
  const proxy = options.proxyBrowser && new ProxyBrowser({ url: options.proxyBrowser.url, onNotice });
  const names = openNames({ resolve, allowPrivateNetworks });
  const proxyFor = proxyReader(options.forwardProxies ?? {});
  const paths = new Map<string, NetworkPath>();
  const shared = new SharedAnswers();

  function pathFor(typed: HostPort | undefined): NetworkPath {
    const key = typed === undefined ? "" : `${typed.hostname}:${typed.port}`;
    const path =
      paths.get(key) ??
      openPath({
        guard: openGuard({ allowPrivateNetworks, typed, names, onAddress: (host, ip) => addresses.learn(host, ip) }),
        names,
        proxyFor,
        maxSockets: maxConcurrency,
      });
    paths.set(key, path);
    return path;
  }

  return Object.freeze({
    forCrawl: (crawl: CrawlFetchOptions) =>
      openCrawl({ ...pathFor(crawl.allow), hosts, userAgent, browsers, proxy, shared }, crawl),
    restMs: (hostname: string) => hosts.restMs(hostname),
    close: async () => {
      await browsers?.close();
      names.plain.close();
      await Promise.all([...paths.values()].map((path) => path.close()));
    },
  });
}

/** A guard, and the ways out through it. Crawls that may reach different places share none. */
interface NetworkPath {
  readonly guard: Guard;
  readonly wire: Wire;
  /** Proxy of the browsers' requests, opened by the first page that needs a browser. */
  readonly egress: () => Promise<Egress>;
  close(): Promise<void>;
}

interface PathOptions {
  readonly guard: Guard;
  readonly names: Names;
  readonly proxyFor: ProxyFor;
  /** Most sockets to one origin. */
  readonly maxSockets: number;
}

function openPath(options: PathOptions): NetworkPath {
  const wire = openWire(options);
  const egress = lazily(() => openEgress(options));
  return {
    guard: options.guard,
    wire,
    egress: egress.get,
    close: async () => {
      await Promise.all([wire.close(), egress.opened?.then((opened) => opened.close())]);
    },
  };
}

interface CrawlParts extends NetworkPath {
  readonly hosts: Pick<Hosts, "slotFor">;
  readonly userAgent: string;
  readonly browsers: Browsers | undefined;
  readonly proxy: ProxyBrowser | undefined;
  readonly shared: SharedAnswers;
}

function openCrawl(path: CrawlParts, crawl: CrawlFetchOptions): CrawlFetch {
  const { onSlower, onAttempt, onRequests, onExchanged, judge, credentials } = crawl;
  const onPause = oncePerPause(crawl.onPause);
  const parts = onRequests ? { ...path, hosts: countedSlots(path.hosts, onRequests) } : path;
  const plain = plainRung({ ...parts, retries: new RetryBudget(), credentials, onSlower, onPause, onExchanged });
  const breaker = new CircuitBreaker();
  const asked: Fetch = (request, signal) => plain(request, signal);
  // Answers behind credentials are not shared, nor those of an address that only this crawl may reach.
  const isAlone = crawl.sharesAs === undefined || credentials !== undefined || crawl.allow !== undefined;
  const page = ladder({ steps: stepsFor(parts, { ...crawl, onPause }, plain), judge, onAttempt });
  return Object.freeze({
    page: breaker.watch(guarded(parts.guard, page)),
    plain: breaker.watch(isAlone ? asked : path.shared.watch(asked, crawl.sharesAs)),
    setDelay: (origin: string, delayMs: number) => parts.hosts.slotFor(origin).setDelay(delayMs),
  });
}

function stepsFor({ browsers, proxy, ...parts }: CrawlParts, crawl: CrawlFetchOptions, plain: PlainRung): Step[] {
  const { onSlower, onPause, onExchanged, credentials } = crawl;
  const told =
    (rung: Rung, fetch: Fetch): Fetch =>
    (request, signal) =>
      tellExchanged(onExchanged, { rung, url: request.url, method: "GET", accept: undefined }, () =>
        fetch(request, signal),
      );
  const steps: Step[] = [
    {
      rung: "plain",
      isThere: () => true,
      fetch: withData(plain),
    },
  ];
  if (browsers !== undefined) {
    const fetch = ownBrowser({ ...parts, browsers, credentials, onSlower, onPause });
    const isThere = () => browsers.isThere;
    steps.push({ rung: "browser", isThere, absence: () => browsers.absence, fetch: told("browser", fetch) });
  }
  if (proxy !== undefined && crawl.useProxy) {
    const fetch = proxyBrowser({ ...parts, proxy, onSlower, onPause });
    steps.push({ rung: "proxy", isThere: () => proxy.isThere, fetch: told("proxy", fetch) });
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
