import { createHmac, randomBytes, scryptSync } from "node:crypto";
import type { SiteCredentials } from "@llmstxt-service/crawler/fetch/credentials";
import { CrawlError } from "@llmstxt-service/page/errors";
import { KEY_BYTES, seal, unseal } from "./cipher.ts";

/** Contents of a private site's row: its header fields, and the right to read its documents. */
export interface SiteSecrets {
  readonly credentials: SiteCredentials;
  readonly capability: string;
}

/** Keeps what belongs to a site behind a door, so that only the holder of SECRETS_KEY can read it. */
export interface Sealing {
  /** @param baseUrl of the site: what is sealed for one site opens for no other */
  seal(secrets: SiteSecrets, baseUrl: string): string;
  /** @throws CrawlError `credentials_sealed` where the key or the site is another one, or the text was changed */
  open(sealed: string, baseUrl: string): SiteSecrets;
  /** For documents of one private crawl: they open with SECRETS_KEY and its capability together. */
  sealFor(capability: string): DocumentSeal;
}

export interface DocumentSeal {
  seal(plain: Uint8Array): Uint8Array;
  /** undefined where it was sealed with another key or capability, or not at all, or changed */
  tryOpen(sealed: Uint8Array): Uint8Array | undefined;
  sealText(text: string): string;
  tryOpenText(sealed: string): string | undefined;
}

/** In front of what is sealed: another form would bear another one. */
const FORM = "1.";

/** In front of a document that is sealed; no document of ours, no JSON and no gzip begins so. */
const MARK = "sealed:1.";

/** Proof of the right to a private crawl: 256 random bits. */
export const newCapability = (): string => randomBytes(KEY_BYTES).toString("base64url");

const isSealed = (document: string | Uint8Array): boolean =>
  typeof document === "string"
    ? document.startsWith(MARK)
    : Buffer.from(document.subarray(0, MARK.length)).toString("latin1") === MARK;

/** With a key made of the setting by scrypt (RFC 7914), the site's address as associated data. */
export function openSealing(secretsKey: string): Sealing {
  const key = scryptSync(secretsKey, "llmstxt-service credentials", KEY_BYTES);
  return {
    seal: (secrets, baseUrl) => FORM + seal(Buffer.from(JSON.stringify(secrets)), key, baseUrl).toString("base64url"),
    open(sealed, baseUrl) {
      const bytes = Buffer.from(sealed.startsWith(FORM) ? sealed.slice(FORM.length) : "", "base64url");
      try {
        return JSON.parse(unseal(bytes, key, baseUrl).toString("utf8"));
      } catch {
        // The cipher's own error says no more than that it does not open.
        throw new CrawlError("credentials_sealed", { detail: "SECRETS_KEY is not the one they were sealed with" });
      }
    },
    // The capability has 256 random bits, so a keyed hash makes a key of it.
    sealFor: (capability) => documentSeal(createHmac("sha256", key).update(`document ${capability}`).digest()),
  };
}

/** Of documents that everybody may read: they stay as they are. What is sealed does not open with it. */
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
