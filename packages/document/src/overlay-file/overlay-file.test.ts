import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { Overlay } from "../overlay/overlay.ts";
import { MAX_OVERLAY_BYTES, overlayYaml, readOverlay, startingOverlay } from "./overlay-file.ts";

const FILE = `# Ours, not the crawl's.
name: X for teams # not X Inc.
summary:
notes:
  - Ask us.
sections:
  - API
  - name: Docs
    as: Guides
pages:
  - path: /docs/install
    title: 404 # as it was
    pin: true
  - url: https://x.dev/legal
    hide: true
`;

const OVERLAY: Overlay = {
  name: "X for teams",
  notes: ["Ask us."],
  sections: ["API", { name: "Docs", as: "Guides" }],
  pages: [
    { path: "/docs/install", title: "404", pin: true },
    { url: "https://x.dev/legal", hide: true },
  ],
};

function read(text: string): Overlay {
  const found = readOverlay(text);
  if (found.type === "problems") throw new Error(JSON.stringify(found.problems));
  return found.overlay;
}

const problems = (text: string) => {
  const found = readOverlay(text);
  return found.type === "problems" ? found.problems.map(({ path: _, ...rest }) => rest) : [];
};

test("an overlay is YAML or JSON; a key without a value is left out, a number is the text it is written as", () => {
  expect(read(FILE)).toEqual(OVERLAY);
  expect(read(JSON.stringify(OVERLAY))).toEqual(OVERLAY);
  expect(read("")).toEqual({});
  expect(read("# nothing yet\n")).toEqual({});
  expect(read("name: 1.0\n")).toEqual({ name: "1.0" });
});

test("a place in an overlay is told by its line", () => {
  const found = readOverlay(FILE);
  const lineOf = found.type === "overlay" ? found.lineOf : () => undefined;
  expect([["name"], ["sections", 1], ["pages", 0], ["pages", 1, "hide"], ["pages", 1, "title"]].map(lineOf)).toEqual([
    2, 8, 11, 15, 14,
  ]);
});

test.each([
  ["nmae: X\n", { code: "unknownKey", line: 1, key: "nmae", known: ["name", "summary", "notes", "sections", "pages"] }],
  ["pages:\n  - path: /a\n    titel: A\n", { code: "unknownKey", line: 3, key: "titel" }],
  ["sections:\n  - name: A\n    to: B\n", { code: "unknownKey", line: 3, key: "to", known: ["name", "as"] }],
  ["pages:\n  - title: A\n", { code: "wrongValue", line: 2, must: "must have either url or path" }],
  ["pages:\n  - path: /a\n    url: https://x.dev/a\n", { code: "wrongValue", line: 2 }],
  ["pages:\n  - url: x.dev/a\n", { code: "wrongValue", line: 2, must: "must be an http(s) address" }],
  ["pages:\n  - path: docs\n", { code: "wrongValue", line: 2, must: "must begin with /" }],
  ["pages:\n  - path: /a\n    pin: yes\n", { code: "wrongValue", line: 3, must: "must be true or false" }],
  ["pages:\n  path: /a\n", { code: "wrongValue", line: 1, must: "must be a list" }],
  ["name: true\n", { code: "wrongValue", line: 1, must: "must be a text" }],
  ["just a text\n", { code: "wrongValue", line: 1 }],
  ["name: A\nname: B\n", { code: "keyRepeated", line: 2, key: "name" }],
  ["name: &a A\nsummary: *a\n", { code: "notTaken", line: 1, what: "anchor" }],
  ["name: !!str A\n", { code: "notTaken", line: 1, what: "tag" }],
  ["name: 'A\n", { code: "yaml", detail: "Missing closing 'quote" }],
  ["pages:\n\t- path: /a\n", { code: "yaml", line: 2 }],
  ["name: A\n---\nname: B\n", { code: "yaml", line: 2 }],
  [`name: ${"x".repeat(2_000)}\n`, { code: "wrongValue", line: 1, must: "must have at most 1000 characters" }],
])("%j is refused with the line and what would be right", (text, problem) => {
  expect(problems(text)[0]).toMatchObject(problem);
});

test("what is nested deep, large, or full of mistakes is refused and does not stop the process", () => {
  const deep = ["[".repeat(100_000), "- ".repeat(100_000), "{a: ".repeat(50_000), "? ".repeat(100_000)];
  for (const text of [...deep, "[\n".repeat(50_000), `a:\n${" ".repeat(5_000)}b: c`])
    expect(problems(text)).toEqual([{ code: "tooDeep", line: expect.any(Number) }]);
  expect(problems("x".repeat(MAX_OVERLAY_BYTES + 1))).toEqual([{ code: "tooLarge", maxBytes: MAX_OVERLAY_BYTES }]);
  expect(problems(Array.from({ length: 500 }, (_, at) => `k${at}: 1`).join("\n"))).toHaveLength(20);
});

test("written over the text it had, what did not change stays as it was written, with its comments", () => {
  expect(overlayYaml(OVERLAY, FILE)).toBe(FILE);
  const [install, legal] = OVERLAY.pages ?? [];
  const changed = {
    ...OVERLAY,
    summary: "Tables.",
    pages: [legal, { ...install, title: "Set up" }, { path: "/new", hide: true }],
  };
  expect(overlayYaml(changed as Overlay, FILE)).toBe(`# Ours, not the crawl's.
name: X for teams # not X Inc.
summary: Tables.
notes:
  - Ask us.
sections:
  - API
  - name: Docs
    as: Guides
pages:
  - url: https://x.dev/legal
    hide: true
  - path: /docs/install
    title: Set up # as it was
    pin: true
  - path: /new
    hide: true
`);
  expect(overlayYaml({ name: "X" }, "# to do\n")).toBe("# to do\n\nname: X\n");
  expect(overlayYaml({}, "")).toBe("");
});

const text = fc.string({ unit: "grapheme", maxLength: 30 });
const overlay: fc.Arbitrary<Overlay> = fc.record(
  {
    name: text,
    summary: text,
    notes: fc.array(text, { maxLength: 3 }),
    sections: fc.array(fc.oneof(text.filter(Boolean), fc.record({ name: text.filter(Boolean) })), { maxLength: 3 }),
    pages: fc.array(
      fc.record(
        { path: fc.webPath().map((path) => `/a${path}`), title: text, description: text, hide: fc.boolean() },
        { requiredKeys: ["path"] },
      ),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
);

test("whatever it says, an overlay is read as it was written, over whichever text it had before", () => {
  fc.assert(
    fc.property(overlay, overlay, (before, after) => {
      const first = overlayYaml(before);
      expect(read(first)).toEqual(before);
      expect(read(overlayYaml(after, first))).toEqual(after);
      expect(read(overlayYaml(after, FILE))).toEqual(after);
    }),
    { numRuns: 200 },
  );
});

test("a starting overlay changes nothing, and is one when its comments are removed", () => {
  const start = startingOverlay(
    '# X: "y"\n\n> S # s\n\nGenerated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 3\n\n## Docs #1\n\n- [A: "b"](https://x.dev/a): - hello: there #x\n- [404](https://x.dev/404)\n',
  );
  expect(read(start)).toEqual({});
  const [, ...lines] = start.split("\n");
  expect(parse(lines.map((line) => line.replace(/^# /, "")).join("\n"))).toEqual({
    name: 'X: "y"',
    summary: "S # s",
    notes: ["A paragraph below the summary."],
    sections: [{ name: "Docs #1", as: "Docs #1" }],
    pages: [
      { url: "https://x.dev/a", title: 'A: "b"', description: "- hello: there #x" },
      { url: "https://x.dev/404", title: "404", description: "" },
    ],
  });
});
