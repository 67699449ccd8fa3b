import fc from "fast-check";
import { expect, test } from "vitest";
import { windowOf } from "./window.ts";

test("only the parts of the log near the view are drawn", () => {
  const heights = Array.from({ length: 100 }, () => 1000);
  expect(windowOf(heights, { top: 50_000, height: 500 })).toEqual({ from: 49, to: 52, above: 49_000, below: 48_000 });
});

test("whatever the heights and the view, drawn and gaps together are as high as the list, and the view is covered", () => {
  const parts = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 100 });
  const view = fc.record({ top: fc.nat(200_000), height: fc.integer({ min: 100, max: 1000 }) });
  fc.assert(
    fc.property(parts, view, (heights, { top, height }) => {
      const total = heights.reduce((sum, part) => sum + part, 0);
      const { from, to, above, below } = windowOf(heights, { top, height });
      const drawn = heights.slice(from, to).reduce((sum, part) => sum + part, 0);
      expect(above + drawn + below).toBe(total);
      expect(to).toBeGreaterThan(from);
      if (top <= total) expect(above).toBeLessThanOrEqual(top);
      if (top + height <= total) expect(above + drawn).toBeGreaterThanOrEqual(Math.min(total, top + height));
    }),
  );
});

test("an empty list has nothing to draw", () => {
  expect(windowOf([], { top: 0, height: 500 })).toEqual({ from: 0, to: 0, above: 0, below: 0 });
});
