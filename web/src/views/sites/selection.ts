import type { Site } from "../../protocol/types.ts";
import type { Chosen } from "../../state/bulk.ts";
import type { ListPlace } from "../../state/list-place.ts";

type Row = Pick<Site, "id">;

/** Selected rows: these, or all of the list, whether loaded or not. */
export type Selection =
  | { readonly type: "some"; readonly ids: ReadonlySet<string>; readonly anchor: string | undefined }
  | { readonly type: "all" };

export const NONE: Selection = { type: "some", ids: new Set(), anchor: undefined };

export const isSelected = (selection: Selection, id: string): boolean =>
  selection.type === "all" || selection.ids.has(id);

const idsOf = (selection: Selection, sites: readonly Row[]): Set<string> =>
  new Set(selection.type === "all" ? sites.map(({ id }) => id) : selection.ids);

/** The selection with one row added, or removed. */
export function toggled(selection: Selection, sites: readonly Row[], id: string): Selection {
  const ids = idsOf(selection, sites);
  if (!ids.delete(id)) ids.add(id);
  return { type: "some", ids, anchor: id };
}

/** The selection of all rows from the last clicked one to this one. */
export function extended(selection: Selection, sites: readonly Row[], id: string): Selection {
  const anchor = selection.type === "some" ? selection.anchor : undefined;
  const [from, to] = [sites.findIndex((site) => site.id === anchor), sites.findIndex((site) => site.id === id)];
  if (from < 0 || to < 0) return toggled(selection, sites, id);
  const ids = idsOf(selection, sites);
  for (const site of sites.slice(Math.min(from, to), Math.max(from, to) + 1)) ids.add(site.id);
  return { type: "some", ids, anchor };
}

export const chosenOf = (selection: Selection, place: ListPlace, total: number): Chosen =>
  selection.type === "all" ? { type: "all", place, total } : { type: "some", ids: [...selection.ids] };
