import { FAILURES } from "@llmstxt-service/page/failures";
import * as z from "zod";

// Kinds of fields: in what clients send, refused in the same words everywhere, and in what they are told.

export const flag = z.boolean({ error: "must be true or false" });

const wholeNumber = z.int({ error: "must be a whole number" });

/** Refusal of a number out of its range, as zod hands it on. */
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
