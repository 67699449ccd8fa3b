import { addressOf, type PageChange } from "../changes.ts";
import type { Item, LlmsTxt } from "../document.ts";
import { sourceIn } from "../metadata.ts";
import { pageKey } from "../page-key.ts";
import type { OverlayFinding } from "./findings.ts";

/** The changes of one page, and the index of its first entry in the list of pages. */
export interface FoundChange extends Omit<PageChange, "url" | "path"> {
  readonly index: number;
}

export interface PageChanges {
  of(item: Item): FoundChange | undefined;
}

interface PageOptions {
  readonly addresses: Readonly<Record<string, string>>;
  readonly report: (finding: OverlayFinding) => void;
}

/** Finds the item of each change. Of two changes for one item the first says what both say. */
export function pageChanges(
  document: LlmsTxt,
  changes: readonly PageChange[],
  { addresses, report }: PageOptions,
): PageChanges {
  const source = sourceIn(document.metadata);
  const items = itemsByAddress(document, addresses);
  const found = new Map<Item, FoundChange>();
  for (const [index, change] of changes.entries()) {
    const page = addressOf(change);
    const path = ["pages", index];
    const { url: _, path: __, ...wanted } = change;
    const key = pageKey(page, source);
    const item = items.get(URL.parse(page, source)?.href ?? "") ?? (key === undefined ? undefined : items.get(key));
    if (item === undefined) {
      const isHome = key !== undefined && source !== undefined && key === pageKey(source);
      report({ code: isHome ? "pageIsHome" : "pageGone", path, page });
      continue;
    }
    const before = found.get(item);
    if (before !== undefined) report({ code: "pageRepeated", path, page, first: before.index });
    else if (Object.values(wanted).every((value) => value === undefined || value === false))
      report({ code: "pageUnchanged", path, page });
    if (wanted.pin && wanted.hide) report({ code: "pinnedAndHidden", path, page });
    found.set(item, { ...wanted, ...before, index: before?.index ?? index });
  }
  return { of: (item) => found.get(item) };
}

/** Items by address as written and by the key of the page; of two items with one key the first. */
function itemsByAddress(document: LlmsTxt, addresses: Readonly<Record<string, string>>): ReadonlyMap<string, Item> {
  const items = new Map<string, Item>();
  const add = (key: string | undefined, item: Item) => {
    if (key !== undefined && !items.has(key)) items.set(key, item);
  };
  const all = document.sections.flatMap((section) => section.items);
  for (const item of all) add(item.url, item);
  for (const item of all) {
    add(pageKey(item.url), item);
    const own = Object.hasOwn(addresses, item.url) ? addresses[item.url] : undefined;
    if (own !== undefined) add(pageKey(own), item);
  }
  return items;
}
