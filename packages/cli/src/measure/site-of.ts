import type { ParsedLink, ParsedLlmsTxt } from "@llmstxt-service/document/check";
import { tryPageUrl } from "@llmstxt-service/page/address/page-url";

interface SiteHints {
  readonly source?: string;
  readonly site?: string;
  readonly details: ParsedLlmsTxt["details"];
  readonly links: readonly ParsedLink[];
}

/**
 * Site of a file: as a person gives it, by the file's address, by its metadata line, or the origin of most of its
 * links.
 */
export function siteOf({ source, site, details, links }: SiteHints): string | undefined {
  const stated = details.map(({ text }) => /^Generated: \S+ \| Source: (\S+) \| /.exec(text)?.[1]).find(isPage);
  return [site, source, stated, commonest(links)].find(isPage);
}

const isPage = (url: string | undefined): url is string => url !== undefined && tryPageUrl(url) !== undefined;

function commonest(links: readonly ParsedLink[]): string | undefined {
  const origins = links.flatMap(({ url }) => (/^https?:/i.test(url) ? (URL.parse(url)?.origin ?? []) : []));
  const counted = [...Map.groupBy(origins, (origin) => origin)].map(([origin, { length }]) => ({ origin, length }));
  // Sorting is stable: of equal origins the file's first one comes first.
  return counted.sort((a, b) => b.length - a.length)[0]?.origin;
}
