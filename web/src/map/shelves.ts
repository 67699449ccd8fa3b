import type { MapFolder } from "./sections.ts";

/** Pixels between two tiles. */
export const GAP = 2;
/** Height in pixels of a folder's name. */
const SUBHEAD = 13;
/** Pixels between two shelves. */
const BETWEEN = 5;

/** A folder's tiles on a grid: its start and its number of columns. */
export interface Shelf {
  readonly folder: MapFolder;
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  /** Pixels of its name above the tiles; 0 without a name. */
  readonly top: number;
  /** Pixels of width for its name. */
  readonly room: number;
}

interface Grid {
  readonly columns: number;
  readonly width: number;
  /** Pixels from one tile to the next. */
  readonly pitch: number;
}

const isNamed = (folder: MapFolder, { width }: Grid) => folder.label !== "" && width > 60;
const isWide = (folder: MapFolder, { columns }: Grid) => folder.tiles.length >= columns * 2.2;

interface Row {
  readonly shelves: readonly Omit<Shelf, "y" | "top">[];
  readonly rows: number;
  readonly top: number;
  readonly next: number;
  readonly score: number;
}

/** Number of folders that fit side by side when each is `rows` high. */
function sideBySide(
  folders: readonly MapFolder[],
  from: number,
  grid: Grid & { readonly rows: number },
): Row | undefined {
  const { rows } = grid;
  const shelves: Omit<Shelf, "y" | "top">[] = [];
  let x = 0;
  let tiles = 0;
  let next = from;
  for (let folder = folders[next]; folder && !isWide(folder, grid); folder = folders[++next]) {
    const least = isNamed(folder, grid) ? Math.min(3, grid.columns) : 1;
    const columns = Math.max(least, Math.ceil(folder.tiles.length / rows));
    const width = columns * grid.pitch;
    if (x + width - GAP > grid.width + 0.5) break;
    shelves.push({ folder, x, columns, room: width + 4 });
    tiles += folder.tiles.length;
    x += width + 7;
  }
  if (shelves.length === 0) return undefined;
  const top = shelves.some(({ folder }) => isNamed(folder, grid)) ? SUBHEAD : 0;
  return { shelves, rows, top, next, score: tiles / (rows * grid.pitch + top + BETWEEN) };
}

function bestRow(folders: readonly MapFolder[], from: number, grid: Grid): Row | undefined {
  let best: Row | undefined;
  for (let rows = 1; rows <= 10; rows++) {
    const row = sideBySide(folders, from, { ...grid, rows });
    if (row && (!best || row.score > best.score)) best = row;
  }
  return best;
}

/**
 * Puts the folders of a section on shelves, with all tiles on one grid: a folder wider than two shelves gets rows of
 * its own, smaller ones stand side by side.
 */
export function shelve(folders: readonly MapFolder[], grid: Grid): { shelves: readonly Shelf[]; height: number } {
  const shelves: Shelf[] = [];
  let y = 0;
  let at = 0;
  for (let folder = folders[at]; folder; folder = folders[at]) {
    const row = isWide(folder, grid) || folders.length === 1 ? undefined : bestRow(folders, at, grid);
    if (row) {
      for (const shelf of row.shelves) shelves.push({ ...shelf, y, top: row.top });
      y += row.top + row.rows * grid.pitch + BETWEEN;
      at = row.next;
    } else {
      const top = isNamed(folder, grid) ? SUBHEAD : 0;
      shelves.push({ folder, x: 0, y, columns: grid.columns, top, room: grid.width });
      y += top + Math.ceil(folder.tiles.length / grid.columns) * grid.pitch + BETWEEN;
      at++;
    }
  }
  return { shelves, height: y - BETWEEN - GAP };
}
