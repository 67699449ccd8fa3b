import { expect, test } from "vitest";
import { newestStamp } from "./sentinel.ts";

const sitemap = (...stamps: string[]) =>
  `<urlset>${stamps.map((stamp) => `<url><loc>https://x.dev/</loc><lastmod>${stamp}</lastmod></url>`).join("")}</urlset>`;

test("the newest lastmod counts, as written and without its time zone", () => {
  const newest = newestStamp(sitemap("2026-01-01", "2026-03-04T05:06:07+09:00", "2026-02-02T10:00Z"));
  expect(newest?.toISOString()).toBe("2026-03-04T05:06:07.000Z");
});

test("a date of any precision is read", () => {
  const stamps = [
    "2026",
    "2026-05",
    "2026-05-06",
    "2026-05-06T07:08",
    " 2026-05-06 07:08:09.123456Z ",
    "<![CDATA[2026-05-06]]>",
  ];
  expect(stamps.map((stamp) => newestStamp(sitemap(stamp))?.toISOString())).toEqual([
    "2026-01-01T00:00:00.000Z",
    "2026-05-01T00:00:00.000Z",
    "2026-05-06T00:00:00.000Z",
    "2026-05-06T07:08:00.000Z",
    "2026-05-06T07:08:09.123Z",
    "2026-05-06T00:00:00.000Z",
  ]);
});

test("what is no date is none", () => {
  expect(newestStamp(sitemap("yesterday", "", "2026-99-99"))).toBeUndefined();
  expect(newestStamp("<urlset/>")).toBeUndefined();
});
