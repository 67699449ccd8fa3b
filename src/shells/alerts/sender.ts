import type { Config } from "../../config.ts";
import type { Alert, AlertSettings, Receiver } from "../../jobs/alerts.ts";

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

export interface AlertSender {
  readonly settings: AlertSettings;
  /** @throws CrawlError or Error with what the receiver said, or why it could not be reached */
  send(alert: SentAlert, to: Receiver, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
