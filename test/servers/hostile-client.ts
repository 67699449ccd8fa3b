// Fetches addresses of a hostile server, so many at once, in a process of its own whose memory can be measured.
// Reads { urls, atOnce, timeoutMs, browser } from its first argument, prints a HostileReport.
import { setTimeout as sleep } from "node:timers/promises";
import type { Fetched } from "../../packages/crawler/src/fetch/fetch.ts";
import { type FetchingOptions, openFetching } from "../../packages/crawler/src/fetch/open.ts";
import { CrawlError } from "../../packages/page/src/errors.ts";

export interface HostileOrder {
  readonly urls: readonly string[];
  readonly atOnce: number;
  readonly timeoutMs?: number;
  /** Whether plain answers are turned down, so that the browser has to render. */
  readonly rendered: boolean;
}

export interface HostileReport {
  readonly results: readonly {
    readonly url: string;
    readonly outcome: string;
    readonly ms: number;
    readonly text: string;
  }[];
  readonly peakMb: number;
  /** The longest the event loop was busy without a break, in CPU time. */
  readonly blockedMs: number;
  /** Sockets still open once everything was closed. */
  readonly sockets: number;
}

/** Every case is a host of its own, as it would be out there; all of them are the one server. */
const resolve: FetchingOptions["resolve"] = async () => [{ address: "127.0.0.1", family: 4 }];

const order = JSON.parse(process.argv[2] ?? "") as HostileOrder;
const fetching = openFetching({ userAgent: "llmstxt-test/1", resolve, browser: { enabled: order.rendered } });
const judge = ({ rung }: Fetched) => (order.rendered && rung === "plain" ? "empty" : undefined);

async function run(address: string, index: number): Promise<HostileReport["results"][number]> {
  const url = new URL(address);
  url.hostname = `case-${index}.example`;
  const allow = { hostname: url.hostname, port: Number(url.port) };
  const crawl = fetching.forCrawl({ allow, useProxy: false, judge });
  const startedAt = performance.now();
  const request = { url: url.href, ...(order.timeoutMs !== undefined && { timeoutMs: order.timeoutMs }) };
  const { outcome, text } = await crawl.page(request, new AbortController().signal).then(
    ({ body }) => ({ outcome: "ok", text: new TextDecoder().decode(body.subarray(0, 100_000)) }),
    (thrown: unknown) => ({ outcome: thrown instanceof CrawlError ? thrown.code : String(thrown), text: "" }),
  );
  return { url: address, outcome, ms: Math.round(performance.now() - startedAt), text };
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

// What loading modules takes is not what a hostile answer does.
await run("http://127.0.0.1:65535/", -1);
let peakMb = 0;
let blockedMs = 0;
// In CPU time of this thread, not by the clock: on a busy machine the clock measures the others.
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
