/** Something waiting at a place in the site's tree of paths. */
interface Placed {
  /** Segments of its path; a query is one more. */
  readonly segments: readonly string[];
  /** Place among the pages straight in its folder: the smallest first, then first in, first out. */
  readonly rank?: number;
}

/** Number of pages of each part of a site that were served. Kept apart from the trees, so that several trees share it. */
export type ServedCounts = Map<string, number>;

/**
 * Pages lying straight in a folder come in fours to one of each folder beside them, and are at least half of what comes:
 * shallow before deep, but not only.
 */
const PAGES_WEIGHT = 4;

/**
 * Least weight of a folder's turns, for one to which the homepage hardly links; 1 is the weight of an average folder.
 */
const MIN_WEIGHT = 0.25;

interface TreeNode<T> {
  readonly path: string;
  /** undefined for a page: an empty map takes as much memory as the rest of it. */
  children: Map<string, TreeNode<T>> | undefined;
  /** Pages of this very path; a folder's own page comes before what lies in it. */
  readonly own: T[];
  rank: number;
  /** Children with a page of their own, by rank, then in the order they came … */
  readonly pages: TreeNode<T>[];
  /** … and those with children of their own. */
  readonly folders: TreeNode<T>[];
  waiting: number;
}

/**
 * Waiting pages by path. They come out in fair turns: at each folder the pages straight in it and each folder below
 * have their turn, so that a large part of a site cannot crowd out the small ones. First in, first out within.
 */
export class PathTree<T extends Placed> {
  readonly #root: TreeNode<T> = newNode<T>("");
  readonly #served: ServedCounts;
  readonly #sharesOf: (path: string) => number;

  /** @param sharesOf links of the homepage into a folder, by its path: it has turns by them */
  constructor(served: ServedCounts, sharesOf: (path: string) => number = () => 0) {
    this.#served = served;
    this.#sharesOf = sharesOf;
  }

  get size(): number {
    return this.#root.waiting;
  }

  add(item: T): void {
    let node = this.#root;
    let above: TreeNode<T> | undefined;
    node.waiting += 1;
    for (const segment of item.segments) {
      // It becomes a folder by its first child.
      if (above !== undefined && !isFolder(node)) above.folders.push(node);
      above = node;
      node = node.children?.get(segment) ?? newChild(node, segment);
      node.waiting += 1;
    }
    if (above !== undefined && node.own.length === 0)
      addPage(above.pages, Object.assign(node, { rank: item.rank ?? 0 }));
    node.own.push(item);
  }

  /** Removes and returns the next item that `mayTake` lets go; undefined when there is none. Counts nothing. */
  take(mayTake: (item: T) => boolean): T | undefined {
    return this.#takeFrom(this.#root, mayTake);
  }

  /** Says that this item was served, from this tree or from another with the same counts. */
  countServed(item: T): void {
    let path = "";
    for (const [index, segment] of item.segments.entries()) {
      this.#count(path);
      if (index === item.segments.length - 1) this.#count(pagesKey(path));
      path += `/${segment}`;
    }
  }

  #count(key: string): void {
    this.#served.set(key, this.#servedOf(key) + 1);
  }

  *[Symbol.iterator](): Iterator<T> {
    yield* itemsOf(this.#root);
  }

  #takeFrom(node: TreeNode<T>, mayTake: (item: T) => boolean): T | undefined {
    return takeOwn(node, mayTake) ?? this.#takeBelow(node, mayTake);
  }

  #takeBelow(node: TreeNode<T>, mayTake: (item: T) => boolean): T | undefined {
    const taken = this.#takeByTurns(node, mayTake);
    if (taken !== undefined) node.waiting -= 1;
    return taken;
  }

  #takeByTurns(node: TreeNode<T>, mayTake: (item: T) => boolean): T | undefined {
    const page = firstPage(node);
    const served = this.#servedOf(pagesKey(node.path));
    const pages = {
      turn: served * 2 <= this.#servedOf(node.path) ? -1 : Math.floor(served / PAGES_WEIGHT),
      take: () => page && takeOwn(page, mayTake),
    };
    const waiting = node.folders.filter((folder) => folder.waiting > 0);
    const links = waiting.reduce((sum, { path }) => sum + this.#sharesOf(path), 0);
    const folders = waiting.map((folder) => {
      const weight = links === 0 ? 1 : Math.max(MIN_WEIGHT, (this.#sharesOf(folder.path) * waiting.length) / links);
      return { turn: this.#servedOf(folder.path) / weight, take: () => this.#takeFrom(folder, mayTake) };
    });
    // Pages are first of those with equally many turns, then the folders in the order they came.
    const first = folders.reduce((best, one) => (one.turn < best.turn ? one : best), pages);
    const taken = first.take();
    if (taken !== undefined) return taken;
    for (const one of [pages, ...folders].filter((other) => other !== first).sort((a, b) => a.turn - b.turn)) {
      const later = one.take();
      if (later !== undefined) return later;
    }
    return undefined;
  }

  #servedOf(key: string): number {
    return this.#served.get(key) ?? 0;
  }
}

const pagesKey = (folder: string): string => `${folder}/*`;

const isFolder = (node: TreeNode<unknown>): boolean => node.children !== undefined;

function newNode<T>(path: string): TreeNode<T> {
  return { path, rank: 0, children: undefined, own: [], pages: [], folders: [], waiting: 0 };
}

function newChild<T>(node: TreeNode<T>, segment: string): TreeNode<T> {
  const child = newNode<T>(`${node.path}/${segment}`);
  node.children ??= new Map();
  node.children.set(segment, child);
  return child;
}

function takeOwn<T>(node: TreeNode<T>, mayTake: (item: T) => boolean): T | undefined {
  const [own] = node.own;
  if (own === undefined || !mayTake(own)) return undefined;
  node.waiting -= 1;
  return node.own.shift();
}

/** The next page straight in this folder; what was taken is dropped on the way. */
function firstPage<T>({ pages }: TreeNode<T>): TreeNode<T> | undefined {
  while (pages[0]?.own.length === 0) pages.shift();
  return pages[0];
}

function* itemsOf<T>(node: TreeNode<T>): Generator<T> {
  yield* node.own;
  for (const child of node.children?.values() ?? []) yield* itemsOf(child);
}

/** Puts a page behind all pages of its rank or a smaller one; they are sorted by rank. */
function addPage<T>(pages: TreeNode<T>[], page: TreeNode<T>): void {
  let low = 0;
  let high = pages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pages[middle]?.rank ?? 0) <= page.rank) low = middle + 1;
    else high = middle;
  }
  pages.splice(low, 0, page);
}
