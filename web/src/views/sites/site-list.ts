import { useEffect, useRef, useState } from "preact/hooks";
import type { Site, SiteCounts } from "../../protocol/site.ts";
import { usePolled } from "../../state/polled.ts";
import { siteCount } from "../../state/site-count.ts";
import { changedSites, listSites, type SitesQuery } from "../../state/sites.ts";

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

/** Seconds a list serves for while only its rows change; among many sites reading it anew is what costs. */
const LIST_SECONDS = 30;

/** A list that was read, and the moment from which changes are asked for. */
interface Read {
  readonly of: string;
  readonly rows: SiteRows;
  readonly since: string;
  readonly readAt: number;
  readonly askedAt: number;
}

/**
 * The rows with what changed since. Read anew where a row has another place now, where the list is old, and where somebody
 * asked between two turns: he has changed something.
 */
async function rowsSince(read: Read | undefined, ask: () => Promise<SiteRows>, signal: AbortSignal) {
  const now = performance.now();
  const isOld = read === undefined || now - read.readAt > LIST_SECONDS * 1000 || now - read.askedAt < 4_500;
  const { since, sites, isAll } = await changedSites(isOld ? undefined : read.since, signal);
  const news = new Map(sites.map((site) => [site.id, site]));
  const isMoved = read?.rows.sites.some(({ id, status }) => (news.get(id)?.status ?? status) !== status);
  if (isOld || isMoved || !isAll) return { rows: await ask(), since, readAt: now, askedAt: now };
  const rows = { ...read.rows, sites: read.rows.sites.map((site) => news.get(site.id) ?? site) };
  return { rows, since, readAt: read.readAt, askedAt: now };
}

const isRunning = ({ sites }: SiteRows) => sites.some((site) => site.status === "crawling" || site.status === "due");

/** The list as it is now: asked for every 5 s while a site is crawled, else every 30 s. */
export function useSiteRows(query: Omit<SitesQuery, "cursor">) {
  const { search, filter, sort } = query;
  const [pages, setPages] = useState(1);
  const read = useRef<Read>(undefined);
  const of = JSON.stringify([search, filter, sort, pages]);
  const polled = usePolled(
    async (signal) => {
      const before = read.current?.of === of ? read.current : undefined;
      read.current = { of, ...(await rowsSince(before, () => rowsOf(query, pages, signal), signal)) };
      return read.current.rows;
    },
    (rows) => (isRunning(rows) ? 5 : 30),
    [search, filter, sort, pages],
  );
  const all = polled.asked.type === "there" ? polled.asked.value.counts.all : undefined;
  useEffect(() => {
    if (all !== undefined) siteCount.set(all);
  }, [all]);
  return { ...polled, showMore: () => setPages(pages + 1) };
}
