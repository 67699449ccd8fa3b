import type { Candidate } from "./candidate.ts";
import type { HomeShare } from "./home-share.ts";
import { PathTree, type ServedCounts } from "./path-tree.ts";

/** The pages that wait, a tree for each stage. */
export class Stages {
  readonly served: ServedCounts = new Map();
  readonly #trees = new Map<number, PathTree<Candidate>>();
  readonly #home: HomeShare;

  constructor(home: HomeShare) {
    this.#home = home;
  }

  at(stage: number): PathTree<Candidate> {
    const tree = this.#trees.get(stage) ?? this.newTree(this.served);
    this.#trees.set(stage, tree);
    return tree;
  }

  /** The first stage after this one; all of them come after -1. */
  after(stage: number): number | undefined {
    let next: number | undefined;
    for (const other of this.#trees.keys()) if (other > stage && (next === undefined || other < next)) next = other;
    return next;
  }

  delete(stage: number): void {
    this.#trees.delete(stage);
  }

  newTree(served: ServedCounts): PathTree<Candidate> {
    return new PathTree<Candidate>(served, (path) => this.#home.of(path));
  }
}
