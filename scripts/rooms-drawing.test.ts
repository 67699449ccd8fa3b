import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { roomsDrawing, withDrawing } from "./rooms-drawing.ts";

test("docs/architecture.md draws the rooms as they are (npm run docs:rooms writes it)", () => {
  const text = readFileSync("docs/architecture.md", "utf8");
  expect(text).toBe(withDrawing(text, roomsDrawing("packages")));
});
