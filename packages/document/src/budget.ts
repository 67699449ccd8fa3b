import { READ_BY_ALL } from "./limits.ts";

/** The size that a document is kept to. It is handed on as a whole: nothing but this file knows the field. */
export interface Budget {
  /** Code points that a document may have before its notes are shortened (docs/explanation/document.md); default 50,000. */
  readonly documentBudget?: number | undefined;
}

/** Code points that a document may have. */
export const budgetOf = ({ documentBudget = READ_BY_ALL }: Budget): number => documentBudget;

/** Number of code points of a text: a surrogate pair counts as one. */
export function codePoints(text: string): number {
  let pairs = 0;
  for (let index = 0; index < text.length; index++) if ((text.charCodeAt(index) & 0xfc00) === 0xd800) pairs++;
  return text.length - pairs;
}
