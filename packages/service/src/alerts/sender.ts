import type { Alert, ChannelSettings } from "../jobs/alerts.ts";

/** An alert, or a test of the receiver, which has no facts about the site. */
export type SentAlert = Omit<Alert, "type"> & { readonly type: Alert["type"] | "test" };

/** A channel that alerts are sent by. It opens no connection before the first alert. */
export interface Channel extends ChannelSettings {
  /** Name of a receiver for people and logs: the path of a webhook is often its secret. */
  nameOf(address: string): string;
  /**
   * @param own the site's receiver; null: the settings' one
   * @throws CrawlError or Error with what the receiver said, or why it could not be reached
   */
  send(alert: SentAlert, own: string | null, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
