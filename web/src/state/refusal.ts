import type { Failure } from "../protocol/messages.ts";
import { FAILURE_WORDS } from "../words/failures.ts";
import { Store } from "./store.ts";

/** What the server would not take, and the field of the form it means. */
export interface Refusal {
  readonly field: "url" | "maxPages" | "descLength" | "other";
  readonly why: string;
}

/** Told at the form until something else is sent. */
export const refusal = new Store<Refusal | undefined>(undefined);

/** The refusal that a failure means; undefined for one that came of the crawl itself. */
export function refusalOf({ code, facts }: Failure): Refusal | undefined {
  if (code !== "invalid_url" && code !== "invalid_request" && code !== "out_of_range") return undefined;
  const field = code === "invalid_url" ? "url" : facts.field;
  const isShown = field === "url" || field === "maxPages" || field === "descLength";
  const { title, advice } = FAILURE_WORDS[code](facts);
  return { field: isShown ? field : "other", why: code === "out_of_range" ? advice : `${title}. ${advice}` };
}
