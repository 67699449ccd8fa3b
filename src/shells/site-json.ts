import * as z from "zod";
import type { Config } from "../config.ts";
import { REQUEST_LIMITS } from "../jobs/request.ts";
import type { AlertRule } from "../sites/alert-rule.ts";
import type { ListedSite } from "../sites/site-query.ts";
import type { AlertRuleAnswer, SiteAnswer } from "./protocol/protocol.ts";
import { detailSchema, siteDocumentJson } from "./protocol/protocol.ts";

export const siteTags = ["Sites"];
export const siteId = z.object({ id: z.uuid() });
export const noSite = { detail: "Site not enrolled" };
export const commonAnswers = { 401: detailSchema, 404: detailSchema, 503: detailSchema };

const within = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);

/** The ranges of a site's numbers. */
export const siteLimits = ({ maxPagesLimit }: Pick<Config, "maxPagesLimit">) => ({
  recrawlIntervalMinutes: within(REQUEST_LIMITS.recrawlIntervalMinutes),
  maxPages: within({ min: REQUEST_LIMITS.maxPages.min, max: maxPagesLimit }),
});

export function siteJson(site: ListedSite): SiteAnswer {
  const { id, baseUrl, status, pages, previousPages, recrawlIntervalMinutes, request } = site;
  const { maxPages, scope, include, exclude, language = null, useProxy } = request;
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
    ...siteDocumentJson(request),
    scope,
    include: [...include],
    exclude: [...exclude],
    language,
    useProxy,
    fileUrl: site.latestUrl || null,
    paused: site.pausedAt !== null,
    publish: request.publish === true,
    webhookSecretSetAt: iso(site.webhookSecretSetAt),
    history: [...site.history],
    tags: [...site.tags],
    alerts: site.alerts && ruleJson(site.alerts),
    kept: site.kept && site.kept.times > 0 ? { ...site.kept } : null,
  };
}

export const ruleJson = ({ on, url, email }: AlertRule): AlertRuleAnswer => ({
  on: on ? [...on] : null,
  url: url ?? null,
  email: email ?? null,
});

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
