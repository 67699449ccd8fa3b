import { callJson } from "../protocol/http.ts";
import type { Job } from "../protocol/types.ts";
import type { Query } from "./query.ts";

/** Filter of the listed jobs, as in the address. */
export interface JobsPlace {
  readonly q: string;
  readonly state: Job["state"] | "";
  readonly by: Job["by"] | "";
}

const JOB_STATES = ["waiting", "running", "done", "failed", "cancelled"] as const;
export const JOB_STARTERS = ["page", "api", "socket", "schedule", "cron"] as const;

export function readJobsPlace(query: string): JobsPlace {
  const given = new URLSearchParams(query);
  return {
    q: given.get("q") ?? "",
    state: JOB_STATES.find((one) => one === given.get("state")) ?? "",
    by: JOB_STARTERS.find((one) => one === given.get("by")) ?? "",
  };
}

/** Query of the address; defaults are left out. */
export function jobsQueryText(place: JobsPlace): string {
  const said = Object.entries(place).filter(([, value]) => value !== "");
  return new URLSearchParams(said).toString();
}

interface Jobs {
  readonly items: readonly Job[];
  readonly next: string | null;
}

export const isUnderWay = ({ state }: Job): boolean => state === "waiting" || state === "running";

/** Jobs of one request. */
export const JOBS_PAGE = 50;

/** Query for the newest jobs of the server, at most `wanted`. */
export const jobsQuery = (place: JobsPlace, wanted: number): Query<Jobs> => ({
  key: `/api/jobs?${jobsQueryText(place)} ${wanted}`,
  ask: async (signal) => {
    const items: Job[] = [];
    let next: string | null = null;
    do {
      const asked = new URLSearchParams(jobsQueryText(place));
      asked.set("limit", String(JOBS_PAGE));
      if (next !== null) asked.set("cursor", next);
      const page: Jobs = await callJson<Jobs>(`/api/jobs?${asked}`, {}, signal);
      items.push(...page.items);
      next = page.next;
    } while (next !== null && items.length < wanted);
    return { items, next };
  },
  isWorking: ({ items }) => items.some(isUnderWay),
});
