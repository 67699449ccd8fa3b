import type { ServerConfig } from "../../../src/shells/protocol/config.ts";
import { amount, flag, list, nullable, object, oneOf, pair, text } from "./reader.ts";

export type { ServerConfig };

/** What `GET /api/config` says of this server. */
export const readConfig = object<ServerConfig>({
  version: text,
  keyRequired: flag,
  signedIn: flag,
  productToken: text,
  publicUrl: text,
  limits: object<ServerConfig["limits"]>({
    maxPages: amount,
    descLength: pair(amount),
    intervalMinutes: pair(amount),
    timeoutSeconds: amount,
  }),
  defaults: object<ServerConfig["defaults"]>({
    maxPages: amount,
    descLength: amount,
    enableAutoUpdate: flag,
    recrawlIntervalMinutes: amount,
    llmEnhance: flag,
    useProxy: flag,
    include: list(text),
    exclude: list(text),
    scope: oneOf("domain", "path"),
    full: flag,
  }),
  features: object<ServerConfig["features"]>({
    browser: flag,
    proxy: flag,
    llm: flag,
    database: flag,
    hosting: flag,
  }),
  schedule: nullable(object<NonNullable<ServerConfig["schedule"]>>({ cron: text, next: text })),
  budgetCharacters: amount,
});
