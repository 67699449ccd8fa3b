import { z } from "zod";
import { type ListedSite, SITE_STATUSES } from "../sites/sites.ts";

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
