import { isMarkdownFile, isPdfFile } from "@llmstxt-service/page/address/files";
import { languageFolderOf } from "@llmstxt-service/page/address/language-folder";
import { datedPath } from "@llmstxt-service/page/address/news";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import { queryOf } from "@llmstxt-service/page/address/path";
import { isSecondary } from "@llmstxt-service/page/address/secondary";
import type { PageKind } from "@llmstxt-service/page/site/kinds";
import type { SiteModel } from "@llmstxt-service/page/site/site-model";

/** A page whose address is known. */
export interface FoundPage {
  readonly url: PageUrl;
  /** Number of pages that were taken to find it, one after the other: 1 for pages that homepage and sitemaps name. */
  readonly level: number;
  readonly isInScope: boolean;
  /** Linked from the homepage, its footer aside: what the site itself puts first. */
  readonly isFeatured: boolean;
  /** Turn of its list on the page that names it: lists have turns, too. */
  readonly turn?: number;
}

/** A found page that waits for its turn, or has had it. */
export interface Candidate extends FoundPage {
  readonly segments: readonly string[];
  readonly isNews: boolean;
  /** Place in its folder: the newest of what is dated, else the first of each list, come first. */
  readonly rank: number;
  /** True if news must not crowd it out. */
  readonly isWanted: boolean;
  /** Shape of its address. Pages of one shape tend to be alike, so it shares their outcome. */
  readonly shape: string;
  /** Folder of the address that may be another language's. */
  readonly languageFolder: string | undefined;
  /** True if it is likely to bring nothing new. */
  readonly isDoubted: boolean;
  readonly stage: number;
}

/** Outcome of a page that was asked for: listed, answered with nothing new, not there, not had, or none of these. */
export type Outcome = "listed" | "repeated" | "missing" | "failed" | "other";

/**
 * Groups in the order in which they are asked for. Each waits until no page of the earlier ones waits or is under way.
 */
const GROUP = { wanted: 0, lists: 1, secondary: 2, outOfScope: 3, lastResort: 4 } as const;

const GROUPS_APART = 1_000_000;
const LEVELS_APART = 10;

/** Shape of all addresses of which another spelling is known: a site spells its links in one way. */
const OTHER_SPELLINGS = "other spellings";

/** True for a page that readers come for, as far as is known. */
export const isFirst = ({ stage }: Candidate): boolean => stage < GROUPS_APART;

interface Expected {
  /** True if another spelling of the address is known. */
  readonly isKnownSpelling: boolean;
  /** Pages like it, as far as they are known. */
  readonly model: SiteModel;
}

export function candidateOf(found: FoundPage, { isKnownSpelling, model }: Expected): Candidate {
  const { url, turn = 0 } = found;
  // A Markdown file is asked for last, when it is known which page it may be a version of.
  const isMarkdown = isMarkdownFile(url);
  const group = isKnownSpelling || isMarkdown ? GROUP.lastResort : groupOf(found, model.expected(url));
  const { day, ...dated } = datedPath(model.segmentsOf(url));
  return {
    ...found,
    ...dated,
    rank: day > 0 ? -day : turn,
    isWanted: group < GROUP.outOfScope,
    languageFolder: languageFolderOf(url)?.path,
    shape: isKnownSpelling ? OTHER_SPELLINGS : model.shapeOf(url),
    isDoubted: group === GROUP.lists || group === GROUP.lastResort || queryOf(url) !== "" || group === GROUP.outOfScope,
    stage: stageOf(found, group),
  };
}

/**
 * The candidate by the kind that its page is expected to be now, never in an earlier stage; itself if nothing changes.
 */
export function expectedNow(candidate: Candidate, kind: PageKind | undefined): Candidate {
  const group = groupOf(candidate, kind);
  const stage = stageOf(candidate, group);
  if (stage <= candidate.stage) return candidate;
  return { ...candidate, stage, isWanted: group < GROUP.outOfScope, isDoubted: true };
}

/** The candidate, to be asked for after all others. */
export const triedAgain = (candidate: Candidate): Candidate => ({
  ...candidate,
  isWanted: false,
  stage: stageOf(candidate, GROUP.lastResort),
});

/** Group of a page of this kind, as far as it is known. */
function groupOf({ url, isInScope }: FoundPage, kind: PageKind | undefined): number {
  if (!isInScope) return GROUP.outOfScope;
  switch (kind) {
    case "facet":
    case "archive":
    case "stub":
    case "utility":
      return GROUP.lastResort;
    case "list":
      return GROUP.lists;
    case "content":
    case "form":
    case "frameset":
    case undefined:
      return isSecondary(url) || isPdfFile(url) ? GROUP.secondary : GROUP.wanted;
  }
}

/** An earlier stage is a smaller number: by group, then by level, then the site's own order. */
const stageOf = ({ level, isFeatured }: FoundPage, group: number): number =>
  group * GROUPS_APART + Math.min(level, GROUPS_APART / LEVELS_APART - 1) * LEVELS_APART + (isFeatured ? 0 : 1);

/**
 * Round of a stage. The featured and the other pages of a level share one, as neither brings pages that come before the
 * other.
 */
export const roundOf = (stage: number): number => Math.floor(stage / LEVELS_APART);
