import type { Fetching } from "@llmstxt-service/crawler/fetch";
import { HERE, knownTo } from "./generate-world.ts";
import type { GenerateWorld } from "./jobs/world.ts";
import type { Config } from "./settings/config.ts";

/** The world of `openGenerateWorld` with a folder or a record in place of the network: crawls open no socket. */
export const offlineWorld = (config: Config, fetching: Fetching): GenerateWorld => ({
  fetching,
  ...HERE,
  ...knownTo(config),
});
