import { amount, fields } from "../protocol/reader.ts";
import type { CrawlRequest, ServerConfig } from "../protocol/types.ts";
import { type DocumentFlags, pickDocumentFlags } from "./document-flags.ts";
import { keep, readKept } from "./kept.ts";

/** Choices of the form. */
export interface Options {
  readonly maxPages: number;
  readonly descLength: number;
  readonly keepUpToDate: boolean;
  readonly intervalMinutes: number;
  readonly languageModel: boolean;
  readonly proxy: boolean;
  readonly full: boolean;
  /** Document options; the server has defaults for those left out. */
  readonly document: DocumentFlags;
  /** Globs as typed, separated by commas. They belong to one crawl and are not kept. */
  readonly include: string;
  readonly exclude: string;
  /** Addresses of sitemaps as typed, separated like globs. */
  readonly sitemaps: string;
  /** Addresses of the pages to list, separated likewise. */
  readonly urls: string;
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
      include: "",
      exclude: "",
      sitemaps: "",
      urls: "",
    },
    config,
  );
}

export const keepOptions = ({ include: _, exclude: __, sitemaps: ___, urls: ____, ...options }: Options): void =>
  keep("options", options);

/** Globs in a typed text, between white space or commas; a comma in braces belongs to its glob. */
export const globsIn = (typed: string): string[] => typed.match(/(?:\{[^{}]*\}|[^\s,])+/g) ?? [];

/** Request for these options. */
export function crawlRequest(url: string, options: Options): CrawlRequest {
  const include = globsIn(options.include);
  const exclude = globsIn(options.exclude);
  const sitemaps = globsIn(options.sitemaps);
  const urls = globsIn(options.urls);
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
    ...(include.length > 0 ? { include } : {}),
    ...(exclude.length > 0 ? { exclude } : {}),
    ...(sitemaps.length > 0 ? { sitemaps } : {}),
    ...(urls.length > 0 ? { urls } : {}),
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
