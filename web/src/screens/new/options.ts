import type { Config } from "@llmstxt-service/service/shapes";

/** Options of a crawl as a form has them; lists are texts, one entry a line or with commas between. */
export interface Options {
  readonly maxPages: number;
  readonly descLength: number;
  readonly include: string;
  readonly exclude: string;
  readonly scope: "domain" | "path";
  readonly language: string;
  readonly llmEnhance: boolean;
  readonly useProxy: boolean;
}

export const defaultOptions = ({ defaults }: Config): Options => ({
  maxPages: defaults.maxPages,
  descLength: defaults.descLength,
  include: "",
  exclude: "",
  scope: "domain",
  language: "",
  llmEnhance: false,
  useProxy: defaults.useProxy,
});

/** Options as a site or a request of the server has them. */
type Kept = Omit<Options, "include" | "exclude" | "language"> & {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly language: string | null;
};

export const optionsOf = (kept: Kept): Options => ({
  maxPages: kept.maxPages,
  descLength: kept.descLength,
  include: kept.include.join("\n"),
  exclude: kept.exclude.join("\n"),
  scope: kept.scope,
  language: kept.language ?? "",
  llmEnhance: kept.llmEnhance,
  useProxy: kept.useProxy,
});

const entriesOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

/** Options in the server's form. */
export const keptOf = (options: Options): Kept => ({
  ...options,
  include: entriesOf(options.include),
  exclude: entriesOf(options.exclude),
  language: options.language.trim() || null,
});
