// Pages whose rel=canonical names another address; it is believed once that address answers. Samples of a site decide
// about its other addresses.
import { type PageUrl, partsOf } from "@llmstxt-service/page/address/page-url";
import type { Candidate } from "./visit.ts";

/** Most pages that may share a canonical address; more is a mistake in the site's template. */
const MAX_SHARING = 3;

export class Canonicals {
  /** Pages that wait for their canonical address. */
  readonly #held = new Map<PageUrl, Candidate[]>();
  /** Pages that wait for the result of another page whose address differs in the same way. */
  readonly #waiting = new Map<string, Candidate[]>();
  readonly #claims = new Map<PageUrl, number>();
  /** Number of waiting pages. */
  count = 0;

  /** Counts a page that names this canonical address. @returns false if too many do to believe it */
  claim(canonical: PageUrl): boolean {
    const claims = (this.#claims.get(canonical) ?? 0) + 1;
    this.#claims.set(canonical, claims);
    return claims <= MAX_SHARING;
  }

  /** Keeps a page until its canonical address has answered. @returns true if that must be requested */
  hold(canonical: PageUrl, candidate: Candidate): boolean {
    this.count++;
    const change = changeOf(candidate.url, canonical);
    const waiting = this.#waiting.get(change);
    if (waiting !== undefined) {
      waiting.push(candidate);
      return false;
    }
    if (change !== "") this.#waiting.set(change, []);
    this.#held.set(canonical, [...(this.#held.get(canonical) ?? []), candidate]);
    return true;
  }

  /** Removes and returns the pages that waited for an address or for its result. */
  release(canonical: PageUrl): { readonly held: readonly Candidate[]; readonly waiting: readonly Candidate[] } {
    const held = this.#held.get(canonical) ?? [];
    this.#held.delete(canonical);
    const waiting: Candidate[] = [];
    for (const { url } of held) {
      const change = changeOf(url, canonical);
      for (const candidate of this.#waiting.get(change) ?? []) waiting.push(candidate);
      this.#waiting.delete(change);
    }
    this.count -= held.length + waiting.length;
    return { held, waiting };
  }

  /** True if a page waits for the result of another address. */
  isWaiting(url: string, canonical: PageUrl): boolean {
    return this.#held.get(canonical)?.some((candidate) => candidate.url === url) ?? false;
  }

  /** The address that pages have waited for longest. */
  get first(): PageUrl | undefined {
    const [canonical] = this.#held.keys();
    return canonical;
  }
}

/** Variants such as `bare to slash`, with how often they were the same page and how often not. */
export class Spellings {
  readonly #changes = new Map<string, { held: number; failed: number }>();

  /** Records whether a variant of an address gave the same page. */
  learn(from: string, to: string, isSame: boolean): void {
    const change = changeOf(from, to);
    if (change === "") return;
    const counts = this.#changes.get(change) ?? { held: 0, failed: 0 };
    counts[isSame ? "held" : "failed"]++;
    this.#changes.set(change, counts);
  }

  /** The site's answers about such a variant; "open" if there were none, or contradictory ones. */
  belief(from: string, to: string): "holds" | "fails" | "open" {
    const { held, failed } = this.#changes.get(changeOf(from, to)) ?? { held: 0, failed: 0 };
    if (held > 0 && failed === 0) return "holds";
    return failed > 0 && held === 0 ? "fails" : "open";
  }
}

/** Difference between two variants of an address; "" if they are not variants of one another. */
function changeOf(from: string, to: string): string {
  if (from === to || stemOf(from) !== stemOf(to)) return "";
  const [before, after] = [endingOf(from), endingOf(to)];
  return before === after ? "case" : `${before} to ${after}`;
}

const INDEX = /^(?:index|default)\.(?:html?|php|aspx?)$/i;

/** The common part of all variants of an address: `/a`, `/a/`, `/a.html`, `/a/index.html`. */
function stemOf(url: string): string {
  const { folders, search } = partsOf(url);
  const names = INDEX.test(folders.at(-1) ?? "") ? folders.slice(0, -1) : folders;
  return (
    names
      .join("/")
      .replace(/\.html?$/i, "")
      .toLowerCase() + search
  );
}

function endingOf(url: string): string {
  const { pathname, folders } = partsOf(url);
  if (pathname.endsWith("/")) return "slash";
  const last = folders.at(-1) ?? "";
  return INDEX.test(last) ? `/${last}` : (/\.html?$/i.exec(last)?.[0] ?? "bare");
}
