// The door of this folder: how alerts leave the process, by HTTP and by mail.

import { openPosting } from "@llmstxt-service/crawler/fetch/post";
import { CrawlError } from "@llmstxt-service/page/errors";
import { forwardProxiesOf } from "../forward-proxies.ts";
import { type Mailer, openMailer } from "./mail.ts";
import type { AlertChannel, AlertConfig, AlertSender, SentAlert } from "./sender.ts";
import { webhookRequest } from "./webhook.ts";

export { ALERT_OUTCOMES, type AlertOutcome, alertWorker, placeOf } from "./alert-worker.ts";
export { ALERT_CHANNELS, type AlertChannel, type AlertConfig, type AlertSender, type SentAlert } from "./sender.ts";

/** From the look-up to the last byte of the answer. */
const TIMEOUT_MS = 10_000;

/** Opens nothing yet: connections and the mail library begin with the first alert. */
export function openAlertSender(config: AlertConfig): AlertSender {
  const { alertWebhookUrl, alertWebhookSecret: secret, alertOn: on, alertEmail: email, smtpUrl } = config;
  const { allowPrivateNetworks } = config;
  const posting = openPosting({ allowPrivateNetworks, forwardProxies: forwardProxiesOf(config) });
  let mailer: Promise<Mailer> | undefined;

  async function post(alert: SentAlert, own: string | undefined, signal: AbortSignal): Promise<"webhook"> {
    const url = own ?? alertWebhookUrl;
    if (url === undefined) throw new Error("ALERT_WEBHOOK_URL is not set in this process");
    const request = webhookRequest(alert, secret);
    const status = await posting.post({ url, ...request, timeoutMs: TIMEOUT_MS, isTrusted: own === undefined }, signal);
    if (status < 200 || status > 299) throw new CrawlError("http_status", { status });
    return "webhook";
  }

  async function mail(alert: SentAlert, address: string, signal: AbortSignal): Promise<"email"> {
    if (smtpUrl === undefined) throw new Error("SMTP_URL is not set in this process");
    mailer ??= openMailer({ ...config, smtpUrl, timeoutMs: TIMEOUT_MS });
    await (await mailer).send(alert, address, signal);
    return "email";
  }

  return {
    settings: { on, email, webhook: alertWebhookUrl !== undefined, mail: smtpUrl !== undefined },
    async send(alert, to, signal): Promise<AlertChannel> {
      switch (to.type) {
        case "service":
          return post(alert, undefined, signal);
        case "webhook":
          return post(alert, to.url, signal);
        case "email":
          return mail(alert, to.address, signal);
      }
    },
    async close() {
      await posting.close();
      (await mailer)?.close();
    },
  };
}
