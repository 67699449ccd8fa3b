import { CrawlError } from "@llmstxt-service/page/errors";
import type { LiveMark, LiveMissing } from "../sites/live.ts";
import type { Version } from "../sites/site.ts";
import { type AskedAddress, digestOf, isEmpty, isHtml, isLogin, isPackedTwice, tryOurTime } from "./live-answer.ts";

/** A text that was once delivered. */
type KnownText = Pick<Version, "digest" | "at">;

export interface KnownTexts {
  /** Address of the index on the site. */
  readonly index: string;
  /** Versions of the index, newest first. */
  readonly versions: readonly KnownText[];
  /** Versions of the document without a bundle, newest first: an owner may have published it as llms.txt. */
  readonly documents: readonly KnownText[];
}

/** Faults of a file, apart from its age. */
type Wrong = "different" | "elsewhere" | "absent" | "login" | "garbled" | "unreachable";

type FileState =
  /** A known text; `behind`: position among them, 0 for the newest; `since`: time of the next newer version. */
  | { readonly type: "same"; readonly behind: number; readonly since?: Date }
  /** A text with this program's metadata line about this site that is no known version: too old, or changed since. */
  | { readonly type: "changed"; readonly since: Date }
  | { readonly type: Wrong };

/** Statuses with which servers keep strangers out, although the file may be there. */
const KEPT_OUT: readonly number[] = [401, 403, 407, 408, 425, 429, 451];

export function fileState({ answer }: AskedAddress, digests: readonly string[]): FileState {
  if (answer instanceof CrawlError) return { type: FAILURES[answer.code] ?? "unreachable" };
  const { status } = answer;
  if (KEPT_OUT.includes(status) || status >= 500) return { type: "unreachable" };
  if (status !== 200) return { type: "absent" };
  const behind = digests.indexOf(digestOf(answer));
  if (behind >= 0) return { type: "same", behind };
  if (isPackedTwice(answer)) return { type: "garbled" };
  if (isLogin(answer)) return { type: "login" };
  return { type: isHtml(answer) || isEmpty(answer) ? "absent" : "different" };
}

const FAILURES: Readonly<Partial<Record<CrawlError["code"], Wrong>>> = {
  off_site: "elsewhere",
  bad_response: "garbled",
  unsupported_coding: "garbled",
};

/**
 * State of the site's index. A version of the plain document counts as an earlier version of the index, and so does an
 * unknown text with this program's metadata line.
 */
export function indexState(asked: AskedAddress, { index, versions, documents }: KnownTexts): FileState {
  const among = (known: readonly KnownText[]) =>
    fileState(
      asked,
      known.map(({ digest }) => digest),
    );
  const state = among(versions);
  const [newest] = versions;
  if (state.type === "same") return { ...state, ...dated(versions[state.behind - 1]) };
  if (state.type !== "different" || newest === undefined || asked.answer instanceof CrawlError) return state;
  const plain = among(documents);
  if (plain.type === "same") return { ...plain, ...dated(documents[plain.behind - 1] ?? newest) };
  const time = tryOurTime(asked.answer, new URL(index).host);
  const next = time && versions.findLast(({ at }) => at > time);
  return next === undefined ? state : { type: "changed", since: next.at };
}

const dated = (next: KnownText | undefined) => (next === undefined ? {} : { since: next.at });

export interface FileVerdict extends Pick<LiveMark, "verdict" | "behind" | "advice"> {
  readonly since?: Date;
}

export function verdictOf(index: FileState, pages: readonly FileState[]): FileVerdict {
  if (index.type === "changed") return { ...STALE, since: index.since };
  if (index.type !== "same") return INDEX_VERDICTS[index.type];
  if (index.since !== undefined) return { ...STALE, behind: index.behind, since: index.since };
  const worst = PAGE_STATES.find((state) => pages.some(({ type }) => type === state));
  return worst === undefined ? { verdict: "live", advice: "" } : PAGE_VERDICTS[worst];
}

const STALE = { verdict: "stale", advice: "publishAgain" } as const;

const INDEX_VERDICTS: Readonly<Record<Wrong, FileVerdict>> = {
  different: { verdict: "other", advice: "replace" },
  elsewhere: { verdict: "other", advice: "answerHere" },
  absent: { verdict: "absent", advice: "publish" },
  login: { verdict: "absent", advice: "letIn" },
  garbled: { verdict: "unreachable", advice: "sendWhole" },
  unreachable: { verdict: "unreachable", advice: "letIn" },
};
/** Verdicts on pages. The index is the newest here, so another text of a page is from an earlier bundle. */
const PAGE_VERDICTS: Readonly<Record<Wrong, FileVerdict>> = { ...INDEX_VERDICTS, different: STALE };
/** States of pages, the worst first. */
const PAGE_STATES: readonly Wrong[] = ["unreachable", "garbled", "login", "absent", "elsewhere", "different"];

const MISSING: Readonly<Record<FileState["type"], LiveMissing>> = {
  same: "",
  changed: "unchanged",
  different: "ours",
  elsewhere: "here",
  absent: "file",
  login: "login",
  garbled: "whole",
  unreachable: "answer",
};

export const missingOf = (state: FileState): LiveMissing =>
  state.type === "same" && state.since !== undefined ? "newest" : MISSING[state.type];
