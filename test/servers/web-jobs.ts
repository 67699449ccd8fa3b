// The work of a server as the scripted service lists it: one of each state and kind.
import type { JobAnswer } from "../../packages/service/src/protocol/jobs.ts";

const HOUR = 3_600_000;

function job(id: number, hoursAgo: number, more: Partial<JobAnswer>): JobAnswer {
  const at = Date.now() - hoursAgo * HOUR;
  return {
    id: `00000000-0000-4000-8000-00000000000${id}`,
    kind: "crawl",
    state: "done",
    by: "page",
    host: "httr2.r-lib.org",
    createdAt: new Date(at).toISOString(),
    startedAt: new Date(at).toISOString(),
    finishedAt: new Date(at + 2_100).toISOString(),
    done: 85,
    total: 200,
    error: null,
    result: { pages: 85, failed: 0, score: 90, why: "complete" },
    crawl: `/api/crawls/00000000-0000-4000-8000-00000000000${id}`,
    ...more,
  };
}

export const jobs = (): { readonly items: readonly JobAnswer[]; readonly next: null } => ({
  items: [
    job(1, 0.1, { state: "running", host: "kubernetes.io", by: "api", done: 641, total: 1_000, finishedAt: null }),
    job(2, 0.2, { state: "waiting", host: "docs.litware.example", startedAt: null, finishedAt: null, done: 0 }),
    job(3, 0.5, { host: "help.fabrikam.example", result: { pages: 792, failed: 5, why: "complete" }, done: 792 }),
    job(4, 0.8, {
      state: "failed",
      host: "shop.tailspin.example",
      error: { code: "robots_disallows", facts: {}, reason: "robots.txt disallows https://shop.tailspin.example/" },
      done: 0,
    }),
    job(5, 25, { by: "socket", result: { pages: 312, failed: 0, why: "asked" }, done: 312 }),
    job(6, 26, {
      kind: "recrawl",
      by: "schedule",
      host: null,
      crawl: null,
      done: 20,
      total: 20,
      result: { errors: 1 },
    }),
    job(7, 27, { host: null, crawl: null, result: null, done: 121 }),
    job(8, 28, { state: "cancelled", host: "fastcore.fast.ai", result: null, done: 25 }),
  ],
  next: null,
});
