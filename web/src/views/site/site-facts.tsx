import type { ServerConfig, Site } from "../../protocol/types.ts";
import { nextCrawl } from "../../state/next-crawl.ts";
import { useNow } from "../../state/pulse.ts";
import { count } from "../../words/amounts.ts";
import { every, relative } from "../../words/times.ts";
import { Spark } from "../sites/spark.tsx";

interface SiteFactsProps {
  readonly site: Site;
  readonly schedule: ServerConfig["schedule"];
  /** Code points of the newest text, and the budget of a reader; undefined before the first version. */
  readonly characters?: number;
  readonly budget?: number;
}

/** Pages of the last crawl: `83, limit 200`, with the number before if it was another. */
function pagesOf({ pages, previousPages, maxPages, history }: Site): string {
  const before = history.length > 1 && previousPages !== pages ? ` (${count(previousPages)} before)` : "";
  return `${count(pages)}${before}, limit ${count(maxPages)}`;
}

/** Size of the text: `61,204 of 50,000, 22 % over`. */
function sizeOf(characters: number, budget: number): string {
  const percent = Math.round((characters / budget) * 100);
  return `${count(characters)} of ${count(budget)}, ${percent > 100 ? `${count(percent - 100)} % over` : `${percent} %`}`;
}

/** Facts about a site's crawls and its newest text. */
export function SiteFacts({ site, schedule, characters, budget }: SiteFactsProps) {
  const now = useNow(30);
  const facts = [
    ["Every", every(site.recrawlIntervalMinutes)],
    ["Last crawl", relative(site.lastCrawledAt, now)],
    ["Last change", relative(site.lastChangedAt, now)],
    ["Next crawl", nextCrawl(site, schedule, now)],
    ["Pages", pagesOf(site)],
    ...(characters && budget ? [["Characters", sizeOf(characters, budget)] as const] : []),
  ] as const;
  return (
    <dl class="panel grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-[7px] px-4 py-3 text-[13.5px] phone:order-5">
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
