import * as z from "zod";
import { ALERT_TYPES, type AlertRule } from "../sites/alert-rule.ts";

const on = z.array(z.enum(ALERT_TYPES));

/** Receivers of a site's alerts; null: as the settings say. */
export const alertRuleSchema = z.object({
  on: on.nullable(),
  url: z.string().nullable(),
  email: z.string().nullable(),
});

export const ruleJson = ({ on, url, email }: AlertRule): z.output<typeof alertRuleSchema> => ({
  on: on ? [...on] : null,
  url: url ?? null,
  email: email ?? null,
});

/** The settings' alerts. */
export const alertsSchema = z.object({
  on: on.describe("What sites alert of that do not say so themselves"),
  webhook: z.boolean().describe("Whether there is an ALERT_WEBHOOK_URL"),
  mail: z.boolean().describe("Whether there is a mail server"),
  email: z.string().nullable().describe("Who gets the mails of sites that name nobody"),
});

export const alertTestSchema = z.object({
  results: z
    .array(z.object({ to: z.string(), ok: z.boolean(), detail: z.string().describe("Empty where it was delivered") }))
    .describe("Each receiver of the site's alerts; none: nobody would be told"),
});

export type AlertRuleAnswer = z.output<typeof alertRuleSchema>;
export type AlertsAnswer = z.output<typeof alertsSchema>;
export type AlertTest = z.output<typeof alertTestSchema>;
