import { type PageUrl, tryPageUrl } from "@llmstxt-service/page/address/page-url";
import type { Site } from "@llmstxt-service/page/address/site";
import type { HomeRules } from "./robots/robots.ts";

export interface SitemapPlaces {
  readonly site: Site;
  readonly robots: HomeRules;
  /** `<link rel=sitemap>` of the homepage, absolute. */
  readonly linked: readonly string[];
  /** Address on a host of the site beside the homepage's: the files of this host are looked for. */
  readonly beside?: PageUrl;
  /** Sitemaps to be read in place of all others, on any host. */
  readonly given?: readonly string[] | undefined;
}

/** The specification's two names, then what the site names itself; another guess only where those gave nothing. */
export function sitemapPlaces({ site, robots, linked, given, beside }: SitemapPlaces): PageUrl[][] {
  if (given !== undefined) return [given.flatMap((url) => site.own(url) ?? tryPageUrl(url) ?? [])];
  if (beside !== undefined) {
    const usual = [new URL("/sitemap.xml", beside).href].filter(robots.allows);
    return [(robots.sitemaps.length > 0 ? robots.sitemaps : usual).flatMap((url) => site.own(url) ?? [])];
  }
  const folders = site.scope === "/" ? ["/"] : ["/", site.scope];
  const guesses = (name: string) => folders.map((folder) => `${folder}${name}`);
  const allowed = (url: string) => robots.allows(new URL(url, site.home).href);
  return [
    [...[...guesses("sitemap.xml"), ...guesses("sitemap_index.xml")].filter(allowed), ...robots.sitemaps, ...linked],
    guesses("sitemap-index.xml").filter(allowed),
  ].map((urls) => urls.map((url) => site.own(url)).filter((url) => url !== undefined));
}
