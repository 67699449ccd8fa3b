import type { ComponentChildren } from "preact";
import type { ServerConfig, Site, SiteSort } from "../../protocol/types.ts";
import { nextCrawl } from "../../state/next-crawl.ts";
import { count } from "../../words/amounts.ts";
import { every, relative } from "../../words/times.ts";
import { Spark } from "./spark.tsx";
import { Status } from "./status.tsx";

interface Shown {
  readonly site: Site;
  readonly now: number;
  readonly schedule: ServerConfig["schedule"];
}

interface Column {
  readonly heading: string;
  /** True if the list's first order by this column begins with its largest or newest value. */
  readonly isLargestFirst?: true;
  readonly look?: string;
  cell(shown: Shown): ComponentChildren;
}

/** Columns by which the list cannot be ordered. */
type PlainColumn = "history";

/** Columns after a site's name, from left to right: one for each order of the list, and plain ones. */
const BY_NAME: Readonly<Record<Exclude<SiteSort, "name"> | PlainColumn, Column>> = {
  status: { heading: "Status", cell: ({ site }) => <Status site={site} /> },
  crawled: { heading: "Last crawl", isLargestFirst: true, cell: ({ site, now }) => relative(site.lastCrawledAt, now) },
  changed: { heading: "Last change", isLargestFirst: true, cell: ({ site, now }) => relative(site.lastChangedAt, now) },
  next: { heading: "Next crawl", cell: ({ site, schedule, now }) => nextCrawl(site, schedule, now) },
  pages: { heading: "Pages", isLargestFirst: true, look: "text-right!", cell: ({ site }) => count(site.pages) },
  interval: { heading: "Every", look: "narrow:hidden", cell: ({ site }) => every(site.recrawlIntervalMinutes) },
  history: { heading: "Last 12 crawls", look: "narrow:hidden", cell: ({ site }) => <Spark history={site.history} /> },
};

// Object.entries loses the type of a record's keys.
export const COLUMNS = Object.entries(BY_NAME) as [keyof typeof BY_NAME, Column][];

/** Orders of the list, in words. */
export const SORTS: readonly (readonly [by: SiteSort, heading: string, isLargestFirst: boolean | undefined])[] = [
  ["name", "Site", undefined],
  ...COLUMNS.flatMap(([by, { heading, isLargestFirst }]) =>
    by === "history" ? [] : [[by, heading, isLargestFirst] as const],
  ),
];
