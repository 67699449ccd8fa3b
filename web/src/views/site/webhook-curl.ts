import type { Site } from "../../protocol/types.ts";
import { inShell } from "../../words/shell.ts";

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
