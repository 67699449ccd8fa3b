import { FolderCopies } from "@llmstxt-service/page/address/folder-copies";
import type { LeftOut } from "@llmstxt-service/page/address/left-out";
import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { Site } from "@llmstxt-service/page/address/site";
import { spellingKey } from "@llmstxt-service/page/address/spelling";
import { Versions } from "@llmstxt-service/page/address/versions";
import { type Entry, hostsOf } from "./entry.ts";

/**
 * Pages of older versions and of copied folders, by the crawl's own rules (packages/page/src/address/versions.ts and
 * folder-copies.ts): what it took before it knew is left out here. `of` is the page that stays, where there is one.
 */
export function outdatedPages(home: Entry | undefined, entries: readonly Entry[]): ReadonlyMap<Entry, LeftOut> {
  const older = new Map<Entry, LeftOut>();
  const homeUrl = home && tryPageUrl(home.url);
  if (home === undefined || homeUrl === undefined) return older;
  const versions = new Versions(homeUrl, home.page);
  const copies = new FolderCopies(new Site(homeUrl, homeUrl, hostsOf(entries)), home.page);
  const bySpelling = new Map(entries.map((entry) => [spellingKey(entry.url), entry]));
  const pages = [home, ...entries].flatMap((entry) => {
    const url = tryPageUrl(entry.url);
    return url === undefined ? [] : [{ entry, url }];
  });
  for (const { url, entry } of pages) {
    versions.learn(url, entry.page);
    copies.learn(url, entry.page);
  }
  for (const { url } of pages) versions.discover(url);
  for (const { url, entry } of pages.slice(1)) {
    const isKnown = (one: string) => one !== url && bySpelling.has(spellingKey(one));
    const outdated = versions.outdated(url, isKnown);
    const original = outdated === undefined ? copies.originalOf(url, isKnown) : undefined;
    const address = outdated?.of ?? original?.of;
    const of = address === undefined ? undefined : bySpelling.get(spellingKey(address))?.url;
    const staying = of === undefined ? {} : { of };
    if (outdated !== undefined)
      older.set(entry, { reason: "older version", ...staying, evidence: { version: outdated.evidence } });
    else if (original !== undefined)
      older.set(entry, { reason: "copied folder", ...staying, evidence: original.evidence });
  }
  return older;
}
