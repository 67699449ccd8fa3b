import { existsSync } from "node:fs";
import { databaseOptions } from "@llmstxt-service/service/database";
import type { Config } from "@llmstxt-service/service/settings/config";
import type { Sites } from "@llmstxt-service/service/sites";
import { Database } from "@llmstxt-service/service/sites/database";
import { sitesIn } from "@llmstxt-service/service/sites/store";

/** True if opening the database would make an empty one. */
export function isWithoutDatabase(config: Config): boolean {
  const options = databaseOptions(config);
  return options.type === "pglite" && !existsSync(options.folder);
}

/** Prints lines for a person, or JSON for a program, until the signal fires. */
export interface Shell {
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

interface OpenedSites {
  readonly database: Database;
  readonly sites: Sites;
  /** Names of the migrations made on opening. */
  readonly migrated: readonly string[];
}

/**
 * Runs a command's work on the database of the settings, and closes it.
 * @throws CrawlError `database_unavailable` when it cannot be opened at the first try, or becomes unavailable
 */
export async function withSites<T>(config: Config, work: (opened: OpenedSites) => Promise<T>): Promise<T> {
  let migrated: readonly string[] = [];
  const database = new Database(databaseOptions(config), (news) => {
    if (news.type === "ready") migrated = news.migrated;
  });
  try {
    // A new database on a busy machine takes longer to open than calls wait.
    await database.tried();
    await database.connection();
    return await work({ database, sites: sitesIn(database), migrated });
  } finally {
    await database.close();
  }
}
