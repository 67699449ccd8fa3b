import type { AlertSettings } from "../../packages/service/src/jobs/alerts.ts";
import { CHANNELS } from "../../packages/service/src/sites/alert-rule.ts";

/** Settings of these channels; each other one reaches nobody. */
export const channelsWith = (known: Partial<AlertSettings["channels"]>): AlertSettings["channels"] => ({
  // The keys are those of the type.
  ...(Object.fromEntries(
    Object.values(CHANNELS).map((channel) => [channel, { isOpen: false, otherwise: null }]),
  ) as AlertSettings["channels"]),
  ...known,
});

/** Alerts are posted, and nobody sends mail. */
export const POSTED = channelsWith({ webhook: { isOpen: true, otherwise: "ALERT_WEBHOOK_URL" } });
