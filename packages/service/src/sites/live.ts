/**
 * Verdicts on what a site serves: `live`, the newest files; `stale`, earlier ones; `other`, something else; `absent`,
 * nothing; `unreachable`, no answer.
 */
export const LIVE_VERDICTS = ["unreachable", "live", "stale", "other", "absent"] as const;
export type LiveVerdict = (typeof LIVE_VERDICTS)[number];

/** Checks of a site. `index` and `markdown` are of files, the others of header fields and links. */
export const LIVE_CHECKS = ["index", "markdown", "type", "negotiation", "vary", "link", "canonical"] as const;
export type LiveCheckName = (typeof LIVE_CHECKS)[number];

/** Faults that a check can find: what is missing. */
export const LIVE_MISSING = [
  "",
  /** An answer with status 200. */
  "answer",
  /** An answer that can be unpacked and has an end. */
  "whole",
  /** The file: a page to log in came. */
  "login",
  /** An answer of this site: it leads to another one. */
  "here",
  /** Our text: a page of HTML came, or none. */
  "file",
  /** Our text: another one came. */
  "ours",
  /** The newest text: an earlier version came. */
  "newest",
  /** The newest text: one with our line about this site, older than it, and no text that was published here. */
  "unchanged",
  /** Content-Type `text/markdown`. */
  "type",
  /** Markdown for clients that ask a page's own address for it. */
  "markdown",
  /** `Vary: Accept`, without which a cache mixes up the two. */
  "vary",
  /** Markdown and HTML each for itself: a cache gives one in the place of the other. */
  "apart",
  /** A link from the page to its Markdown or to the index. */
  "link",
  /** A canonical link from the Markdown to its page. */
  "canonical",
] as const;
export type LiveMissing = (typeof LIVE_MISSING)[number];

export const LIVE_FIXES = [
  "",
  "publish",
  "publishAgain",
  "replace",
  "answerHere",
  "letIn",
  "sendWhole",
  "setType",
  "negotiate",
  "setVary",
  "keepApart",
  "setLink",
  "setCanonical",
] as const;
export type LiveFix = (typeof LIVE_FIXES)[number];

/** Platforms that a site may run on, by its answers; `other`: none of these. */
export const LIVE_PLATFORMS = [
  "nginx",
  "apache",
  "caddy",
  "cloudflare",
  "netlify",
  "vercel",
  "githubPages",
  "other",
] as const;
export type LivePlatform = (typeof LIVE_PLATFORMS)[number];

/** Stored result of the last check of a site's own addresses. */
export interface LiveMark {
  /** Time of the check, in ISO 8601. */
  readonly at: string;
  readonly verdict: LiveVerdict;
  /** Number of newer versions; missing if 0. */
  readonly behind?: number;
  readonly since?: string;
  readonly advice: LiveFix;
  readonly platform: LivePlatform;
  /** True once a check has found the newest files: only a later change is news. */
  readonly wasLive?: true;
  /** Loss of a site that was live, until it serves the newest files again. */
  readonly lost?: LiveLoss;
}

/** Loss of a site that was live: earlier files or none (`stale`), or files of somebody else (`other`). */
type LiveLoss = "stale" | "other";

const LOSSES: Readonly<Record<LiveVerdict, LiveLoss | undefined>> = {
  live: undefined,
  stale: "stale",
  absent: "stale",
  other: "other",
  unreachable: undefined,
};

/**
 * The mark after a check. Files that this very crawl made old are no loss yet: the owner has had no time to copy the
 * new ones. An unreachable site keeps its state.
 * @param began time at which the crawl began; undefined for a check on request, which sends no alert
 */
export function markOf(
  before: LiveMark | null,
  seen: Omit<LiveMark, "wasLive" | "lost">,
  began: Date | undefined,
): LiveMark {
  const wasLive = seen.verdict === "live" || before?.wasLive === true;
  const lost = lossIn(before, seen, began);
  return { ...seen, ...(wasLive && { wasLive }), ...(lost && { lost }) };
}

function lossIn(
  before: LiveMark | null,
  { verdict, since }: Pick<LiveMark, "verdict" | "since">,
  began: Date | undefined,
): LiveLoss | undefined {
  const loss = LOSSES[verdict];
  if (verdict === "live" || before?.wasLive !== true) return undefined;
  const isNew = verdict === "stale" && (began === undefined || since === undefined || Date.parse(since) >= +began);
  if (loss === undefined || isNew || began === undefined) return before.lost;
  return loss;
}
