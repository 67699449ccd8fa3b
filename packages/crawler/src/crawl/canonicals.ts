import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import { folderPath } from "@llmstxt-service/page/address/path";
import { spellingChange } from "@llmstxt-service/page/address/spelling";

/** Folders in which a change of spelling held, or failed, before it is taken to hold, or to fail, on the whole site. */
const ENOUGH_FOLDERS = 3;

/** Most pages of other titles that may name one address as theirs; with more it is a mistake of the site's template. */
const MAX_SHARING = 2;

/** A page that waits for its canonical address to answer. */
export interface Held<Visited> {
  readonly url: PageUrl;
  readonly canonical: PageUrl;
  readonly visited: Visited;
}

/** Knowledge about a page's canonical address. */
export type Belief = "believed" | "disbelieved" | "open";

/** Outcome for a held page: listed under the canonical address, under its own, or not at all. */
export interface Released<Visited> extends Held<Visited> {
  readonly listAs: "canonical" | "itself" | "nothing";
}

type Change = "open" | "holds" | "fails";

/**
 * Pages that say of another address that it is theirs. It is believed when that address answers; until then the page is
 * held. Where only the spelling differs, one page of each folder and kind of difference is asked for, and the others wait
 * for what comes of it: an address that was not asked for is listed only where its like answered.
 */
export class Canonicals<Visited> {
  readonly #held: Held<Visited>[] = [];
  /** Held until the one page asked for of their folder and kind of difference has answered. */
  readonly #waiting = new Map<string, Held<Visited>[]>();
  readonly #changes = new Map<string, Change>();
  readonly #kinds = new Map<string, { held: number; failed: number }>();
  /** Pages left out in favour of an address that looks like another page. */
  readonly #sharing = new Map<PageUrl, Held<Visited>[]>();
  readonly #shared = new Set<PageUrl>();

  beliefIn(url: PageUrl, canonical: PageUrl): Belief {
    if (this.#shared.has(canonical)) return "disbelieved";
    const kind = spellingChange(url, canonical);
    if (kind === undefined) return "open";
    const change = this.#changes.get(changeKey(kind, url));
    if (change === "holds") return "believed";
    if (change === "fails") return "disbelieved";
    const { held, failed } = this.#kinds.get(kind) ?? { held: 0, failed: 0 };
    if (held >= ENOUGH_FOLDERS && failed === 0) return "believed";
    return failed >= ENOUGH_FOLDERS && held === 0 ? "disbelieved" : "open";
  }

  /** Returns whether the canonical address is to be asked for. */
  hold(held: Held<Visited>): boolean {
    const kind = spellingChange(held.url, held.canonical);
    const key = kind === undefined ? undefined : changeKey(kind, held.url);
    if (key !== undefined && this.#changes.get(key) === "open") {
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), held]);
      return false;
    }
    if (key !== undefined) this.#changes.set(key, "open");
    this.#held.push(held);
    return true;
  }

  /** Removes and returns the pages that waited for this address; `listed`: it is a page of the result. */
  release(canonical: PageUrl, outcome: "listed" | "missing"): readonly Released<Visited>[] {
    const asked = this.#held.filter((one) => one.canonical === canonical);
    if (asked.length === 0) return [];
    this.#held.splice(0, this.#held.length, ...this.#held.filter((one) => one.canonical !== canonical));
    return asked.flatMap((held) => [
      { ...held, listAs: outcome === "listed" ? "nothing" : "itself" } as const,
      ...this.#settleChange(held, outcome === "listed" ? "holds" : "fails"),
    ]);
  }

  /**
   * Removes and returns the page that waits longest, and those like it, when its canonical address will not be asked
   * for.
   */
  releaseFirst(): readonly Released<Visited>[] {
    const [first] = this.#held;
    return first === undefined ? [] : this.release(first.canonical, "missing");
  }

  /**
   * Keeps a page that names a listed page of another title as its canonical address. Many of them are a mistake of the
   * site's template: then they are released, and the address is believed of no page any more.
   */
  share(held: Held<Visited>): readonly Released<Visited>[] {
    const sharing = [...(this.#sharing.get(held.canonical) ?? []), held];
    if (sharing.length <= MAX_SHARING) {
      this.#sharing.set(held.canonical, sharing);
      return [];
    }
    this.#sharing.delete(held.canonical);
    this.#shared.add(held.canonical);
    return sharing.map((one) => ({ ...one, listAs: "itself" }));
  }

  /** Removes and returns what `share` kept. */
  releaseSharing(): readonly Released<Visited>[] {
    const kept = [...this.#sharing.values()].flat();
    this.#sharing.clear();
    return kept.map((one) => ({ ...one, listAs: "nothing" }));
  }

  #settleChange({ url, canonical }: Held<Visited>, change: "holds" | "fails"): readonly Released<Visited>[] {
    const kind = spellingChange(url, canonical);
    if (kind === undefined) return [];
    const key = changeKey(kind, url);
    const counts = this.#kinds.get(kind) ?? { held: 0, failed: 0 };
    counts[change === "holds" ? "held" : "failed"] += 1;
    this.#kinds.set(kind, counts);
    this.#changes.set(key, change);
    const waiting = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    return waiting.map((one) => ({ ...one, listAs: change === "holds" ? "canonical" : "itself" }));
  }
}

const changeKey = (kind: string, url: PageUrl): string => `${kind} ${folderPath(url)}`;
