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

/** A crawl on request: it takes the host, or goes on beside the crawl of another process, one request at a time. */
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
 * A crawl on schedule: alone on its host over all processes.
 * @throws Error where another one has the host: the job is tried again
 */
export async function recrawlOnHost(
  { host }: Pick<RecrawlJob, "host">,
  { hosts, fetching }: HostWorld,
  { crawl, signal }: { readonly crawl: () => Promise<void>; readonly signal: AbortSignal },
): Promise<void> {
  const release = await retryUntilDatabaseIsBack(() => hosts.takeForRecrawl(host), signal);
  // The queue gives out one job a host, but two workers may ask it at the same moment.
  if (release === undefined) throw new Error(`Another crawl has ${host}: the job is tried again`);
  try {
    await crawl();
  } finally {
    await release(restMs(fetching, host));
  }
}

/** The next process leaves it alone for as long as this one would. */
const restMs = (fetching: HostWorld["fetching"], host: string): number =>
  Math.max(fetching.restMs(host), fetching.restMs(`www.${host}`));
