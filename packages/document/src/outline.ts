import { mended } from "./check/check.ts";
import type { Item, LlmsTxt, Section } from "./document.ts";
import type { Entry } from "./entry.ts";
import type { LeftOutPage, ListedPage, RenderOptions } from "./listed-page.ts";
import { listingOf } from "./listing.ts";
import { metadataLine } from "./metadata.ts";
import { type SectionOfPages, sectionsOf, trailsOf } from "./sections/sections.ts";
import type { SitePages } from "./site.ts";
import {
  distinctTitles,
  excerptBeyondSummary,
  excerptReader,
  isGeneric,
  siteName,
  summaryOf,
  titleReader,
} from "./wording/wording.ts";

/** The outline of a document: its texts, and its pages. */
export interface Outline {
  readonly document: LlmsTxt;
  /** The pages behind the document's items, in its order; the homepage is not among them. */
  readonly entries: readonly Entry[];
  readonly home: Entry | undefined;
  readonly titles: ReadonlyMap<Entry, string>;
  readonly leftOut: readonly LeftOutPage[];
}

export function outlineOf(pages: readonly ListedPage[], options: RenderOptions): Outline {
  const { home, entries, leftOut } = listingOf(pages, options.source, options);
  const name = siteName(home, entries, options.source);
  const site: SitePages = {
    home,
    entries,
    name,
    titleOf: titleReader(home === undefined ? entries : [home, ...entries], name),
  };
  const sections = sectionsOf(site).map((section) => ({ ...section, entries: inTurn(section.entries) }));
  const ordered = sections.flatMap((section) => section.entries);
  const items = itemsOf(sections, site, options);
  const summary = summaryOf(home, name);
  return {
    document: mended({
      name,
      ...(summary === undefined ? {} : { summary }),
      // Plus 1 for the homepage, which is the head.
      metadata: metadataLine(ordered.length + 1, options),
      ...(options.relatives === undefined ? {} : { notes: [options.relatives] }),
      sections: sections.length === 0 ? onlyHome(site, options) : sections.map((section) => filled(section, items)),
    }),
    entries: ordered,
    home,
    titles: new Map([...items].map(([entry, { title }]) => [entry, title])),
    leftOut,
  };
}

/** Pages of a list that was given, in its order; others stay as they are. */
const inTurn = (entries: readonly Entry[]): readonly Entry[] =>
  entries.toSorted((a, b) => (a.listed.turn ?? 0) - (b.listed.turn ?? 0));

function filled({ name, entries }: SectionOfPages, items: ReadonlyMap<Entry, Item>): Section {
  return { name, items: entries.flatMap((entry) => items.get(entry) ?? []) };
}

/**
 * The homepage is the head and no item; but where there is nothing else to list it is what a reader can go to, and a file
 * without any link fails Lighthouse's audit. Without the site's name its title is often the summary again.
 */
function onlyHome({ home, name }: SitePages, { descLength }: RenderOptions): Section[] {
  if (home === undefined) return [];
  const excerpt = excerptBeyondSummary(home, name, descLength);
  return [{ name: "Pages", items: [{ title: name, url: home.link, ...(excerpt === undefined ? {} : { excerpt }) }] }];
}

function itemsOf(
  sections: readonly SectionOfPages[],
  site: SitePages,
  { descLength }: RenderOptions,
): ReadonlyMap<Entry, Item> {
  const ordered = sections.flatMap(({ entries }) => entries);
  const sectionOf = new Map(sections.flatMap(({ name, entries }) => entries.map((entry) => [entry, name])));
  const nameOf = (entry: Entry): string => {
    const name = sectionOf.get(entry) ?? "";
    return name === "Optional" || isGeneric(name) ? "" : name;
  };
  const trailOf = trailsOf(site);
  const titles = distinctTitles(ordered, site.titleOf, {
    sectionOf: nameOf,
    folderOf: (entry) => trailOf(entry).at(-1)?.label,
    home: site.home,
    siteName: site.name,
  });
  const excerptOf = excerptReader(site.home, ordered, descLength);
  return new Map(
    ordered.map((entry, index) => {
      const title = titles[index] ?? "Untitled";
      const excerpt = excerptOf(entry, title);
      return [entry, { title, url: entry.link, ...(excerpt === undefined ? {} : { excerpt }) }];
    }),
  );
}
