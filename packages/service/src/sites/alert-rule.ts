// Settings import this file before anything else, so it uses zod/mini: importing all of zod would take a tenth of a
// start.
import * as z from "zod/mini";

/**
 * Kinds of alerts: `failing`, recrawls fail or work again; `changed`, the document changed; `shrunk`, it lost many
 * pages; `stale`, the site serves earlier files or none although it served the newest once; `other`, it serves files of
 * somebody else.
 */
export const ALERT_TYPES = ["failing", "changed", "shrunk", "stale", "other"] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

const MAX_URL = 2_048;

/** Address that alerts are posted to, unchanged. */
export const hookAddress = z.string().check(
  z.maxLength(MAX_URL, "must be at most 2,048 characters"),
  z.refine((value) => {
    const url = URL.parse(value);
    return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  }, "must begin with http:// or https://, without a user name or a password"),
);

/** Longest mailbox (RFC 5321, section 4.5.3.1.3). */
const MAX_MAILBOX = 254;

/** One mail address, without a name. */
export const mailbox = z
  .email("must be an e-mail address")
  .check(z.maxLength(MAX_MAILBOX, `must be at most ${MAX_MAILBOX} characters`));

/**
 * Receivers of a site's alerts, in requests, in the database and in moved sites. null: the settings' receivers. A new
 * channel is a field here; the compiler then asks for its row in `CHANNELS`, its sender, its flag and its place on the
 * page.
 */
export const alertRule = z.strictObject({
  on: z._default(
    z.nullable(
      z
        .array(z.enum(ALERT_TYPES), `must be some of ${ALERT_TYPES.join(", ")}`)
        .check(z.maxLength(ALERT_TYPES.length), z.describe("Empty: nothing")),
    ),
    null,
  ),
  url: z._default(z.nullable(hookAddress.check(z.describe("Takes the place of ALERT_WEBHOOK_URL"))), null),
  email: z._default(z.nullable(mailbox.check(z.describe("Takes the place of ALERT_EMAIL"))), null),
});

export type AlertRule = Readonly<z.output<typeof alertRule>>;

/** Field of a rule that names a receiver. */
export type ReceiverField = Exclude<keyof AlertRule, "on">;

export const RECEIVER_FIELDS = Object.keys(alertRule.shape).filter(
  (field) => field !== "on",
) as readonly ReceiverField[];

/** Names of the channels, in metrics and queued alerts, by field. */
export const CHANNELS = { url: "webhook", email: "email" } as const satisfies Readonly<Record<ReceiverField, string>>;

export type AlertChannel = (typeof CHANNELS)[ReceiverField];
