import { mailField } from "@llmstxt-service/document/emit/mail-field";
import { percentDecoded } from "@llmstxt-service/page/address/percent";
import { describeVerdict } from "../live-words.ts";
import { printable } from "../printable.ts";
import type { Config } from "../settings/config.ts";
import type { SentAlert } from "./sender.ts";

interface MailOptions extends Pick<Config, "alertFrom" | "publicUrl"> {
  readonly smtpUrl: string;
  readonly timeoutMs: number;
}

/**
 * Opens a mailer, whose `send` throws an Error with what the mail server said. The library is imported when it is
 * needed: few processes send a mail.
 */
export async function openMailer({ smtpUrl, timeoutMs, ...sender }: MailOptions) {
  const { createTransport } = await import("nodemailer");
  const url = new URL(smtpUrl);
  const [user, pass] = [percentDecoded(url.username), percentDecoded(url.password)];
  const isSecure = url.protocol === "smtps:";
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(user !== "" && { auth: { user, pass } }),
    // A password is sent over TLS only, except to this machine.
    requireTLS: user !== "" && !isLoopback(url.hostname),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const from = senderOf(user, sender);
  return {
    async send(alert: SentAlert, to: string, signal: AbortSignal): Promise<void> {
      signal.throwIfAborted();
      await transport.sendMail({
        from,
        to: { name: "", address: to },
        ...mailOf(alert),
        messageId: `<${alert.id}@llmstxt>`,
      });
    },
    close: () => transport.close(),
  };
}

const isLoopback = (hostname: string): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

const senderOf = (user: string, { alertFrom, publicUrl }: Pick<MailOptions, "alertFrom" | "publicUrl">): string =>
  alertFrom ??
  (/^[^@\s]+@[^@\s]+$/.test(user) ? user : `llmstxt@${URL.parse(publicUrl ?? "")?.hostname ?? "localhost"}`);

export function mailOf(alert: SentAlert): { readonly subject: string; readonly text: string } {
  const lines = [
    sentence(alert),
    "",
    `Site: ${alert.baseUrl}`,
    ...(alert.fileUrl ? [`llms.txt: ${alert.fileUrl}`] : []),
    `Time: ${alert.at}`,
  ];
  return {
    subject: mailField(printable(`${headline(alert)}: ${alert.baseUrl}`)),
    text: `${lines.map(printable).join("\n")}\n`,
  };
}

function headline({ type, resolved, undelivered }: SentAlert): string {
  switch (type) {
    case "failing":
      if (undelivered) return resolved ? "llms.txt is stored again" : "llms.txt is not stored";
      return resolved ? "Works again" : "Recrawls fail";
    case "changed":
      return "llms.txt changed";
    case "shrunk":
      return "llms.txt lost pages";
    case "stale":
    case "other":
      return resolved ? "The newest llms.txt is live again" : "The newest llms.txt is not live";
    case "test":
      return "Test of alerts";
  }
}

function sentence({ type, resolved, kept, undelivered, reason = "", pages = [0, 0], live }: SentAlert): string {
  const [before, now] = pages;
  switch (type) {
    case "failing":
      if (undelivered)
        return resolved
          ? "The site's newest llms.txt is stored now."
          : `The store does not take the site's newest llms.txt. The last try: ${reason}`;
      return resolved
        ? "The site can be crawled again."
        : `Three recrawls in a row have failed. The last one: ${reason}`;
    case "changed":
      return `The site's llms.txt has changed. Pages: ${before} before, ${now} now.`;
    case "shrunk":
      return kept
        ? `A recrawl found ${now} of ${before} pages. The old llms.txt is kept. If two more recrawls find the same, the new one is taken.`
        : `The site's llms.txt has lost pages: ${before} before, ${now} now.`;
    case "stale":
    case "other":
      return live === undefined
        ? ""
        : `${describeVerdict(live)}.${live.since ? ` There is a newer one since ${live.since}.` : ""}`;
    case "test":
      return "This is a test. Alerts of this site are sent to this address.";
  }
}
