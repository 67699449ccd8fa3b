import type { Fetching } from "@llmstxt-service/crawler/fetch";
import { type FetchingOptions, openFetching } from "@llmstxt-service/crawler/fetch/open";
import { lazily } from "@llmstxt-service/crawler/waiting/lazily";
import { WRITER_HERE } from "@llmstxt-service/document/bundle/writer";
import { forwardProxiesOf, outsideFetch } from "./forward-proxies.ts";
import type { GenerateWorld } from "./jobs/world.ts";
import { readersHere } from "./readers-here.ts";
import type { Config } from "./settings/config.ts";

/** The world of `openGenerateWorld` with a folder or a record in place of the network: crawls open no socket. */
export const offlineWorld = (config: Config, fetching: Fetching): GenerateWorld => ({
  fetching,
  ...here(config),
  ...knownTo(config),
});

/** Readers and writer that work here, in a process with one crawl at a time. */
export const here = ({ readerThreads }: Partial<Config> = {}): Pick<GenerateWorld, "readers" | "writer"> => ({
  readers: readersHere(readerThreads),
  writer: WRITER_HERE,
});

/**
 * Parts of the world for crawling and writing, without storage and database. The caller closes `fetching`.
 * `onNotice` is told what a person should read: a browser that is missing, for one.
 */
export function openGenerateWorld(
  config: Config,
  onNotice: (notice: string) => void,
  workers: Pick<GenerateWorld, "readers" | "writer"> & Pick<FetchingOptions, "isLimited"> = here(config),
): GenerateWorld {
  return {
    fetching: openFetching({
      userAgent: config.userAgent,
      maxConcurrency: config.crawlConcurrency,
      addressConcurrency: config.addressConcurrency,
      allowPrivateNetworks: config.allowPrivateNetworks,
      browser: { enabled: config.browserEnabled, chromiumPath: config.chromiumPath },
      proxyBrowser: config.proxyBrowserUrl === undefined ? undefined : { url: config.proxyBrowserUrl },
      forwardProxies: forwardProxiesOf(config),
      onNotice,
      isLimited: workers.isLimited,
    }),
    readers: workers.readers,
    writer: workers.writer,
    ...knownTo(config),
  };
}

/** Parts of the world that do not depend on where pages come from. */
function knownTo(config: Config): Pick<GenerateWorld, "enhance" | "describe" | "settings" | "now"> {
  return {
    ...openModel(config),
    settings: {
      concurrency: config.crawlConcurrency,
      timeoutMs: config.crawlTimeoutSeconds * 1000,
      respectRobots: config.respectRobots,
      budget: { documentBudget: config.documentBudget },
      documents: { topics: config.documentTopics },
      productToken: config.userAgent.split(/[/ ]/, 1)[0] ?? "",
    },
    now: () => new Date(),
  };
}

function openModel(config: Config): Pick<GenerateWorld, "enhance" | "describe"> {
  if (!config.llmEnhancementEnabled || config.llmApiKey === undefined)
    return { enhance: undefined, describe: undefined };
  const options = {
    apiKey: config.llmApiKey,
    baseUrl: config.llmBaseUrl,
    model: config.llmModel,
    timeoutMs: config.llmTimeoutSeconds * 1000,
    maxTokens: config.llmMaxTokens,
    ...outsideFetch(config),
  };
  // Few crawls need these modules, and loading them would cost each command a quarter of its start.
  const opened = lazily(async () => {
    const { openDescribe, openEnhance } = await import("@llmstxt-service/document/enhance");
    return { enhance: openEnhance(options), describe: openDescribe(options) };
  });
  return {
    enhance: async (text, report, signal) => (await opened.get()).enhance(text, report, signal),
    describe: async (describing, report, signal) => (await opened.get()).describe(describing, report, signal),
  };
}
