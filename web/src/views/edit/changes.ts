import type { NoEffect, Overlay, PageChange, Preview, ShownPage, ShownSection } from "../../protocol/types.ts";

// Functions that add one more change to an owner's changes. The server decides what they do to the document.

type Listed = NonNullable<Overlay["sections"]>[number];

/** Sets name or summary; undefined restores the crawl's text. */
export const withText = (overlay: Overlay, field: "name" | "summary", text: string | undefined): Overlay =>
  tidy({ ...overlay, [field]: text });

/** Sets the notes, as paragraphs; undefined restores the crawl's. */
export const withNotes = (overlay: Overlay, notes: Overlay["notes"]): Overlay => tidy({ ...overlay, notes });

export const addressOf = ({ url, path }: PageChange): string => url ?? path ?? "";

/** Address of a page as its change writes it, else its own. */
export function addressIn(overlay: Overlay, { change, url }: ShownPage): string {
  const written = change === null ? undefined : overlay.pages?.[change];
  return written === undefined ? url : addressOf(written);
}

export const changeOf = (overlay: Overlay, address: string): PageChange | undefined =>
  overlay.pages?.find((change) => addressOf(change) === address);

export type PageWish = Omit<PageChange, "url" | "path">;

/** Adds wishes to a page's change; undefined or false removes a wish. */
export function withPage(overlay: Overlay, address: string, wish: PageWish): Overlay {
  const pages = overlay.pages ?? [];
  const before = changeOf(overlay, address);
  const after = { ...(before ?? { url: address }), ...wish };
  return tidy({
    ...overlay,
    pages: before === undefined ? [...pages, after] : pages.map((change) => (change === before ? after : change)),
  });
}

export const withoutPage = (overlay: Overlay, address: string): Overlay =>
  tidy({ ...overlay, pages: overlay.pages?.filter((change) => addressOf(change) !== address) });

/** Section to write into a page's change to move it there; undefined if the crawl puts it there. */
export function sectionWish({ sections }: Preview, { was }: ShownPage, to: ShownSection): string | undefined {
  if (to.from === was.section) return undefined;
  const isTaken = sections.some((section) => section !== to && to.from !== null && same(section.name, to.from));
  return to.from === null || isTaken ? to.name : to.from;
}

export function withSectionAt(
  overlay: Overlay,
  { sections }: Preview,
  { from, to }: { readonly from: number; readonly to: number },
): Overlay {
  const order = sections.toSpliced(from, 1);
  const moved = sections[from];
  if (moved === undefined) return overlay;
  order.splice(to, 0, moved);
  return tidy({ ...overlay, sections: listed(overlay, order, Math.max(from, to) + 1) });
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();
const nameIn = (entry: Listed): string => (typeof entry === "string" ? entry : entry.name);

export function withSectionName(
  overlay: Overlay,
  { sections }: Preview,
  { at, name }: { readonly at: number; readonly name: string },
): Overlay {
  const section = sections[at];
  if (section === undefined) return overlay;
  const before = section.change === null ? undefined : overlay.sections?.[section.change];
  const found = before === undefined ? (section.from ?? section.name) : nameIn(before);
  const own: Listed = section.from === null ? name : section.from === name ? found : { name: found, as: name };
  const all = listed(overlay, sections, at + 1).map((entry) => (same(nameIn(entry), found) ? own : entry));
  // Pages that the owner put into this section move to its new name.
  const goesAlong = ({ section: to }: PageChange) =>
    to !== undefined && same(to, section.name) && !(section.from !== null && same(to, section.from));
  const pages = overlay.pages?.map((change) => (goesAlong(change) ? { ...change, section: name } : change));
  return tidy({ ...overlay, sections: all, pages });
}

/** Restores the site's order of sections, except for those up to the last renamed one, which keep their places. */
export const withoutOrder = (overlay: Overlay): Overlay => {
  const sections = overlay.sections ?? [];
  const last = sections.findLastIndex((entry) => typeof entry !== "string" && entry.as !== undefined);
  return tidy({ ...overlay, sections: sections.slice(0, last + 1) });
};

export const withSitesSections = (overlay: Overlay): Overlay => tidy({ ...overlay, sections: undefined });

/**
 * Entries that put the sections into this order; from `length` on it is the crawl's. Entries without an effect stay.
 */
function listed(overlay: Overlay, order: readonly ShownSection[], length: number): Listed[] {
  const before = overlay.sections ?? [];
  const used = new Set(order.map(({ change }) => change));
  const end = Math.max(length, order.findLastIndex(({ change }) => change !== null) + 1);
  const shown = order.slice(0, end).flatMap(({ change, from, name }): Listed[] => {
    const written = change === null ? undefined : before[change];
    if (written !== undefined) return [written];
    return name === OPTIONAL ? [] : [from ?? name];
  });
  const unused = before.filter((_, index) => !used.has(index));
  const isLast = order[end - 1]?.name === OPTIONAL && order[end - 1]?.change !== null;
  return isLast ? [...shown.slice(0, -1), ...unused, ...shown.slice(-1)] : [...shown, ...unused];
}

/** Section that always stands last. */
export const OPTIONAL = "Optional";

/** True if the change that a finding is about can be removed. */
export const canRemove = ({ code }: NoEffect): boolean => code !== "everythingHidden";

/** Removes the change that a finding is about. */
export function withoutPath(overlay: Overlay, [key, index, field]: NoEffect["path"]): Overlay {
  const { notes, sections, pages } = overlay;
  if (key === "notes") return tidy({ ...overlay, notes: notes?.filter((_, at) => at !== index) });
  if (key === "sections") return tidy({ ...overlay, sections: sections?.filter((_, at) => at !== index) });
  if (key !== "pages") return tidy({ ...overlay, [String(key)]: undefined });
  const without = (change: PageChange) => (field === undefined ? [] : [{ ...change, [field]: undefined }]);
  return tidy({ ...overlay, pages: pages?.flatMap((change, at) => (at === index ? without(change) : [change])) });
}

/** Removes empty fields and changes without wishes. */
function tidy({ name, summary, notes, sections = [], pages = [] }: Loose<Overlay>): Overlay {
  const wanted = pages.map(tidyPage).filter((page) => Object.keys(page).length > 1);
  return {
    ...(name === undefined ? {} : { name }),
    ...(summary === undefined ? {} : { summary }),
    ...(notes === undefined ? {} : { notes }),
    ...(sections.length === 0 ? {} : { sections }),
    ...(wanted.length === 0 ? {} : { pages: wanted }),
  };
}

type Loose<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

const tidyPage = (page: PageChange): PageChange =>
  Object.values(page).some((value) => value === undefined || value === false)
    ? Object.fromEntries(Object.entries(page).filter(([, value]) => value !== undefined && value !== false))
    : page;
