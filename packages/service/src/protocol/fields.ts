import { FAILURES } from "@llmstxt-service/page/failures";
import * as z from "zod";
import { SITE_FILTERS, siteFilterIn } from "../sites/site-query.ts";

// Kinds of fields, with the same words of refusal in every request.

export const flag = z.boolean({ error: "must be true or false" });

const wholeNumber = z.int({ error: "must be a whole number" });

/** Parameters of zod's error for a number out of its range. */
export const outOfRange = z.object({
  field: z.enum(["maxPages", "descLength", "recrawlIntervalMinutes"]),
  min: z.int(),
  max: z.int(),
});

type OutOfRangeField = z.output<typeof outOfRange>["field"];

export const within = (field: OutOfRangeField, { min, max }: { readonly min: number; readonly max: number }) =>
  wholeNumber
    .refine((value) => value >= min && value <= max, {
      error: FAILURES.out_of_range.message({ field, min, max }),
      params: { field, min, max } satisfies z.input<typeof outOfRange>,
    })
    .meta({ minimum: min, maximum: max });

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const siteFilter = z
  .string()
  .max(200)
  .refine(
    (text) => siteFilterIn(text) !== undefined,
    `must be one of ${SITE_FILTERS.join(", ")}; or several statuses with commas between`,
  )
  .default("all")
  .describe("all, attention, or a status of sites; or several statuses with commas between");
