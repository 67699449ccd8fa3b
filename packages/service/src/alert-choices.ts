import * as z from "zod";
import { hookAddress, mailbox } from "./settings/kinds.ts";
import { ALERT_TYPES, type AlertRule } from "./sites/alert-rule.ts";

const MAX_URL = 2_048;

/** Receivers of alerts in a change of a site; null or a missing field is as the settings say. */
export const alertRule = z
  .object({
    on: z
      .array(z.enum(ALERT_TYPES), { error: `must be some of ${ALERT_TYPES.join(", ")}` })
      .max(ALERT_TYPES.length)
      .nullish()
      .describe("Empty: nothing"),
    url: z.nullish(hookAddress.check(z.maxLength(MAX_URL))).describe("Takes the place of ALERT_WEBHOOK_URL"),
    email: z.nullish(mailbox),
  })
  .transform(({ on, url, email }): AlertRule => ({ ...(on && { on }), ...(url && { url }), ...(email && { email }) }));
