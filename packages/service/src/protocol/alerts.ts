import * as z from "zod";
import { ALERT_TYPES, CHANNELS } from "../sites/alert-rule.ts";

export const alertsSchema = z.object({
  on: z.array(z.enum(ALERT_TYPES)).describe("What sites alert of that do not say so themselves"),
  channels: z.record(
    z.enum(CHANNELS),
    z.object({
      isOpen: z.boolean().describe("Whether a receiver that a site names can be reached"),
      otherwise: z.string().nullable().describe("Who is told of sites that name nobody; null: nobody"),
    }),
  ),
});

export const alertTestSchema = z.object({
  results: z
    .array(z.object({ to: z.string(), ok: z.boolean(), detail: z.string().describe("Empty where it was delivered") }))
    .describe("Each receiver of the site's alerts; none: nobody would be told"),
});

export type AlertsAnswer = z.output<typeof alertsSchema>;
export type AlertTest = z.output<typeof alertTestSchema>;
