import type { Work } from "../parts/work.tsx";
import type { Job } from "../protocol/types.ts";
import { some } from "./amounts.ts";

/** Origins of jobs, in words. */
export const STARTERS: Readonly<Record<Job["by"], { readonly icon: string; readonly words: string }>> = {
  page: { icon: "globe", words: "A browser" },
  api: { icon: "key", words: "A program" },
  socket: { icon: "plug", words: "A socket" },
  schedule: { icon: "clock", words: "The schedule" },
  cron: { icon: "hook", words: "The call for due sites" },
};

const RUNNING: Readonly<Record<Job["kind"], string>> = {
  crawl: "Crawling",
  publish: "Crawling",
  recrawl: "Crawling sites",
  edits: "Publishing changes",
  bulk: "Changing sites",
  import: "Adding sites",
  live: "Looking at sites",
};

/** True if the job's figures count sites, false for pages. */
export const isOfSites = ({ kind }: Pick<Job, "kind">): boolean => kind !== "crawl" && kind !== "publish";

/** Name of the job's subject. */
export function subjectOf(job: Job): string {
  if (job.host !== null) return job.host;
  return isOfSites(job) ? some(job.total, "site") : "a private site";
}

export function workOf(job: Job): Work {
  const { state, done, total, error } = job;
  switch (state) {
    case "waiting":
    case "cancelled":
      return { state };
    case "running":
      return { state, done, of: total, words: RUNNING[job.kind] };
    case "done":
      return { state, ...outcomeOf(job) };
    case "failed":
      return { state, words: error?.reason ?? "Failed" };
  }
}

/** Outcome of a job, in words. */
function outcomeOf({ result, done, ...job }: Job): { readonly words: string; readonly isTroubled: boolean } {
  const failed = Number((isOfSites(job) ? result?.errors : result?.failed) ?? 0);
  const trouble = failed > 0 && `${some(failed, isOfSites(job) ? "site" : "page")} failed`;
  const why = result?.why;
  const end = why === "asked" || why === "timeout" ? `Stopped early at ${some(done, "page")}` : "Done";
  return { words: trouble ? `${end}, ${trouble}` : end, isTroubled: trouble !== false || end !== "Done" };
}
