// Pages that say of another address that it is theirs: believed once that address answers.
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import { changeOf } from "./spellings.ts";
import type { Placed } from "./visit.ts";

/** Pages that may name one address as theirs; with more it is a mistake of the site's template. */
const MAX_SHARING = 3;

export class Canonicals {
  /** Pages that wait for their canonical address. */
  readonly #held = new Map<PageUrl, Placed[]>();
  /** Pages that wait for what comes of another whose address differs in the same way. */
  readonly #waiting = new Map<string, (readonly [PageUrl, Placed])[]>();
  readonly #claims = new Map<PageUrl, number>();
  readonly #urls = new Set<PageUrl>();

  get count(): number {
    return this.#urls.size;
  }

  /** A page names an address as its own. @returns false if so many do that it is not believed */
  claim(canonical: PageUrl): boolean {
    const claims = (this.#claims.get(canonical) ?? 0) + 1;
    this.#claims.set(canonical, claims);
    return claims <= MAX_SHARING;
  }

  /** Keeps a page until its canonical address has answered. @returns whether that is to be asked for */
  hold(canonical: PageUrl, placed: Placed): boolean {
    this.#urls.add(placed.known.url);
    const change = changeOf(placed.url, canonical);
    const waiting = this.#waiting.get(change);
    if (waiting !== undefined) {
      waiting.push([canonical, placed]);
      return false;
    }
    if (change !== "") this.#waiting.set(change, []);
    this.#held.set(canonical, [...(this.#held.get(canonical) ?? []), placed]);
    return true;
  }

  /** Takes out the pages that waited for an address, and those that waited for what comes of them. */
  release(canonical: PageUrl): { readonly held: readonly Placed[]; readonly waiting: readonly Placed[] } {
    const held = this.#held.get(canonical) ?? [];
    this.#held.delete(canonical);
    const waiting: Placed[] = [];
    for (const { url } of held) {
      const change = changeOf(url, canonical);
      waiting.push(...(this.#waiting.get(change) ?? []).map(([, placed]) => placed));
      this.#waiting.delete(change);
    }
    for (const { known } of [...held, ...waiting]) this.#urls.delete(known.url);
    return { held, waiting };
  }

  /** True if a page waits for what comes of another address. */
  isWaiting(url: string, canonical: PageUrl): boolean {
    return this.#held.get(canonical)?.some((placed) => placed.url === url) ?? false;
  }

  /** The address that pages wait for longest. */
  get first(): PageUrl | undefined {
    const [canonical] = this.#held.keys();
    return canonical;
  }
}
