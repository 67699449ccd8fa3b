import { printable } from "@llmstxt-service/service/printable";
import type { ListedSite, SiteSort } from "@llmstxt-service/service/sites/site-query";

interface Column {
  readonly heading: string;
  readonly cell: (site: ListedSite) => string;
}

/** Columns from left to right, one for each order of the list and further ones; null if only `--json` shows it. */
const COLUMNS: Readonly<Record<SiteSort | "tags" | "trouble", Column | null>> = {
  status: { heading: "STATUS", cell: ({ status }) => status },
  name: { heading: "SITE", cell: ({ baseUrl }) => printable(baseUrl) },
  pages: { heading: "PAGES", cell: ({ pages }) => String(pages) },
  crawled: null,
  changed: null,
  interval: { heading: "EVERY", cell: ({ recrawlIntervalMinutes }) => every(recrawlIntervalMinutes) },
  next: { heading: "NEXT", cell: ({ nextCrawlAt }) => (nextCrawlAt === null ? "never" : minute(nextCrawlAt)) },
  tags: { heading: "TAGS", cell: ({ tags }) => printable(tags.join(", ")) },
  trouble: { heading: "LAST ERROR", cell: (site) => printable(troubleOf(site)) },
};

/** Sites as lines below headings; a column is as wide as its longest text. */
export function sitesTable(sites: readonly ListedSite[]): readonly string[] {
  const columns = Object.values(COLUMNS).filter((column) => column !== null);
  const rows = [columns.map(({ heading }) => heading), ...sites.map((site) => columns.map(({ cell }) => cell(site)))];
  const widths = columns.map((_, column) => rows.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

const minute = (at: Date): string => `${at.toISOString().slice(0, 16)}Z`;

function troubleOf({ lastError, undelivered }: Pick<ListedSite, "lastError" | "undelivered">): string {
  if (lastError !== null || undelivered === null) return lastError ?? "";
  return `Not stored since ${minute(undelivered.since)}, next try ${minute(undelivered.nextTryAt)}: ${undelivered.why}`;
}

const UNITS = [
  [1_440, "d"],
  [60, "h"],
] as const;

/** Interval in the largest unit that divides it: `7 d`, `90 min`. */
function every(minutes: number): string {
  const [size, unit] = UNITS.find(([size]) => minutes % size === 0) ?? [1, "min"];
  return `${minutes / size} ${unit}`;
}
