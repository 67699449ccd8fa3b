import { expect, test } from "vitest";
import { pageUrl, tryPageUrl } from "./url.ts";

test("fragments, default ports, tracking and session parameters are not part of a page's address", () => {
  expect(pageUrl("HTTPS://X.dev:443/a?utm_source=mail&b=2&gclid=1#top")).toBe("https://x.dev/a?b=2");
  expect(pageUrl("http://x.dev/a;jsessionid=0815?PHPSESSID=1&sid=2")).toBe("http://x.dev/a");
});

test("parameters are sorted by name, and two of one name keep their order", () => {
  expect(pageUrl("https://x.dev/?b=2&a=1")).toBe(pageUrl("https://x.dev/?a=1&b=2"));
  expect(pageUrl("https://x.dev/?t=z&t=a")).toBe("https://x.dev/?t=z&t=a");
});

test("what is kept is kept as it was spelled", () => {
  expect(pageUrl("https://x.dev/a?q=a%20b+c&flag")).toBe("https://x.dev/a?flag&q=a%20b+c");
  expect(pageUrl("https://x.dev/%61/")).toBe("https://x.dev/%61/");
});

test("a question mark with nothing behind it is no parameter", () => {
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
])("%s is no page's address", (text) => {
  expect(tryPageUrl(text, "https://x.dev/")).toBeUndefined();
  expect(() => pageUrl(text)).toThrow("Not an http(s) URL");
});
