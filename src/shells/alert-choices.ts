import * as z from "zod";
import { ALERT_TYPES, type AlertRule } from "../sites/alert-rule.ts";

const MAX_URL = 2_048;
const MAX_ADDRESS = 254;

const hook = z
  .string()
  .max(MAX_URL, { error: `must have at most ${MAX_URL} characters` })
  .refine((text) => {
    const url = URL.parse(text);
    return /^https?:$/.test(url?.protocol ?? "") && url?.username === "" && url.password === "";
  }, "must be an http(s) address without a user name");

/** Who is told what, as a change of a site takes it; what is null or left out is as the settings say. */
export const alertRule = z
  .object({
    on: z
      .array(z.enum(ALERT_TYPES), { error: `must be some of ${ALERT_TYPES.join(", ")}` })
      .max(ALERT_TYPES.length)
      .nullish()
      .describe("Empty: nothing"),
    url: hook.nullish().describe("Takes the place of ALERT_WEBHOOK_URL"),
    email: z.email({ error: "must be an e-mail address" }).max(MAX_ADDRESS).nullish(),
  })
  .transform(({ on, url, email }): AlertRule => ({ ...(on && { on }), ...(url && { url }), ...(email && { email }) }));
