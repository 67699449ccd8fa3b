import type { Turn } from "../../waiting/event-loop.ts";
import type { Candidate } from "./candidate.ts";
import type { HomeShare } from "./home-share.ts";
import { PathTree, type ServedCounts } from "./path-tree.ts";

/** Most pages of a stage that a preview looks at, so that it does not hold up the crawl of a large site. */
const MAX_LOOKED_AT = 5_000;

interface CopyOptions {
  readonly served: ServedCounts;
  readonly turn: Turn;
  readonly isWaiting: (one: Candidate) => boolean;
}

/** The pages that wait, a tree for each stage. */
export class Stages {
  readonly served: ServedCounts = new Map();
  readonly #trees = new Map<number, PathTree<Candidate>>();
  readonly #home: HomeShare;

  constructor(home: HomeShare) {
    this.#home = home;
  }

  at(stage: number): PathTree<Candidate> {
    const tree = this.#trees.get(stage) ?? this.#newTree(this.served);
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

  /** Copy of a stage's waiting pages with other counts of turns; yields to other work in between. */
  async copyOf(stage: number, { served, turn, isWaiting }: CopyOptions): Promise<PathTree<Candidate>> {
    const copy = this.#newTree(served);
    for (const one of this.at(stage)) {
      if (turn.isOver) await turn.end();
      if (copy.size === MAX_LOOKED_AT) break;
      if (isWaiting(one)) copy.add(one);
    }
    return copy;
  }

  #newTree(served: ServedCounts): PathTree<Candidate> {
    return new PathTree<Candidate>(served, (path) => this.#home.of(path));
  }
}
