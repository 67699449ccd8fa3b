// The database as service, worker and commands see it: its settings, its state, and its lines in the log.
import { missingPart } from "@llmstxt-service/crawler/parts";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "./settings/config.ts";
import type { DatabaseNews, DatabaseOptions } from "./sites/database/database.ts";
import { unlessRepeated } from "./troubles.ts";

/**
 * State of the database at the last check. `opening`: it is opened for the first time, and calls wait; `none`: the
 * settings name none.
 */
export type DatabaseState = "up" | "opening" | "down" | "none";

/**
 * The settings' choice of a database.
 * @throws CrawlError `wrong_settings` if that is the embedded one, and it is not installed
 */
export function databaseOptions({ databaseUrl, databaseConnections: connections, dataDir }: Config): DatabaseOptions {
  if (databaseUrl === undefined) {
    const missing = missingPart("database");
    if (missing === undefined) return { type: "pglite", folder: `${dataDir}/database` };
    const problem = `DATABASE_URL is not set, and ${missing}. Or set DATABASE_URL to a Postgres, or to none`;
    throw new CrawlError("wrong_settings", { problems: [problem] });
  }
  return databaseUrl === "none" ? { type: "none" } : { type: "postgres", url: databaseUrl, connections };
}

/** Logs one line each time that the database becomes available or unavailable. */
export function logDatabase(log: FastifyBaseLogger): (news: DatabaseNews) => void {
  const lost = unlessRepeated((why: string) => log.info({ why }, "A connection to the database ended"));
  return (news) => {
    switch (news.type) {
      case "ready":
        return log.info({ migrated: news.migrated }, "Database ready");
      case "crowding":
        return news.isCrowded
          ? log.warn({ max_connections: news.serverLimit }, "Postgres gives no more connections: going on with fewer")
          : log.info("Postgres gives connections again");
      case "away":
        return log.warn({ why: news.why }, "Database unavailable");
      case "connectionLost":
        return lost(news.why);
    }
    news satisfies never;
  };
}
