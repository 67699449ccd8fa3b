// Pages whose rel=canonical names another address; it is believed once that address answers. Where the two are variants
// of one address, such as `/a` and `/a/`, the first answers decide about the site's other addresses.
import { type PageUrl, partsOf } from "@llmstxt-service/page/address/page-url";
import type { Candidate } from "./visit.ts";

/** Most pages that may share a canonical address; more is a mistake in the site's template. */
const MAX_SHARING = 3;

/** Counts of variants that were the same page and of those that were another, and pages that wait for the next answer. */
interface Variant {
  same: number;
  other: number;
  /** undefined while no answer is awaited. */
  waiting: Candidate[] | undefined;
}

export class Canonicals {
  /** Pages that wait for their canonical address. */
  readonly #held = new Map<PageUrl, Candidate[]>();
  readonly #variants = new Map<string, Variant>();
  readonly #claims = new Map<PageUrl, number>();
  /** Number of waiting pages. */
  count = 0;

  /** Counts a page that names this address. @returns false if too many do, or such variants are other pages here */
  claim(url: PageUrl, canonical: PageUrl): boolean {
    const { same = 0, other = 0 } = this.#variantOf(url, canonical) ?? {};
    if (other > 0 && same === 0) return false;
    const claims = (this.#claims.get(canonical) ?? 0) + 1;
    this.#claims.set(canonical, claims);
    return claims <= MAX_SHARING;
  }

  /** True if such variants have always been the same page. */
  isSure(url: PageUrl, canonical: PageUrl): boolean {
    const { same = 0, other = 0 } = this.#variantOf(url, canonical) ?? {};
    return same > 0 && other === 0;
  }

  /** Keeps a page until its canonical address has answered. @returns true if that must be requested */
  hold(canonical: PageUrl, candidate: Candidate): boolean {
    this.count++;
    const variant = this.#variantOf(candidate.known.url, canonical);
    if (variant?.waiting !== undefined) {
      variant.waiting.push(candidate);
      return false;
    }
    if (variant !== undefined) variant.waiting = [];
    this.#held.set(canonical, [...(this.#held.get(canonical) ?? []), candidate]);
    return true;
  }

  /**
   * Removes and returns the pages that waited for an address, and those that waited for the first of such variants.
   * @param isSame true for a page that this address shows as well
   */
  release(canonical: PageUrl, isSame: (candidate: Candidate) => boolean) {
    const held = this.#held.get(canonical) ?? [];
    this.#held.delete(canonical);
    const waiting: Candidate[] = [];
    for (const candidate of held) {
      const variant = this.#variantOf(candidate.known.url, canonical);
      if (variant === undefined) continue;
      variant[isSame(candidate) ? "same" : "other"]++;
      for (const one of variant.waiting ?? []) waiting.push(one);
      variant.waiting = undefined;
    }
    this.count -= held.length + waiting.length;
    return { held, waiting };
  }

  /** True if a page waits for another address. */
  isWaiting(url: string, canonical: PageUrl): boolean {
    return this.#held.get(canonical)?.some(({ known }) => known.url === url) ?? false;
  }

  /** The address that pages have waited for longest. */
  get first(): PageUrl | undefined {
    const [canonical] = this.#held.keys();
    return canonical;
  }

  /** undefined if the two are no variants of one another. */
  #variantOf(from: string, to: string): Variant | undefined {
    if (from === to || stemOf(from) !== stemOf(to)) return undefined;
    const [before, after] = [endingOf(from), endingOf(to)];
    const change = before === after ? "case" : `${before} to ${after}`;
    const variant = this.#variants.get(change) ?? { same: 0, other: 0, waiting: undefined };
    this.#variants.set(change, variant);
    return variant;
  }
}

const INDEX = /^(?:index|default)\.(?:html?|php|aspx?)$/i;

/** The common part of all variants of an address: `/a`, `/a/`, `/a.html`, `/a/index.html`. */
function stemOf(url: string): string {
  const { folders, search } = partsOf(url);
  const names = INDEX.test(folders.at(-1) ?? "") ? folders.slice(0, -1) : folders;
  const path = names.join("/").replace(/\.html?$/i, "");
  return path.toLowerCase() + search;
}

function endingOf(url: string): string {
  const { pathname, folders } = partsOf(url);
  if (pathname.endsWith("/")) return "slash";
  const last = folders.at(-1) ?? "";
  return INDEX.test(last) ? `/${last}` : (/\.html?$/i.exec(last)?.[0] ?? "bare");
}
