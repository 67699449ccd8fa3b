import { expect, test } from "vitest";
import { datedPath, isDateAlone } from "./news.ts";
import { segmentsOf } from "./path.ts";

const at = (path: string) => `https://x.dev${path}`;

test.each([
  ["/blog/title", true, 0, "blog title"],
  ["/en/blog/2024-05-17-title", true, 20240517, "en blog 2024-05-17-title"],
  ["/changelog/2014-01/", true, 20140100, "changelog 2014-01"],
  ["/2024/05/17/title/", true, 20240517, "#dates 20240517 title"],
  ["/news/2024/5/title", true, 20240500, "news #dates 20240500 title"],
  ["/2014/january-news", true, 20140000, "#dates 20140000 january-news"],
  ["/2024/speakers/a", true, 20240000, "#dates speakers 20240000 a"],
  ["/docs/a", false, 0, "docs a"],
  ["/blog", false, 0, "blog"],
  ["/docs/2024-05-17", false, 0, "docs 2024-05-17"],
  ["/2024/05", true, 20240000, "#dates 20240000 05"],
  ["/12345/a", false, 0, "12345 a"],
  ["/3024/a", false, 0, "3024 a"],
])("%s: news %s, day %d", (path, isNews, day, segments) => {
  const dated = datedPath(segmentsOf(at(path)));
  expect([dated.isNews, dated.day, dated.segments.join(" ")]).toEqual([isNews, day, segments]);
});

test("a day, a month or a year alone is a calendar's", () => {
  expect(
    ["/2024", "/cal/2024/5/", "/2024/5/1", "/cal?month=2024-05", "/cal?d=2024-5-1"].every((path) =>
      isDateAlone(at(path)),
    ),
  ).toBe(true);
  expect(["/2024/title", "/a", "/20245", "/a?id=2024", "/a?id=2024-title"].some((path) => isDateAlone(at(path)))).toBe(
    false,
  );
});
