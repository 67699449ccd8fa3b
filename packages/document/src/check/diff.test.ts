import { expect, test } from "vitest";
import { diff, isDifferent } from "./diff.ts";

const BEFORE = `# X

> Tables.

Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 5

## Docs

- [Start](https://x.dev/start): Install.
- [Colours](https://x.dev/colours): Old words.
- [Gone](https://x.dev/gone)

## Optional

- [Changelog](https://x.dev/changes)
`;

test("documents are compared page by page: added, removed, changed and moved", () => {
  const after = BEFORE.replace(
    "- [Gone](https://x.dev/gone)",
    "- [New](https://x.dev/new)\n- [Changelog](https://x.dev/changes)",
  )
    .replace(/\n## Optional[\s\S]*/, "")
    .replace("[Colours](https://x.dev/colours): Old", "[Colors](https://x.dev/colours): New")
    .replace("05:50", "06:50");
  expect(diff(BEFORE, after)).toEqual({
    added: [{ url: "https://x.dev/new", section: "Docs", title: "New" }],
    removed: [{ url: "https://x.dev/gone", section: "Docs", title: "Gone" }],
    changed: [{ url: "https://x.dev/colours", title: ["Colours", "Colors"], excerpt: ["Old words.", "New words."] }],
    moved: [{ url: "https://x.dev/changes", section: "Docs", title: "Changelog", from: "Optional" }],
  });
});

test("two documents that differ only in time and page count are equal", () => {
  const later = BEFORE.replace("05:50", "06:50").replace("Pages: 5", "Pages: 6");
  expect(isDifferent(diff(BEFORE, later))).toBe(false);
});

test("changes of name, summary and notes are reported", () => {
  const after = BEFORE.replace("# X", "# Y")
    .replace("> Tables.\n\n", "")
    .replace("\n## Docs", "\nMind the gap.\n\n## Docs");
  const { name, summary, notes } = diff(BEFORE, after);
  expect([name, summary, notes]).toEqual([
    ["X", "Y"],
    ["Tables.", ""],
    ["", "Mind the gap."],
  ]);
});

test("files by other programs are compared as far as they can be read", () => {
  const other = BEFORE.replaceAll("- [", "* [").replace("): Install", ") – Install").replaceAll("\n", "\r\n");
  expect(isDifferent(diff(BEFORE, other))).toBe(false);
});
