import type { Tile } from "../state/tiles.ts";
import { count as said } from "../words/amounts.ts";
import { type Block, type MapLayout, tilePlace } from "./layout.ts";
import { GAP } from "./shelves.ts";

export type ColourBy = "section" | "by";

/** Fill of a tile: by its section (`own`), its way of fetching, or its state. */
export type Fill = "own" | "plain" | "browser" | "proxy" | "hatch" | "waiting" | "failed" | "cross" | "flying";

/** Path data by fill: a thousand tiles need only a few dozen `<path>` elements. */
export type Paths = ReadonlyMap<Fill, string>;

const short = (n: number) => Math.round(n * 10) / 10;

/** Path of a square by its place: its sides are written once, and not for each of a thousand tiles. */
function squares(size: number, radius: number): (x: number, y: number) => string {
  const side = short(size - 2 * radius);
  const r = short(radius);
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const sides = `h${side}${corner(r, r)}v${side}${corner(-r, r)}h${-side}${corner(-r, -r)}v${-side}${corner(r, -r)}z`;
  return (x, y) => `M${short(x + r)} ${short(y)}${sides}`;
}

function fillOf(tile: Tile, colourBy: ColourBy): Fill {
  switch (tile.state) {
    case "waiting":
    case "failed":
    case "flying":
      return tile.state;
    case "leftOut":
      return "hatch";
    case "done":
      return colourBy === "by" ? tile.by : "own";
  }
}

/** Paths of one block's tiles in their present states. */
export function paintBlock(
  block: Block,
  tiles: readonly Tile[],
  { pitch, colourBy }: { readonly pitch: number; readonly colourBy: ColourBy },
): Paths {
  const paths = new Map<Fill, string>();
  const add = (fill: Fill, data: string) => paths.set(fill, (paths.get(fill) ?? "") + data);
  const size = Math.max(2, pitch - GAP);
  const radius = Math.min(3, size * 0.22);
  const square = squares(size, radius);
  const smaller = squares(size - 2, Math.max(0.5, radius - 1));
  for (const leaf of block.leaves)
    leaf.tiles.forEach((index, n) => {
      const tile = tiles[index];
      if (!tile) return;
      const { x, y } = tilePlace(leaf, n);
      const fill = fillOf(tile, colourBy);
      add(fill, fill === "flying" ? smaller(x + 1, y + 1) : square(x, y));
      if (fill === "failed" && size > 6) add("cross", cross(x, y, size));
    });
  return paths;
}

function cross(x: number, y: number, size: number): string {
  const arm = short(size * 0.4);
  return `M${short(x + size * 0.3)} ${short(y + size * 0.3)}l${arm} ${arm}m0 ${-arm}l${-arm} ${arm}`;
}

/** Label of a block: number of its pages that are done, and the same as a sentence for screen readers. */
export function blockLabel(block: Block, tiles: readonly Tile[]): { count: string; label: string } {
  const { name, count, isToCome } = block.section;
  if (isToCome) return { count: said(count), label: `${said(count)} pages still to come` };
  let done = 0;
  let failed = 0;
  for (const leaf of block.leaves)
    for (const index of leaf.tiles) {
      const state = tiles[index]?.state;
      if (state === "done" || state === "leftOut" || state === "failed") done++;
      if (state === "failed") failed++;
    }
  return {
    count: done === count ? said(count) : `${said(done)}/${said(count)}`,
    label: `${name}: ${said(done)} of ${said(count)} pages done${failed > 0 ? `, ${said(failed)} failed` : ""}`,
  };
}

/** Cuts `text` to the characters that fit into `width` pixels, at `each` pixels a character. */
export function fitText(text: string, width: number, each: number): string {
  const room = Math.floor(width / each);
  return text.length <= room ? text : `${text.slice(0, Math.max(1, room - 1))}…`;
}

/** Last part of a path, as the name beside a tile; empty if the path is not known. */
export function pageName(path: string): string {
  const last = path.replace(/\/$/, "").split("/").at(-1) ?? "";
  return path === "" ? "" : last.replace(/\.html?$/, "") || "/";
}

/** Most tiles drawn as SVG; with more, path data would be larger than the picture, and a canvas is used. */
export const MAX_SVG_TILES = 5000;

export const tileCount = (layout: MapLayout): number =>
  layout.blocks.reduce((total, block) => total + block.section.count, 0);
