import { expect, test } from "vitest";
import { prettyLine } from "./log.ts";

const line = (record: object) => prettyLine(JSON.stringify({ level: 30, time: 0, ...record }));

test("a line has time, level, message and its fields", () => {
  expect(line({ msg: "crawl done", pages: 3, url: "https://x.dev/" })).toBe(
    "00:00:00 info  crawl done pages=3 url=https://x.dev/\n",
  );
});

test("text of a page cannot begin a line of the log or colour the terminal", () => {
  const text = line({
    msg: "crawl failed",
    url: "https://x.dev/\n00:00:00 fatal \u001b[31m",
    err: { message: "a\nb" },
  });
  expect(text).toBe('00:00:00 info  crawl failed: a\\nb url="https://x.dev/\\n00:00:00 fatal \\u001b[31m"\n');
});

test("text of a page cannot change a line's direction or hide words in it", () => {
  const text = line({ msg: "a\u009b2J", title: "b\u202e\u{e0100}c", err: { message: "d\u200be\u3164" } });
  expect(text).toBe('00:00:00 info  a 2J: d e title="b c"\n');
});

test("the stack of an unexpected error is shown, and no other", () => {
  const err = { message: "boom", stack: "Error: boom\n    at x" };
  expect(line({ level: 50, msg: "request failed", err })).toBe(
    "00:00:00 error request failed: boom\nError: boom\n    at x\n",
  );
  expect(line({ msg: "crawl failed", err })).toBe("00:00:00 info  crawl failed: boom\n");
});
