import { Languages } from "@llmstxt-service/page/address/languages";
import { type PageUrl, tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { Site } from "@llmstxt-service/page/address/site";
import { spellingKey } from "@llmstxt-service/page/address/spelling";
import { type Entry, hostsOf } from "./entry.ts";

/**
 * Pages that say in another language what a listed page says in the homepage's, each with the page that stays. The crawl
 * asks for none by the same rule (packages/page/src/address/languages.ts); what it took before it knew is left out here.
 */
export function translationsOf(home: Entry | undefined, entries: readonly Entry[]): ReadonlyMap<Entry, Entry> {
  const translations = new Map<Entry, Entry>();
  const homeUrl = home && tryPageUrl(home.url);
  if (home === undefined || homeUrl === undefined) return translations;
  const site = new Site(homeUrl, homeUrl, hostsOf(entries));
  const languages = new Languages(site, home.page, undefined);
  const pages = entries.flatMap((entry) => ({ entry, url: site.own(entry.url) }));
  const bySpelling = new Map(pages.flatMap(({ entry, url }) => (url === undefined ? [] : [[spellingKey(url), entry]])));
  const isKnown = (url: PageUrl) => bySpelling.has(spellingKey(url));
  for (const { url } of pages) if (url !== undefined) languages.discover(url);
  for (const { url, entry } of pages) {
    if (url === undefined || languages.isForeign(url, entry.page)) continue;
    const { alternates, lang } = entry.page;
    languages.learn(url, { ...alternates, ...(lang !== undefined && { lang }) });
  }
  for (const { url, entry } of pages) {
    const original = url === undefined ? undefined : languages.translationOf(url, isKnown);
    const kept = original === undefined || original === "" ? undefined : bySpelling.get(spellingKey(original));
    if (kept !== undefined && kept !== entry) translations.set(entry, kept);
  }
  return translations;
}
