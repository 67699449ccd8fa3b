// A crawl as the service's jobs run it, without a server: the world and the request that the benches of jobs share.
import { openFetching } from "../packages/crawler/src/fetch/open.ts";
import { here } from "../packages/service/src/generate-world.ts";
import type { GenerateWorld } from "../packages/service/src/jobs/world.ts";

/** A world without a browser and a model, sixteen requests at once, ten minutes for a crawl. */
export const jobWorld = (documents: GenerateWorld["settings"]["documents"] = {}): GenerateWorld => ({
  fetching: openFetching({ userAgent: "bench/1", allowPrivateNetworks: true, browser: { enabled: false } }),
  ...here(),
  enhance: undefined,
  settings: {
    concurrency: 16,
    timeoutMs: 600_000,
    respectRobots: true,
    budget: { documentBudget: 100_000 },
    documents,
    productToken: "bench",
  },
  now: () => new Date(),
});

/** A request for the whole site with every choice at its default. */
export const jobRequest = (origin: string, maxPages: number) =>
  ({
    url: `${origin}/`,
    maxPages,
    descLength: 500,
    scope: "domain",
    include: [],
    exclude: [],
    full: false,
    llmEnhance: false,
    useProxy: false,
  }) as const;
