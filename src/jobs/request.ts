/** What a crawl request takes when a field is left out; the same for command line, socket, REST and library. */
export const REQUEST_DEFAULTS = {
  maxPages: 50,
  descLength: 500,
  scope: "domain",
  recrawlIntervalMinutes: 10_080,
} as const;

/** Inclusive ranges; `maxPages` ends at the setting MAX_PAGES_LIMIT, which is this unless set. */
export const REQUEST_LIMITS = {
  maxPages: { min: 1, max: 1000 },
  descLength: { min: 100, max: 2000 },
  recrawlIntervalMinutes: { min: 1, max: 525_600 },
} as const;

/** The words in which an out-of-range request is refused. */
export const REFUSALS = {
  url: "Invalid URL format",
  maxPages: (limit: number) => `Max pages must be between ${REQUEST_LIMITS.maxPages.min} and ${limit}`,
  descLength: `Description length must be between ${REQUEST_LIMITS.descLength.min} and ${REQUEST_LIMITS.descLength.max}`,
  recrawlIntervalMinutes: `Recrawl interval must be between ${REQUEST_LIMITS.recrawlIntervalMinutes.min} and ${REQUEST_LIMITS.recrawlIntervalMinutes.max} minutes`,
} as const;
