import { expect, test } from "vitest";
import { HEIGHT, scaleOf, stepsOf, WIDTH } from "./version-steps.ts";

const version = (day: number, pages: number) => ({ at: `2026-11-0${day}T00:00:00Z`, pages, characters: pages * 100 });
const UNTIL = Date.parse("2026-11-05T00:00:00Z");

test("each version keeps its height until the next one comes, and the newest until now", () => {
  const versions = [version(1, 80), version(3, 88)];
  const scale = scaleOf(versions, UNTIL);
  const [low, high] = [scale.pages(80), scale.pages(88)];
  expect(high).toBeLessThan(low);
  expect(stepsOf(versions, scale, ({ pages }) => scale.pages(pages))).toBe(`M0 ${low}H${WIDTH / 2}V${high}H${WIDTH}`);
});

test("amounts that never changed stand in the middle, and nothing is drawn outside", () => {
  const scale = scaleOf([version(1, 80), version(2, 80)], UNTIL);
  expect(scale.pages(80)).toBeGreaterThan(0);
  expect(scale.pages(80)).toBeLessThan(HEIGHT);
  expect([scale.x("2026-10-01T00:00:00Z"), scale.x("2026-12-01T00:00:00Z")]).toEqual([0, WIDTH]);
});
