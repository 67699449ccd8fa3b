import type { FastifyBaseLogger } from "fastify";
import type { SendAlert } from "../jobs/alert-queue.ts";
import type { Receiver } from "../jobs/alerts.ts";
import type { AlertChannel, AlertSender } from "./sender.ts";

/** `retried`: it is tried again later. */
export const ALERT_OUTCOMES = ["sent", "retried", "failed"] as const;
export type AlertOutcome = (typeof ALERT_OUTCOMES)[number];

/** The way to a receiver that was not reached; of one that was, its sender says it. */
const CHANNELS: Readonly<Record<Receiver["type"], AlertChannel>> = {
  service: "webhook",
  webhook: "webhook",
  email: "email",
};

/** Sends alerts of the queue, and says in the log and the metrics what became of each. */
export function alertWorker(
  sender: AlertSender,
  log: FastifyBaseLogger,
  onEnded: (channel: AlertChannel, outcome: AlertOutcome) => void,
): SendAlert {
  return async ({ alert, to }, { isLast }, signal) => {
    const about = { site: alert.baseUrl, alert: alert.type, to: placeOf(to) };
    let channel: AlertChannel;
    try {
      channel = await sender.send(alert, to, signal);
    } catch (thrown) {
      signal.throwIfAborted();
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      onEnded(CHANNELS[to.type], isLast ? "failed" : "retried");
      log.warn({ ...about, why }, isLast ? "Alert not delivered: given up" : "Alert not delivered: tried again later");
      throw thrown;
    }
    onEnded(channel, "sent");
    log.info(about, "Alert delivered");
  };
}

/** The path of a webhook is often its secret. */
export function placeOf(to: Receiver): string {
  switch (to.type) {
    case "service":
      return "ALERT_WEBHOOK_URL";
    case "webhook":
      return URL.parse(to.url)?.origin ?? "";
    case "email":
      return to.address;
  }
}
