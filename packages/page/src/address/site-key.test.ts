import { expect, test } from "vitest";
import { siteKey } from "./site-key.ts";

test("one site has one spelling, however it was typed", () => {
  const spellings = [
    "https://example.com",
    "https://Example.com/",
    "HTTPS://example.com:443/",
    "https://example.com/#top",
    "https://example.com./",
  ];
  for (const spelling of spellings) expect(siteKey(spelling)).toBe("https://example.com");
  expect(siteKey("https://x.dev/Docs//")).toBe("https://x.dev/Docs");
});

test("ports, paths, queries and schemes tell sites apart", () => {
  expect(siteKey("http://example.com:8080/a?b=1")).toBe("http://example.com:8080/a?b=1");
  expect(siteKey("http://example.com")).not.toBe(siteKey("https://example.com"));
});

test("what is no address of a site has no key", () => {
  for (const text of ["", "example.com", "ftp://example.com", "https://a:b@example.com", "https://", "https://[::1"])
    expect(siteKey(text)).toBeUndefined();
});
