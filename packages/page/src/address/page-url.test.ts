import { expect, test } from "vitest";
import { pageUrl, tryPageUrl } from "./page-url.ts";

test("fragments, default ports, tracking and session parameters are not part of a page's address", () => {
  expect(pageUrl("HTTPS://X.dev:443/a?utm_source=mail&b=2&gclid=1#top")).toBe("https://x.dev/a?b=2");
  expect(pageUrl("http://x.dev/a;jsessionid=0815?PHPSESSID=1&sid=2")).toBe("http://x.dev/a");
});

test("parameters are sorted by name, and two of one name keep their order", () => {
  expect(pageUrl("https://x.dev/?b=2&a=1")).toBe(pageUrl("https://x.dev/?a=1&b=2"));
  expect(pageUrl("https://x.dev/?t=z&t=a")).toBe("https://x.dev/?t=z&t=a");
});

test("the rest of an address stays as it was written", () => {
  expect(pageUrl("https://x.dev/a?q=a%20b+c&flag")).toBe("https://x.dev/a?flag&q=a%20b+c");
  expect(pageUrl("https://x.dev/%61/")).toBe("https://x.dev/%61/");
});

test("a question mark without parameters is removed", () => {
  expect(pageUrl("https://x.dev/a?")).toBe("https://x.dev/a");
});

test("a trailing slash is part of an address", () => {
  expect(pageUrl("https://x.dev/a/")).not.toBe(pageUrl("https://x.dev/a"));
});

test.each([
  "javascript:alert(1)",
  "mailto:a@x.dev",
  "ftp://x.dev/",
  "https://user:secret@x.dev/",
  "http://",
  "http://[",
  `https://x.dev/${"a".repeat(2048)}`,
])("%s is refused as a page's address", (text) => {
  expect(tryPageUrl(text, "https://x.dev/")).toBeUndefined();
  expect(() => pageUrl(text)).toThrow("not an http(s) URL");
});

test("an address with a user name or a password is refused", () => {
  for (const userInfo of ["user", ":secret", "user:secret"])
    expect([userInfo, tryPageUrl(`https://${userInfo}@x.dev/`)]).toEqual([userInfo, undefined]);
});

test("an empty parameter and a missing value are different", () => {
  expect(pageUrl("https://x.dev/?&b&&a&")).toBe("https://x.dev/?a&b");
});

test("a semicolon in a path is removed only with a session id behind it", () => {
  expect(pageUrl("https://x.dev/a;b=1;sid=2/c")).toBe("https://x.dev/a;b=1/c");
});

test("an address of 2,048 characters is accepted, a longer one is not", () => {
  const longest = `https://x.dev/${"a".repeat(2048 - "https://x.dev/".length)}`;
  expect(tryPageUrl(longest)).toBe(longest);
  expect(tryPageUrl(`${longest}a`)).toBeUndefined();
});

test("the error shows the invalid address, cut to 200 characters", () => {
  expect(() => pageUrl("http://[")).toThrow(
    expect.objectContaining({ code: "invalid_url", message: "Invalid URL format: not an http(s) URL: http://[" }),
  );
  expect(() => pageUrl("!".repeat(300))).toThrow(/: !{200}$/);
});
