import { amount, fields } from "../protocol/reader.ts";
import type { CrawlRequest, ServerConfig } from "../protocol/types.ts";
import { type DocumentFlags, pickDocumentFlags } from "./document-flags.ts";
import { keep, readKept } from "./kept.ts";

/** Fields with several globs or addresses, as typed with commas between. They belong to one crawl and are not kept. */
export const LISTS = ["include", "exclude", "sitemaps", "urls"] as const;
type Lists = Readonly<Record<(typeof LISTS)[number], string>>;

const NO_LISTS: Lists = { include: "", exclude: "", sitemaps: "", urls: "" };

/** Choices of the form. */
export interface Options extends Lists {
  readonly maxPages: number;
  readonly descLength: number;
  readonly keepUpToDate: boolean;
  readonly intervalMinutes: number;
  readonly languageModel: boolean;
  readonly proxy: boolean;
  readonly full: boolean;
  /** Document options; the server has defaults for those left out. */
  readonly document: DocumentFlags;
}

const within = (n: number, least: number, most: number) => Math.min(most, Math.max(least, Math.round(n)));

/** Options that this server allows: numbers within its limits, and no feature that it lacks. */
export function fitOptions(options: Options, { limits, features }: ServerConfig): Options {
  return {
    ...options,
    maxPages: within(options.maxPages, 1, limits.maxPages),
    descLength: within(options.descLength, ...limits.descLength),
    keepUpToDate: options.keepUpToDate && features.database,
    languageModel: options.languageModel && features.llm,
    proxy: options.proxy && features.proxy,
  };
}

/** Options of the last visit, with the server's defaults for missing ones. */
export function keptOptions(config: ServerConfig): Options {
  const { defaults } = config;
  const kept = fields(readKept("options"));
  const number = (value: unknown, otherwise: number) => (value === undefined ? otherwise : amount(value));
  const choice = (value: unknown, otherwise: boolean) => (typeof value === "boolean" ? value : otherwise);
  return fitOptions(
    {
      maxPages: number(kept.maxPages, defaults.maxPages),
      descLength: number(kept.descLength, defaults.descLength),
      keepUpToDate: choice(kept.keepUpToDate, defaults.enableAutoUpdate),
      intervalMinutes: number(kept.intervalMinutes, defaults.recrawlIntervalMinutes),
      languageModel: choice(kept.languageModel, defaults.llmEnhance),
      proxy: choice(kept.proxy, defaults.useProxy),
      full: choice(kept.full, false),
      document: pickDocumentFlags(fields(kept.document)),
      ...NO_LISTS,
    },
    config,
  );
}

export const keepOptions = (options: Options): void => keep("options", { ...options, ...NO_LISTS });

/** Globs in a typed text, between white space or commas; a comma in braces belongs to its glob. */
export const globsIn = (typed: string): string[] => typed.match(/(?:\{[^{}]*\}|[^\s,])+/g) ?? [];

/** Request for these options. */
export function crawlRequest(url: string, options: Options): CrawlRequest {
  const lists = LISTS.map((name) => [name, globsIn(options[name])] as const);
  return {
    url,
    maxPages: options.maxPages,
    descLength: options.descLength,
    enableAutoUpdate: options.keepUpToDate,
    recrawlIntervalMinutes: options.intervalMinutes,
    llmEnhance: options.languageModel,
    useProxy: options.proxy,
    full: options.full,
    ...options.document,
    ...Object.fromEntries(lists.filter(([, globs]) => globs.length > 0)),
  };
}

/** Options of a request; the server has defaults for fields left out. */
export function optionsOf({ include = [], exclude = [], sitemaps = [], urls = [], ...request }: CrawlRequest): Options {
  return {
    maxPages: request.maxPages ?? 50,
    descLength: request.descLength ?? 500,
    keepUpToDate: request.enableAutoUpdate ?? false,
    intervalMinutes: request.recrawlIntervalMinutes ?? 10_080,
    languageModel: request.llmEnhance ?? false,
    proxy: request.useProxy ?? false,
    full: request.full ?? false,
    document: pickDocumentFlags(request),
    include: include.join(", "),
    exclude: exclude.join(", "),
    sitemaps: sitemaps.join(", "),
    urls: urls.join(", "),
  };
}
