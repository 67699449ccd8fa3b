// The door of this folder: an owner's changes to a document, and what they come to.
import type { Overlay } from "../changes.ts";
import { parseLlmsTxt } from "../check/check.ts";
import { type LlmsTxt, writeLlmsTxt } from "../document.ts";
import type { Entry } from "../entry.ts";
import { METADATA } from "../metadata.ts";
import { fitted } from "../notes/notes.ts";
import type { Outline } from "../outline.ts";
import { applyOverlay } from "./apply.ts";
import type { Overlaid, OverlayOptions } from "./overlaid.ts";

export type { Overlay, PageChange, SectionChange } from "../changes.ts";
export { changeCount, hasChanges } from "../changes.ts";
export type { OverlayFinding } from "./findings.ts";
export type { Overlaid, OverlaidItem, OverlayOptions } from "./overlaid.ts";

/** The base of an overlay: a document before an owner's changes. */
export interface BaseDocument {
  readonly text: string;
  /** Pages' own addresses by the one that is listed, where the two do not tell of each other. */
  readonly addresses?: Readonly<Record<string, string>>;
}

/** A document with an owner's changes. */
export interface OverlaidText extends Overlaid {
  readonly text: string;
  /** The document as it was before. */
  readonly was: LlmsTxt;
  /** Notes shortened or dropped to stay inside the budget; never one that is pinned or written by the owner. */
  readonly shortened: number;
  /** Code points over the budget that no shortening could save; 0 where the text fits. */
  readonly over: number;
}

/**
 * The document with an owner's changes: as valid as it was before, whatever they say. The same base and changes give the same
 * bytes. Linear. undefined if this program did not write the text.
 */
export function overlaid(base: BaseDocument, overlay: Overlay, options: OverlayOptions): OverlaidText | undefined {
  const document = tryDocument(base.text);
  if (document === undefined) return undefined;
  const applied = applyOverlay(document, overlay, { ...base, ...options });
  const fixed = new Set(
    applied.sections.flatMap(({ items }) => items.filter((one) => one.isFixed).map(({ item }) => item)),
  );
  const fit = fitted(applied.document, { documentBudget: options.documentBudget, isFixed: (item) => fixed.has(item) });
  return { ...applied, was: document, text: writeLlmsTxt(fit.document), shortened: fit.shortened, over: fit.over };
}

/** A text of `writeLlmsTxt` as data; undefined for any other. */
export function tryDocument(text: string): LlmsTxt | undefined {
  const { name, summary, details, sections } = parseLlmsTxt(text);
  const [metadata, ...notes] = details.map((line) => line.text);
  if (metadata === undefined || !METADATA.test(metadata)) return undefined;
  const document: LlmsTxt = {
    name,
    ...(summary === undefined ? {} : { summary }),
    metadata,
    ...(notes.length === 0 ? {} : { notes }),
    sections: sections.map((section) => ({
      name: section.name,
      items: section.items.map(({ line: _, ...item }) => item),
    })),
  };
  return writeLlmsTxt(document) === text ? document : undefined;
}

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
