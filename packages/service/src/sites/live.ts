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
  /** An answer that can be unpacked and has an end. */
  "whole",
  /** The file: a page to log in came. */
  "login",
  /** An answer of this site: it leads to another one. */
  "here",
  /** Our text: a page of HTML came. */
  "file",
  /** Our text: another one came. */
  "ours",
  /** The newest text: one that was published before. */
  "newest",
  /** The newest text: one with our line about this site, older than it, and no text that was published here. */
  "unchanged",
  /** `Content-Type: text/markdown`. */
  "type",
  /** Markdown for those who ask a page's own address for it. */
  "markdown",
  /** `Vary: Accept`, without which a cache gives one client what another asked for. */
  "vary",
  /** Markdown and HTML each for itself: a cache gives one in the place of the other. */
  "apart",
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

/** Servers and hosts that a site may run on, as its answers show; `other`: none of these. */
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

/** Last look at a site's own addresses, as it is kept. */
export interface LiveMark {
  /** ISO 8601. */
  readonly at: string;
  readonly verdict: LiveVerdict;
  /** Versions between what the site has and the newest; 0 is left out. */
  readonly behind?: number;
  /** Since when there is a newer one, in ISO 8601. */
  readonly since?: string;
  readonly advice: LiveFix;
  readonly platform: LivePlatform;
  /** True from the first look on that found the newest files: what comes after it is news. */
  readonly wasLive?: true;
  /** A site that was live has had earlier files, or others, or none since the look that first found it. */
  readonly lost?: LiveLoss;
}

/** A site that was live serves earlier files or none (`stale`), or files of somebody else (`other`). */
export type LiveLoss = "stale" | "other";

const LOSSES: Readonly<Record<LiveVerdict, LiveLoss | undefined>> = {
  live: undefined,
  stale: "stale",
  absent: "stale",
  other: "other",
  unreachable: undefined,
};

/**
 * The mark after a look. Files that became old with this very crawl are no loss yet: their owner has not had the time to
 * copy the new ones. A site that cannot be reached stays what it was.
 * @param began when the crawl began; undefined for a look on request, which tells nobody
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
