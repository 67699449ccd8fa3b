import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";
import { CrawlError } from "../errors.ts";
import type { SiteCredentials } from "../fetch/credentials/credentials.ts";

/** Keeps what a site behind a door is asked with, so that only the holder of SECRETS_KEY can read it. */
export interface Sealing {
  /** @param baseUrl of the site: what is sealed for one site opens for no other */
  seal(credentials: SiteCredentials, baseUrl: string): string;
  /** @throws CrawlError `credentials_sealed` where the key or the site is another one, or the text was changed */
  open(sealed: string, baseUrl: string): SiteCredentials;
}

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** In front of what is sealed: another form would bear another one. */
const FORM = "1.";

/** AES-256-GCM with a key made of the setting by scrypt (RFC 7914), the site's address as associated data. */
export function openSealing(secretsKey: string): Sealing {
  const key = scryptSync(secretsKey, "llmstxt-service credentials", KEY_BYTES);
  return {
    seal(credentials, baseUrl) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(baseUrl));
      const text = Buffer.concat([cipher.update(JSON.stringify(credentials), "utf8"), cipher.final()]);
      return FORM + Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url");
    },
    open(sealed, baseUrl) {
      const bytes = Buffer.from(sealed.startsWith(FORM) ? sealed.slice(FORM.length) : "", "base64url");
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(baseUrl))
          .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
        return JSON.parse(text.toString("utf8"));
      } catch {
        // The cipher's own error says no more than that it does not open.
        throw new CrawlError("credentials_sealed", { detail: "SECRETS_KEY is not the one they were sealed with" });
      }
    },
  };
}
