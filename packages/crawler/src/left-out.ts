// Reasons why a known address is not in the result.

/** Every reason in words; docs/reference/left-out.md explains each. */
export const LEFT_OUT_WORDS = {
  robots: "not allowed by robots.txt",
  noindex: "ask not to be listed",
  nofollow: "behind links not to be followed",
  "other site": "on another site",
  "other language": "in another language",
  "older version": "of an older version",
  duplicate: "with the text of a listed page",
  "markdown version": "Markdown version of a listed page",
  redirect: "lead to another page",
  "canonical elsewhere": "the site names another address",
  "out of scope": "not below the site's path",
  excluded: "left out by your paths",
  trap: "of endless addresses",
  "not a page": "without content of their own",
  "list of pages": "only list other pages",
  "error page": "say that there is no such page",
  file: "files, not pages",
  "over the limit": "beyond the page limit",
  "not reached": "not reached in time",
} as const;

export type LeftOutReason = keyof typeof LEFT_OUT_WORDS;

/** Reason why one address is not in the result. */
export interface LeftOut {
  readonly reason: LeftOutReason;
  /** Page that is listed instead. */
  readonly of?: string | undefined;
}
