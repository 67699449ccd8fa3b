import type { ServerConfig, Site } from "../protocol/types.ts";
import { relative } from "../words/times.ts";

type Schedule = ServerConfig["schedule"];

/** When a site is crawled next, in words: only what will happen. Where nothing is scheduled, nothing is promised. */
export function nextCrawl(
  { paused, status, nextCrawlAt }: Pick<Site, "paused" | "status" | "nextCrawlAt">,
  schedule: Schedule,
  now: number,
): string {
  if (paused) return "Paused";
  if (status === "crawling") return "Now";
  if (schedule === null) return "Not scheduled";
  if (nextCrawlAt === null) return "—";
  // Due: the next turn of the schedule takes it.
  return Date.parse(nextCrawlAt) <= now + 60_000 ? "Soon" : relative(nextCrawlAt, now);
}
