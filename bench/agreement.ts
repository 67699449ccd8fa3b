// How far a document of ours and the one the site's people wrote agree on what belongs together.

/** A document by the scorer's reading of it. */
export interface ReadDocument {
  readonly items: readonly { readonly url: string; readonly section: string | null }[];
}

export interface Agreement {
  /** Pages of the site that its own document lists. */
  readonly own: number;
  /** How many of them ours lists. */
  readonly listed: number;
  /** Sections of its own document that hold such pages. */
  readonly ownSections: number;
  /** Share of the pairs of pages in one of our sections that the site's own document keeps apart. */
  readonly mixed: number;
  /** The same for each section of ours, the most mixed first; those that mix nothing are left out. */
  readonly mixedSections: readonly { readonly name: string; readonly pages: number; readonly mixed: number }[];
}

/** `keyOf` tells pages apart; undefined for what is no page of the site. */
export function agreementOf(
  ours: ReadDocument,
  own: ReadDocument,
  keyOf: (url: string) => string | undefined,
): Agreement {
  const belongs = new Map(own.items.flatMap(({ url, section }) => pair(keyOf(url), section)));
  const stands = new Map(ours.items.flatMap(({ url, section }) => pair(keyOf(url), section)));
  const both = [...belongs.keys()].filter((key) => stands.has(key));
  const sections = [...Map.groupBy(both, (key) => stands.get(key) ?? "")].map(([name, keys]) => {
    const together = [...Map.groupBy(keys, (key) => belongs.get(key)).values()];
    const right = together.reduce((sum, { length }) => sum + pairs(length), 0);
    return { name, pages: keys.length, pairs: pairs(keys.length), wrong: pairs(keys.length) - right };
  });
  const all = sections.reduce((sum, section) => sum + section.pairs, 0);
  const wrong = sections.reduce((sum, section) => sum + section.wrong, 0);
  return {
    own: belongs.size,
    listed: both.length,
    ownSections: new Set(belongs.values()).size,
    mixed: all === 0 ? 0 : wrong / all,
    mixedSections: sections
      .filter((section) => section.wrong > 0)
      .map((section) => ({ name: section.name, pages: section.pages, mixed: section.wrong / section.pairs }))
      .sort((a, b) => b.mixed - a.mixed),
  };
}

function pair(key: string | undefined, section: string | null): [string, string][] {
  return key === undefined ? [] : [[key, section ?? ""]];
}

const pairs = (pages: number) => (pages * (pages - 1)) / 2;
