import { type Fields, fields, text } from "../protocol/reader.ts";
import { FAILURE_WORDS } from "../words/failures.ts";
import { Store } from "./store.ts";

const FIELDS = ["url", "maxPages", "descLength", "include", "exclude", "sitemaps", "urls"] as const;

/** Refusal of a request, and the form's field that it is about. */
export interface Refusal {
  readonly field: (typeof FIELDS)[number] | "other";
  readonly why: string;
}

/** Refusal shown at the form until another request is sent. */
export const refusal = new Store<Refusal | undefined>(undefined);

/** The refusal in an answer's body; undefined if it is not about the request. */
export function refusalOf(body: Fields): Refusal | undefined {
  const { code } = body;
  const facts = fields(body.facts);
  if (code !== "invalid_url" && code !== "invalid_request" && code !== "out_of_range") return undefined;
  const named = code === "invalid_url" ? "url" : text(facts.field).split(".")[0];
  const { title, advice } = FAILURE_WORDS[code](facts);
  const why = code === "out_of_range" ? advice : `${title}. ${advice}`;
  return { field: FIELDS.find((field) => field === named) ?? "other", why };
}
