import { callJson } from "../protocol/http.ts";
import { readSite, type Site } from "../protocol/site.ts";

/** Keeps the site of a finished crawl up to date. @throws ApiError */
export async function enrol(crawlId: string, recrawlIntervalMinutes: number, signal: AbortSignal): Promise<Site> {
  const call = { method: "POST", body: { crawlId, recrawlIntervalMinutes } } as const;
  return readSite(await callJson("/api/sites", call, signal));
}
