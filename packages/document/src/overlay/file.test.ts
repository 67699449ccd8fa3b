import { expect, test } from "vitest";
import { overlaySchema, overlayYaml, readOverlay, startingOverlay } from "./file.ts";
import { overlaid } from "./overlay.ts";

const YAML = `name: X
sections:
  - Docs
  - name: API
    as: Reference # for people
pages:
  - path: /start
    description: ""
    pin: true
  - url: https://x.dev/changes
    hide: true
    title:
`;

test("an overlay file is read, and each entry keeps its line number", () => {
  const read = readOverlay(YAML);
  if (!("overlay" in read)) throw new Error("it is right");
  expect(read.overlay.sections).toEqual(["Docs", { name: "API", as: "Reference" }]);
  expect([["name"], ["sections", 1], ["pages", 1], ["pages", 1, "hide"], ["pages", 9]].map(read.lineOf)).toEqual([
    1, 4, 10, 11, 6,
  ]);
  expect(readOverlay(overlayYaml(read.overlay))).toMatchObject({ overlay: read.overlay });
});

test("an empty file changes nothing", () => {
  for (const text of ["", "# only words\n", "{}"]) expect(readOverlay(text)).toMatchObject({ overlay: {} });
});

const PROBLEMS: readonly (readonly [string, readonly string[]])[] = [
  ["nam: X\n", ["1 there is no key nam"]],
  ["name: 3\n", ["1 name: must be a text (numbers in quotes)"]],
  ["name: X\nname: Y\n", ["2 Map keys must be unique"]],
  ["- a\n", ["1 must be name, summary, notes, sections or pages"]],
  ["pages:\n  - title: A\n", ["2 pages.0: must have either url or path"]],
  [
    "pages:\n  - path: start\n    titel: A\n",
    ["2 pages.0.path: must begin with /", "3 pages.0: there is no key titel"],
  ],
  ["pages:\n  - url: ftp://x.dev\n", ["2 pages.0.url: must be an http(s) address"]],
  ["pages:\n  - path: /a\n    pin: yes please\n", ["3 pages.0.pin: must be true or false"]],
  ["pages: all\n", ["1 pages: must be a list"]],
  ["sections:\n  - as: X\n", ["2 sections.0: must be a section's name, or name and as"]],
  ["name: 'X\n", ["2 Missing closing 'quote"]],
];

test.each(PROBLEMS)("an error in an overlay names its line: %j", (yaml, told) => {
  const read = readOverlay(yaml);
  expect("problems" in read && read.problems.map(({ line, message }) => `${line} ${message}`)).toEqual(told);
});

test("in a request a null field counts as absent, and an unknown field is refused", () => {
  expect(overlaySchema.safeParse({ name: null, pages: [{ path: "/a", title: null }] }).success).toBe(true);
  expect(overlaySchema.safeParse({ nam: "X" }).error?.issues[0]?.message).toContain("nam");
});

const TEXT = `# X

> Tables: "for" terminals.

Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 2

## Docs: all

- [Start: here](https://x.dev/start.md): Install.
- [Bare](https://x.dev/bare)
`;

test("a starting overlay changes nothing, and its lines are valid once uncommented", () => {
  const first = startingOverlay(TEXT);
  expect(readOverlay(first)).toMatchObject({ overlay: {} });
  const all = readOverlay(first.replace(/^# (?=[a-z]|- | {2})/gm, ""));
  if (!("overlay" in all)) throw new Error(JSON.stringify(all.problems));
  const { text, findings } = overlaid({ text: TEXT }, { ...all.overlay, notes: [] });
  expect([text, findings]).toEqual([TEXT, []]);
});
