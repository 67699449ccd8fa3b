// Crawls the sample sites of ../shared/sites: requests for the pages listed, whether other latencies and concurrencies
// give the same pages in the same order, whether every listed link is a page worth listing, and how many of the site's
// parts 20 pages reach: node bench/crawl-sites.ts [site …]
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { parseRobots, type Robots } from "../packages/crawler/src/crawl/robots/robots.ts";
import { type Page, readPage } from "../packages/page/src/page.ts";
import { crawlOne } from "./crawl-one.ts";

/** `vant` needs a browser. */
const SITES = ["griffe", "fastcore", "graphile-worker", "httr2", "typescript-book", "trpl-zh"];
const MAX_PAGES = 100;
const FEW_PAGES = 20;

/** A part of a site that is worth a place among twenty holds one page of twenty. */
const MAIN_PART = 1 / 20;

/** Upper bound of a crawl's requests: one for each page and one for its Markdown version, a fifth more, and some beside pages. */
const fair = (pages: number) => Math.floor(pages * 2.2) + 30;

const shared = fileURLToPath(new URL("../../shared/sites/serve.mjs", import.meta.url));

interface Run {
  readonly latency: number;
  readonly jitter: number;
  readonly concurrency: number;
  readonly maxPages: number;
  /** Whether each listed link is looked at afterwards; these requests are in the server's log, too. */
  readonly checksLinks?: true;
}

const RUNS: readonly Run[] = [
  { latency: 0, jitter: 0, concurrency: 16, maxPages: MAX_PAGES },
  { latency: 20, jitter: 80, concurrency: 16, maxPages: MAX_PAGES },
  { latency: 0, jitter: 0, concurrency: 1, maxPages: MAX_PAGES, checksLinks: true },
];

const FEW: Run = { latency: 0, jitter: 0, concurrency: 16, maxPages: FEW_PAGES };

/** The site is served by a thread of its own, as far from the crawler as one process allows. */
async function crawlServed(site: string, { latency, jitter, concurrency, maxPages, checksLinks }: Run) {
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
    const crawled = await crawlOne(String(url), { maxPages, concurrency });
    const bad = checksLinks ? await badLinks(crawled.pages) : [];
    serving.postMessage("stop");
    await once(serving, "exit");
    const requests = (await readFile(log, "utf8")).trim().split("\n").length;
    return {
      ...crawled,
      requests,
      bad,
      pages: crawled.pages.map((page) => page.replace(new URL(String(url)).origin, "")),
    };
  } finally {
    await rm(log, { force: true });
  }
}

/** Listed links that redirect, are missing, noindex, disallowed or in another language than the homepage. */
async function badLinks(pages: readonly string[]): Promise<string[]> {
  const [home = ""] = pages;
  const answered = await fetch(new URL("/robots.txt", home));
  const robots = parseRobots(answered.ok ? await answered.bytes() : new Uint8Array(), "llmstxt");
  const { lang } = await pageAt(home);
  const bad: string[] = [];
  for (const url of pages.slice(1)) {
    const fault = await faultOf(url, robots, lang);
    if (fault !== undefined) bad.push(`${url}: ${fault}`);
  }
  return bad;
}

async function faultOf(url: string, robots: Robots, homeLang: string | undefined): Promise<string | undefined> {
  if (!robots.allows(url)) return "disallowed";
  const { status, page, isHtml } = await lookAt(url);
  if (status !== 200) return `answers ${status}`;
  if (!isHtml) return undefined;
  if (!page.robots.index) return "noindex";
  const isForeign = homeLang !== undefined && page.lang !== undefined && primary(page.lang) !== primary(homeLang);
  return isForeign ? `lang ${page.lang}` : undefined;
}

const primary = (tag: string): string | undefined => tag.split("-", 1)[0]?.toLowerCase();

async function lookAt(url: string) {
  const answer = await fetch(url, { redirect: "manual" });
  const contentType = answer.headers.get("content-type") ?? "";
  const headers = Object.fromEntries(answer.headers);
  const page = readPage(await answer.bytes(), { url, headers, contentType });
  return { status: answer.status, page, isHtml: contentType.includes("html") };
}

const pageAt = async (url: string): Promise<Page> => (await lookAt(url)).page;

/** The first folder of a path below what all pages have in common; undefined for a page straight in there. */
function partsOf(pages: readonly string[], root: string): (string | undefined)[] {
  return pages
    .map((page) => (page.startsWith(root) ? page.slice(root.length).split("/") : []))
    .map(([part, ...rest]) => (rest.length > 0 ? part : undefined));
}

/** How many of the parts that many of the pages lie in have one of the few, `4 of 4`. */
function coverage(many: readonly string[], few: readonly string[]): { text: string; isWhole: boolean } {
  const root = (many[0] ?? "/").replace(/[^/]*$/, "");
  const counts = Map.groupBy(partsOf(many, root), (part) => part);
  const main = [...counts].filter(([part, pages]) => part !== undefined && pages.length >= many.length * MAIN_PART);
  const reached = new Set(partsOf(few, root));
  const found = main.filter(([part]) => reached.has(part)).length;
  return { text: `${found} of ${main.length}`, isWhole: found === main.length };
}

if (!existsSync(shared)) throw new Error("needs ../shared beside the repository");
const wanted = process.argv.slice(2);
console.log(`${"site".padEnd(18)} pages  req fair      time  same  bad links  parts in ${FEW_PAGES} pages`);
for (const site of SITES.filter((name) => wanted.length === 0 || wanted.includes(name))) {
  const crawls = [];
  for (const run of RUNS) crawls.push(await crawlServed(site, run));
  const [first, ...others] = crawls;
  if (first === undefined) continue;
  const same = others.every(({ pages }) => pages.join() === first.pages.join());
  const parts = coverage(first.pages, (await crawlServed(site, FEW)).pages);
  const bad = crawls.flatMap((one) => one.bad);
  const most = fair(first.pages.length);
  const counts = [first.pages.length, first.requests, most].map((count) => String(count).padStart(5));
  const cells = [site.padEnd(18), ...counts, `${first.ms} ms`.padStart(9), same ? " same" : " DIFFERENT"];
  console.log(...cells, String(bad.length).padStart(9), ` ${parts.text}`);
  for (const link of bad) console.log(`  ${link}`);
  const isRight = same && first.requests <= most && bad.length === 0 && parts.isWhole;
  if (!isRight) process.exitCode = 1;
}
