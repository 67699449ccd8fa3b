import type { CrawlFetchOptions, Fetch, Fetching } from "@llmstxt-service/crawler/fetch";
import { crawledHost, type ReleaseHost } from "../sites/hosts/hosts.ts";
import type { RecrawlJob } from "./queue.ts";
import { retryUntilDatabaseIsBack } from "./retry-until-database-is-back.ts";
import type { SiteWorld } from "./world.ts";

type HostWorld = Pick<SiteWorld, "hosts" | "fetching">;

/**
 * Runs a crawl with a `fetching` that takes each host before its first request: the homepage's, and those of
 * sub-domains. It never waits for a host: one that another process crawls is asked beside it, one request at a time.
 */
export async function crawlOnHosts<T>(world: HostWorld, crawl: (fetching: Fetching) => Promise<T>): Promise<T> {
  const asked = askedHosts(world);
  try {
    return await crawl(asked.fetching);
  } finally {
    await asked.giveBack();
  }
}

/**
 * Runs a scheduled crawl: only one process at a time crawls a host on schedule. Other hosts that it asks are taken as by
 * `crawlOnHosts`.
 * @throws Error if another one has the host; the job is tried again
 */
export async function recrawlOnHost(
  { host }: Pick<RecrawlJob, "host">,
  world: HostWorld,
  { crawl, signal }: { readonly crawl: (fetching: Fetching) => Promise<void>; readonly signal: AbortSignal },
): Promise<void> {
  const release = await retryUntilDatabaseIsBack(() => world.hosts.takeForRecrawl(host), signal);
  // The queue gives out one job per host, but two workers may ask at the same moment.
  if (release === undefined) throw new Error(`Another crawl has ${host}: the job is tried again`);
  try {
    await crawlOnHosts(world, crawl);
  } finally {
    await release(restMs(world.fetching, host));
  }
}

/** Most hosts that a crawl takes: each is a row that is renewed. Further ones are asked as if this process were alone. */
const MAX_TAKEN = 100;

function askedHosts({ hosts, fetching }: HostWorld) {
  const taken = new Map<string, Promise<ReleaseHost>>();
  const take = async (url: string, onSlower: CrawlFetchOptions["onSlower"]): Promise<void> => {
    if (!URL.canParse(url)) return; // refused by the fetch
    const host = crawledHost(url);
    const before = taken.get(host);
    if (before === undefined && taken.size >= MAX_TAKEN) return;
    const taking = before ?? hosts.take(host);
    taken.set(host, taking);
    await taking;
    if (before === undefined && hosts.isLimited(host))
      onSlower?.({ reason: `another process crawls ${host}`, concurrency: 1 });
  };
  const forCrawl = (options: CrawlFetchOptions) => {
    const crawl = fetching.forCrawl(options);
    const onTaken =
      (fetch: Fetch): Fetch =>
      async (request, signal) => {
        await take(request.url, options.onSlower);
        return fetch(request, signal);
      };
    return { ...crawl, page: onTaken(crawl.page), plain: onTaken(crawl.plain) };
  };
  const giveBack = () => Promise.all([...taken].map(async ([host, taking]) => (await taking)(restMs(fetching, host))));
  return { fetching: { ...fetching, forCrawl }, giveBack };
}

/** Milliseconds that the next process must wait for this host, as this one would have. */
const restMs = (fetching: Fetching, host: string): number =>
  Math.max(fetching.restMs(host), fetching.restMs(`www.${host}`));
