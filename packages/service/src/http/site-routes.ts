import * as z from "zod";
import { REQUEST_LIMITS } from "../jobs/request.ts";
import { detailSchema } from "../protocol/protocol.ts";
import type { Config } from "../settings/config.ts";

// Parts that the routes of enrolled sites share.

export const siteTags = ["Sites"];
export const siteId = z.object({ id: z.uuid() });

/** Id of a site; texts of a private site also need `~` and the capability of the crawl that enrolled it. */
export const siteHandle = z.object({
  id: z
    .string()
    .max(100)
    .regex(/^[0-9a-f-]{36}(?:~[\w-]*)?$/i, "must be the id of a site"),
});
export const noSite = { detail: "Site not enrolled" };
export const commonAnswers = { 401: detailSchema, 404: detailSchema, 503: detailSchema };

const within = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);

export const siteLimits = ({ maxPagesLimit }: Pick<Config, "maxPagesLimit">) => ({
  recrawlIntervalMinutes: within(REQUEST_LIMITS.recrawlIntervalMinutes),
  maxPages: within({ min: REQUEST_LIMITS.maxPages.min, max: maxPagesLimit }),
});
