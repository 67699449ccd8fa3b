import type { ServerConfig, Site } from "../protocol/types.ts";
import { relative } from "../words/times.ts";

type Schedule = ServerConfig["schedule"];

/** Time of a site's next crawl, in words. Without a schedule none is promised. */
export function nextCrawl(
  { paused, status, nextCrawlAt }: Pick<Site, "paused" | "status" | "nextCrawlAt">,
  schedule: Schedule,
  now: number,
): string {
  if (paused) return "Paused";
  if (status === "crawling") return "Now";
  if (schedule === null) return "Not scheduled";
  if (nextCrawlAt === null) return "—";
  // A due site is taken at the schedule's next time.
  return Date.parse(nextCrawlAt) <= now + 60_000 ? "Soon" : relative(nextCrawlAt, now);
}
