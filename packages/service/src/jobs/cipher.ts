import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
export const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A new secret of 256 random bits: a key, or a capability. */
export const newKey = (): string => randomBytes(KEY_BYTES).toString("base64url");

/** Encrypts with AES-256-GCM. It opens only with the same associated data, such as the site's address. */
export function seal(plain: Uint8Array, key: Uint8Array, associated: string): Buffer<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(associated));
  const text = [cipher.update(plain), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...text]);
}

/** The bytes; undefined if key or associated data differ, or the bytes were changed: the cipher's error says no more. */
export function tryUnseal(sealed: Uint8Array, key: Uint8Array, associated: string): Buffer | undefined {
  try {
    return unseal(sealed, key, associated);
  } catch {
    return undefined;
  }
}

/** @throws Error if key or associated data differ, or the bytes were changed */
export function unseal(sealed: Uint8Array, key: Uint8Array, associated: string): Buffer {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(associated))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}
