import type { Alert, AlertSettings, Receiver } from "../jobs/alerts.ts";
import type { Config } from "../settings/config.ts";

export type AlertConfig = Pick<
  Config,
  | "alertWebhookUrl"
  | "alertWebhookSecret"
  | "alertOn"
  | "alertEmail"
  | "alertFrom"
  | "smtpUrl"
  | "publicUrl"
  | "allowPrivateNetworks"
  | "httpProxy"
  | "httpsProxy"
  | "noProxy"
>;

/** A test says that it is one, and nothing of the site. */
export type SentAlert = Omit<Alert, "type"> & { readonly type: Alert["type"] | "test" };

/** Channels of alerts, in the names of the metrics. */
export const ALERT_CHANNELS = ["webhook", "email"] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

export interface AlertSender {
  readonly settings: AlertSettings;
  /**
   * Returns the way it left, from the code that sent it.
   * @throws CrawlError or Error with what the receiver said, or why it could not be reached
   */
  send(alert: SentAlert, to: Receiver, signal: AbortSignal): Promise<AlertChannel>;
  close(): Promise<void>;
}
