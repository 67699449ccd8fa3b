import type { Page } from "@llmstxt-service/page";
import { fileKindOfType } from "@llmstxt-service/page/address/files";
import { fileProblem, type LeftOut, type LeftOutReason } from "@llmstxt-service/page/address/left-out";
import { pageProblem } from "@llmstxt-service/page/address/not-a-page";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import type { CrawlError } from "@llmstxt-service/page/errors";
import type { KnownKind } from "@llmstxt-service/page/site/site-model";
import { refreshTarget } from "./home.ts";
import { pageOf, type Seen, type VisitInTurn } from "./visit.ts";

/** Inputs of a verdict besides the visit. */
export interface Known {
  readonly home: PageUrl;
  /** True if exactly the pages of a list were asked for. */
  readonly isListGiven: boolean;
  /** A link's address on this site; undefined for other sites. */
  own(link: string): PageUrl | undefined;
  /** True if it is decided what becomes of this address. */
  isSettled(url: PageUrl): boolean;
  /** The page of the result at this address. */
  listed(url: PageUrl): Page | undefined;
  /** Reasons against an address by itself. */
  problemOf(url: PageUrl): LeftOut | undefined;
  /** The refusal of an address by robots.txt, with the line that decides; undefined where it may be asked for. */
  refusalOf(url: PageUrl): LeftOut | undefined;
  /** True of a page that others name as their contents. */
  isContents(url: PageUrl): boolean;
  /** Reasons against a page in its own language. */
  foreign(url: PageUrl, page: Page): LeftOut | undefined;
  /** Reasons against an address beside the others that are known. */
  repeats(url: PageUrl): LeftOut | undefined;
  /** Kind of a page that was read, and whether it has a place before others are in. */
  judged(url: PageUrl, page: Page): KnownKind;
  /** The page of the result that says the same. */
  duplicateOf(url: PageUrl, page: Page): PageUrl | undefined;
  /** True of pages of two languages or versions that both have a place. */
  isApart(url: PageUrl, page: Page, other: PageUrl): boolean;
  /** Knowledge about an address that a page names as its own. */
  beliefIn(url: PageUrl, canonical: PageUrl): "believed" | "disbelieved" | "open";
  /** True if a page that failed in passing may be asked for once more. */
  mayTryAgain(url: PageUrl): boolean;
}

/** Verdict on a page that was asked for. `url` is the address after redirects. */
export type Verdict =
  /** The page is listed in the result, at the address `listAs`. */
  | { readonly type: "list"; readonly url: PageUrl; readonly listAs: PageUrl }
  /** The page is left out; `follow` is true if its links are followed all the same. */
  | { readonly type: "leaveOut"; readonly url: PageUrl; readonly objection: LeftOut; readonly follow: boolean }
  /** The page sends its readers on by meta refresh, or to another host of the site; the target gets its place. */
  | { readonly type: "follow"; readonly url: PageUrl; readonly target: PageUrl }
  /** The page is listed only if places are left in the end; its links are followed at once. */
  | { readonly type: "defer"; readonly url: PageUrl }
  /** The page waits until its canonical address has answered. */
  | { readonly type: "hold"; readonly url: PageUrl; readonly canonical: PageUrl }
  /** The canonical address is a listed page that does not look like this one. */
  | { readonly type: "share"; readonly url: PageUrl; readonly canonical: PageUrl }
  | { readonly type: "fail"; readonly url: PageUrl; readonly error: CrawlError }
  | { readonly type: "tryAgain" }
  /** The address was decided before, as the target of another page's redirect. */
  | { readonly type: "settled" };

/** Decides what becomes of a page that was asked for at `asked`. Changes nothing. */
export function judge(asked: PageUrl, visit: VisitInTurn, known: Known): Verdict {
  if (known.isSettled(asked)) return { type: "settled" };
  switch (visit.type) {
    case "failed":
      return judgeFailure(asked, visit.error, known);
    case "redirected":
      return judgeRedirect(asked, visit.target, known);
    case "disallowed":
      return leaveOut(asked, known.refusalOf(asked) ?? { reason: "robots" });
    case "read":
    case "unchanged":
      return judgeSeen(asked, visit, known);
  }
}

/** Reason for a page that redirects to another site. */
const otherSite = (target: string): LeftOut => ({ reason: "other site", evidence: { target } });

/** A redirect that was not followed leads to another site, where robots.txt lets nobody go, or to another host of this site. */
function judgeRedirect(url: PageUrl, to: string, known: Known): Verdict {
  const target = known.own(to);
  if (target === undefined) return leaveOut(url, otherSite(to));
  const refusal = known.refusalOf(target);
  return refusal === undefined ? { type: "follow", url, target } : leaveOut(url, refusal);
}

function judgeFailure(url: PageUrl, error: CrawlError, known: Known): Verdict {
  // The crawl is ending, which is reported once for all of it.
  if (error.code === "aborted") return { type: "settled" };
  if (error.code === "unsupported_type")
    return leaveOut(url, { reason: fileKindOfType(typeOf(error)) ?? "not a page" });
  const file = fileProblem("problem" in error.facts ? String(error.facts.problem) : "");
  if (file !== undefined) return leaveOut(url, { reason: file });
  return error.retry && known.mayTryAgain(url) ? { type: "tryAgain" } : { type: "fail", url, error };
}

/** Media types of answers that are no pages. */
const typeOf = ({ facts }: CrawlError): string => ("detail" in facts ? String(facts.detail) : "");

/** The page at the end of redirects and meta refreshes is judged. */
function judgeSeen(asked: PageUrl, seen: Seen, known: Known): Verdict {
  const url = known.own(seen.url);
  if (url === undefined) return leaveOut(asked, otherSite(seen.url));
  if (url !== asked) {
    if (known.isSettled(url)) return leaveOut(asked, { reason: "redirect", of: url });
    const problem = known.problemOf(url);
    if (problem !== undefined) return leaveOut(asked, problem);
  }
  const moved = refreshTarget(seen);
  if (moved === undefined) return judgePage(url, pageOf(seen), known);
  const target = known.own(moved);
  return target === undefined ? leaveOut(asked, otherSite(moved)) : { type: "follow", url: asked, target };
}

function judgePage(url: PageUrl, page: Page, known: Known): Verdict {
  if (known.isListGiven) return { type: "list", url, listAs: url };
  const objection = objectionTo(url, page, known);
  if (objection !== undefined) return leaveOut(url, objection);
  if (!known.judged(url, page).isWanted) return { type: "defer", url };
  const canonical = canonicalOf(url, page, known);
  if (canonical === undefined) return { type: "list", url, listAs: url };
  const belief = known.beliefIn(url, canonical);
  if (belief === "disbelieved") return { type: "list", url, listAs: url };
  const listed = known.listed(canonical);
  if (listed !== undefined)
    return isAlike(page, listed)
      ? leaveOut(url, canonicalElsewhere(page, canonical))
      : { type: "share", url, canonical };
  return belief === "believed" ? { type: "list", url, listAs: canonical } : { type: "hold", url, canonical };
}

/** The page says that it is at home at another address, which is listed. */
export function canonicalElsewhere({ canonical, canonicalIn = "page" }: Page, of: PageUrl): LeftOut {
  const evidence = canonical === undefined ? undefined : { canonical: { url: canonical, in: canonicalIn } };
  return { reason: "canonical elsewhere", of, ...(evidence && { evidence }) };
}

/** Reasons against listing a page that was read, its canonical address aside. */
export function objectionTo(url: PageUrl, page: Page, known: Known): LeftOut | undefined {
  if (page.versionOf !== undefined) return { reason: "markdown version", of: page.versionOf };
  const foreign = known.foreign(url, page);
  if (foreign !== undefined) return foreign;
  const problem = known.isContents(url) ? "list of pages" : pageProblem(url, page);
  if (problem === "api viewer") return { reason: problem, ...viewed(page) };
  if (problem !== undefined) return { reason: problem };
  const same = known.duplicateOf(url, page);
  if (same === undefined) return known.repeats(url);
  const digests = [page.contentDigest, known.listed(same)?.contentDigest ?? ""] as const;
  return { reason: "duplicate", of: same, evidence: { digests } };
}

function viewed({ shown }: Page): Pick<LeftOut, "evidence"> {
  const [target] = shown?.isGuess === false ? shown.urls : [];
  return target === undefined ? {} : { evidence: { target } };
}

/**
 * Canonical address of a page, if it is worth asking for. That every page were the homepage is a common
 * mistake of templates; where it is true the content says so.
 */
function canonicalOf(url: PageUrl, page: Page, known: Known): PageUrl | undefined {
  const { canonical } = page;
  const own = canonical === undefined ? undefined : known.own(canonical);
  if (own === undefined || own === url || own === known.home || known.isApart(url, page, own)) return undefined;
  if (known.listed(own) !== undefined) return own;
  const isHopeless = known.isSettled(own) || (known.problemOf(own) ?? known.repeats(own)) !== undefined;
  return isHopeless ? undefined : own;
}

const isAlike = (page: Page, other: Page): boolean =>
  page.title === other.title || page.contentDigest === other.contentDigest;

/** Pages that are nothing to list and still lead to pages that are. */
const LEADING: readonly LeftOutReason[] = ["noindex", "list of pages", "api viewer"];

const leaveOut = (url: PageUrl, objection: LeftOut): Verdict => ({
  type: "leaveOut",
  url,
  objection,
  follow: LEADING.includes(objection.reason),
});

const REPETITIONS: readonly LeftOutReason[] = [
  "duplicate",
  "redirect",
  "error page",
  "noindex",
  "other language",
  "older version",
  "copied folder",
];

/** True if a page left out for this reason counts against the pages of its shape. */
export const isRepetition = (reason: LeftOutReason): boolean => REPETITIONS.includes(reason);
