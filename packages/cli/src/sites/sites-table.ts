import { printable } from "@llmstxt-service/service/printable";
import type { ListedSite } from "@llmstxt-service/service/sites/site-query";

const HEADINGS = ["STATUS", "SITE", "PAGES", "EVERY", "NEXT", "TAGS", "LAST ERROR"] as const;

/** Sites as lines under headings, a column as wide as the longest of these. */
export function sitesTable(sites: readonly ListedSite[]): readonly string[] {
  const rows = [HEADINGS, ...sites.map(cells)];
  const widths = HEADINGS.map((_, column) => rows.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

const cells = ({ baseUrl, status, pages, recrawlIntervalMinutes, nextCrawlAt, tags, ...site }: ListedSite) => [
  status,
  printable(baseUrl),
  String(pages),
  every(recrawlIntervalMinutes),
  nextCrawlAt === null ? "never" : `${nextCrawlAt.toISOString().slice(0, 16)}Z`,
  printable(tags.join(", ")),
  printable(troubleOf(site)),
];

function troubleOf({ lastError, undelivered }: Pick<ListedSite, "lastError" | "undelivered">): string {
  if (lastError !== null || undelivered === null) return lastError ?? "";
  const minute = (at: Date) => `${at.toISOString().slice(0, 16)}Z`;
  return `Not stored since ${minute(undelivered.since)}, next try ${minute(undelivered.nextTryAt)}: ${undelivered.why}`;
}

const UNITS = [
  [1_440, "d"],
  [60, "h"],
] as const;

/** `7 d`, `90 min`: the largest unit that it is a whole number of. */
function every(minutes: number): string {
  const [size, unit] = UNITS.find(([size]) => minutes % size === 0) ?? [1, "min"];
  return `${minutes / size} ${unit}`;
}
