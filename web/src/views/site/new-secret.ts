const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** `whs_` and 24 random characters, 142 bits; no character is likelier than another. */
export function newSecret(): string {
  let made = "";
  while (made.length < 24)
    // 248 is the largest multiple of 62 a byte holds: above, the first characters would be likelier.
    for (const byte of crypto.getRandomValues(new Uint8Array(32)))
      if (byte < 248 && made.length < 24) made += ALPHABET.charAt(byte % 62);
  return `whs_${made}`;
}
