// Who is told of what happens to sites, and how.
import { ALERT_TYPES } from "../sites/alert-rule.ts";
import { hookAddress, listOf, mailbox, smtpAddress, text } from "./kinds.ts";
import { setting } from "./setting.ts";

export const alerts = {
  alertWebhookUrl: setting(hookAddress, {
    about: "Where alerts of sites are posted that name no address of their own",
    secret: true,
  }),
  alertWebhookSecret: setting(text, {
    about: "Signs alerts that are posted: X-Signature is `sha256=` and the HMAC of the body",
    secret: true,
  }),
  alertOn: setting(listOf(ALERT_TYPES), {
    fallback: ["failing", "shrunk"],
    about:
      "What sites alert of that do not say so themselves: some of `failing`, `changed`, `shrunk`, separated by commas; empty: nothing",
    unset: "failing,shrunk",
  }),
  smtpUrl: setting(smtpAddress, {
    about: "Mail server for alerts by e-mail: `smtp://user:password@host:587` or smtps://…",
    secret: true,
  }),
  alertEmail: setting(mailbox, { about: "Who gets the e-mails of sites that name nobody" }),
  alertFrom: setting(mailbox, {
    about: "Sender of the e-mails",
    unset: "the user of SMTP_URL where that is an address, else llmstxt@ and the host of PUBLIC_URL",
  }),
};
