import type { ParsedSection } from "./parse.ts";

/** Least links with a folder for sections to be compared with folders. */
const LEAST_LINKS = 12;
/** Largest share of the pairs of links that may lie in one folder, and in one section: where nearly all do, it tells nothing. */
const MAX_TOGETHER = { folder: 0.6, section: 0.75 } as const;
/** Least times as often as by chance that two links of a folder stand in one section. */
const LEAST_LIFT = 1.1;

/** True if two links of one folder stand in one section no more often than any two: lines were shuffled. Linear. */
export function isMixed(sections: readonly Pick<ParsedSection, "items">[]): boolean {
  const places = sections.flatMap(({ items }, section) =>
    items.flatMap(({ url }) => {
      const folder = folderOf(url);
      return folder === undefined ? [] : [{ section, folder }];
    }),
  );
  const all = pairs(places.length);
  const inFolder = pairsBy(places, ({ folder }) => folder);
  const inSection = pairsBy(places, ({ section }) => section);
  if (
    places.length < LEAST_LINKS ||
    inFolder === 0 ||
    inFolder > all * MAX_TOGETHER.folder ||
    inSection > all * MAX_TOGETHER.section
  )
    return false;
  const inBoth = pairsBy(places, ({ section, folder }) => `${section} ${folder}`);
  return inBoth / inFolder < LEAST_LIFT * (inSection / all);
}

interface InSection {
  readonly section: number;
  readonly folder: string;
}

/** The folder that a page lies in; undefined if it has none, or one of a date. */
function folderOf(url: string): string | undefined {
  const path = URL.parse(url)?.pathname.replace(/\/(?:index\.\w+)?$/, "") ?? "";
  const folder = path.slice(0, path.lastIndexOf("/"));
  return /\p{L}/u.test(folder.slice(folder.lastIndexOf("/"))) ? folder : undefined;
}

const pairs = (links: number): number => (links * (links - 1)) / 2;

const pairsBy = (places: readonly InSection[], keyOf: (place: InSection) => string | number): number =>
  [...Map.groupBy(places, keyOf).values()].reduce((sum, { length }) => sum + pairs(length), 0);
