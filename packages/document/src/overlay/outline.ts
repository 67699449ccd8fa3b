import type { Overlay } from "../changes.ts";
import type { Entry } from "../entry.ts";
import type { Outline } from "../outline.ts";
import { applyOverlay } from "./apply.ts";

/** The outline of a document after an owner's changes. */
export function overlaidOutline(outline: Outline, overlay: Overlay, descLength: number): Outline {
  const { home, entries } = outline;
  const byLink = new Map([...(home === undefined ? [] : [home]), ...entries].map((entry) => [entry.link, entry]));
  const { document, sections } = applyOverlay(outline.document, overlay, {
    descLength,
    addresses: addressesOf(entries),
  });
  const listed = sections.flatMap(({ items }) => items);
  const titles = new Map(outline.titles);
  for (const { item } of listed) {
    const entry = byLink.get(item.url);
    if (entry !== undefined && titles.has(entry)) titles.set(entry, item.title);
  }
  const ordered = listed.flatMap(({ item }) => byLink.get(item.url) ?? []).filter((entry) => entry !== home);
  return { ...outline, document, entries: ordered, titles };
}

/** Each page's own address by the one that is listed, where they differ. */
export const addressesOf = (entries: readonly Entry[]): Readonly<Record<string, string>> =>
  Object.fromEntries(entries.filter(({ link, url }) => link !== url).map(({ link, url }) => [link, url]));
