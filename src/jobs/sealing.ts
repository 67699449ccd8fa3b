import { scryptSync } from "node:crypto";
import { CrawlError } from "../errors.ts";
import type { SiteCredentials } from "../fetch/credentials/credentials.ts";
import { KEY_BYTES, seal, unseal } from "./cipher.ts";

/** Keeps what a site behind a door is asked with, so that only the holder of SECRETS_KEY can read it. */
export interface Sealing {
  /** @param baseUrl of the site: what is sealed for one site opens for no other */
  seal(credentials: SiteCredentials, baseUrl: string): string;
  /** @throws CrawlError `credentials_sealed` where the key or the site is another one, or the text was changed */
  open(sealed: string, baseUrl: string): SiteCredentials;
}

/** In front of what is sealed: another form would bear another one. */
const FORM = "1.";

/** With a key made of the setting by scrypt (RFC 7914), the site's address as associated data. */
export function openSealing(secretsKey: string): Sealing {
  const key = scryptSync(secretsKey, "llmstxt-service credentials", KEY_BYTES);
  return {
    seal: (credentials, baseUrl) =>
      FORM + seal(Buffer.from(JSON.stringify(credentials)), key, baseUrl).toString("base64url"),
    open(sealed, baseUrl) {
      const bytes = Buffer.from(sealed.startsWith(FORM) ? sealed.slice(FORM.length) : "", "base64url");
      try {
        return JSON.parse(unseal(bytes, key, baseUrl).toString("utf8"));
      } catch {
        // The cipher's own error says no more than that it does not open.
        throw new CrawlError("credentials_sealed", { detail: "SECRETS_KEY is not the one they were sealed with" });
      }
    },
  };
}
