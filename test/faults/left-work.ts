import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openQueue } from "../../packages/service/src/jobs/queue.ts";
import { Database } from "../../packages/service/src/sites/database/database.ts";
import { sitesIn } from "../../packages/service/src/sites/store.ts";
import { comparison, type Moments } from "../command/ended-crawls.ts";
import { CONCURRENCY, manyPages, timeless } from "../command/killed-crawls.ts";
import { startPostgres } from "../servers/postgres.ts";
import { startProcess as startService } from "../servers/process.ts";
import { type Site, type SiteAnswer, serveSite } from "../servers/site.ts";
import { siteRequest } from "../servers/site-request.ts";
import { startProcess } from "./processes.ts";

export interface Kill {
  /** Requests after which the process is ended. */
  readonly at: number;
  readonly signal: NodeJS.Signals;
  /** Called with the folder of journals while no process runs. */
  readonly whileAway?: (journals: string) => Promise<void>;
}

export interface LeftWork {
  /** Requests of the site. */
  readonly asked: number;
  readonly text: string;
  /** Files of journals that are left. */
  readonly left: number;
  /** Processes that went on with it. */
  readonly resumed: number;
  /** Milliseconds from each signal to the end of the process. */
  readonly endedMs: readonly number[];
}

interface LeftCrawl extends LeftWork {
  /** Its events, as they are sent. */
  readonly events: string;
}

interface Work {
  readonly pages: number;
  readonly kills: readonly Kill[];
  readonly concurrency?: number;
}

const settings = (concurrency = CONCURRENCY) => ({
  CRAWL_CONCURRENCY: String(concurrency),
  BROWSER_ENABLED: "false",
  ALLOW_PRIVATE_NETWORKS: "true",
});

/** A crawl that was asked of a service over HTTP, whose process is ended again and again and started anew. */
export async function leftCrawl(
  answers: Record<string, SiteAnswer>,
  { pages, kills, concurrency }: Work,
): Promise<LeftCrawl> {
  const site = await serveSite(answers);
  const folder = await mkdtemp(join(tmpdir(), "llmstxt-left-"));
  const environment = { ...settings(concurrency), DATA_DIR: folder, DATABASE_URL: "none" };
  const endedMs: number[] = [];
  try {
    let service = await startService(environment);
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ url: site.origin, maxPages: pages });
    const begun = await fetch(`${service.url}/api/crawls`, { method: "POST", headers, body });
    const { location } = (await begun.json()) as { location: string };
    for (const { at, signal, whileAway } of kills) {
      await asked(site, at);
      const startedAt = performance.now();
      service.kill(signal);
      await service.exited;
      endedMs.push(performance.now() - startedAt);
      await whileAway?.(join(folder, "journals"));
      service = await startService(environment);
    }
    const crawl = await untilOver(`${service.url}${location}`);
    const events = await (await fetch(`${service.url}${location}/events`)).text();
    // What it had goes once its end is written down; a stop waits for that.
    service.kill("SIGTERM");
    await service.exited;
    const text = withoutTime(crawl.document ?? "", site);
    return {
      asked: site.requests.length,
      text,
      left: await filesIn(folder),
      resumed: crawl.resumed?.times ?? 0,
      endedMs,
      events,
    };
  } finally {
    await site.close();
    await rm(folder, { recursive: true });
  }
}

interface CrawlShown {
  readonly state: string;
  readonly document: string | null;
  readonly error: unknown;
  readonly resumed: { readonly times: number } | null;
}

async function untilOver(address: string): Promise<CrawlShown> {
  for (;;) {
    const crawl = (await (await fetch(address)).json()) as CrawlShown;
    if (crawl.state === "done") return crawl;
    if (crawl.state !== "running" && crawl.state !== "waiting") throw new Error(`It is ${JSON.stringify(crawl)}`);
    await sleep(100);
  }
}

/** A recrawl whose worker is ended again and again, while another one takes over. */
export async function leftRecrawl(
  answers: Record<string, SiteAnswer>,
  { pages, kills, concurrency }: Work,
): Promise<LeftWork> {
  const site = await serveSite(answers);
  const folder = await mkdtemp(join(tmpdir(), "llmstxt-left-"));
  const postgres = await startPostgres(["fsync=off"]);
  const database = new Database({ type: "postgres", url: postgres.url }, () => {});
  const queue = await openQueue(await database.opened(AbortSignal.timeout(30_000)), () => {});
  const sites = sitesIn(database);
  const start = async () => {
    const worker = startProcess("worker", { ...settings(concurrency), DATA_DIR: folder, DATABASE_URL: postgres.url });
    await worker.said("Worker started");
    return worker;
  };
  const endedMs: number[] = [];
  try {
    const request = siteRequest(site.origin, { maxPages: pages });
    const { id } = await sites.enrol({ request, recrawlIntervalMinutes: 60, sentinelUrl: null });
    const run = await sites.startRun(10, queue.add);
    let worker = await start();
    for (const { at, signal } of kills) {
      await asked(site, at);
      const startedAt = performance.now();
      await worker.end(signal);
      endedMs.push(performance.now() - startedAt);
      worker = await start();
    }
    while ((await sites.settleRun(run.id))?.finishedAt === null) await sleep(100);
    await worker.end("SIGTERM");
    const text = withoutTime((await sites.latestText(id)) ?? "", site);
    return { asked: site.requests.length, text, left: await filesIn(folder), resumed: kills.length, endedMs };
  } finally {
    await queue.close();
    await database.close();
    await postgres.close();
    await site.close();
    await rm(folder, { recursive: true });
  }
}

async function asked(site: Site, requests: number): Promise<void> {
  while (site.requests.length < requests) await sleep(1);
}

const withoutTime = (text: string, { origin }: Site): string => timeless(text.replaceAll(origin, "http://site"));

async function filesIn(folder: string): Promise<number> {
  const entries = await readdir(join(folder, "journals"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

/** Ends services and workers at moments all over a crawl, and has others go on. */
export async function leftWorkAt({ pages, moments, concurrency, onEnded }: Moments): Promise<void> {
  const answers = manyPages(pages);
  for (const [by, work] of [
    ["service", leftCrawl],
    ["worker", leftRecrawl],
  ] as const) {
    const whole = await work(answers, { pages, concurrency, kills: [] });
    for (let moment = 1; moment <= moments; moment++) {
      const at = Math.round((whole.asked * moment) / (moments + 1));
      for (const signal of ["SIGKILL", "SIGTERM"] as const) {
        const ended = await work(answers, { pages, concurrency, kills: [{ at, signal }] });
        onEnded({ by, signal, at, ...(await comparison(whole, ended)) });
      }
    }
  }
}
