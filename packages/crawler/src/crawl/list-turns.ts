import type { Link } from "@llmstxt-service/page";

type PlacedLink = Partial<Pick<Link, "place" | "heading">>;

/**
 * Turns of a page's links, by the lists they stand in: the first of each list before the second of any. On the homepage a
 * list has turns by its length, and by the square root of its place: what a site names first, it puts first.
 */
export class ListTurns {
  readonly #taken = new Map<number, number>();
  /** Turns that one link of each list takes; none where all lists are equal. */
  readonly #steps: ReadonlyMap<number, number> | undefined;

  constructor(links: Iterable<PlacedLink>, { isHome }: { readonly isHome: boolean }) {
    this.#steps = isHome ? stepsOf(links) : undefined;
  }

  /** Turn of the next link of this list; 0 outside the content. */
  of({ place, heading = 0 }: PlacedLink): number {
    if (place !== "content") return 0;
    const taken = this.#taken.get(heading) ?? 0;
    return this.#steps === undefined ? taken : (taken + 1) * (this.#steps.get(heading) ?? 1);
  }

  /** A link of this list took its turn. */
  take({ place, heading = 0 }: PlacedLink): void {
    if (place === "content") this.#taken.set(heading, (this.#taken.get(heading) ?? 0) + 1);
  }
}

function stepsOf(links: Iterable<PlacedLink>): ReadonlyMap<number, number> {
  const lengths = new Map<number, number>();
  for (const { place, heading = 0 } of links)
    if (place === "content") lengths.set(heading, (lengths.get(heading) ?? 0) + 1);
  return new Map([...lengths].map(([heading, length], at) => [heading, Math.sqrt(at + 1) / length]));
}
