// Compares two documents page by page.
import { type Parsed, type ParsedItem, parse } from "./parse.ts";

export interface DiffedPage {
  readonly url: string;
  readonly title: string;
  readonly section: string;
}

/** Old and new text, if they differ; empty if absent. */
export type Change = readonly [before: string, after: string];

/** Differences of the newer document. Pages are identified by their address. */
export interface Difference {
  readonly name?: Change;
  readonly summary?: Change;
  /** Text between summary and sections, the metadata line aside. */
  readonly notes?: Change;
  readonly added: readonly DiffedPage[];
  readonly removed: readonly DiffedPage[];
  readonly changed: readonly { readonly url: string; readonly title?: Change; readonly excerpt?: Change }[];
  /** `from`: the section in which the page stood before. */
  readonly moved: readonly (DiffedPage & { readonly from: string })[];
}

/** Compares two documents; the metadata line is left aside. Never throws. */
export function diff(before: string, after: string): Difference {
  const [old, now] = [parse(before), parse(after)];
  const [oldPages, pages] = [pagesOf(old), pagesOf(now)];
  const both = [...pages.values()].flatMap((page) => {
    const was = oldPages.get(page.item.url);
    return was === undefined ? [] : [{ was, page }];
  });
  return {
    ...changeOf("name", old.name, now.name),
    ...changeOf("summary", old.summary, now.summary),
    ...changeOf("notes", notesText(old), notesText(now)),
    added: [...pages.values()].filter(({ item }) => !oldPages.has(item.url)).map(diffed),
    removed: [...oldPages.values()].filter(({ item }) => !pages.has(item.url)).map(diffed),
    changed: both.flatMap(({ was: { item: was }, page: { item } }) => {
      const changes = {
        ...changeOf("title", was.title, item.title),
        ...changeOf("excerpt", was.excerpt, item.excerpt),
      };
      return Object.keys(changes).length === 0 ? [] : [{ url: item.url, ...changes }];
    }),
    moved: both.flatMap(({ was: { section: from }, page }) =>
      from === page.section ? [] : [{ ...diffed(page), from }],
    ),
  };
}

/** True if there is any difference. */
export function isDifferent({ name, summary, notes, added, removed, changed, moved }: Difference): boolean {
  const isHead = [name, summary, notes].some((change) => change !== undefined);
  return isHead || [added, removed, changed, moved].some(({ length }) => length > 0);
}

interface Placed {
  readonly item: ParsedItem;
  readonly section: string;
}

/** A page that is listed twice counts at its first place. */
function pagesOf({ sections }: Parsed): ReadonlyMap<string, Placed> {
  const pages = new Map<string, Placed>();
  for (const { name: section, items } of sections)
    for (const item of items) if (!pages.has(item.url)) pages.set(item.url, { item, section });
  return pages;
}

const diffed = ({ item: { url, title }, section }: Placed): DiffedPage => ({ url, title, section });
const notesText = ({ notes }: Parsed): string => notes.map(({ text }) => text).join(" ");

function changeOf<Name extends string>(name: Name, before = "", after = ""): { [key in Name]?: Change } {
  const change: { [key in Name]?: Change } = {};
  if (before !== after) change[name] = [before, after];
  return change;
}
