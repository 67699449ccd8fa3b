import fc from "fast-check";
import { expect, test } from "vitest";
import type { Tile } from "../state/tiles.ts";
import { layoutMap, type MapLayout, tileAt, tilePlace } from "./layout.ts";
import { blockLabel, fitText, paintBlock, tileCount } from "./paint.ts";
import { sectionsOf, UNKNOWN_TILE } from "./sections.ts";
import { GAP } from "./shelves.ts";

const tile = (path: string, state: Tile["state"] = "done"): Tile => ({ path, state, by: "plain", reason: "" });

/** A site of these sections, each with as many pages, in two folders and without. */
const site = (...sizes: readonly number[]): readonly Tile[] =>
  sizes.flatMap((pages, section) =>
    Array.from({ length: pages }, (_, n) => tile(`/section-${section}/${["", "a/", "b/"][n % 3]}page-${n}`)),
  );

const layoutOf = (tiles: readonly Tile[], width = 790, height = 450): MapLayout =>
  layoutMap(sectionsOf(tiles, new Map(), "/"), width, height);

/** The corners of all tiles. */
const corners = (layout: MapLayout) =>
  layout.blocks.flatMap((block) =>
    block.leaves.flatMap((leaf) => leaf.tiles.map((index, n) => ({ index, block, ...tilePlace(leaf, n) }))),
  );

const sizes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 12 });
const box = fc.record({ width: fc.integer({ min: 320, max: 1200 }), height: fc.integer({ min: 300, max: 900 }) });

test("whatever the site and the window, every page has one tile inside its block, and no two overlap", () => {
  fc.assert(
    fc.property(sizes, box, (pages, { width, height }) => {
      const tiles = site(...pages);
      const layout = layoutOf(tiles, width, height);
      const all = corners(layout);
      expect(all.map(({ index }) => index).sort((a, b) => a - b)).toEqual([...tiles.keys()]);
      expect(tileCount(layout)).toBe(tiles.length);
      expect(new Set(all.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)).size).toBe(tiles.length);
      for (const { x, y, block } of all) {
        expect(x).toBeGreaterThanOrEqual(block.x);
        expect(y).toBeGreaterThanOrEqual(block.y);
      }
    }),
    { numRuns: 15 },
  );
});

test("a large site's tiles stay inside their blocks", () => {
  const layout = layoutOf(site(27, 113, 188, 39, 395, 128, 32, 78));
  expect(layout.kind).toBe("dense");
  const side = layout.pitch - GAP;
  for (const { x, y, block } of corners(layout)) {
    expect(x + side).toBeLessThanOrEqual(block.x + block.width);
    expect(y + side).toBeLessThanOrEqual(block.y + block.height);
  }
  expect(layout.pitch).toBeGreaterThan(8);
});

test("a thousand pages are laid out in a few milliseconds and painted in fewer", () => {
  const tiles = site(27, 113, 188, 39, 395, 128, 32, 78);
  layoutOf(tiles);
  const before = performance.now();
  const layout = layoutOf(tiles);
  const laidOut = performance.now();
  for (const block of layout.blocks) paintBlock(block, tiles, { pitch: layout.pitch, colourBy: "section" });
  expect(laidOut - before).toBeLessThan(100);
  expect(performance.now() - laidOut).toBeLessThan(50);
});

test("few pages have their names beside them; a narrow window stacks the sections", () => {
  expect(layoutOf(site(3, 16, 10)).kind).toBe("named");
  const narrow = layoutOf(site(113, 188, 395), 340, 380);
  expect(narrow.kind).toBe("bands");
  expect(narrow.blocks.map((block) => block.y)).toEqual(narrow.blocks.map((block) => block.y).sort((a, b) => a - b));
  expect(new Set(narrow.blocks.map((block) => block.x)).size).toBe(1);
});

test("a point of the map knows its page", () => {
  const layout = layoutOf(site(40, 300, 200));
  for (const { index, x, y } of corners(layout)) expect(tileAt(layout, x + 2, y + 2)).toBe(index);
  expect(tileAt(layout, -5, -5)).toBeUndefined();
});

test("sections keep their colours while the site grows and others overtake them", () => {
  const hues = new Map<string, number>();
  const hueOf = (tiles: readonly Tile[]) =>
    Object.fromEntries(sectionsOf(tiles, hues, "/").map(({ name, hue }) => [name, hue]));
  const first = hueOf([...site(5), tile("/blog/a"), tile("/blog/b")]);
  const grown = hueOf([
    ...site(5),
    ...Array.from({ length: 90 }, (_, n) => tile(`/blog/${n}`)),
    tile("/docs/"),
    tile("/docs/a"),
  ]);
  expect(grown.Blog).toBe(first.Blog);
  expect(grown["Section 0"]).toBe(first["Section 0"]);
});

test("small sections and pages of the root stand together at the end", () => {
  const names = sectionsOf([tile("/"), tile("/about"), tile("/one/a"), ...site(20)], new Map(), "/").map(
    ({ name }) => name,
  );
  expect(names).toEqual(["Section 0", "Pages"]);
});

test("a block tells in words how many of its pages are done and failed", () => {
  const tiles = [tile("/docs/a"), tile("/docs/b", "failed"), tile("/docs/c", "waiting"), tile("/docs/d", "leftOut")];
  const [block] = layoutOf(tiles).blocks;
  expect(block && blockLabel(block, tiles).label).toBe("Docs: 3 of 4 pages done, 1 failed");
});

test("under a base URL with a path the sections are those below it", () => {
  const tiles = [tile("/book/"), ...site(8).map(({ path }) => tile(`/book${path}`)), tile("/else/a"), tile("/else/b")];
  const names = sectionsOf(tiles, new Map(), "/book/").map(({ name }) => name);
  expect(names).toEqual(["Section 0", "Else", "Pages"]);
});

test("pages of which nothing is known stand at the end and are only counted", () => {
  const tiles = [...site(60), ...Array.from({ length: 40 }, () => UNKNOWN_TILE)];
  const block = layoutOf(tiles).blocks.at(-1);
  expect(block && blockLabel(block, tiles)).toEqual({ count: "40", label: "40 pages still to come" });
});

test("a block is a handful of shapes, whatever the number of its pages", () => {
  const tiles = site(900).map((page, n) => ({
    ...page,
    state: (["done", "waiting", "flying", "failed", "leftOut"] as const)[n % 5] ?? "done",
  }));
  const layout = layoutOf(tiles);
  for (const block of layout.blocks)
    expect(paintBlock(block, tiles, { pitch: layout.pitch, colourBy: "by" }).size).toBeLessThanOrEqual(7);
});

test("names that do not fit end in a dot dot dot", () => {
  expect(fitText("Getting started", 60, 6)).toBe("Getting s…");
  expect(fitText("Docs", 60, 6)).toBe("Docs");
});
