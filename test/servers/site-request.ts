import { SITE_REQUEST_DEFAULTS, type SiteRequest } from "../../packages/service/src/sites/site.ts";

/** What a site is crawled with in tests and benches: few pages, short excerpts. */
export const siteRequest = (url: string, more: Partial<SiteRequest> = {}): SiteRequest => ({
  ...SITE_REQUEST_DEFAULTS,
  url,
  maxPages: 10,
  descLength: 300,
  ...more,
});
