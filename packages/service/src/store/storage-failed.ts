import { CrawlError } from "@llmstxt-service/page/errors";

/** Why a text could not be kept: what was tried, on what, what happened; never credentials. */
export const storageFailed = (detail: string): CrawlError => new CrawlError("storage_failed", { detail });
