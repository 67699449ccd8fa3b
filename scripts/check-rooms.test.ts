import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ringProblems, roomProblems } from "./check-rooms.ts";

function house(files: Readonly<Record<string, string>>): string {
  const src = mkdtempSync(join(tmpdir(), "rooms-"));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(src, file)), { recursive: true });
    writeFileSync(join(src, file), text);
  }
  return src;
}

test("this project's own rooms keep their arrows", () => {
  expect(roomProblems("src")).toEqual([]);
});

test("an import against the arrows is named, also of a type, a re-export and a dynamic import", () => {
  const target = { "jobs/generate.ts": "export type World = 1; export const x = 1;" };
  for (const text of [
    'import type { World } from "../jobs/generate.ts";',
    'export { x } from "../jobs/generate.ts";',
    'await import("../jobs/generate.ts");',
  ])
    expect(roomProblems(house({ ...target, "page/page.ts": text }))).toEqual([
      "page/page.ts (room page) may not import jobs/generate.ts (room jobs)",
    ]);
});

test("files that import each other in a ring are named", () => {
  const src = house({
    "page/a.ts": 'import "./b.ts";',
    "page/b.ts": 'import "./c.ts";',
    "page/c.ts": 'import "./a.ts";',
  });
  expect(roomProblems(src)).toEqual(["ring: page/a.ts -> page/b.ts -> page/c.ts -> page/a.ts"]);
});

test("an import past the door of a sub-room is named; within the sub-room, and at its door, all is open", () => {
  const inside = { "page/scan/tags.ts": "export const x = 1;", "page/scan/scan.ts": 'export { x } from "./tags.ts";' };
  expect(roomProblems(house({ ...inside, "page/page.ts": 'import { x } from "./scan/scan.ts";' }))).toEqual([]);
  expect(roomProblems(house({ ...inside, "page/page.ts": 'import { x } from "./scan/tags.ts";' }))).toEqual([
    "page/page.ts may not import page/scan/tags.ts: only the door of page/scan is open",
  ]);
});

test("the page's own files import each other in no ring", () => {
  expect(ringProblems("web/src")).toEqual([]);
});
