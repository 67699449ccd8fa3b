import { amount, fields, flag, list, text } from "./unknown.ts";

/** What `GET /api/config` says of this server: what the form may offer. */
export interface ServerConfig {
  readonly version: string;
  /** Whether an API key is configured, so that crawls and sites ask for it. */
  readonly keyRequired: boolean;
  /** The name robots.txt knows this crawler by. */
  readonly productToken: string;
  readonly publicUrl: string;
  readonly limits: {
    readonly maxPages: number;
    readonly descLength: readonly [least: number, most: number];
    readonly timeoutSeconds: number;
  };
  readonly defaults: {
    readonly maxPages: number;
    readonly descLength: number;
    readonly recrawlIntervalMinutes: number;
    readonly useProxy: boolean;
    readonly llmEnhance: boolean;
    readonly enableAutoUpdate: boolean;
  };
  readonly features: {
    readonly browser: boolean;
    readonly proxy: boolean;
    readonly llm: boolean;
    readonly database: boolean;
    readonly hosting: boolean;
  };
  /** Characters over which excerpts are shortened. */
  readonly budgetCharacters: number;
}

function readLimits(value: unknown): ServerConfig["limits"] {
  const limits = fields(value);
  const [least, most] = list(limits.descLength, (item) => amount(item));
  return {
    maxPages: amount(limits.maxPages, 1000),
    descLength: [least ?? 100, most ?? 2000],
    timeoutSeconds: amount(limits.timeoutSeconds, 600),
  };
}

function readDefaults(value: unknown): ServerConfig["defaults"] {
  const defaults = fields(value);
  return {
    maxPages: amount(defaults.maxPages, 50),
    descLength: amount(defaults.descLength, 500),
    recrawlIntervalMinutes: amount(defaults.recrawlIntervalMinutes, 10_080),
    useProxy: flag(defaults.useProxy),
    llmEnhance: flag(defaults.llmEnhance),
    enableAutoUpdate: flag(defaults.enableAutoUpdate),
  };
}

export function readConfig(value: unknown): ServerConfig {
  const config = fields(value);
  const features = fields(config.features);
  return {
    version: text(config.version),
    keyRequired: flag(config.keyRequired),
    productToken: text(config.productToken, "llmstxt"),
    publicUrl: text(config.publicUrl),
    limits: readLimits(config.limits),
    defaults: readDefaults(config.defaults),
    features: {
      browser: flag(features.browser),
      proxy: flag(features.proxy),
      llm: flag(features.llm),
      database: flag(features.database),
      hosting: flag(features.hosting),
    },
    budgetCharacters: amount(config.budgetCharacters, 100_000),
  };
}
