// Pages that say of another address that it is theirs: believed once that address answers.
import { type PageUrl, partsOf } from "@llmstxt-service/page/address/page-url";
import type { Placed } from "./visit.ts";

/** Pages that may name one address of another text as theirs; with more it is a mistake of the site's template. */
const MAX_SHARING = 3;
/** Times that a difference of spelling held before it is taken to hold. */
const SURE = 2;

export class Canonicals {
  /** Pages that wait for their canonical address. */
  readonly #held = new Map<PageUrl, Placed[]>();
  readonly #claims = new Map<PageUrl, number>();
  readonly #spellings = new Map<string, number>();
  /** Pages left out in favour of a listed page of another text. */
  readonly #unlike = new Map<PageUrl, Placed[]>();

  get count(): number {
    return [...this.#held.values()].reduce((sum, pages) => sum + pages.length, 0);
  }

  /** A page names an address as its own. @returns false if so many do that it is not believed */
  claim(canonical: PageUrl): boolean {
    const claims = (this.#claims.get(canonical) ?? 0) + 1;
    this.#claims.set(canonical, claims);
    return claims <= MAX_SHARING;
  }

  /** True if the address differs in a way of spelling that the site's own answers have confirmed. */
  isSure(url: PageUrl, canonical: PageUrl): boolean {
    return (this.#spellings.get(changeOf(url, canonical)) ?? 0) >= SURE;
  }

  hold(canonical: PageUrl, placed: Placed): void {
    this.#held.set(canonical, [...(this.#held.get(canonical) ?? []), placed]);
  }

  isHeld(url: PageUrl): boolean {
    return [...this.#held.values()].some((pages) => pages.some((one) => one.known.url === url));
  }

  /** Takes out the pages that waited for an address. @param isSame says whether what is listed there is a page's own */
  release(canonical: PageUrl, isSame: (placed: Placed) => boolean): readonly Placed[] {
    const pages = this.#held.get(canonical) ?? [];
    this.#held.delete(canonical);
    for (const placed of pages) {
      const change = changeOf(placed.url, canonical);
      if (change !== "")
        this.#spellings.set(change, isSame(placed) ? (this.#spellings.get(change) ?? 0) + 1 : -Infinity);
    }
    return pages;
  }

  /** Takes out those that wait longest, for an address that will not be asked for. */
  releaseFirst(): readonly Placed[] {
    const [canonical] = this.#held.keys();
    return canonical === undefined ? [] : this.release(canonical, () => false);
  }

  /** A page of another text than the listed one that it names. @returns pages that turn out to be pages of their own */
  share(canonical: PageUrl, placed: Placed): readonly Placed[] {
    const pages = [...(this.#unlike.get(canonical) ?? []), placed];
    this.#unlike.set(canonical, pages.length >= MAX_SHARING ? [] : pages);
    return pages.length >= MAX_SHARING ? pages : [];
  }

  /** Pages that were left out for their canonical address in the end, with it. */
  *shared(): Iterable<readonly [PageUrl, Placed]> {
    for (const [canonical, pages] of this.#unlike) for (const placed of pages) yield [canonical, placed];
  }
}

/** Way in which two spellings of one page differ, such as `bare to slash`; "" for two addresses that are none. */
function changeOf(from: string, to: string): string {
  if (keyOf(from) !== keyOf(to)) return "";
  const [before, after] = [endingOf(from), endingOf(to)];
  return before === after ? "case" : `${before} to ${after}`;
}

/** What the spellings of one page have in common: `/a`, `/a/`, `/a.html`, `/a/index.html`. */
function keyOf(url: string): string {
  const { folders, search } = partsOf(url);
  const names = /^(?:index|default)\.(?:html?|php|aspx?)$/i.test(folders.at(-1) ?? "") ? folders.slice(0, -1) : folders;
  return (
    names
      .join("/")
      .replace(/\.html?$/i, "")
      .toLowerCase() + search
  );
}

function endingOf(url: string): string {
  const { pathname } = partsOf(url);
  const file = /\/(?:index|default)\.\w+$|\.html?$/i.exec(pathname)?.[0];
  return file?.toLowerCase() ?? (pathname.endsWith("/") ? "slash" : "bare");
}
