import { crawledHost } from "../sites/hosts/hosts.ts";
import type { Job } from "./generate/generate.ts";
import type { RecrawlJob } from "./queue.ts";
import { retryUntilDatabaseIsBack } from "./retry-until-database-is-back.ts";
import type { SiteWorld } from "./world.ts";

type HostWorld = Pick<SiteWorld, "hosts" | "fetching">;

interface Slower {
  readonly type: "slower";
  readonly reason: string;
  readonly concurrency: number;
}

/**
 * Runs a crawl on request. If another process crawls the host, the crawl goes on beside it with one request at a time.
 */
export async function crawlOnHost<T>(
  url: string,
  { world: { hosts, fetching }, report }: Job<HostWorld, Slower>,
  crawl: () => Promise<T>,
): Promise<T> {
  const host = crawledHost(url);
  const release = await hosts.take(host);
  if (hosts.isLimited(host)) report({ type: "slower", reason: "another process crawls this host", concurrency: 1 });
  try {
    return await crawl();
  } finally {
    await release(restMs(fetching, host));
  }
}

/**
 * Runs a scheduled crawl: only one process at a time crawls a host on schedule.
 * @throws Error if another one has the host; the job is tried again
 */
export async function recrawlOnHost(
  { host }: Pick<RecrawlJob, "host">,
  { hosts, fetching }: HostWorld,
  { crawl, signal }: { readonly crawl: () => Promise<void>; readonly signal: AbortSignal },
): Promise<void> {
  const release = await retryUntilDatabaseIsBack(() => hosts.takeForRecrawl(host), signal);
  // The queue gives out one job per host, but two workers may ask at the same moment.
  if (release === undefined) throw new Error(`Another crawl has ${host}: the job is tried again`);
  try {
    await crawl();
  } finally {
    await release(restMs(fetching, host));
  }
}

/** Milliseconds that the next process must wait for this host, as this one would have. */
const restMs = (fetching: HostWorld["fetching"], host: string): number =>
  Math.max(fetching.restMs(host), fetching.restMs(`www.${host}`));
