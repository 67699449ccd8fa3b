import { amount, fields, list } from "../protocol/reader.ts";

/** The beginning of each page of a list; null: the list's own. */
export type Cursors = readonly (string | null)[];

export const START: Cursors = [null];

/** Place in a list, kept with its entry of the browser's history: a reload begins there, without what is above. */
export interface Scrolled {
  readonly cursors: Cursors;
  /** Row at the top of the view, and the pixels of it that are above. */
  readonly row: number;
  readonly above: number;
}

const NOWHERE: Scrolled = { cursors: START, row: 0, above: 0 };

export function scrolled(): Scrolled {
  const { cursors, row, above } = fields(history.state);
  const known = list(cursors).map((cursor) => (typeof cursor === "string" ? cursor : null));
  return known.length === 0 ? NOWHERE : { cursors: known, row: amount(row), above: amount(above) };
}

export const keepScrolled = (where: Scrolled): void => history.replaceState(where, "");
