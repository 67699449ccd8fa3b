import { callJson, callText } from "../protocol/http.ts";
import { amount, fields } from "../protocol/reader.ts";
import {
  readDiff,
  readSite,
  readSiteChanges,
  readSites,
  readVersions,
  type Site,
  type SiteChanges,
  type SiteDiff,
  type SiteFilter,
  type SiteSort,
  type Sites,
  type Versions,
} from "../protocol/site.ts";

export interface SitesQuery {
  readonly search: string;
  readonly filter: SiteFilter;
  readonly sort: SiteSort;
  readonly cursor?: string;
}

/** Rows asked for at once. */
const LIMIT = 50;

const at = (id: string, rest = "") => `/api/sites/${encodeURIComponent(id)}${rest}`;

export async function listSites({ search, filter, sort, cursor }: SitesQuery, signal: AbortSignal): Promise<Sites> {
  const query = new URLSearchParams({ sort, limit: String(LIMIT) });
  if (filter !== "all") query.set("status", filter);
  if (search) query.set("q", search);
  if (cursor) query.set("cursor", cursor);
  return readSites(await callJson(`/api/sites?${query}`, {}, signal));
}

/** Sites that changed since the answer before; without `since` only where to begin. */
export async function changedSites(since: string | undefined, signal: AbortSignal): Promise<SiteChanges> {
  const query = since === undefined ? "" : `?${new URLSearchParams({ since })}`;
  return readSiteChanges(await callJson(`/api/sites/changes${query}`, {}, signal));
}

export async function getSite(id: string, signal: AbortSignal): Promise<Site> {
  return readSite(await callJson(at(id), {}, signal));
}

export interface SiteChange {
  readonly recrawlIntervalMinutes?: number;
  readonly paused?: boolean;
}

export async function changeSite(id: string, change: SiteChange, signal: AbortSignal): Promise<void> {
  await callJson(at(id), { method: "PATCH", body: change }, signal);
}

export async function removeSite(id: string, signal: AbortSignal): Promise<void> {
  await callText(at(id), { method: "DELETE" }, signal);
}

export async function recrawlSite(id: string, signal: AbortSignal): Promise<void> {
  await callText(at(id, "/recrawl"), { method: "POST" }, signal);
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
