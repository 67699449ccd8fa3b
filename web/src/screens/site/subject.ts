import type { Crawl, Failure, Progress, Site, Summary } from "@llmstxt-service/service/shapes";
import type { Tone } from "../../parts/notice.tsx";
import { shortAddress } from "../../words/addresses.ts";
import { count, some } from "../../words/amounts.ts";
import { failureWords } from "../../words/failures.ts";

export type Overlay = NonNullable<Site["overlay"]>;

/** The subject of the screen: an enrolled site, or a crawl of a site that is not enrolled. */
export type Subject = {
  readonly id: string;
  /** Address of the site. */
  readonly url: string;
  readonly state: Site["state"] | Crawl["state"];
  readonly failure: Failure | null;
  /** The newest text; null before the first. */
  readonly document: string | null;
  /** The text without the edits. */
  readonly plain: string | null;
  /** The owner's edits; empty: none. */
  readonly overlay: Overlay;
  readonly summary: Summary | null;
  readonly fileUrl: string | null;
  readonly progress: Progress | null;
} & (
  | { readonly kind: "sites"; readonly site: Site; readonly crawl?: never }
  | { readonly kind: "crawls"; readonly crawl: Crawl; readonly site?: never }
);

const isSite = (answer: Site | Crawl): answer is Site => "baseUrl" in answer;

export function subjectOf(answer: Site | Crawl): Subject {
  const { id, state, document, plain, summary, fileUrl, progress } = answer;
  const both = { id, state, document, plain, summary, fileUrl, progress };
  if (isSite(answer)) {
    const { baseUrl: url, failure, overlay } = answer;
    return { ...both, kind: "sites", site: answer, url, failure, overlay: overlay ?? {} };
  }
  const { url, error, request } = answer;
  return { ...both, kind: "crawls", crawl: answer, url, failure: error, overlay: request.overlay ?? {} };
}

/** A mark that changes with each crawl and each edit of a site. */
export const markOf = ({ lastCrawledAt, lastChangedAt, failure }: Site): string =>
  `${lastCrawledAt} ${lastChangedAt} ${failure?.times ?? 0}`;

/** True while the server crawls the site, or has it in its queue. */
export const isAtWork = ({ state, kind }: Pick<Subject, "state" | "kind">): boolean =>
  state === "running" || state === "crawling" || (kind === "crawls" && state === "waiting");

/** Host and path, so that two sites of one host differ. */
export const nameOf = ({ url }: Pick<Subject, "url">): string => shortAddress(url);

interface Shown {
  readonly tone: Tone;
  readonly icon: string;
  readonly words: string;
}

const ofProgress = (progress: Progress | null): string =>
  progress && progress.found > 0 ? ` ${count(progress.done)} of ${count(progress.found)}` : "";

/** State in a few words. */
export function stateOf({ state, kind, progress, failure, summary }: Subject): Shown {
  switch (state) {
    case "running":
    case "crawling":
      return { tone: "run", icon: "again", words: `Crawling${ofProgress(progress)}` };
    case "waiting":
      return { tone: "muted", icon: "clock", words: kind === "sites" ? "First crawl to come" : "Waiting" };
    case "done": {
      if (summary?.why === "timeout") return { tone: "warn", icon: "clock", words: "Time limit reached" };
      if (summary?.why === "asked") return { tone: "warn", icon: "clock", words: "Finished early" };
      const failed = summary?.failed ?? 0;
      if (failed > 0) return { tone: "warn", icon: "alert", words: `Done, ${some(failed, "page")} failed` };
      return { tone: "ok", icon: "check", words: "Done" };
    }
    case "upToDate":
      return { tone: "ok", icon: "check", words: "Up to date" };
    case "paused":
      return { tone: "muted", icon: "pause", words: "Paused" };
    case "cancelled":
      return { tone: "muted", icon: "x", words: "Cancelled" };
    case "failed":
      return { tone: "bad", icon: "alert", words: failure ? `Failed: ${failureWords(failure).title}` : "Failed" };
  }
}
