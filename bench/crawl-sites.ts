// Crawls the sample sites of ../shared/sites: requests for the pages listed, and whether other latencies and
// concurrencies give the same pages in the same order: node bench/crawl-sites.ts [site …]
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { crawlOne } from "./crawl-one.ts";

/** `vant` needs a browser. */
const SITES = ["griffe", "fastcore", "graphile-worker", "httr2", "typescript-book", "trpl-zh"];
const MAX_PAGES = 100;

/** Most requests that a site's owner would call fair (issue 5). */
const fair = (pages: number) => Math.floor(pages * 1.2) + 30;

const shared = fileURLToPath(new URL("../../shared/sites/serve.mjs", import.meta.url));

interface Run {
  readonly latency: number;
  readonly jitter: number;
  readonly concurrency: number;
}

const RUNS: readonly Run[] = [
  { latency: 0, jitter: 0, concurrency: 16 },
  { latency: 20, jitter: 80, concurrency: 16 },
  { latency: 0, jitter: 0, concurrency: 1 },
];

/** The site is served by a thread of its own, as far from the crawler as one process allows. */
async function crawlServed(site: string, { latency, jitter, concurrency }: Run) {
  const log = join(tmpdir(), `crawl-sites-${process.pid}-${site}.jsonl`);
  const serving = new Worker(
    `const { parentPort, workerData } = require("node:worker_threads");
     import(workerData.serve).then(({ serve }) => serve({ ...workerData.options }).then(({ sites, close }) => {
       parentPort.postMessage(sites[0].url);
       parentPort.once("message", async () => { await close(); process.exit(); });
     }));`,
    {
      eval: true,
      workerData: { serve: shared, options: { site, port: 0, latency, jitter, gzip: true, hide: ["llms*.txt"], log } },
    },
  );
  try {
    const [url]: unknown[] = await once(serving, "message");
    const crawled = await crawlOne(String(url), { maxPages: MAX_PAGES, concurrency });
    serving.postMessage("stop");
    await once(serving, "exit");
    const requests = (await readFile(log, "utf8")).trim().split("\n").length;
    return { ...crawled, requests, pages: crawled.pages.map((page) => page.replace(new URL(String(url)).origin, "")) };
  } finally {
    await rm(log, { force: true });
  }
}

if (!existsSync(shared)) throw new Error("needs ../shared beside the repository");
const wanted = process.argv.slice(2);
console.log(`${"site".padEnd(18)} pages  req fair  time      other latency, concurrency 1`);
for (const site of SITES.filter((name) => wanted.length === 0 || wanted.includes(name))) {
  const crawls = [];
  for (const run of RUNS) crawls.push(await crawlServed(site, run));
  const [first, ...others] = crawls;
  if (first === undefined) continue;
  const same = others.every(({ pages }) => pages.join() === first.pages.join());
  const isFair = first.requests <= fair(first.pages.length);
  const counts = [first.pages.length, first.requests, fair(first.pages.length)].map((count) =>
    String(count).padStart(5),
  );
  console.log(
    site.padEnd(18),
    ...counts,
    `${first.ms} ms`.padStart(9),
    same ? "same" : "DIFFERENT",
    isFair ? "" : "TOO MANY",
  );
  if (!same || !isFair) process.exitCode = 1;
}
