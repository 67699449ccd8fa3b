import type { SiteProgress } from "./jobs/crawl-site.ts";
import type { GenerateProgress } from "./jobs/generate/generate.ts";

/** All that can happen from the request for a crawl to the stored file. */
export type CrawlSiteProgress = GenerateProgress | SiteProgress;
