// Crawls each address of a hostile server as a site, so many at once, in a process of its own whose memory can be measured.
// Reads { urls, atOnce } from its first argument, prints a HostileReport.
import { setTimeout as sleep } from "node:timers/promises";
import { type FetchingOptions, openFetching } from "../../packages/crawler/src/fetch/open.ts";
import { readerHere } from "../../packages/crawler/src/reader.ts";
import { CrawlError } from "../../packages/page/src/errors.ts";

export interface HostileOrder {
  readonly urls: readonly string[];
  readonly atOnce: number;
}

export interface HostileReport {
  readonly results: readonly {
    readonly url: string;
    readonly outcome: string;
    readonly ms: number;
  }[];
  readonly peakMb: number;
  /** The longest the event loop was busy without a break, in CPU time. */
  readonly blockedMs: number;
  /** Sockets still open once everything was closed. */
  readonly sockets: number;
}

/** Every case is a host of its own, as on the internet; all are the same server. */
const resolve: FetchingOptions["resolve"] = async () => [{ address: "127.0.0.1", family: 4 }];

/** Time limit of a hostile answer. */
const TIMEOUT_MS = 3_000;

const order = JSON.parse(process.argv[2] ?? "") as HostileOrder;
const fetching = openFetching({ userAgent: "llmstxt-test/1", resolve, browser: { enabled: false } });
const read = readerHere();

async function run(address: string, index: number): Promise<HostileReport["results"][number]> {
  const url = new URL(address);
  url.hostname = `case-${index}.example`;
  const { page } = fetching.forCrawl({ typed: url.href, useProxy: false, read });
  const startedAt = performance.now();
  const signal = new AbortController().signal;
  const outcome = await page({ url: url.href, timeoutMs: TIMEOUT_MS }, signal).then(
    async (fetched) => {
      await read(fetched);
      return "ok";
    },
    (thrown: unknown) => (thrown instanceof CrawlError ? thrown.code : String(thrown)),
  );
  return { url: address, outcome, ms: Math.round(performance.now() - startedAt) };
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

// A first run loads all modules, so that they are not measured.
await run("http://127.0.0.1:65535/", -1);
let peakMb = 0;
let blockedMs = 0;
// Measured in CPU time of this thread: on a busy machine the clock measures other programs.
let usedMs = threadCpuMs();
const sampling = setInterval(() => {
  peakMb = Math.max(peakMb, process.memoryUsage.rss() / 2 ** 20);
  blockedMs = Math.max(blockedMs, threadCpuMs() - usedMs);
  usedMs = threadCpuMs();
}, 5);

const queue = [...order.urls.entries()];
const results: HostileReport["results"][number][] = [];
const worker = async () => {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) results.push(await run(next[1], next[0]));
};
await Promise.all(Array.from({ length: order.atOnce }, worker));
clearInterval(sampling);
await fetching.close();
const openSockets = () => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
for (let i = 0; i < 50 && openSockets() > 0; i++) await sleep(20);
const report: HostileReport = {
  results,
  peakMb: Math.round(peakMb),
  blockedMs: Math.round(blockedMs),
  sockets: openSockets(),
};
process.stdout.write(JSON.stringify(report));
