import * as z from "zod";
import type { Config } from "../../config.ts";
import { REQUEST_LIMITS } from "../../jobs/request.ts";
import { type ListedSite, SITE_STATUSES } from "../../sites/sites.ts";
import { detailSchema } from "./public-routes.ts";

export const siteTags = ["Sites"];
export const siteId = z.object({ id: z.uuid() });
export const noSite = { detail: "Site not enrolled" };
export const commonAnswers = { 401: detailSchema, 404: detailSchema, 503: detailSchema };

const within = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);

/** The ranges of a site's numbers. */
export const siteLimits = ({ maxPagesLimit }: Pick<Config, "maxPagesLimit">) => ({
  recrawlIntervalMinutes: within(REQUEST_LIMITS.recrawlIntervalMinutes),
  maxPages: within({ min: REQUEST_LIMITS.maxPages.min, max: maxPagesLimit }),
  descLength: within(REQUEST_LIMITS.descLength),
});

const time = z.iso.datetime();

/** A site as the REST interface gives it. No secret is in it. */
export const siteSchema = z.object({
  id: z.uuid(),
  baseUrl: z.string(),
  status: z.enum(SITE_STATUSES),
  reason: z.string().nullable().describe("Why it fails"),
  progress: z.object({ done: z.int(), max: z.int() }).nullable(),
  lastCrawledAt: time.nullable(),
  lastChangedAt: time.nullable(),
  nextCrawlAt: time.nullable(),
  pages: z.int(),
  previousPages: z.int(),
  recrawlIntervalMinutes: z.int(),
  maxPages: z.int(),
  descLength: z.int(),
  fileUrl: z.string().nullable(),
  paused: z.boolean(),
  webhookSecretSetAt: time.nullable(),
  history: z.array(z.union([z.int(), z.literal("failed")])).describe("Pages changed in the last 12 crawls"),
});

export function siteJson(site: ListedSite): z.infer<typeof siteSchema> {
  const { id, baseUrl, status, pages, previousPages, recrawlIntervalMinutes, maxPages, descLength } = site;
  const crawling = site.crawlingSince !== null;
  return {
    id,
    baseUrl,
    status,
    reason: site.lastError,
    progress: crawling ? { done: site.pagesDone, max: maxPages } : null,
    lastCrawledAt: iso(site.lastCrawledAt),
    lastChangedAt: iso(site.lastChangedAt),
    nextCrawlAt: iso(site.nextCrawlAt),
    pages,
    previousPages,
    recrawlIntervalMinutes,
    maxPages,
    descLength,
    fileUrl: site.latestUrl || null,
    paused: site.pausedAt !== null,
    webhookSecretSetAt: iso(site.webhookSecretSetAt),
    history: [...site.history],
  };
}

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
