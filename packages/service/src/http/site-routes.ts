import * as z from "zod";
import { REQUEST_LIMITS } from "../jobs/request.ts";
import { detailSchema } from "../protocol/protocol.ts";
import type { Config } from "../settings/config.ts";

// Common parts of the routes of enrolled sites.

export const siteTags = ["Sites"];
export const siteId = z.object({ id: z.uuid() });

/** Of a private site its texts are for who adds `~` and the capability that the crawl which enrolled it was given. */
export const siteHandle = z.object({
  id: z
    .string()
    .max(100)
    .regex(/^[0-9a-f-]{36}(?:~[\w-]*)?$/i, "must be the id of a site"),
});
export const noSite = { detail: "Site not enrolled" };
export const commonAnswers = { 401: detailSchema, 404: detailSchema, 503: detailSchema };

const within = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);

/** The ranges of a site's numbers. */
export const siteLimits = ({ maxPagesLimit }: Pick<Config, "maxPagesLimit">) => ({
  recrawlIntervalMinutes: within(REQUEST_LIMITS.recrawlIntervalMinutes),
  maxPages: within({ min: REQUEST_LIMITS.maxPages.min, max: maxPagesLimit }),
});
