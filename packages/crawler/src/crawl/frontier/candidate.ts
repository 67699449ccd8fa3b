import { isMarkdownFile } from "@llmstxt-service/page/address/files";
import { languageFolderOf } from "@llmstxt-service/page/address/language-folder";
import { datedPath } from "@llmstxt-service/page/address/news";
import { isDoubtfulTool, isList } from "@llmstxt-service/page/address/not-a-page";
import { type PageUrl, partsOf } from "@llmstxt-service/page/address/page-url";
import { segmentsOf } from "@llmstxt-service/page/address/path";
import { isSecondary } from "@llmstxt-service/page/address/secondary";

/** A page whose address is known. */
export interface FoundPage {
  readonly url: PageUrl;
  /** Number of pages that were taken to find it, one after the other: 1 for pages that homepage and sitemaps name. */
  readonly level: number;
  readonly isInScope: boolean;
  /** Linked from the homepage, its footer aside: what the site itself puts first. */
  readonly isFeatured: boolean;
}

/** One that waits for its turn, or has had it. */
export interface Candidate extends FoundPage {
  readonly segments: readonly string[];
  readonly isNews: boolean;
  /** `20240517` for what is dated by its address; 0 for the rest. */
  readonly day: number;
  /** True if news must not crowd it out. */
  readonly isWanted: boolean;
  /** Group whose outcome it shares: pages of one folder tend to be alike. */
  readonly folder: string;
  /** The folder it lies in that may be another language. */
  readonly languageFolder: string | undefined;
  /** True if it is likely to bring nothing new. */
  readonly isDoubted: boolean;
  readonly stage: number;
}

/** Outcome of a page that was asked for: listed, answered with nothing new, not had, or none of these. */
export type Outcome = "listed" | "repeated" | "failed" | "other";

/** First to last. Each waits until nothing of the ones before it waits or is under way. */
const GROUP = { wanted: 0, secondary: 1, outOfScope: 2, lastResort: 3 } as const;

const GROUPS_APART = 1_000_000;
const LEVELS_APART = 10;

/** Stands for the addresses of which another spelling is known, wherever they lie: a site spells its links in one way. */
const OTHER_SPELLINGS = "other spellings";

/** @param isKnownSpelling whether another spelling of the address is known */
export function candidateOf(found: FoundPage, { isKnownSpelling }: { readonly isKnownSpelling: boolean }): Candidate {
  const { url } = found;
  const isLinkList = isList(url);
  // It waits until it is known which pages it may be the version of.
  const isMarkdown = isMarkdownFile(url);
  const isLastResort = isKnownSpelling || isLinkList || isDoubtfulTool(url) || isMarkdown;
  const group = isLastResort ? GROUP.lastResort : groupOf(found);
  return {
    ...found,
    ...datedPath(segmentsOf(url)),
    isWanted: group < GROUP.outOfScope,
    languageFolder: languageFolderOf(url)?.path,
    folder: isKnownSpelling ? OTHER_SPELLINGS : folderOf(url),
    isDoubted: isLinkList || isMarkdown || partsOf(url).search !== "" || !found.isInScope,
    stage: stageOf(found, group),
  };
}

/** The same page, to be asked for after all others. */
export const triedAgain = (candidate: Candidate): Candidate => ({
  ...candidate,
  isWanted: false,
  stage: stageOf(candidate, GROUP.lastResort),
});

/** Folder of a page; for a variant its path. Numbers are left out: `/2026/1/` and `/2026/2/` are alike. */
function folderOf(url: string): string {
  const { pathname, search } = partsOf(url);
  // Bound: a URL, 2,048 characters.
  const folder = search === "" ? pathname.replace(/[^/]*\/?$/, "") : `${pathname}?`;
  return folder.replace(/\/\d+(?=\/)/g, "/#");
}

function groupOf({ url, isInScope }: FoundPage): number {
  if (!isInScope) return GROUP.outOfScope;
  return isSecondary(url) ? GROUP.secondary : GROUP.wanted;
}

/** An earlier stage is a smaller number: by group, then by level, then the site's own order. */
const stageOf = ({ level, isFeatured }: FoundPage, group: number): number =>
  group * GROUPS_APART + Math.min(level, GROUPS_APART / LEVELS_APART - 1) * LEVELS_APART + (isFeatured ? 0 : 1);

/** Stages that differ only in being featured may be under way together: neither brings pages that come before the other. */
export const roundOf = (stage: number): number => Math.floor(stage / LEVELS_APART);
