import { expect, test } from "vitest";
import { newKey } from "./cipher.ts";
import { openSealing, UNSEALED } from "./sealing.ts";

const CREDENTIALS = {
  credentials: { headers: { Authorization: "Bearer ключ-canary" }, cookies: [] },
  capability: "capability",
};
const SITE = "https://docs.example";

test("sealed credentials open again, and cannot be read without the key", () => {
  const sealing = openSealing("0123456789abcdef");
  const sealed = sealing.seal(CREDENTIALS, SITE);
  expect(sealing.open(sealed, SITE)).toEqual(CREDENTIALS);
  expect(Buffer.from(sealed.slice(2), "base64url").toString("latin1")).not.toContain("canary");
  expect(sealing.seal(CREDENTIALS, SITE)).not.toBe(sealed);
});

test.each([
  ["with another key", (sealed: string) => openSealing("fedcba9876543210").open(sealed, SITE)],
  ["for another site", (sealed: string) => openSealing("0123456789abcdef").open(sealed, "https://evil.example")],
  ["changed", (sealed: string) => openSealing("0123456789abcdef").open(`${sealed.slice(0, -2)}AA`, SITE)],
  ["cut", (sealed: string) => openSealing("0123456789abcdef").open(sealed.slice(0, 12), SITE)],
  ["empty", () => openSealing("0123456789abcdef").open("", SITE)],
])("it does not open %s", (_, open) => {
  const sealed = openSealing("0123456789abcdef").seal(CREDENTIALS, SITE);
  expect(() => open(sealed)).toThrow("SECRETS_KEY is not the one they were sealed with");
});

test("a document opens with the setting and the capability it was sealed for, and with nothing else", () => {
  const capability = newKey();
  const seal = openSealing("0123456789abcdef").sealFor(capability);
  const text = "# Canary";
  const bytes = Buffer.from(text);
  expect(seal.sealText(text)).not.toContain("Canary");
  expect(seal.tryOpenText(seal.sealText(text))).toBe(text);
  expect(seal.tryOpen(seal.seal(bytes))).toEqual(bytes);
  const others = [
    openSealing("0123456789abcdef").sealFor(newKey()),
    openSealing("fedcba9876543210").sealFor(capability),
    UNSEALED,
  ];
  for (const other of others) {
    expect(other.tryOpenText(seal.sealText(text))).toBeUndefined();
    expect(other.tryOpen(seal.seal(bytes))).toBeUndefined();
  }
  expect(seal.tryOpenText(text)).toBeUndefined();
});
