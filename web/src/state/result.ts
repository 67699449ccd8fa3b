import { callJson } from "../protocol/http.ts";
import type { Check, CrawlAnswer, Summary } from "../protocol/types.ts";
import { safeHref } from "../words/addresses.ts";
import type { Query } from "./query.ts";

/** Result of a finished crawl. */
export interface Result {
  readonly id: string;
  readonly url: string;
  readonly text: string;
  readonly summary: Summary;
  readonly fileUrl?: string;
  readonly elapsedMs: number;
  /** True if another crawl can take the pages of this one, and ask for the others alone. */
  readonly keepsPages: boolean;
  /** The enrolled site of the crawl's address. */
  readonly site: CrawlAnswer["site"];
}

/** @param answer of a finished crawl */
export function resultOf({ id, url, document, summary, fileUrl, ...answer }: Done): Result {
  const { elapsedMs, keepsPages, site } = answer;
  return { id, url, text: document, summary, elapsedMs, keepsPages, site, ...(fileUrl === null ? {} : { fileUrl }) };
}

/** Answer for a finished crawl. */
export type Done = CrawlAnswer & { readonly document: string; readonly summary: Summary };

export const isDone = (answer: CrawlAnswer): answer is Done =>
  answer.state === "done" && answer.document !== null && answer.summary !== null;

/** Query for findings on a text, by the proposal's rules or, `strict`, by those of its strictest readers. */
export const checkQuery = (text: string, profile: Check["profile"] = "strict"): Query<Check> => ({
  key: `/api/validate ${profile} ${text}`,
  ask: (signal) => callJson("/api/validate", { method: "POST", body: { text, profile } }, signal),
});

/** Reads an llms.txt by its address. */
export async function readAt(url: string): Promise<string> {
  return (await callJson<Check>("/api/validate", { method: "POST", body: { url } })).text ?? "";
}

/** Host that titles a result. */
export const hostOf = (url: string): string => {
  const href = safeHref(url);
  return href === undefined ? url : new URL(href).host;
};
