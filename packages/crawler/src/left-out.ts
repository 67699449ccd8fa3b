// Why an address that the crawl came to know is not in the result.

/** Every reason; docs/explanation/order.md says what each means. */
export const LEFT_OUT_REASONS = [
  "robots",
  "noindex",
  "nofollow",
  "other site",
  "other language",
  "older version",
  "duplicate",
  "markdown version",
  "redirect",
  "canonical elsewhere",
  "out of scope",
  "excluded",
  "trap",
  "not a page",
  "list of pages",
  "error page",
  "file",
  "over the limit",
  "not reached",
] as const;

export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** What a reason rests on, so that it can be checked. */
export interface Evidence {
  /** The line of robots.txt that decides. */
  readonly robots?: { readonly file: string; readonly line: number; readonly text: string };
  /** Address on another site to which the page leads. */
  readonly target?: string;
  /** The canonical link as an absolute address, and where it stood: in the page, or in a `Link` field. */
  readonly canonical?: { readonly url: string; readonly in: "page" | "header" };
}

/** Why one address is not in the result. */
export interface LeftOut {
  readonly reason: LeftOutReason;
  /** Page that is listed in its place. */
  readonly of?: string;
  readonly evidence?: Evidence;
}
