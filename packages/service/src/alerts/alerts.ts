// Alerts leave the process here, by HTTP and by mail.

import { createHmac } from "node:crypto";
import { openPosting } from "@llmstxt-service/crawler/fetch/post";
import { lazily } from "@llmstxt-service/crawler/waiting/lazily";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { FastifyBaseLogger } from "fastify";
import { forwardProxiesOf } from "../forward-proxies.ts";
import type { SendAlert } from "../jobs/alert-queue.ts";
import type { AlertSettings, Receiver } from "../jobs/alerts.ts";
import { type Config, VERSION } from "../settings/config.ts";
import type { AlertChannel } from "../sites/alert-rule.ts";
import { messageOf } from "../troubles.ts";
import { openMailer } from "./mail.ts";
import type { Channel, SentAlert } from "./sender.ts";

export type { SentAlert } from "./sender.ts";

/** Milliseconds for one alert, from the look-up of the name to the last byte of the answer. */
const TIMEOUT_MS = 10_000;

export type AlertSender = ReturnType<typeof openAlertSender>;

export function openAlertSender(config: Config) {
  const channels: Readonly<Record<AlertChannel, Channel>> = { webhook: webhook(config), email: email(config) };
  return {
    settings: { on: config.alertOn, channels } satisfies AlertSettings,
    nameOf: ({ channel, address }: Receiver) => {
      const { otherwise, nameOf } = channels[channel];
      return address === null ? (otherwise ?? "") : nameOf(address);
    },
    /** @throws CrawlError or Error with what the receiver said, or why it could not be reached */
    send: (alert: SentAlert, { channel, address }: Receiver, signal: AbortSignal) =>
      channels[channel].send(alert, address, signal),
    close: async () => void (await Promise.all(Object.values(channels).map((channel) => channel.close()))),
  };
}

function webhook(config: Config): Channel {
  const { alertWebhookUrl, alertWebhookSecret: secret, allowPrivateNetworks } = config;
  const posting = openPosting({ allowPrivateNetworks, forwardProxies: forwardProxiesOf(config) });
  return {
    isOpen: true,
    otherwise: alertWebhookUrl === undefined ? null : "ALERT_WEBHOOK_URL",
    nameOf: (url) => URL.parse(url)?.origin ?? "",
    async send(alert, own, signal) {
      const url = own ?? alertWebhookUrl;
      if (url === undefined) throw new Error("ALERT_WEBHOOK_URL is not set in this process");
      const request = { url, ...webhookRequest(alert, secret), timeoutMs: TIMEOUT_MS, isTrusted: own === null };
      const status = await posting.post(request, signal);
      if (status < 200 || status > 299) throw new CrawlError("http_status", { status });
    },
    close: () => posting.close(),
  };
}

/** The body of an alert and its fields; signed where there is a secret. */
function webhookRequest(alert: SentAlert, secret: string | undefined) {
  const body = JSON.stringify(alert);
  const signed = secret && { "X-Signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}` };
  const headers = { "Content-Type": "application/json", "User-Agent": `llmstxt-service/${VERSION}`, ...signed };
  return { body, headers };
}

function email(config: Config): Channel {
  const { smtpUrl, alertEmail } = config;
  const mailer = lazily(async () => {
    if (smtpUrl === undefined) throw new Error("SMTP_URL is not set in this process");
    return openMailer({ ...config, smtpUrl, timeoutMs: TIMEOUT_MS });
  });
  return {
    isOpen: smtpUrl !== undefined,
    otherwise: (smtpUrl !== undefined && alertEmail) || null,
    nameOf: (address) => address,
    async send(alert, own, signal) {
      const address = own ?? alertEmail;
      if (address === undefined) throw new Error("ALERT_EMAIL is not set in this process");
      await (await mailer.get()).send(alert, address, signal);
    },
    async close() {
      // Without SMTP_URL no mailer was opened, and the sender has reported it.
      (await mailer.opened?.catch(() => undefined))?.close();
    },
  };
}

/** End of one try at sending an alert. `retried`: it failed and is tried again later. */
export const ALERT_OUTCOMES = ["sent", "retried", "failed"] as const;
export type AlertOutcome = (typeof ALERT_OUTCOMES)[number];

/** Returns a function that sends alerts of the queue and reports the end of each to the log and the metrics. */
export function alertWorker(
  sender: AlertSender,
  log: FastifyBaseLogger,
  onEnded: (channel: AlertChannel, outcome: AlertOutcome) => void,
): SendAlert {
  return async ({ alert, to }, { isLast }, signal) => {
    const about = { site: alert.baseUrl, alert: alert.type, to: sender.nameOf(to) };
    try {
      await sender.send(alert, to, signal);
    } catch (thrown) {
      signal.throwIfAborted();
      const why = messageOf(thrown);
      onEnded(to.channel, isLast ? "failed" : "retried");
      log.warn({ ...about, why }, isLast ? "Alert not delivered: given up" : "Alert not delivered: tried again later");
      throw thrown;
    }
    onEnded(to.channel, "sent");
    log.info(about, "Alert delivered");
  };
}
