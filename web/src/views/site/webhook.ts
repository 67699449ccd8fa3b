import type { Site } from "../../protocol/types.ts";
import { inShell } from "../../words/addresses.ts";

/** Command for a deploy script; a secret, if one is set, comes from the environment. */
export function webhookCurl(
  { baseUrl, webhookSecretSetAt }: Pick<Site, "baseUrl" | "webhookSecretSetAt">,
  publicUrl: string,
): string {
  const url = `${publicUrl.replace(/\/$/, "")}/internal/hooks/site-changed`;
  const body = JSON.stringify(baseUrl);
  const fields = webhookSecretSetAt
    ? `'{"base_url": ${body.replaceAll("'", `'\\''`)},\n       "webhook_secret": "'"$WEBHOOK_SECRET"'"}'`
    : inShell(`{"base_url": ${body}}`);
  return `curl ${url} \\\n  -H 'content-type: application/json' \\\n  -d ${fields}`;
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A new secret: `whs_` and 24 random characters, 142 bits, all characters equally likely. */
export function newSecret(): string {
  let made = "";
  while (made.length < 24)
    // Bytes from 248 on are skipped, the largest multiple of 62 in a byte: they would make the first characters
    // likelier.
    for (const byte of crypto.getRandomValues(new Uint8Array(32)))
      if (byte < 248 && made.length < 24) made += ALPHABET.charAt(byte % 62);
  return `whs_${made}`;
}
