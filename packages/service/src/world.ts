import type { FastifyBaseLogger } from "fastify";
import type { RunCrawl } from "./crawls/crawls.ts";
import type { DatabaseState } from "./database.ts";
import { proxyNotice } from "./forward-proxies.ts";
import { here, openGenerateWorld } from "./generate-world.ts";
import { Journals } from "./jobs/kept-journal.ts";
import { openPageMemory } from "./jobs/memory/memory.ts";
import { crawlSite } from "./jobs/requested-crawl.ts";
import type { SiteWorld } from "./jobs/world.ts";
import { type Metrics, openMetrics } from "./metrics/metrics.ts";
import { boundHeap } from "./node-tuning.ts";
import { Recrawling } from "./recrawling.ts";
import type { Config } from "./settings/config.ts";
import { logStages } from "./stage-log.ts";
import type { PublicStore } from "./store/store.ts";
import { filesFolder, openFiles, openJournalStore, openMemory } from "./stores.ts";
import { CLIENT_HERE, type ForClient, openThreads } from "./threads/threads.ts";

/** Everything a server or a worker has open; the HTTP server adds its own in server-world.ts. */
export interface World {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly crawl: RunCrawl;
  /** Sites, their database, their queue and the worker of this process. */
  readonly recrawling: Recrawling;
  readonly journals: Journals;
  /** Texts and bundles; the bundles are served under /mirror/. */
  readonly files: PublicStore;
  /** The folder of the local store; undefined: files are in a bucket. */
  readonly filesFolder: string | undefined;
  readonly features: { readonly browser: boolean; readonly proxy: boolean; readonly llm: boolean };
  /** World of one crawl, whose work in threads is on an account of its own. */
  forCrawl(world: SiteWorld): SiteWorld;
  /**
   * Work in threads for one request of a client, until `over` fires.
   * @param name the client's name (doors)
   * @throws CrawlError `too_many_at_once` when the client has too many requests open
   */
  forClient(name: string, over: AbortSignal): Promise<ForClient>;
  database(): Promise<DatabaseState>;
  /** Address at which clients reach this process, without a slash at the end: PUBLIC_URL, or else this machine and the port. */
  publicUrl(): string;
  /** Stores the port that the server listens on, where the settings leave it open (PORT=0). */
  setPort(port: number): void;
  now(): Date;
  /** Closes in the reverse order of opening. Never rejects. */
  close(): Promise<void>;
}

/** @throws Error when the folder for files cannot be made */
export async function openWorld(config: Config, log: FastifyBaseLogger): Promise<World> {
  boundHeap();
  let { port } = config;
  const publicUrl = () => config.publicUrl ?? `http://localhost:${port}`;
  const files = await openFiles(config, publicUrl);
  const memory = openPageMemory(await openMemory(config), ({ baseUrl, doing, error }) =>
    log.warn({ site: baseUrl, why: error.message }, MEMORY_FAILED[doing]),
  );
  const threads = openPool(config, log);
  const isLimited = (hostname: string) => recrawling.world.hosts.isLimited(hostname);
  const generating = openGenerateWorld(config, log.warn.bind(log), { ...(threads ?? here(config)), isLimited });
  const proxies = proxyNotice(config);
  if (proxies !== undefined) log.info(proxies);
  const { userAgent, respectRobots, browserEnabled } = config;
  const journals = new Journals({
    store: await openJournalStore(config),
    settings: [userAgent, respectRobots, browserEnabled],
    onFailed: (failed) => log.warn(failed, "A crawl's answers are not kept: after a kill it asks for them again"),
  });
  const extras = { stable: config.storeStable, full: config.storeFull };
  const metrics = openMetrics();
  const forCrawl = (world: SiteWorld): SiteWorld => ({ ...world, ...threads?.forCrawl() });
  if (threads) metrics.watchThreads(threads.use);
  const recrawling = new Recrawling({
    config,
    world: { ...generating, files, memory, extras, journals, ...(threads && { findability: threads.findability }) },
    forCrawl,
    log,
    metrics,
  });
  metrics.watchBacklog(() => recrawling.backlog());
  return {
    config,
    log,
    metrics,
    crawl: (request, how, signal) => {
      const stages = logStages(log, request.url);
      const report: typeof how.report = (progress) => {
        stages(progress);
        how.report(progress);
      };
      return crawlSite(request, { world: forCrawl(recrawling.world), ...how, report }, signal);
    },
    recrawling,
    journals,
    forCrawl,
    files,
    filesFolder: filesFolder(config),
    features: {
      browser: config.browserEnabled,
      proxy: config.proxyBrowserUrl !== undefined,
      llm: generating.enhance !== undefined,
    },
    forClient: async (name, over) => threads?.forClient(name, over) ?? CLIENT_HERE,
    database: () => recrawling.databaseState(),
    publicUrl,
    setPort: (taken) => {
      port = taken;
    },
    now: generating.now,
    close: async () => {
      await recrawling.close();
      await threads?.close();
      await generating.fetching.close().catch((error: unknown) => log.error({ err: error }, "Closing failed"));
    },
  };
}

const MEMORY_FAILED = {
  recall: "What is remembered of the site's pages could not be read: every page is fetched whole",
  keep: "The site's pages are not remembered: the next recrawl may fetch every page whole",
} as const;

/** Starts the reading threads; undefined if the settings ask for none. */
function openPool({ readerThreads }: Config, log: FastifyBaseLogger) {
  if (readerThreads === 0) return undefined;
  const onEnded = (ended: object) =>
    log.warn(ended, "A page, sitemap or document took too much time or memory: its thread was ended");
  return openThreads({ onEnded, ...(readerThreads !== undefined && { threads: readerThreads }) });
}
