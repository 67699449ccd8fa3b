// Settings of alerts.
import { ALERT_TYPES, hookAddress, mailbox } from "../sites/alert-rule.ts";
import { listOf, smtpAddress, text } from "./kinds.ts";
import { setting } from "./setting.ts";

export const alerts = {
  alertWebhookUrl: setting(hookAddress, {
    about: "Address to which alerts are posted, except for sites with their own address",
    secret: true,
  }),
  alertWebhookSecret: setting(text, {
    about: "Secret that signs posted alerts: the header X-Signature is `sha256=` and the HMAC of the body",
    secret: true,
  }),
  alertOn: setting(listOf(ALERT_TYPES), {
    fallback: ["failing", "shrunk"],
    about:
      "Alerts that are sent, except for sites with their own rule: any of `failing`, `changed`, `shrunk`, `stale`, `other`, separated by commas. Empty: none",
    unset: "failing,shrunk",
  }),
  smtpUrl: setting(smtpAddress, {
    about: "Mail server for alerts by e-mail: `smtp://user:password@host:587` or smtps://…",
    secret: true,
  }),
  alertEmail: setting(mailbox, { about: "Recipient of alerts by e-mail, except for sites with their own recipient" }),
  alertFrom: setting(mailbox, {
    about: "Sender of the e-mails",
    unset: "the user name in SMTP_URL if it is an e-mail address, else llmstxt@ and the host of PUBLIC_URL",
  }),
};
