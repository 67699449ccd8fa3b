// Ways in which a site spells one page differently, as its own answers show them. Pure.
import { partsOf } from "@llmstxt-service/page/address/page-url";

interface Counts {
  held: number;
  failed: number;
}

/** Differences of spelling, such as `bare to slash`, with how often they held and failed. */
export class Spellings {
  readonly #changes = new Map<string, Counts>();

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
export function changeOf(from: string, to: string): string {
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
