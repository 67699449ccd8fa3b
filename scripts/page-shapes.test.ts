import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pageShapes } from "./page-shapes.ts";

test("the page reads what the server says (npm run docs:shapes writes web/src/protocol/shapes.json)", () => {
  expect(readFileSync("web/src/protocol/shapes.json", "utf8")).toBe(pageShapes());
});
