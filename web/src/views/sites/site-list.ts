import { useEffect, useState } from "preact/hooks";
import type { Site, SiteCounts } from "../../protocol/site.ts";
import { usePolled } from "../../state/polled.ts";
import { siteCount } from "../../state/site-count.ts";
import { listSites, type SitesQuery } from "../../state/sites.ts";

/** The rows shown so far, and what is known of all sites. */
export interface SiteRows {
  readonly sites: readonly Site[];
  readonly total: number;
  readonly counts: SiteCounts;
  readonly more: boolean;
  readonly nextRunAt: string | null;
}

/** Asks for as many pages of the list as are shown, so that a refresh shows the same rows in their new state. */
async function rowsOf(query: SitesQuery, pages: number, signal: AbortSignal): Promise<SiteRows> {
  let page = await listSites(query, signal);
  const sites = [...page.items];
  for (let n = 1; n < pages && page.next !== null; n++) {
    page = await listSites({ ...query, cursor: page.next }, signal);
    sites.push(...page.items);
  }
  return {
    sites,
    total: page.total,
    counts: page.counts,
    more: page.next !== null,
    nextRunAt: page.nextRunAt,
  };
}

const isRunning = ({ sites }: SiteRows) => sites.some((site) => site.status === "crawling" || site.status === "due");

/** The list as it is now: asked for every 5 s while a site is crawled, else every 30 s. */
export function useSiteRows(query: Omit<SitesQuery, "cursor">) {
  const { search, filter, sort } = query;
  const [pages, setPages] = useState(1);
  const polled = usePolled(
    (signal) => rowsOf(query, pages, signal),
    (rows) => (isRunning(rows) ? 5 : 30),
    [search, filter, sort, pages],
  );
  const all = polled.asked.type === "there" ? polled.asked.value.counts.all : undefined;
  useEffect(() => {
    if (all !== undefined) siteCount.set(all);
  }, [all]);
  return { ...polled, showMore: () => setPages(pages + 1) };
}
