/**
 * Why a page that was found is not in the result: the one list for crawl, document, events, interfaces and the web page.
 * docs/explanation/order.md says what each means; a test holds the two together.
 */
export const LEFT_OUT_REASONS = [
  "robots",
  "noindex",
  "other site",
  "other language",
  "older version",
  "duplicate",
  "redirect",
  "canonical elsewhere",
  "out of scope",
  "excluded",
  "trap",
  "not a page",
  "list of pages",
  "source listing",
  "attachment",
  "print view",
  "error page",
  "bad address",
  "over the limit",
] as const;

export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];
