import { createHmac, randomBytes, scryptSync } from "node:crypto";
import type { SiteCredentials } from "@llmstxt-service/crawler/fetch/credentials";
import { CrawlError } from "@llmstxt-service/page/errors";
import { KEY_BYTES, seal, unseal } from "./cipher.ts";

/** Secrets of a private site's row: its credentials, and the capability to read its documents. */
export interface SiteSecrets {
  readonly credentials: SiteCredentials;
  readonly capability: string;
}

/** Seals credentials and documents of private sites, so that only a holder of SECRETS_KEY can read them. */
export interface Sealing {
  /** @param baseUrl of the site; the result opens for no other site */
  seal(secrets: SiteSecrets, baseUrl: string): string;
  /** @throws CrawlError `credentials_sealed` if the key or the site is another, or the text was changed */
  open(sealed: string, baseUrl: string): SiteSecrets;
  /** Seal for the documents of one private crawl: opening needs SECRETS_KEY and the crawl's capability. */
  sealFor(capability: string): DocumentSeal;
}

export interface DocumentSeal {
  seal(plain: Uint8Array): Uint8Array;
  /** Opens sealed bytes; undefined if they were sealed with another key or capability, not sealed, or changed. */
  tryOpen(sealed: Uint8Array): Uint8Array | undefined;
  sealText(text: string): string;
  tryOpenText(sealed: string): string | undefined;
}

/** Prefix of sealed credentials; another format would get another one. */
const FORM = "1.";

/** Prefix of a sealed document; no document of ours, no JSON and no gzip begins so. */
const MARK = "sealed:1.";

/** A new secret for a private crawl: 256 random bits. */
export const newCapability = (): string => randomBytes(KEY_BYTES).toString("base64url");

const isSealed = (document: string | Uint8Array): boolean =>
  typeof document === "string"
    ? document.startsWith(MARK)
    : Buffer.from(document.subarray(0, MARK.length)).toString("latin1") === MARK;

/**
 * Opens the sealing with a key derived from the setting by scrypt (RFC 7914). The site's address is the associated
 * data.
 */
export function openSealing(secretsKey: string): Sealing {
  const key = scryptSync(secretsKey, "llmstxt-service credentials", KEY_BYTES);
  return {
    seal: (secrets, baseUrl) => FORM + seal(Buffer.from(JSON.stringify(secrets)), key, baseUrl).toString("base64url"),
    open(sealed, baseUrl) {
      const bytes = Buffer.from(sealed.startsWith(FORM) ? sealed.slice(FORM.length) : "", "base64url");
      try {
        return JSON.parse(unseal(bytes, key, baseUrl).toString("utf8"));
      } catch {
        // The cipher's own error says only that decryption failed.
        throw new CrawlError("credentials_sealed", { detail: "SECRETS_KEY is not the one they were sealed with" });
      }
    },
    // The capability has 256 random bits, so a keyed hash of it is a good key.
    sealFor: (capability) => documentSeal(createHmac("sha256", key).update(`document ${capability}`).digest()),
  };
}

/** Seal of public documents: leaves them as they are. It does not open sealed ones. */
export const UNSEALED: DocumentSeal = {
  seal: (plain) => plain,
  tryOpen: (kept) => (isSealed(kept) ? undefined : kept),
  sealText: (text) => text,
  tryOpenText: (kept) => (isSealed(kept) ? undefined : kept),
};

function documentSeal(key: Uint8Array): DocumentSeal {
  const tryUnseal = (sealed: Uint8Array) => {
    try {
      return unseal(sealed, key, MARK);
    } catch {
      return undefined; // The cipher's own error says no more than that it does not open.
    }
  };
  return {
    seal: (plain) => Buffer.concat([Buffer.from(MARK), seal(plain, key, MARK)]),
    tryOpen: (sealed) => (isSealed(sealed) ? tryUnseal(sealed.subarray(MARK.length)) : undefined),
    sealText: (text) => MARK + seal(Buffer.from(text), key, MARK).toString("base64url"),
    tryOpenText: (sealed) =>
      isSealed(sealed) ? tryUnseal(Buffer.from(sealed.slice(MARK.length), "base64url"))?.toString() : undefined,
  };
}
