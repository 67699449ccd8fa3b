import { expect, test } from "vitest";
import { diffLlmsTxt, isDifferent } from "./diff.ts";

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
  expect(diffLlmsTxt(BEFORE, after)).toEqual({
    added: [{ url: "https://x.dev/new", section: "Docs", title: "New" }],
    removed: [{ url: "https://x.dev/gone", section: "Docs", title: "Gone" }],
    changed: [
      {
        url: "https://x.dev/colours",
        section: "Docs",
        title: ["Colours", "Colors"],
        excerpt: ["Old words.", "New words."],
      },
    ],
    moved: [{ url: "https://x.dev/changes", section: "Docs", title: "Changelog", from: "Optional" }],
  });
});

test("a document and itself with another time do not differ", () => {
  const { added, removed, changed, moved, name } = diffLlmsTxt(BEFORE, BEFORE.replace("05:50", "06:50"));
  expect([added, removed, changed, moved, name]).toEqual([[], [], [], [], undefined]);
});

test("a new name and summary of the site are told", () => {
  const { name, summary } = diffLlmsTxt(BEFORE, BEFORE.replace("# X", "# Y").replace("> Tables.\n\n", ""));
  expect([name, summary]).toEqual([
    ["X", "Y"],
    ["Tables.", ""],
  ]);
});

test("files by other hands are compared as well as they can be read", () => {
  const { added, removed, changed } = diffLlmsTxt(
    BEFORE,
    BEFORE.replaceAll("- [", "* [").replace("): Install", ") – Install"),
  );
  expect([added, removed, changed]).toEqual([[], [], []]);
});

test("notes of the head are compared, the metadata line among them is not", () => {
  const later = BEFORE.replace("05:50", "06:50").replace("Pages: 5", "Pages: 6");
  expect(isDifferent(diffLlmsTxt(BEFORE, later))).toBe(false);
  const diff = diffLlmsTxt(BEFORE, later.replace("\n## Docs", "\nMind the gap.\n\n## Docs"));
  expect([diff.notes, isDifferent(diff)]).toEqual([["", "Mind the gap."], true]);
});
