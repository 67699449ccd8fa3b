import { hueOf } from "../document/read.ts";
import type { Tile } from "../state/tiles.ts";

/** Tiles of one folder, by their index in the list of all tiles. */
export interface MapFolder {
  readonly label: string;
  readonly tiles: readonly number[];
}

export interface MapSection {
  readonly name: string;
  readonly hue: number;
  readonly count: number;
  /** True for pages that wait and whose addresses are not known. */
  readonly isToCome: boolean;
  readonly folders: readonly MapFolder[];
}

/** Most blocks of the map; the pages of further sections stand in one block, since smaller blocks look alike. */
const MAX_BLOCKS = 12;
const REST = "Pages";
/** Name of the block for pages that wait and whose addresses are not known. */
const TO_COME = "Still to come";

/** Tile of a page whose address is not known yet. */
export const UNKNOWN_TILE: Tile = { path: "", state: "waiting", by: "plain", reason: "" };

const segments = (path: string) => (path.split(/[?#]/, 1)[0] ?? "").split("/").filter(Boolean);

/** The part of a path below the base URL's path, or the whole path. */
const below = (path: string, base: string) => (path.startsWith(base) ? path.slice(base.length) : path);

/**
 * Name of a tile's section: `getting-started` -> `Getting started`; a file directly below the root belongs to `Pages`.
 */
function sectionName(tile: Tile, base: string): string {
  if (tile.path === "") return TO_COME;
  const [first, second] = segments(below(tile.path, base));
  if (first === undefined || (second === undefined && !tile.path.endsWith("/"))) return REST;
  const words = first.replaceAll(/[-_+]+/g, " ").trim();
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : REST;
}

function grouped<K>(indexes: readonly number[], keyOf: (index: number) => K): Map<K, number[]> {
  const groups = new Map<K, number[]>();
  for (const index of indexes) {
    const key = keyOf(index);
    const group = groups.get(key);
    if (group) group.push(index);
    else groups.set(key, [index]);
  }
  return groups;
}

/** Folders large enough for a name, the largest first; the tiles of the others together, without a name. */
function foldersOf(indexes: readonly number[], tiles: readonly Tile[], base: string): readonly MapFolder[] {
  const least = Math.max(9, indexes.length * 0.05);
  const byFolder = grouped(indexes, (index) => {
    const parts = segments(below(tiles[index]?.path ?? "", base));
    return parts.length > 2 ? (parts[1] ?? "") : "";
  });
  const named: MapFolder[] = [];
  const rest: number[] = [];
  for (const [label, own] of byFolder) {
    if (label && own.length >= least) named.push({ label, tiles: own });
    else rest.push(...own);
  }
  named.sort((a, b) => b.tiles.length - a.tiles.length);
  return rest.length > 0 ? [...named, { label: "", tiles: rest }] : named;
}

/** True for blocks that are no section of the site: they come last, in grey. */
const isLast = (name: string) => name === REST || name === TO_COME;

/** Names of sections with a block of their own: the largest ones that are large enough. */
function ownNames(groups: ReadonlyMap<string, readonly number[]>, total: number): ReadonlySet<string> {
  const least = Math.max(2, total * 0.015);
  const large = [...groups].filter(([name, own]) => !isLast(name) && own.length >= least);
  large.sort(([, a], [, b]) => b.length - a.length);
  return new Set(large.slice(0, MAX_BLOCKS - 1).map(([name]) => name));
}

/**
 * Divides pages into sections by the first segment of their paths, since the document's sections come only with the
 * result. Small sections stand together in `Pages`, last. `base` is the path of the base URL; `hues` keeps the colour
 * of each name while the map grows.
 */
export function sectionsOf(tiles: readonly Tile[], hues: Map<string, number>, base: string): readonly MapSection[] {
  const groups = grouped([...tiles.keys()], (index) => sectionName(tiles[index] ?? UNKNOWN_TILE, base));
  const own = ownNames(groups, tiles.length);
  const rest = [...groups].filter(([name]) => !own.has(name) && name !== TO_COME).flatMap(([, indexes]) => indexes);
  const blocks = [...groups].filter(([name]) => own.has(name));
  if (rest.length > 0) blocks.push([REST, rest.sort((a, b) => a - b)]);
  const toCome = groups.get(TO_COME);
  if (toCome) blocks.push([TO_COME, toCome]);
  return blocks.map(([name, indexes]) => {
    const hue = isLast(name) ? 8 : (hues.get(name) ?? hueOf(name, hues.size));
    if (!isLast(name)) hues.set(name, hue);
    return { name, hue, count: indexes.length, isToCome: name === TO_COME, folders: foldersOf(indexes, tiles, base) };
  });
}
