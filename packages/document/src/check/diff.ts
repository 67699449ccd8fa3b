import { METADATA } from "../metadata.ts";
import { type ParsedLlmsTxt, parseLlmsTxt } from "./parse.ts";
import type { ParsedItem } from "./parse-item.ts";

export interface DiffedPage {
  readonly url: string;
  readonly section: string;
  readonly title: string;
}

export interface ChangedPage {
  readonly url: string;
  readonly section: string;
  /** Old and new, where they differ. An excerpt that was or is absent is empty. */
  readonly title?: readonly [string, string];
  readonly excerpt?: readonly [string, string];
}

export interface MovedPage extends DiffedPage {
  /** Section in which the page stood before. */
  readonly from: string;
}

/** Differences that a reader of the newer document finds. Pages are known by their address. */
export interface LlmsTxtDiff {
  /** Old and new, where they differ. */
  readonly name?: readonly [string, string];
  readonly summary?: readonly [string, string];
  /** Text between summary and sections, the metadata line aside. */
  readonly notes?: readonly [string, string];
  readonly added: readonly DiffedPage[];
  readonly removed: readonly DiffedPage[];
  readonly changed: readonly ChangedPage[];
  readonly moved: readonly MovedPage[];
}

interface PlacedItem {
  readonly item: ParsedItem;
  readonly section: string;
}

/** Compares two documents page by page; the metadata line is left aside. Never throws. */
export function diffLlmsTxt(before: string, after: string): LlmsTxtDiff {
  const [old, now] = [parseLlmsTxt(before), parseLlmsTxt(after)];
  const [oldPages, newPages] = [pagesOf(old), pagesOf(now)];
  const both = [...newPages].flatMap(([url, page]) => {
    const was = oldPages.get(url);
    return was === undefined ? [] : [{ was, page }];
  });
  return {
    ...pair("name", old.name, now.name),
    ...pair("summary", old.summary, now.summary),
    ...pair("notes", notesOf(old), notesOf(now)),
    added: [...newPages.values()].filter(({ item }) => !oldPages.has(item.url)).map(diffedPage),
    removed: [...oldPages.values()].filter(({ item }) => !newPages.has(item.url)).map(diffedPage),
    changed: both.flatMap(({ was, page }) => changedPage(was.item, page)),
    moved: both
      .filter(({ was, page }) => was.section !== page.section)
      .map(({ was, page }) => ({ ...diffedPage(page), from: was.section })),
  };
}

/** True if the two documents differ. */
export function isDifferent({ name, summary, notes, added, removed, changed, moved }: LlmsTxtDiff): boolean {
  const hasHead = [name, summary, notes].some((pair) => pair !== undefined);
  return hasHead || [added, removed, changed, moved].some(({ length }) => length > 0);
}

const notesOf = ({ details }: ParsedLlmsTxt): string =>
  details
    .map(({ text }) => text)
    .filter((text) => !METADATA.test(text))
    .join(" ");

function changedPage(was: ParsedItem, { item, section }: PlacedItem): ChangedPage[] {
  const changes = { ...pair("title", was.title, item.title), ...pair("excerpt", was.excerpt, item.excerpt) };
  return Object.keys(changes).length === 0 ? [] : [{ url: item.url, section, ...changes }];
}

function pair<Name extends string>(name: Name, was = "", is = ""): { [key in Name]?: readonly [string, string] } {
  const found: { [key in Name]?: readonly [string, string] } = {};
  if (was !== is) found[name] = [was, is];
  return found;
}

function diffedPage({ item, section }: PlacedItem): DiffedPage {
  return { url: item.url, section, title: item.title };
}

function pagesOf({ sections }: ParsedLlmsTxt): Map<string, PlacedItem> {
  const pages = new Map<string, PlacedItem>();
  for (const { name, items } of sections) {
    // A page that is listed twice counts at its first place.
    for (const item of items) if (!pages.has(item.url)) pages.set(item.url, { item, section: name });
  }
  return pages;
}
