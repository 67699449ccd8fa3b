import { expect, test } from "vitest";
import { type House, ringProblems, roomProblems, thisHouse } from "./check-rooms.ts";

const house = (imports: Readonly<Record<string, readonly string[]>>, open: readonly string[] = []): House => ({
  imports: new Map(Object.entries(imports)),
  mayImport: { page: [], document: ["page"], service: ["page", "document"] },
  open: new Set(open),
});

test("this project's own packages keep their arrows", () => {
  expect(roomProblems(thisHouse())).toEqual([]);
});

test("an import of a package that package.json does not name is an error", () => {
  const open = ["document/src/llmstxt.ts"];
  expect(roomProblems(house({ "page/src/page.ts": ["document/src/llmstxt.ts"] }, open))).toEqual([
    "page/src/page.ts may not import document/src/llmstxt.ts: package page does not name document",
  ]);
});

test("an import of a file that its package does not export is an error", () => {
  expect(roomProblems(house({ "document/src/llmstxt.ts": ["page/src/links.ts"] }))).toEqual([
    "document/src/llmstxt.ts may not import page/src/links.ts: package page does not export it",
  ]);
});

test("files that import each other in a ring are named", () => {
  const imports = { "page/src/a.ts": ["page/src/b.ts"], "page/src/b.ts": ["page/src/a.ts"] };
  expect(roomProblems(house(imports))).toEqual(["ring: page/src/a.ts -> page/src/b.ts -> page/src/a.ts"]);
});

test("an import past the door of a folder is named; within the folder, and at its door, all is open", () => {
  const inside = { "page/src/scan/tags.ts": [], "page/src/scan/scan.ts": ["page/src/scan/tags.ts"] };
  expect(roomProblems(house({ ...inside, "page/src/page.ts": ["page/src/scan/scan.ts"] }))).toEqual([]);
  expect(roomProblems(house({ ...inside, "page/src/page.ts": ["page/src/scan/tags.ts"] }))).toEqual([
    "page/src/page.ts may not import page/src/scan/tags.ts: only the door of page/src/scan is open",
  ]);
});

test("the rooms of the service keep their order", () => {
  expect(roomProblems(house({ "service/src/sites/site.ts": ["service/src/jobs/world.ts"] }))).toEqual([
    "service/src/sites/site.ts (room sites) may not import service/src/jobs/world.ts",
  ]);
});

test("the page's own files import each other in no ring", () => {
  expect(ringProblems("web/src")).toEqual([]);
});
