import { type PageUrl, partsOf } from "@llmstxt-service/page/address/page-url";
import type { Site } from "@llmstxt-service/page/address/site";
import { versionFolderOf } from "@llmstxt-service/page/address/version-folder";
import { CrawlError } from "@llmstxt-service/page/errors";
import { tryJson } from "@llmstxt-service/page/json";
import type { Fetch } from "../fetch/fetch.ts";
import type { HomeRules } from "./robots/robots.ts";
import type { SitemapEntry } from "./sitemap/sitemap.ts";

/** Most bytes of a list that are read; the largest lists in use have some ten thousand. */
const MAX_BYTES = 200_000;

/** Most versions of a list that are read; the others are left out. */
const MAX_VERSIONS = 200;

interface ListPlace {
  readonly home: PageUrl;
  readonly site: Site;
  readonly robots: HomeRules;
  readonly fetch: Fetch;
}

/**
 * First pages of the versions in the list that mike, the versioner of MkDocs, keeps beside them and that only a script reads:
 * `/docs/versions.json` of `/docs/latest/`. None without one.
 */
export async function listedVersions(
  { home, site, robots, fetch }: ListPlace,
  signal: AbortSignal,
): Promise<SitemapEntry[]> {
  const family = versionFolderOf(home)?.family;
  if (family === undefined) return [];
  const { origin } = partsOf(home);
  const file = `${origin}${family}versions.json`;
  if (!robots.allows(file)) return [];
  try {
    const { status, body } = await fetch(
      { url: file, accept: "application/json", maxBytes: MAX_BYTES, maxRedirects: 0 },
      signal,
    );
    const list = status === 200 ? tryJson(new TextDecoder().decode(body)) : undefined;
    return (Array.isArray(list) ? list.slice(0, MAX_VERSIONS) : []).flatMap((one: unknown) => {
      const name = typeof one === "object" && one !== null && "version" in one ? one.version : undefined;
      // JSON can hold half a character, which no address can.
      const url =
        typeof name === "string"
          ? site.own(`${origin}${family}${encodeURIComponent(name.toWellFormed())}/`)
          : undefined;
      return url === undefined ? [] : [{ url, alternates: [] }];
    });
  } catch (thrown) {
    if (thrown instanceof CrawlError) return []; // most sites have none
    throw thrown;
  }
}
