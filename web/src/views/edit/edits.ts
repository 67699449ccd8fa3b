import type { Overlay, Preview } from "../../protocol/types.ts";
import { addressOf, type PageWish, withNotes, withoutOrder, withPage, withText } from "./changes.ts";

/** One change of an owner, as the screen lists it. */
export interface Edit {
  /** Id of the edit, different for each text. */
  readonly id: string;
  readonly icon: string;
  readonly what: string;
  /** Title of the page, or names of the sections. */
  readonly of: string;
  readonly take: (overlay: Overlay) => Overlay;
  readonly give: (overlay: Overlay) => Overlay;
}

type Section = NonNullable<Overlay["sections"]>[number];
type PageChange = NonNullable<Overlay["pages"]>[number];

type HeadField = "name" | "summary" | "notes";

const HEAD: readonly { readonly field: HeadField; readonly what: string }[] = [
  { field: "name", what: "Named the site" },
  { field: "summary", what: "Wrote the summary" },
  { field: "notes", what: "Wrote the notes" },
];

/** The overlay with one text of the head taken from another overlay. */
function withHead(overlay: Overlay, field: HeadField, from: Overlay): Overlay {
  return field === "notes" ? withNotes(overlay, from.notes) : withText(overlay, field, from[field]);
}

const headEdits = (from: Overlay): Edit[] =>
  HEAD.filter(({ field }) => from[field] !== undefined).map(({ field, what }) => ({
    id: `${field} ${JSON.stringify(from[field])}`,
    icon: "pen",
    what,
    of: field === "name" ? from.name || "no name" : "of the site",
    take: (overlay) => withHead(overlay, field, {}),
    give: (overlay) => withHead(overlay, field, from),
  }));

const isRename = (entry: Section): entry is Exclude<Section, string> & { as: string } =>
  typeof entry !== "string" && entry.as !== undefined;

const nameOf = (entry: Section): string => (typeof entry === "string" ? entry : entry.name);

/** True if the owner has ordered sections. Entries before a renamed section only keep its place. */
const isOrdered = (sections: readonly Section[]): boolean => sections.length > sections.findLastIndex(isRename) + 1;

function sectionEdits({ sections = [] }: Overlay): Edit[] {
  const give = (overlay: Overlay): Overlay => ({ ...overlay, sections });
  const renamed = sections.filter(isRename).map(
    ({ name, as }): Edit => ({
      id: `section ${name} ${as}`,
      icon: "pen",
      what: "Renamed a section",
      of: `${name} → ${as}`,
      take: (overlay) => {
        const before = overlay.sections ?? [];
        const after = before.map((entry) => (isRename(entry) && entry.name === name ? name : entry));
        return isOrdered(before) ? { ...overlay, sections: after } : withoutOrder({ ...overlay, sections: after });
      },
      give,
    }),
  );
  if (!isOrdered(sections)) return renamed;
  const id = `order ${JSON.stringify(sections.map(nameOf))}`;
  return [
    { id, icon: "grip", what: "Ordered the sections", of: sections.map(nameOf).join(", "), take: withoutOrder, give },
    ...renamed,
  ];
}

/** Kinds of edits of a page, one for each field of its change. */
const WISHES: readonly {
  readonly field: keyof PageWish;
  readonly icon: string;
  readonly what: (change: PageChange) => string;
}[] = [
  { field: "pin", icon: "pin", what: () => "Pinned to the top" },
  { field: "title", icon: "pen", what: () => "Wrote the title" },
  { field: "description", icon: "pen", what: () => "Wrote the description" },
  { field: "section", icon: "move", what: ({ section = "" }) => `Moved to ${section}` },
  { field: "hide", icon: "hide", what: () => "Hid a page" },
];

function pageEdits({ pages = [] }: Overlay, titles: ReadonlyMap<number, string>): Edit[] {
  return pages.flatMap((change, index) =>
    WISHES.filter(({ field }) => change[field] !== undefined && change[field] !== false).map(
      ({ field, icon, what }) => {
        const address = addressOf(change);
        return {
          id: `${address} ${field} ${change[field]}`,
          icon,
          what: what(change),
          of: titles.get(index) ?? address,
          take: (overlay: Overlay) => withPage(overlay, address, { [field]: undefined }),
          give: (overlay: Overlay) => withPage(overlay, address, { [field]: change[field] }),
        };
      },
    ),
  );
}

/** Titles of pages by the index of their change. */
function titlesOf({ sections, hidden }: Preview): ReadonlyMap<number, string> {
  const pages = [...sections.flatMap(({ items }) => items), ...hidden];
  return new Map(pages.flatMap(({ change, was }) => (change === null ? [] : [[change, was.title]])));
}

/**
 * All edits of an overlay, the newest page first.
 * @param preview the document with these changes
 */
const editsOf = (overlay: Overlay, preview: Preview | undefined): readonly Edit[] => [
  ...pageEdits(overlay, preview ? titlesOf(preview) : new Map()).toReversed(),
  ...sectionEdits(overlay),
  ...headEdits(overlay),
];

export interface Edits {
  /** Edits that are not published, and published edits that were removed. */
  readonly fresh: readonly Edit[];
  readonly published: readonly Edit[];
}

/** Edits of an owner, divided into unpublished and published ones. */
export function editsBeside(
  draft: Overlay,
  { preview, published }: { readonly preview: Preview | undefined; readonly published: Overlay },
): Edits {
  const now = editsOf(draft, preview);
  const known = editsOf(published, undefined);
  const has = (edits: readonly Edit[], { id }: Edit) => edits.some((edit) => edit.id === id);
  const takenBack = known
    .filter((edit) => !has(now, edit) && !now.some(({ of, what }) => of === edit.of && what === edit.what))
    .map(
      (edit): Edit => ({ ...edit, icon: "undo", what: `Took back: ${edit.what}`, take: edit.give, give: edit.take }),
    );
  return {
    fresh: [...now.filter((edit) => !has(known, edit)), ...takenBack],
    published: now.filter((edit) => has(known, edit)),
  };
}
