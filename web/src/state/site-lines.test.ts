import { expect, test } from "vitest";
import { minutesOf, readSiteLines } from "./site-lines.ts";

const items = (text: string) =>
  readSiteLines(text).lines.map(({ line, verdict }) => [line, verdict.type === "ready" ? verdict.item : verdict.why]);

test("addresses are read a line each; https:// is added, empty lines count, and what is none is told with its line", () => {
  expect(items("https://a.dev\n\n  b.dev/docs  \r\nnot an address\nftp://c.dev\n")).toEqual([
    [1, { baseUrl: "https://a.dev" }],
    [3, { baseUrl: "https://b.dev/docs" }],
    [4, expect.any(String)],
    [5, expect.any(String)],
  ]);
});

test.each([
  ["a comma", 'Address,Interval,Tags,Page limit\na.dev,weekly,"client: north, docs",80\nb.dev,,,\n'],
  ["a semicolon", "\ufeffURL;every;client;pages\r\na.dev;1 week;client: north,docs;80\r\nb.dev;;;\r\n"],
  ["a tab", "site\tinterval\ttags\tmax_pages\na.dev\t10080\tClient:  North;docs\t80\nb.dev"],
])("CSV with headings and %s between its cells", (_, text) => {
  const a = { baseUrl: "https://a.dev", recrawlIntervalMinutes: 10_080, tags: ["client: north", "docs"], maxPages: 80 };
  expect(items(text)).toEqual([
    [2, a],
    [3, { baseUrl: "https://b.dev" }],
  ]);
});

test("quotes may hold separators, quotes and line ends; a line that is wrong says what, and keeps its text", () => {
  const text =
    'address,tags,colour,interval\n"https://a.dev","x ""y"" z",red,\nhttps://b.dev,"two\nlines",,never\nhttps://c.dev,,,60';
  const { lines, unused, head } = readSiteLines(text);
  expect([head, unused]).toEqual(["address,tags,colour,interval", ["colour"]]);
  expect(lines[0]?.verdict).toMatchObject({ item: { tags: ['x "y" z'] } });
  expect(lines[1]).toMatchObject({ line: 3, raw: 'https://b.dev,"two\nlines",,never', verdict: { type: "wrong" } });
  expect(lines[2]).toMatchObject({ line: 5, verdict: { item: { recrawlIntervalMinutes: 60 } } });
});

test("intervals as people write them", () => {
  expect(["daily", "Every 6 hours", "7d", "90", "90 min", "1 mo", "monthly"].map(minutesOf)).toEqual([
    1_440, 360, 10_080, 90, 90, 43_200, 43_200,
  ]);
  for (const text of ["", "never", "7 fortnights", "-1", "1.5 h"]) expect(minutesOf(text), text).toBeUndefined();
});

test("a hundred thousand lines, and a quote that never ends, are read in time that grows with their length", () => {
  const started = performance.now();
  expect(items(`address\n${"a.dev\n".repeat(100_000)}`)).toHaveLength(100_000);
  expect(items(`address\n"${"a.dev\n".repeat(100_000)}`)).toHaveLength(1);
  expect(performance.now() - started).toBeLessThan(10_000);
});
