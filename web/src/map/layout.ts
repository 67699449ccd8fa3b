import type { MapFolder, MapSection } from "./sections.ts";
import { GAP, type Shelf, shelve } from "./shelves.ts";
import { type Box, strips } from "./strips.ts";

const HEAD = 21;
const PAD = 5;
/** Height in pixels of a row with a square and a name. */
const ROW = 21;
/** Square pixels per page from which its name stands beside its square. */
const ROOMY = 2100;
const NARROW = 480;

/** Tiles on a grid whose first tile has its corner at `x`, `y`. */
interface Leaf {
  readonly tiles: readonly number[];
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  /** Pixels from one tile to the next. */
  readonly stepX: number;
  readonly stepY: number;
  /** The folder's name, if it has one and there is room. */
  readonly label?: { readonly text: string; readonly x: number; readonly y: number; readonly width: number };
}

export interface Block extends Box {
  readonly section: MapSection;
  readonly leaves: readonly Leaf[];
}

export interface MapLayout {
  readonly kind: "dense" | "named" | "bands";
  readonly width: number;
  readonly height: number;
  /** Pixels from one tile to the next; a tile is `GAP` smaller. */
  readonly pitch: number;
  readonly blocks: readonly Block[];
}

const inset = (box: Box): Box => ({ x: box.x + 2, y: box.y + 2, width: box.width - 4, height: box.height - 4 });
const innerWidth = ({ width }: Box) => width - PAD * 2;
const columnsOf = (box: Box, pitch: number) => Math.floor((innerWidth(box) + GAP) / pitch);
const grid = (box: Box, pitch: number) => ({
  columns: Math.max(1, columnsOf(box, pitch)),
  width: innerWidth(box),
  pitch,
});

/** The largest pitch, to a seventh of a pixel, at which the folders fit into the box. */
function largestPitch(folders: readonly MapFolder[], box: Box): number {
  const room = box.height - HEAD - PAD;
  let fits = 3;
  let tooLarge = 44;
  while (tooLarge - fits > 0.15) {
    const pitch = (fits + tooLarge) / 2;
    if (columnsOf(box, pitch) >= 1 && shelve(folders, grid(box, pitch)).height <= room) fits = pitch;
    else tooLarge = pitch;
  }
  return fits;
}

function leafOf(shelf: Shelf, box: Box, pitch: number): Leaf {
  const x = box.x + PAD + shelf.x;
  const y = box.y + HEAD + shelf.y;
  const { label, tiles } = shelf.folder;
  return {
    tiles,
    x,
    y: y + shelf.top,
    columns: shelf.columns,
    stepX: pitch,
    stepY: pitch,
    ...(shelf.top > 0 && label && shelf.room > 18 ? { label: { text: label, x, y: y + 9, width: shelf.room } } : {}),
  };
}

/**
 * Layout of many pages: sections become blocks, with the largest tile that fits in all of them. Weights are adjusted
 * until the blocks agree.
 */
function dense(sections: readonly MapSection[], width: number, height: number): MapLayout {
  const total = sections.reduce((pages, section) => pages + section.count, 0);
  const guess = (width * height * 0.7) / total;
  const factors = sections.map(() => 1);
  let best: { pitch: number; boxes: readonly (Box & { section: MapSection })[] } = { pitch: -1, boxes: [] };
  for (let turn = 0; turn < 24; turn++) {
    const weights = sections.map((section, i) => (section.count * guess * 1.15 + HEAD * 130) * (factors[i] ?? 1));
    const least = weights.reduce((all, weight) => all + weight, 0) * 0.055;
    const items = sections.map((section, i) => ({ section, weight: Math.max(least, weights[i] ?? least) }));
    const boxes = strips(items, { x: 0, y: 0, width, height }).map((box) => ({
      ...inset(box),
      section: box.item.section,
    }));
    const pitches = boxes.map((box) => largestPitch(box.section.folders, box));
    const pitch = Math.min(...pitches);
    if (pitch > best.pitch) best = { pitch, boxes };
    const mean = pitches.reduce((all, fit) => all + fit, 0) / pitches.length;
    pitches.forEach((fit, i) => {
      factors[i] = (factors[i] ?? 1) * Math.min(1.25, Math.max(0.85, (mean / fit) ** 0.9));
    });
  }
  const pitch = Math.min(36, best.pitch);
  const blocks = best.boxes.map((box) => ({
    ...box,
    leaves: shelve(box.section.folders, grid(box, pitch)).shelves.map((shelf) => leafOf(shelf, box, pitch)),
  }));
  return { kind: "dense", width, height, pitch, blocks };
}

const allTiles = (section: MapSection) => section.folders.flatMap((folder) => folder.tiles);

/** Layout of few pages: blocks by weight, as for many, with rows of squares and names in them. */
function named(sections: readonly MapSection[], width: number, height: number): MapLayout {
  const total = sections.reduce((pages, section) => pages + section.count, 0);
  // A block must be wide enough for its names.
  const items = sections.map((section) => ({ section, weight: Math.max(2.6, total * 0.12, section.count) + 1.6 }));
  const blocks = strips(items, { x: 0, y: 0, width, height }).map(({ item: { section }, ...placed }): Block => {
    const box = inset(placed);
    const tiles = allTiles(section);
    const rows = Math.max(1, Math.floor((box.height - HEAD - PAD) / ROW));
    const columns = Math.ceil(tiles.length / rows);
    const stepX = (innerWidth(box) - 3) / columns;
    const leaf = { tiles, x: box.x + PAD + 3, y: box.y + HEAD + 3, columns, stepX, stepY: ROW };
    return { ...box, section, leaves: [leaf] };
  });
  return { kind: "named", width, height, pitch: 15, blocks };
}

/** Layout for narrow screens: a band over the whole width for each section, as high as its tiles need. */
function bands(sections: readonly MapSection[], width: number): MapLayout {
  const total = sections.reduce((pages, section) => pages + section.count, 0);
  const pitch = total > 600 ? 10 : 14;
  const columns = Math.max(1, Math.floor((width - 4 - PAD * 2 + GAP) / pitch));
  let y = 0;
  const blocks = sections.map((section): Block => {
    const tiles = allTiles(section);
    const height = HEAD + Math.ceil(tiles.length / columns) * pitch + PAD - GAP + 1;
    const leaf = { tiles, x: 2 + PAD, y: y + 1 + HEAD, columns, stepX: pitch, stepY: pitch };
    const block = { x: 1, y: y + 1, width: width - 2, height, section, leaves: [leaf] };
    y += height + 5;
    return block;
  });
  return { kind: "bands", width, height: y, pitch, blocks };
}

/** Places of all pages in a box of `width` by `height` pixels; bands may be higher than the box. */
export function layoutMap(sections: readonly MapSection[], width: number, height: number): MapLayout {
  const total = sections.reduce((pages, section) => pages + section.count, 0);
  if (total === 0) return { kind: "dense", width, height, pitch: GAP, blocks: [] };
  if (total * ROOMY < width * height) return named(sections, width, height);
  return width < NARROW ? bands(sections, width) : dense(sections, width, height);
}

/** Corner of the `n`-th tile of a leaf. */
export function tilePlace(leaf: Leaf, n: number): { readonly x: number; readonly y: number } {
  return { x: leaf.x + (n % leaf.columns) * leaf.stepX, y: leaf.y + Math.floor(n / leaf.columns) * leaf.stepY };
}

/** Index of the tile at a point of the map. */
export function tileAt(layout: MapLayout, x: number, y: number): number | undefined {
  for (const block of layout.blocks)
    for (const leaf of block.leaves) {
      const column = Math.floor((x - leaf.x) / leaf.stepX);
      const row = Math.floor((y - leaf.y) / leaf.stepY);
      if (column < 0 || row < 0 || column >= leaf.columns) continue;
      const tile = leaf.tiles[row * leaf.columns + column];
      if (tile !== undefined) return tile;
    }
  return undefined;
}
