import { type Fields, fields, text } from "../protocol/reader.ts";
import { FAILURE_WORDS } from "../words/failures.ts";
import { Store } from "./store.ts";

const FIELDS = ["url", "maxPages", "descLength", "include", "exclude", "sitemaps"] as const;

/** Refusal of the server, and the field of the form that it means. */
export interface Refusal {
  readonly field: (typeof FIELDS)[number] | "other";
  readonly why: string;
}

/** Told at the form until something else is sent. */
export const refusal = new Store<Refusal | undefined>(undefined);

/** The refusal that an answer's body means; undefined where it says nothing of the request. */
export function refusalOf(body: Fields): Refusal | undefined {
  const { code } = body;
  const facts = fields(body.facts);
  if (code !== "invalid_url" && code !== "invalid_request" && code !== "out_of_range") return undefined;
  const named = code === "invalid_url" ? "url" : text(facts.field).split(".")[0];
  const { title, advice } = FAILURE_WORDS[code](facts);
  const why = code === "out_of_range" ? advice : `${title}. ${advice}`;
  return { field: FIELDS.find((field) => field === named) ?? "other", why };
}
