// Who is told of what happens to sites, and how.
import { ALERT_TYPES } from "../jobs/alerts.ts";
import { hookAddress, listOf, mailbox, secret, smtpAddress } from "./kinds.ts";
import { notes } from "./notes.ts";

export const alerts = {
  alertWebhookUrl: hookAddress.optional().register(notes, {
    about: "Where alerts of sites are posted that name no address of their own",
    secret: true,
  }),
  alertWebhookSecret: secret().register(notes, {
    about: "Signs alerts that are posted: X-Signature is `sha256=` and the HMAC of the body",
    secret: true,
  }),
  alertOn: listOf(ALERT_TYPES).default(["failing", "shrunk"]).register(notes, {
    about:
      "What sites alert of that do not say so themselves: some of `failing`, `changed`, `shrunk`, separated by commas; empty: nothing",
    unset: "failing,shrunk",
  }),
  smtpUrl: smtpAddress.optional().register(notes, {
    about: "Mail server for alerts by e-mail: `smtp://user:password@host:587` or smtps://…",
    secret: true,
  }),
  alertEmail: mailbox.optional().register(notes, {
    about: "Who gets the e-mails of sites that name nobody",
  }),
  alertFrom: mailbox.optional().register(notes, {
    about: "Sender of the e-mails",
    unset: "the user of SMTP_URL where that is an address, else llmstxt@ and the host of PUBLIC_URL",
  }),
};
