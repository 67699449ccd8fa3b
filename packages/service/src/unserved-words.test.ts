import { expect, test } from "vitest";
import { unservedLines } from "./unserved-words.ts";

const pages = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ url: `https://x.dev/${at}%22`, by: "all" as const }));

test("each page that settings do not name has a line, up to twenty, and the rest is counted", () => {
  const three = unservedLines({ count: 3, pages: pages(3) });
  expect(three).toHaveLength(4);
  expect(three[0]).toMatch(/: 3$/);
  expect(three[3]).toBe("Not in the settings for servers, only the index leads to its Markdown: https://x.dev/2%22");
  const many = unservedLines({ count: 1_020, pages: pages(100) });
  expect(many).toHaveLength(22);
  expect(many.at(-1)).toBe("And 1,000 more: .llmstxt/pages.json has all");
});
