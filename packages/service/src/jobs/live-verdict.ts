/** A site's own answer for its bundle: the newest, an earlier one, something else, nothing, or not at all. */
export const LIVE_VERDICTS = ["unreachable", "live", "stale", "other", "absent"] as const;
export type LiveVerdict = (typeof LIVE_VERDICTS)[number];

/** `index` and `markdown` are about files, the others about fields and answers around them. */
export const LIVE_CHECKS = ["index", "markdown", "type", "negotiation", "vary", "link", "canonical"] as const;
export type LiveCheckName = (typeof LIVE_CHECKS)[number];

/** Fault that a check found. */
export const LIVE_MISSING = [
  /** Nothing. */
  "",
  /** 200. */
  "answer",
  /** Our text: a page of HTML came. */
  "file",
  /** Our text: another one came. */
  "ours",
  /** The newest text: one that was published before. */
  "newest",
  /** `Content-Type: text/markdown`. */
  "type",
  /** Markdown for those who ask a page's own address for it. */
  "markdown",
  /** `Vary: Accept`, without which a cache gives one client what another asked for. */
  "vary",
  /** The way from a page to its Markdown or to the index. */
  "link",
  /** The way from Markdown to its page. */
  "canonical",
] as const;
export type LiveMissing = (typeof LIVE_MISSING)[number];

/** Advice for an owner. */
export const LIVE_FIXES = [
  "",
  "publish",
  "publishAgain",
  "replace",
  "letIn",
  "setType",
  "negotiate",
  "setVary",
  "setLink",
  "setCanonical",
] as const;
export type LiveFix = (typeof LIVE_FIXES)[number];
