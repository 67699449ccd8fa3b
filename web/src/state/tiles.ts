import type { FetchedBy } from "../protocol/types.ts";
import { pathOn } from "../words/addresses.ts";

type TileState = "waiting" | "flying" | "done" | "leftOut" | "failed";

/** One page of the site on the map. */
export interface Tile {
  readonly path: string;
  readonly state: TileState;
  readonly by: FetchedBy;
  /** Reason why it was left out or failed. */
  readonly reason: string;
}

type Change = Partial<Omit<Tile, "path">>;

/** The pages of one crawl, in the order in which they became known. */
export class Tiles {
  readonly #byUrl = new Map<string, number>();
  readonly #tiles: Tile[] = [];
  readonly #host: string;
  readonly #counts = { waiting: 0, flying: 0, done: 0, leftOut: 0, failed: 0 };
  #version = 0;

  constructor(host: string) {
    this.#host = host;
  }

  get all(): readonly Tile[] {
    return this.#tiles;
  }

  /** Number that grows with each change. */
  get version(): number {
    return this.#version;
  }

  has(url: string): boolean {
    return this.#byUrl.has(url);
  }

  /** Changes the tile of a page, which is added if it is new. */
  set(url: string, change: Change): void {
    const index = this.#byUrl.get(url) ?? this.#tiles.length;
    const before = this.#tiles[index] ?? this.#make(url, index);
    const tile = { ...before, ...change };
    this.#counts[before.state]--;
    this.#counts[tile.state]++;
    this.#tiles[index] = tile;
    this.#version++;
  }

  #make(url: string, index: number): Tile {
    this.#byUrl.set(url, index);
    this.#counts.waiting++;
    return { path: pathOn(this.#host, url), state: "waiting", by: "plain", reason: "" };
  }

  /** Pages by state, counted as they change: several parts of the screen read them at each drawing. */
  get counts(): Readonly<Record<TileState, number>> {
    return this.#counts;
  }
}
