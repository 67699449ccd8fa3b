import { expect, test } from "vitest";
import { linkUrl } from "../../../document/src/text.ts";
import { pageUrl } from "./page-url.ts";

test.each([
  ["?utm_source=a&b=1", "?b=1"],
  ["?b=%20&gclid=x&a", "?a&b=%20"],
  ["?srsltid=1&fbclid=2&_gl=3&mtm_campaign=4&PHPSESSID=5", ""],
  ["?sid=1&page=2", "?page=2"],
  ["?reference=1&sidebar=2&utm=3", "?reference=1&sidebar=2&utm=3"],
])("crawl and document drop the same parameters of %s", (search, left) => {
  expect(pageUrl(`https://x.dev/a${search}`)).toBe(`https://x.dev/a${left}`);
  expect([...new URLSearchParams(new URL(linkUrl(`https://x.dev/a${search}`) ?? "").search).keys()].sort()).toEqual(
    [...new URLSearchParams(left).keys()].sort(),
  );
});

test("a session in the path is no part of it", () => {
  expect(pageUrl("https://x.dev/a;jsessionid=1/b;v=2")).toBe("https://x.dev/a/b;v=2");
});
