import { toast } from "../../parts/toast.tsx";
import type { Site } from "../../protocol/site.ts";
import { troubleOf } from "../../state/asked.ts";
import { changeSite, recrawlSite, removeSite } from "../../state/sites.ts";
import { shortAddress } from "../../words/addresses.ts";
import { some } from "../../words/amounts.ts";
import { every } from "../../words/times.ts";

/** What one can do to sites, from a row, the selection bar or a site's own screen. */
export interface SiteActions {
  readonly crawl: (sites: readonly Site[]) => void;
  readonly pause: (sites: readonly Site[], paused: boolean) => void;
  readonly setInterval: (sites: readonly Site[], minutes: number) => void;
  readonly remove: (sites: readonly Site[]) => void;
}

const naming = (sites: readonly Site[]) =>
  sites.length === 1 && sites[0] ? shortAddress(sites[0].baseUrl) : some(sites.length, "site");

/** Does the same to each site, says how it went, and has the list asked for anew. */
async function each(
  sites: readonly Site[],
  act: (site: Site, signal: AbortSignal) => Promise<void>,
  done: string,
  refresh: () => void,
): Promise<void> {
  const signal = AbortSignal.timeout(30_000);
  const outcomes = await Promise.allSettled(sites.map((site) => act(site, signal)));
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  toast(failed ? troubleOf(failed.reason).why : done);
  refresh();
}

export function siteActions(refresh: () => void): SiteActions {
  return {
    crawl: (sites) =>
      void each(sites, (site, signal) => recrawlSite(site.id, signal), `Crawling ${naming(sites)}`, refresh),
    pause: (sites, paused) =>
      void each(
        sites,
        (site, signal) => changeSite(site.id, { paused }, signal),
        `${paused ? "Paused" : "Resumed"} ${naming(sites)}`,
        refresh,
      ),
    setInterval: (sites, recrawlIntervalMinutes) =>
      void each(
        sites,
        (site, signal) => changeSite(site.id, { recrawlIntervalMinutes }, signal),
        `${naming(sites)}: every ${every(recrawlIntervalMinutes)}`,
        refresh,
      ),
    remove: (sites) =>
      void each(sites, (site, signal) => removeSite(site.id, signal), `Removed ${naming(sites)}`, refresh),
  };
}
