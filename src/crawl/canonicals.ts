import { spellingKey } from "./address.ts";
import type { PageUrl } from "./url.ts";

/** So many pages whose canonical address answered show that a site spells its addresses well. */
const ENOUGH_PROOFS = 2;

/** A page that waits for its canonical address to answer. */
export interface Held<Visited> {
  readonly url: PageUrl;
  readonly canonical: PageUrl;
  readonly visited: Visited;
}

/**
 * Pages that say of another address that it is theirs. It is believed when that address answers; until then the page is
 * held. Where only the spelling differs (a slash, `index.html`) two proofs are enough for the whole site.
 */
export class Canonicals<Visited> {
  readonly #held: Held<Visited>[] = [];
  #proofs = 0;

  /** Whether this canonical may be believed without asking for it. */
  isProven(url: PageUrl, canonical: PageUrl): boolean {
    return this.#proofs >= ENOUGH_PROOFS && spellingKey(url) === spellingKey(canonical);
  }

  hold(held: Held<Visited>): void {
    this.#held.push(held);
  }

  /** Removes and returns the pages that waited for this address; `answered` when it is a page of the result. */
  release(canonical: PageUrl, answered: boolean): readonly Held<Visited>[] {
    const released = this.#held.filter((one) => one.canonical === canonical);
    if (released.length === 0) return released;
    this.#held.splice(0, this.#held.length, ...this.#held.filter((one) => one.canonical !== canonical));
    if (answered) this.#proofs += released.filter(({ url }) => spellingKey(url) === spellingKey(canonical)).length;
    return released;
  }

  /** Removes and returns the one that waits longest, for when nobody will ask for its canonical address any more. */
  releaseFirst(): Held<Visited> | undefined {
    return this.#held.shift();
  }
}
