import { callJson } from "../protocol/http.ts";
import type { Check, CrawlAnswer, Summary } from "../protocol/types.ts";
import { safeHref } from "../words/addresses.ts";
import type { Query } from "./query.ts";

/** A finished crawl as it is shown. */
export interface Result {
  readonly id: string;
  readonly url: string;
  readonly text: string;
  readonly summary: Summary;
  readonly fileUrl?: string;
  readonly elapsedMs: number;
  /** The enrolled site of its address. */
  readonly site: CrawlAnswer["site"];
}

/** @param answer of a crawl that is done */
export function resultOf({ id, url, document, summary, fileUrl, elapsedMs, site }: Done): Result {
  return { id, url, text: document, summary, elapsedMs, site, ...(fileUrl === null ? {} : { fileUrl }) };
}

/** The answer for a crawl that is done. */
export type Done = CrawlAnswer & { readonly document: string; readonly summary: Summary };

export const isDone = (answer: CrawlAnswer): answer is Done =>
  answer.state === "done" && answer.document !== null && answer.summary !== null;

/** The validator's findings for a text, by the proposal's rules or, `strict`, those of its strictest readers. */
export const checkQuery = (text: string, profile: Check["profile"] = "strict"): Query<Check> => ({
  key: `/api/validate ${profile} ${text}`,
  ask: (signal) => callJson("/api/validate", { method: "POST", body: { text, profile } }, signal),
});

/** The host a result is titled with. */
export const hostOf = (url: string): string => {
  const href = safeHref(url);
  return href === undefined ? url : new URL(href).host;
};
