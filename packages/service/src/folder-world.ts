import type { Config } from "../config.ts";
import { type FolderOptions, openFolder } from "../fetch/folder/folder.ts";
import type { GenerateWorld } from "../jobs/world.ts";
import { HERE, knownTo } from "./generate-world.ts";

/** The world of `openGenerateWorld` with a folder in place of the network: crawls open no socket. */
export const openFolderWorld = (config: Config, folder: FolderOptions): GenerateWorld => ({
  fetching: openFolder(folder),
  ...HERE,
  ...knownTo(config),
});
