import { expect, test } from "vitest";
import { prefersMarkdown } from "./accept.ts";

test.each([
  ["text/markdown", true],
  ["text/markdown;q=0.501, text/html;q=0.5", true],
  ["text/markdown;q=0.1, text/html;q=0", true],
  ["text/html;q=0.1, text/html;q=0.9, text/markdown;q=0.5", false],
  ["text/markdown;q=high", false],
  ["text/markdown;q=2, text/html;q=0.1", false],
  ["text/markdown;q=0.9;q=0.1, text/html;q=0.5", true],
  ["text/*;q=0.5, text/html;q=0.4", true],
  ["text/html", false],
  ["", false],
  [",;,=;q,;q=,*", false],
])("Accept: %s prefers Markdown: %s", (accept, expected) => {
  expect(prefersMarkdown(accept)).toBe(expected);
});
