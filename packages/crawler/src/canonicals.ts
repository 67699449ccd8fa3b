// Pages that say of another address that it is theirs: believed once that address answers, and what that teaches of others.
import { type PageUrl, partsOf } from "@llmstxt-service/page/address/page-url";
import type { Placed } from "./visit.ts";

/** Pages that may name one address as theirs; with more it is a mistake of the site's template. */
const MAX_SHARING = 3;

export class Canonicals {
  /** Pages that wait for their canonical address. */
  readonly #held = new Map<PageUrl, Placed[]>();
  /** Pages that wait for what comes of another whose address differs in the same way. */
  readonly #waiting = new Map<string, Placed[]>();
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
      waiting.push(placed);
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
      waiting.push(...(this.#waiting.get(change) ?? []));
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

/** Differences of spelling, such as `bare to slash`, with how often they held and failed. */
export class Spellings {
  readonly #changes = new Map<string, { held: number; failed: number }>();

  /** Remembers whether an address that the site gave for another answered with the same page. */
  learn(from: string, to: string, isSame: boolean): void {
    const change = changeOf(from, to);
    if (change === "") return;
    const counts = this.#changes.get(change) ?? { held: 0, failed: 0 };
    counts[isSame ? "held" : "failed"]++;
    this.#changes.set(change, counts);
  }

  /** What the site's answers say of such a difference; "open" where there was none, or both. */
  belief(from: string, to: string): "holds" | "fails" | "open" {
    const { held, failed } = this.#changes.get(changeOf(from, to)) ?? { held: 0, failed: 0 };
    if (held > 0 && failed === 0) return "holds";
    return failed > 0 && held === 0 ? "fails" : "open";
  }
}

/** Way in which two spellings of one page differ; "" for two addresses that are none. */
function changeOf(from: string, to: string): string {
  if (from === to || stemOf(from) !== stemOf(to)) return "";
  const [before, after] = [endingOf(from), endingOf(to)];
  return before === after ? "case" : `${before} to ${after}`;
}

const INDEX = /^(?:index|default)\.(?:html?|php|aspx?)$/i;

/** What the spellings of one page have in common: `/a`, `/a/`, `/a.html`, `/a/index.html`. */
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
