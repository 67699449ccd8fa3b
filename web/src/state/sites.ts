import type { DocumentFlag } from "../../../src/llmstxt/document-options.ts";
import { callJson, callText } from "../protocol/http.ts";
import { amount, fields } from "../protocol/reader.ts";
import {
  type ImportAnswer,
  type RunLogAnswer,
  readBulk,
  readDiff,
  readImport,
  readRunLog,
  readRuns,
  readSite,
  readSiteChanges,
  readSites,
  readVersions,
  type Site,
  type SiteChanges,
  type SiteDiff,
  type SiteRun,
  type Sites,
  type Versions,
} from "../protocol/site.ts";
import { type ListPlace, placeQuery } from "./list-place.ts";

const at = (id: string, rest = "") => `/api/sites/${encodeURIComponent(id)}${rest}`;

/** Rows of a list from a cursor on, or its first ones. */
export interface Page {
  readonly cursor?: string;
  readonly limit: number;
}

export async function listSites(place: ListPlace, { cursor, limit }: Page, signal: AbortSignal): Promise<Sites> {
  const query = placeQuery(place);
  query.set("limit", String(limit));
  if (cursor) query.set("cursor", cursor);
  return readSites(await callJson(`/api/sites?${query}`, {}, signal));
}

/** Changes sites named by id, or a batch of those a list shows. */
export async function changeSites(body: object, signal: AbortSignal) {
  return readBulk(await callJson("/api/sites/bulk", { method: "POST", body }, signal));
}

/** At most 200 of them; `dryRun` only says what would be. */
export async function importSites(
  body: { readonly items: readonly object[]; readonly dryRun: boolean },
  signal: AbortSignal,
): Promise<ImportAnswer> {
  return readImport(await callJson("/api/sites/import", { method: "POST", body }, signal));
}

export async function listRuns(id: string, signal: AbortSignal): Promise<readonly SiteRun[]> {
  return readRuns(await callJson(at(id, "/runs"), {}, signal)).items;
}

export async function runLog(id: string, run: string, signal: AbortSignal): Promise<RunLogAnswer> {
  return readRunLog(await callJson(at(id, `/runs/${run}/log`), {}, signal));
}

export async function versionText(id: string, version: string, signal: AbortSignal): Promise<string> {
  return callText(at(id, `/versions/${version}/text`), {}, signal);
}

/** Sites that changed since the answer before; without `since` only where to begin. */
export async function changedSites(since: string | undefined, signal: AbortSignal): Promise<SiteChanges> {
  const query = since === undefined ? "" : `?${new URLSearchParams({ since })}`;
  return readSiteChanges(await callJson(`/api/sites/changes${query}`, {}, signal));
}

export async function getSite(id: string, signal: AbortSignal): Promise<Site> {
  return readSite(await callJson(at(id), {}, signal));
}

/** What can be set of a site; what is left out stays. */
export type SiteChange = Partial<
  Pick<
    Site,
    | "recrawlIntervalMinutes"
    | "paused"
    | "maxPages"
    | "descLength"
    | DocumentFlag
    | "scope"
    | "include"
    | "exclude"
    | "language"
    | "useProxy"
    | "tags"
  >
>;

export async function changeSite(id: string, change: SiteChange, signal: AbortSignal): Promise<Site> {
  return readSite(await callJson(at(id), { method: "PATCH", body: change }, signal));
}

/** @returns how many sites were queued, where the server says so. */
export async function recrawlDue(signal: AbortSignal): Promise<number> {
  const answer = fields(await callJson("/api/sites/recrawl-due", { method: "POST" }, signal));
  return amount(answer.queued);
}

export async function listVersions(id: string, signal: AbortSignal): Promise<Versions> {
  return readVersions(await callJson(at(id, "/versions"), {}, signal));
}

export async function diffVersions(
  id: string,
  versions: { readonly from: string; readonly to: string },
  signal: AbortSignal,
): Promise<SiteDiff> {
  const query = new URLSearchParams(versions);
  return readDiff(await callJson(at(id, `/diff?${query}`), {}, signal));
}

/** Sent once; the server never gives it back. */
export async function setWebhookSecret(id: string, secret: string, signal: AbortSignal): Promise<void> {
  await callText(at(id, "/webhook-secret"), { method: "PUT", body: { secret } }, signal);
}

export async function removeWebhookSecret(id: string, signal: AbortSignal): Promise<void> {
  await callText(at(id, "/webhook-secret"), { method: "DELETE" }, signal);
}
