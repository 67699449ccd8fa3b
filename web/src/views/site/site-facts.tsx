import type { Site } from "../../protocol/site.ts";
import { useNow } from "../../state/pulse.ts";
import { safeHref } from "../../words/addresses.ts";
import { count, some } from "../../words/amounts.ts";
import { every, INTERVALS, relative } from "../../words/times.ts";
import { Spark } from "../sites/spark.tsx";

function Interval({ site, onInterval }: SiteFactsProps) {
  const known = INTERVALS.some(({ minutes }) => minutes === site.recrawlIntervalMinutes);
  return (
    <>
      <label class="sr-only" for="interval">
        Interval
      </label>
      <select
        id="interval"
        class="select h-7 text-[13.5px] phone:h-10"
        value={site.recrawlIntervalMinutes}
        onChange={(event) => onInterval(Number(event.currentTarget.value))}
      >
        {!known && <option value={site.recrawlIntervalMinutes}>{every(site.recrawlIntervalMinutes)}</option>}
        {INTERVALS.map((interval) => (
          <option key={interval.minutes} value={interval.minutes}>
            {interval.long}
          </option>
        ))}
      </select>
    </>
  );
}

export interface SiteFactsProps {
  readonly site: Site;
  readonly onInterval: (minutes: number) => void;
}

/** `83, limit 200`; with the crawl before, where it had another number. */
function pagesOf({ pages, previousPages, maxPages, history }: Site): string {
  const before = history.length > 1 && previousPages !== pages ? ` (${count(previousPages)} before)` : "";
  return `${count(pages)}${before}, limit ${count(maxPages)}`;
}

/** What the site is crawled with, and how that goes. */
export function SiteFacts(props: SiteFactsProps) {
  const { site } = props;
  const now = useNow(30);
  const file = site.fileUrl === null ? undefined : safeHref(site.fileUrl);
  const facts = [
    ["Every", <Interval key="every" {...props} />],
    ["Last crawl", relative(site.lastCrawledAt, now)],
    ["Last change", relative(site.lastChangedAt, now)],
    ["Next crawl", site.paused ? "—" : relative(site.nextCrawlAt, now)],
    ["Pages", pagesOf(site)],
    ["Excerpt", some(site.descLength, "character")],
    [
      "File",
      file ? (
        <a key="file" class="block truncate" href={file} target="_blank" rel="noopener noreferrer nofollow">
          {file.split("/").at(-1)}
        </a>
      ) : (
        "Not stored"
      ),
    ],
  ] as const;
  return (
    <dl class="panel grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-[7px] px-4 py-3 text-[13.5px]">
      {facts.map(([term, fact]) => (
        <>
          <dt class="text-ink-3">{term}</dt>
          <dd class="min-w-0 text-right tabular-nums">{fact}</dd>
        </>
      ))}
      {site.history.length > 0 && (
        <>
          <dt class="text-ink-3">Last crawls</dt>
          <dd class="flex justify-end">
            <Spark history={site.history} />
          </dd>
        </>
      )}
    </dl>
  );
}
