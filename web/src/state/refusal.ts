import { Store } from "./store.ts";

/** What the server would not take, and the field of the form it means. */
export interface Refusal {
  readonly field: "url" | "maxPages" | "descLength" | "other";
  readonly why: string;
}

/** Told at the form until something else is sent. */
export const refusal = new Store<Refusal | undefined>(undefined);

const FIELDS: readonly (readonly [RegExp, Refusal["field"]])[] = [
  [/^Invalid URL|^Invalid request: url/, "url"],
  [/^Max pages|^Invalid request: maxPages/, "maxPages"],
  [/^Description length|^Invalid request: descLength/, "descLength"],
  [/^Recrawl interval|^Invalid request/, "other"],
];

/** The refusal an `error` message means; undefined for one that came of the crawl itself. */
export function refusalOf(why: string): Refusal | undefined {
  const [, field] = FIELDS.find(([pattern]) => pattern.test(why)) ?? [];
  return field && { field, why };
}
