import * as z from "zod";
import { globsProblem } from "../address/globs.ts";
import { languageProblem } from "../address/language-tag.ts";

const MAX_GLOBS = 100;

/** BCP 47 gives no end; the longest in use have some thirty characters. */
const MAX_TAG = 100;

/** Path globs of a crawl. */
export const globs = z
  .array(z.string({ error: "must be a path glob" }), { error: "must be an array of path globs" })
  .max(MAX_GLOBS, { error: `must have at most ${MAX_GLOBS} globs`, abort: true })
  .superRefine((given, context) => {
    const problem = globsProblem(given);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });

export const scope = z.enum(["domain", "path"], { error: "must be domain or path" });

/** Language of the pages, such as `en`. */
export const language = z
  .string({ error: "must be a language tag, such as en" })
  .max(MAX_TAG)
  .superRefine((tag, context) => {
    const problem = languageProblem(tag);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });

/** What a site is crawled by besides its numbers, as enrolment and a change of it take it. */
export const siteChoices = {
  scope: scope.optional(),
  include: globs.optional(),
  exclude: globs.optional(),
  language: language.nullish().describe("null: the homepage's"),
  useProxy: z.boolean().optional(),
  publish: z.boolean().optional(),
};
