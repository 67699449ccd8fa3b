// What a built site on disk costs: the raw reading of its files with readPage, the same pages through the folder's fetch,
// and the whole crawl with its document. Each in a process of its own, its loading not counted.
//   npm run bench -- folder [--smoke]
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { crawl } from "../packages/crawler/src/crawl/crawl.ts";
import { judgeContent } from "../packages/crawler/src/crawl/reading/reading.ts";
import { openFolder } from "../packages/crawler/src/fetch/folder/folder.ts";
import { renderLlmsTxt } from "../packages/document/src/llmstxt.ts";
import { readPage } from "../packages/page/src/page.ts";
import { serveSite } from "./measure.ts";
import { isSmoke, judge, keepResult, median, table } from "./results.ts";

const ORIGIN = "https://bench.example";
const [PAGES, ROUNDS] = isSmoke ? [100, 1] : [1000, 7];
const WAYS = ["raw", "fetched", "crawled", "written"] as const;

/** Most that a page from disk may cost, of the raw reading. */
const MAX_RATIO = 1.3;

/** The generated site as a generator would leave it. @returns the addresses of its pages */
async function buildSite(root: string): Promise<void> {
  const site = await serveSite(PAGES, 14, { latencyMs: 0 });
  try {
    const read = async (url: string) => (await (await fetch(url)).text()).replaceAll(site.origin, ORIGIN);
    const sitemap = await read(`${site.origin}/sitemap.xml`);
    const paths = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
    writeFileSync(join(root, "sitemap.xml"), sitemap);
    for (const path of new Set(["/", ...paths])) {
      const file = join(root, path.endsWith("/") ? `${path}index.html` : `${path}.html`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, await read(`${site.origin}${path}`));
    }
  } finally {
    site.close();
  }
}

const htmlFiles = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".html"));

const addressOf = (file: string): string => `${ORIGIN}/${file.replace(/(index)?\.html$/, "")}`;

const openSite = (root: string) =>
  openFolder({ root, origin: ORIGIN }).forCrawl({ useProxy: false, judge: judgeContent });

const never = new AbortController().signal;

/** Milliseconds of CPU, of all threads, for one way through the site, and how many pages it saw. */
async function run(way: (typeof WAYS)[number], root: string): Promise<{ ms: number; pages: number }> {
  const files = htmlFiles(root);
  const before = process.cpuUsage();
  const since = (pages: number) => {
    const { user, system } = process.cpuUsage(before);
    return { ms: (user + system) / 1_000, pages };
  };
  switch (way) {
    case "raw":
      for (const file of files)
        readPage(readFileSync(join(root, file)), { url: addressOf(file), headers: {}, contentType: "text/html" });
      return since(files.length);
    case "fetched": {
      const { page } = openSite(root);
      for (const file of files) await page({ url: addressOf(file) }, never);
      return since(files.length);
    }
    case "crawled":
    case "written":
      for await (const event of crawl(
        ORIGIN,
        { fetch: openSite(root), maxPages: PAGES, productToken: "bench" },
        never,
      )) {
        if (event.type !== "end") continue;
        if (way === "written")
          renderLlmsTxt(event.pages, {
            source: ORIGIN,
            descLength: 500,
            generatedAt: new Date(),
          });
        return since(event.pages.length);
      }
  }
  throw new Error(`no end of ${way}`);
}

const LABELS = {
  raw: "files read, each with readPage",
  fetched: "the same through the folder's fetch and its judge",
  crawled: "the whole crawl: robots.txt, sitemap, links, order, Markdown versions",
  written: "and the document",
} as const;

async function compare(root: string): Promise<void> {
  await buildSite(root);
  const times = new Map(WAYS.map((way): [string, number[]] => [way, []]));
  const pages = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++)
    for (const way of WAYS) {
      const printed = execFileSync(process.execPath, [import.meta.filename, "run", way, root], { encoding: "utf8" });
      const ran: { ms: number; pages: number } = JSON.parse(printed);
      times.get(way)?.push(ran.ms);
      pages.set(way, ran.pages);
    }
  const of = (way: string) => median(times.get(way) ?? []);
  const rows = WAYS.map((way) => [
    LABELS[way],
    String(pages.get(way)),
    of(way).toFixed(0),
    (of(way) / of("raw")).toFixed(2),
  ]);
  const isCheap = of("fetched") <= MAX_RATIO * of("raw");
  judge({
    [`a page from disk costs at most ${MAX_RATIO} of the raw reading`]: isSmoke || isCheap,
    "every page is found from disk": pages.get("crawled") === PAGES,
  });
  keepResult(
    "npm run bench -- folder",
    `${PAGES} pages of 14 kB from disk, medians of ${ROUNDS} processes, their loading not counted.\n\n${table(["", "pages", "CPU ms", "of raw"], rows)}${isCheap ? "" : `\n\nMissed: at most ${MAX_RATIO} of the raw reading for a page from disk.`}`,
  );
}

const [, , mode, way, at = ""] = process.argv;
const known = WAYS.find((one) => one === way);
if (mode === "run" && known !== undefined) console.log(JSON.stringify(await run(known, at)));
else {
  const root = mkdtempSync(join(tmpdir(), "bench-folder-"));
  try {
    await compare(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
