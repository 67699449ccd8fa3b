import { amount, fields, list } from "../protocol/reader.ts";

/** Cursors of the pages of a list; null: the first page. */
export type Cursors = readonly (string | null)[];

export const START: Cursors = [null];

/** Place in a list, kept in its entry of the browser's history: a reload starts there, without the rows above. */
export interface Scrolled {
  readonly cursors: Cursors;
  /** Row at the top of the view, and pixels of it that are scrolled out. */
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
