import { createHmac, scryptSync } from "node:crypto";
import type { SiteCredentials } from "@llmstxt-service/crawler/fetch/credentials";
import { CrawlError } from "@llmstxt-service/page/errors";
import { KEY_BYTES, seal, tryUnseal, unseal } from "./cipher.ts";

/** Secrets of a private site's row: its credentials, and the capability to read its documents. */
interface SiteSecrets {
  readonly credentials: SiteCredentials;
  readonly capability: string;
}

/** Seals credentials and documents of private sites, so that only a holder of SECRETS_KEY can read them. */
export type Sealing = ReturnType<typeof openSealing>;

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

const isSealed = (document: string | Uint8Array): boolean =>
  typeof document === "string"
    ? document.startsWith(MARK)
    : Buffer.from(document.subarray(0, MARK.length)).toString("latin1") === MARK;

/**
 * Opens the sealing with a key derived from the setting by scrypt (RFC 7914). The site's address is the associated
 * data.
 */
export function openSealing(secretsKey: string) {
  const key = scryptSync(secretsKey, "llmstxt-service credentials", KEY_BYTES);
  return {
    /** @param baseUrl of the site; the result opens for no other site */
    seal: (secrets: SiteSecrets, baseUrl: string) =>
      FORM + seal(Buffer.from(JSON.stringify(secrets)), key, baseUrl).toString("base64url"),
    /** @throws CrawlError `credentials_sealed` if the key or the site is another, or the text was changed */
    open(sealed: string, baseUrl: string): SiteSecrets {
      const bytes = Buffer.from(sealed.startsWith(FORM) ? sealed.slice(FORM.length) : "", "base64url");
      try {
        return JSON.parse(unseal(bytes, key, baseUrl).toString("utf8"));
      } catch {
        // The cipher's own error says only that decryption failed.
        throw new CrawlError("credentials_sealed", { detail: "SECRETS_KEY is not the one they were sealed with" });
      }
    },
    /**
     * Seal for the documents of one private crawl: opening needs SECRETS_KEY and the crawl's capability, which has 256
     * random bits, so that a keyed hash of it is a good key.
     */
    sealFor: (capability: string) => documentSeal(createHmac("sha256", key).update(`document ${capability}`).digest()),
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
  const open = (sealed: Uint8Array) => tryUnseal(sealed, key, MARK);
  return {
    seal: (plain) => Buffer.concat([Buffer.from(MARK), seal(plain, key, MARK)]),
    tryOpen: (sealed) => (isSealed(sealed) ? open(sealed.subarray(MARK.length)) : undefined),
    sealText: (text) => MARK + seal(Buffer.from(text), key, MARK).toString("base64url"),
    tryOpenText: (sealed) =>
      isSealed(sealed) ? open(Buffer.from(sealed.slice(MARK.length), "base64url"))?.toString() : undefined,
  };
}
