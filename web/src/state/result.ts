import { readDocument } from "../document/read.ts";
import { ApiError, callJson } from "../protocol/http.ts";
import { type Check, readCheck, readCrawl, type Summary } from "../protocol/summary.ts";
import { safeHref } from "../words/addresses.ts";
import type { Crawl } from "./crawl.ts";

/** A finished crawl as it is shown, whether it just ended or was opened again. */
export interface Result {
  readonly url: string;
  readonly text: string;
  readonly summary: Summary;
  readonly id?: string;
  readonly fileUrl?: string;
}

/** Counts what can be counted in the text itself, for a server that sends no summary. */
function summaryOf(source: string, { timedOut }: Pick<Summary, "timedOut">): Summary {
  const { sections, lines } = readDocument(source);
  return {
    pages: sections.reduce((sum, section) => sum + section.items.length, 1),
    characters: source.length,
    tokens: Math.round(source.length / 4),
    lines: lines.length,
    sections: sections.map(({ name, items, characters, line }) => ({ name, pages: items.length, characters, line })),
    leftOut: [],
    failed: 0,
    failures: [],
    shortened: 0,
    score: 0,
    findings: [],
    timedOut,
    stored: false,
  };
}

/** @param url as it was asked for */
export function resultOf(url: string, crawl: Crawl): Result {
  const source = crawl.result ?? "";
  return {
    url,
    text: source,
    summary: crawl.summary ?? summaryOf(source, crawl),
    ...(crawl.id === undefined ? {} : { id: crawl.id }),
    ...(crawl.fileUrl === undefined ? {} : { fileUrl: crawl.fileUrl }),
  };
}

/** Opens a crawl that is kept. @throws ApiError, 404 when it is not, or has no document */
export async function openResult(id: string, signal: AbortSignal): Promise<Result> {
  const { url, text, summary, fileUrl } = readCrawl(
    await callJson(`/api/crawls/${encodeURIComponent(id)}`, {}, signal),
  );
  if (text === null || summary === null) throw new ApiError(404, "This crawl has no document");
  return { id, url, text, summary, ...(fileUrl === null ? {} : { fileUrl }) };
}

/** What the validator says of a text, by the proposal's rules or, `strict`, those of its strictest readers. @throws ApiError */
export async function checkText(
  document: { readonly text: string; readonly profile: Check["profile"] },
  signal: AbortSignal,
): Promise<Check> {
  const call = { method: "POST", body: document } as const;
  return readCheck(await callJson("/api/validate", call, signal));
}

/** The host a result is titled with. */
export const hostOf = (url: string): string => {
  const href = safeHref(url);
  return href === undefined ? url : new URL(href).host;
};
