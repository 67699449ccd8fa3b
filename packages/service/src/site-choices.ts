import { globsProblem } from "@llmstxt-service/page/address/globs";
import { languageProblem } from "@llmstxt-service/page/address/language-tag";
import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import * as z from "zod";
import { REQUEST_LIMITS } from "./jobs/request.ts";
import { chosenDocumentFields } from "./protocol/protocol.ts";
import { TAGS_RULE, tagOf, tagsOf } from "./sites/tags.ts";

const MAX_GLOBS = 100;

/** Most tags of one request, repeated spellings of one tag included. */
const MAX_GIVEN_TAGS = 100;

/** Longest language tag. BCP 47 sets no limit; the longest in use have some thirty characters. */
const MAX_TAG = 100;

export const globs = z
  .array(z.string({ error: "must be a path glob" }), { error: "must be an array of path globs" })
  .max(MAX_GLOBS, { error: `must have at most ${MAX_GLOBS} globs`, abort: true })
  .superRefine((given, context) => {
    const problem = globsProblem(given);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });

const addresses = (most: number) =>
  z
    .array(
      z.string().refine((url) => tryPageUrl(url) !== undefined, { error: "must be an http:// or https:// address" }),
      { error: "must be an array of addresses" },
    )
    .max(most, { error: `must have at most ${most} addresses` });

/** Addresses of sitemaps. A crawl reads these and looks for no others. */
export const sitemaps = addresses(20);

/** Addresses of pages. A crawl lists these and looks for no others. */
export const pageList = addresses;

export const scope = z.enum(["domain", "path"], { error: "must be domain or path" });

/** Language of the pages, such as `en`. */
export const language = z
  .string({ error: "must be a language tag, such as en" })
  .max(MAX_TAG)
  .superRefine((tag, context) => {
    const problem = languageProblem(tag);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });

/** A tag in its normal form. */
export const tag = z.string().transform((text, context) => {
  const found = tagOf(text);
  if (found !== undefined) return found;
  context.addIssue({ code: "custom", message: "must be a tag: a few words without commas and semicolons" });
  return z.NEVER;
});

export const tags = z
  .array(z.string({ error: "must be a tag" }), { error: "must be an array of tags" })
  .max(MAX_GIVEN_TAGS, { error: TAGS_RULE, abort: true })
  .transform((given, context) => {
    const found = tagsOf(given);
    if (found !== undefined) return [...found];
    context.addIssue({ code: "custom", message: TAGS_RULE });
    return z.NEVER;
  });

/** Choices about a site's crawls, besides number of pages and interval, that enrolment and its changes take. */
export const siteChoices = {
  scope: scope.optional(),
  include: globs.optional(),
  exclude: globs.optional(),
  language: language.nullish().describe("null: the homepage's"),
  useProxy: z.boolean().optional(),
  sitemaps: sitemaps.optional().describe("Sitemaps to be read; empty: the usual ones"),
  urls: pageList(REQUEST_LIMITS.maxPages.max)
    .optional()
    .describe("Exactly these pages, in this order; empty: those that are found"),
  publish: z.boolean().optional(),
  publishPrivate: z.boolean().optional().describe("Confirms `publish` of a site that is read with header fields"),
  ...chosenDocumentFields,
};
