import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { spellingKey } from "@llmstxt-service/page/address/spelling";
import { Versions } from "@llmstxt-service/page/address/versions";
import type { Entry } from "./entry.ts";

/** Pages of older versions, by the crawl's own rule (packages/page/src/address/versions.ts). Each with the page that stays, where there is one. */
export function olderVersions(
  home: Entry | undefined,
  entries: readonly Entry[],
): ReadonlyMap<Entry, Entry | undefined> {
  const older = new Map<Entry, Entry | undefined>();
  const homeUrl = home && tryPageUrl(home.url);
  if (homeUrl === undefined) return older;
  const versions = new Versions(homeUrl);
  const bySpelling = new Map(entries.map((entry) => [spellingKey(entry.url), entry]));
  const pages = entries.flatMap((entry) => ({ entry, url: tryPageUrl(entry.url) }));
  for (const { url } of pages) if (url !== undefined) versions.discover(url);
  for (const { url, entry } of pages) {
    const better =
      url === undefined ? undefined : versions.betterVersionOf(url, (one) => bySpelling.has(spellingKey(one)));
    if (better !== undefined) older.set(entry, better === "" ? undefined : bySpelling.get(spellingKey(better)));
  }
  return older;
}
