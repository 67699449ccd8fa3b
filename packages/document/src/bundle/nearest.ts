/** A page of a bundle that an agent may have meant. */
export interface NearPage {
  /** Path and query, percent-encoded. */
  readonly path: string;
  readonly title: string;
}

/** Slots of 65,536 for each three letters or digits of a text, each once. */
export interface Letters {
  /** Slots of the last part of an address. */
  readonly last: Uint16Array;
  readonly all: Uint16Array;
}

/** Letters of an address or a title. An ending and an index file say nothing. Refers to nothing outside itself. */
export function lettersOf(text: string): Letters {
  const decoded = (path: string): string => {
    try {
      return decodeURIComponent(path);
    } catch {
      return path; // URIError: a guess may be anything
    }
  };
  /** A slot for each three letters or digits, each once; the ends of the text count as letters. */
  const slotsOf = (text: string): Uint16Array => {
    const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
    const slots = new Uint16Array(letters.length + 1);
    for (let at = 0, a = 1, b = 2; at < slots.length; at++) {
      const c = letters.charCodeAt(at) || 3;
      slots[at] = a * 961 + b * 31 + c;
      [a, b] = [b, c];
    }
    slots.sort();
    return slots.filter((slot, at) => at === 0 || slot !== slots[at - 1]);
  };
  // Bound: 2,048 characters.
  const path = decoded(text.slice(0, 2_048)).replace(/(?:\/index)?(?:\.(?:html?|md|php|aspx?|txt))*\/*$/i, "");
  return { last: slotsOf(path.slice(path.lastIndexOf("/") + 1)), all: slotsOf(path) };
}

/**
 * Finds the five pages whose address and title are most like an address, the likest first. Compares three letters at a time: of the
 * address's last part, of all of it, of that part and the title; letters that many pages share count less. The same pages give the
 * same answer. Refers to nothing outside itself: the Worker has its source.
 * @param letters `lettersOf`
 * @returns for an address, places in `pages`
 */
export function nearestPages(
  pages: readonly NearPage[],
  letters: (text: string) => Letters,
): (asked: string) => readonly number[] {
  const SLOTS = 65_536;
  const known = pages.map(({ path, title }) => ({ ...letters(path), title: letters(title).all }));
  const counts = new Uint32Array(SLOTS);
  /** The slots of one field of all pages, one page after the other. */
  const columns = (["last", "all", "title"] as const).map((field) => {
    const ends = new Uint32Array(pages.length);
    const size = known.reduce((sum, page, at) => {
      ends[at] = sum + page[field].length;
      return ends[at] ?? 0;
    }, 0);
    const slots = new Uint16Array(size);
    for (const [at, page] of known.entries()) slots.set(page[field], (ends[at] ?? 0) - page[field].length);
    for (const slot of slots) counts[slot] = (counts[slot] ?? 0) + 1;
    return { slots, ends, field };
  });
  const weights = Float64Array.from(counts, (count) => Math.log(1 + (3 * pages.length + 1) / (count + 1)));
  const marks = new Float64Array(SLOTS);
  return (asked) => {
    const { last, all } = letters(asked);
    const scores = new Float64Array(pages.length);
    for (const { slots, ends, field } of columns) {
      const own = field === "all" ? all : last;
      let total = 0;
      for (const slot of own) {
        marks[slot] = weights[slot] ?? 0;
        total += weights[slot] ?? 0;
      }
      for (let at = 0, from = 0; at < ends.length; at++) {
        const to = ends[at] ?? 0;
        let common = 0;
        let whole = total;
        for (; from < to; from++) {
          const slot = slots[from] ?? 0;
          common += marks[slot] ?? 0;
          whole += weights[slot] ?? 0;
        }
        scores[at] = (scores[at] ?? 0) + (2 * common) / whole;
      }
      for (const slot of own) marks[slot] = 0;
    }
    const best: number[] = [];
    for (const [at, score] of scores.entries()) {
      if (best.length === 5 && score <= (scores[best[4] ?? 0] ?? 0)) continue;
      const place = best.findIndex((other) => score > (scores[other] ?? 0));
      best.splice(place < 0 ? best.length : place, 0, at);
      best.length = Math.min(best.length, 5);
    }
    return best;
  };
}

/** A miss: an address without a page. */
export interface Miss {
  /** Address that was asked for; undefined for a text that serves any address. */
  readonly asked?: string;
  /** Address of the llms.txt that covers the missing address. */
  readonly index: string;
  /** The likest first: titles with the addresses of page and Markdown. */
  readonly nearest: readonly { readonly title: string; readonly url: string; readonly markdown: string }[];
}

/**
 * Markdown for an agent that guessed an address, at most 4,000 characters. What was asked for is a stranger's and stands as code.
 * Refers to nothing outside itself.
 */
export function missText({ asked, index, nearest }: Miss): string {
  const shown = asked?.replace(/[^\p{L}\p{N}\-._~/%?=&+:,@]/gu, "").slice(0, 300);
  const place = shown === undefined ? "this address" : `\`${shown}\``;
  const head = `# Not found\n\nThere is no page at ${place}. All pages of this site are listed in [llms.txt](${index}).\n`;
  let text = nearest.length === 0 ? head : `${head}\nThe nearest pages:\n\n`;
  for (const { title, url, markdown } of nearest) {
    const line = `- [${title.slice(0, 200)}](${markdown}): ${url}\n`;
    if (text.length + line.length <= 4_000) text += line;
  }
  return text;
}
