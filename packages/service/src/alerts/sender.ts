import type { Alert, AlertSettings, ChannelSettings, Receiver } from "../jobs/alerts.ts";
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

/** A way of alerts out of this process. It opens nothing before the first alert. */
export interface Channel extends ChannelSettings {
  /** A receiver as it may be shown: the path of a webhook is often its secret. */
  nameOf(address: string): string;
  /**
   * @param own the site's receiver; null: the settings' one
   * @throws CrawlError or Error with what the receiver said, or why it could not be reached
   */
  send(alert: SentAlert, own: string | null, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface AlertSender {
  readonly settings: AlertSettings;
  /** A receiver as it may be shown. */
  nameOf(to: Receiver): string;
  /** @throws CrawlError or Error with what the receiver said, or why it could not be reached */
  send(alert: SentAlert, to: Receiver, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
