import { createHmac } from "node:crypto";
import { VERSION } from "../settings/config.ts";
import type { SentAlert } from "./sender.ts";

/** The body of an alert and its fields; signed where there is a secret. */
export function webhookRequest(
  alert: SentAlert,
  secret: string | undefined,
): { readonly body: string; readonly headers: Readonly<Record<string, string>> } {
  const body = JSON.stringify(alert);
  const signature = secret === undefined ? {} : { "X-Signature": `sha256=${hmac(body, secret)}` };
  return {
    body,
    headers: {
      "Content-Type": "application/json",
      "User-Agent": `llmstxt-service/${VERSION}`,
      ...signature,
    },
  };
}

const hmac = (body: string, secret: string): string => createHmac("sha256", secret).update(body).digest("hex");
