// The flags of the main job as commander returns them, their defaults, and parsers that commands share.
import { InvalidArgumentError } from "commander";
import type { WriteFlags } from "./write.ts";

/** Flags of `llmstxt generate`, as commander returns them. */
export interface GenerateFlags extends WriteFlags {
  readonly maxPages?: number;
  readonly descLength: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly scope: "domain" | "path";
  readonly language?: string;
  readonly sitemap?: readonly string[];
  readonly urls?: string;
  readonly skipBlocks?: readonly string[];
  readonly header?: readonly string[];
  readonly overlay?: string;
  readonly llmEnhance?: true;
  readonly useProxy?: true;
  readonly origin?: string;
  readonly verbose?: true;
}

/** Defaults of a request (the specification's table); the help shows them, so they load no schema. */
export const REQUEST_DEFAULTS = { maxPages: 50, descLength: 500, scope: "domain" } as const;

export const repeatable = (value: string, before: readonly string[] = []) => [...before, value];

/** A parser of whole numbers in a range. */
export const wholeNumber = (min: number, max: number) => (typed: string) => {
  const number = Number(typed);
  if (/^\d+$/.test(typed) && number >= min && number <= max) return number;
  throw new InvalidArgumentError(`It must be a whole number between ${min} and ${max}.`);
};
