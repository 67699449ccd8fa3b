/** Something waiting at a place in the site's tree of paths. */
interface Placed {
  /** Segments of its path; a query is one more. */
  readonly segments: readonly string[];
  /** Place among the pages straight in its folder: the smallest first, then first in, first out. */
  readonly rank?: number;
}

/** Number of pages of each part of a site that were served. Kept apart from the trees, so that several trees share it. */
export type ServedCounts = Map<string, number>;

/** Pages lying straight in a folder come in fours to one of each folder beside them: shallow before deep, but not only. */
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
  readonly rank: number;
  /** Children in the order they came. One that gets children of its own is in `folders` from then on. */
  readonly pages: TreeNode<T>[];
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
    node.waiting += 1;
    for (const [index, segment] of item.segments.entries()) {
      const child =
        node.children?.get(segment) ??
        newChild(node, segment, index === item.segments.length - 1 ? (item.rank ?? 0) : 0);
      // The next segment, if any, makes this child a folder.
      if (index < item.segments.length - 1 && !isFolder(child)) node.folders.push(child);
      child.waiting += 1;
      node = child;
    }
    node.own.push(item);
  }

  /** Removes and returns the next item that `mayTake` lets go; undefined when there is none. Counts nothing. */
  take(mayTake: (item: T) => boolean): T | undefined {
    return this.#takeFrom(this.#root, mayTake);
  }

  /** Says that this item was served, from this tree or from another with the same counts. */
  countServed(item: T): void {
    let node: TreeNode<T> | undefined = this.#root;
    for (const segment of item.segments) {
      const child: TreeNode<T> | undefined = node?.children?.get(segment);
      const key = child !== undefined && isFolder(child) ? child.path : pagesKey(node);
      this.#served.set(key, this.#servedOf(key) + 1);
      node = child;
    }
  }

  *[Symbol.iterator](): Iterator<T> {
    yield* itemsOf(this.#root);
  }

  #takeFrom(node: TreeNode<T>, mayTake: (item: T) => boolean): T | undefined {
    const own = node.own[0];
    const taken = own !== undefined && mayTake(own) ? node.own.shift() : this.#takeBelow(node, mayTake);
    if (taken !== undefined) node.waiting -= 1;
    return taken;
  }

  #takeBelow(node: TreeNode<T>, mayTake: (item: T) => boolean): T | undefined {
    const pages = { turn: this.#servedOf(pagesKey(node)) / PAGES_WEIGHT, next: firstPage(node) };
    const waiting = node.folders.filter((folder) => folder.waiting > 0);
    const links = waiting.reduce((sum, { path }) => sum + this.#sharesOf(path), 0);
    const folders = waiting.map((folder) => {
      const weight = links === 0 ? 1 : Math.max(MIN_WEIGHT, (this.#sharesOf(folder.path) * waiting.length) / links);
      return { turn: this.#servedOf(folder.path) / weight, next: folder };
    });
    // Pages are first of those with equally many turns, then the folders in the order they came.
    const first = folders.reduce((best, one) => (one.turn < best.turn ? one : best), pages);
    const taken = first.next && this.#takeFrom(first.next, mayTake);
    if (taken !== undefined) return taken;
    for (const { next } of [pages, ...folders].filter((one) => one !== first).sort((a, b) => a.turn - b.turn)) {
      const later = next && this.#takeFrom(next, mayTake);
      if (later !== undefined) return later;
    }
    return undefined;
  }

  #servedOf(key: string): number {
    return this.#served.get(key) ?? 0;
  }
}

const pagesKey = (node: TreeNode<unknown> | undefined): string => `${node?.path ?? ""}/*`;

const isFolder = (node: TreeNode<unknown>): boolean => node.children !== undefined;

function newNode<T>(path: string, rank = 0): TreeNode<T> {
  return { path, rank, children: undefined, own: [], pages: [], folders: [], waiting: 0 };
}

function newChild<T>(node: TreeNode<T>, segment: string, rank: number): TreeNode<T> {
  const child = newNode<T>(`${node.path}/${segment}`, rank);
  node.children ??= new Map();
  node.children.set(segment, child);
  node.pages.splice(placeOf(node.pages, rank), 0, child);
  return child;
}

/** The next page straight in this folder; what became a folder since, and what is done, is dropped on the way. */
function firstPage<T>({ pages }: TreeNode<T>): TreeNode<T> | undefined {
  while (pages[0] !== undefined && (isFolder(pages[0]) || pages[0].waiting === 0)) pages.shift();
  return pages[0];
}

function* itemsOf<T>(node: TreeNode<T>): Generator<T> {
  yield* node.own;
  for (const child of node.children?.values() ?? []) yield* itemsOf(child);
}

/** Index behind all pages of this rank or a smaller one; the pages are sorted by rank. */
function placeOf(pages: readonly TreeNode<unknown>[], rank: number): number {
  let low = 0;
  let high = pages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pages[middle]?.rank ?? 0) <= rank) low = middle + 1;
    else high = middle;
  }
  return low;
}
