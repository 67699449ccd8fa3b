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
  /** The order that a click on the heading gives, or a heading that is not clicked. */
  readonly heading: { readonly by: SiteSort } | { readonly text: string };
  readonly look?: string;
  cell(shown: Shown): ComponentChildren;
}

/** Columns of the table behind a site's name, from left to right. */
export const COLUMNS: readonly Column[] = [
  { heading: { by: "status" }, cell: ({ site }) => <Status site={site} /> },
  { heading: { by: "crawled" }, cell: ({ site, now }) => relative(site.lastCrawledAt, now) },
  { heading: { by: "changed" }, cell: ({ site, now }) => relative(site.lastChangedAt, now) },
  { heading: { by: "next" }, cell: ({ site, schedule, now }) => nextCrawl(site, schedule, now) },
  { heading: { by: "pages" }, look: "text-right!", cell: ({ site }) => count(site.pages) },
  { heading: { by: "interval" }, look: "narrow:hidden", cell: ({ site }) => every(site.recrawlIntervalMinutes) },
  {
    heading: { text: "Last 12 crawls" },
    look: "narrow:hidden",
    cell: ({ site }) => <Spark history={site.history} />,
  },
];
