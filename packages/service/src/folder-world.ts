import { type FolderOptions, openFolder } from "@llmstxt-service/crawler/fetch/folder";
import { HERE, knownTo } from "./generate-world.ts";
import type { GenerateWorld } from "./jobs/world.ts";
import type { Config } from "./settings/config.ts";

/** The world of `openGenerateWorld` with a folder in place of the network: crawls open no socket. */
export const openFolderWorld = (config: Config, folder: FolderOptions): GenerateWorld => ({
  fetching: openFolder(folder),
  ...HERE,
  ...knownTo(config),
});
