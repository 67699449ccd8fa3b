import type { FastifyBaseLogger } from "fastify";
import type { SendAlert } from "../../jobs/alert-queue.ts";
import type { Receiver } from "../../jobs/alerts.ts";
import type { AlertSender } from "./sender.ts";

/** `retried`: it is tried again later. */
export type AlertOutcome = "sent" | "retried" | "failed";

/** How an alert left: the channels of the metrics. */
export type AlertChannel = "webhook" | "email";

export const channelOf = ({ type }: Receiver): AlertChannel => (type === "email" ? "email" : "webhook");

/** Sends alerts of the queue, and says in the log and the metrics what became of each. */
export function alertWorker(
  sender: AlertSender,
  log: FastifyBaseLogger,
  onEnded: (channel: AlertChannel, outcome: AlertOutcome) => void,
): SendAlert {
  return async ({ alert, to }, { isLast }, signal) => {
    const [channel, about] = [channelOf(to), { site: alert.baseUrl, alert: alert.type, to: placeOf(to) }];
    try {
      await sender.send(alert, to, signal);
    } catch (thrown) {
      signal.throwIfAborted();
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      onEnded(channel, isLast ? "failed" : "retried");
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
