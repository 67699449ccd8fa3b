import { readSitemap, textOfSitemap } from "@llmstxt-service/crawler/crawl/sitemap";
import { subDomainsOf } from "@llmstxt-service/crawler/crawl/sub-domains";
import { type PageUrl, pageUrl, tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { Site } from "@llmstxt-service/page/address/site";
import { CrawlError } from "@llmstxt-service/page/errors";
import { readLocalBytes } from "../read-source.ts";

interface AskedList {
  readonly file: string;
  readonly site: string | undefined;
  /** True if pages of its sub-domains are pages of the site. */
  readonly subdomains: boolean;
}

interface UrlList {
  /** URL of the site: the given one, else the origin of the first address. */
  readonly url: string;
  /** Pages without repetition, in the order of the list. */
  readonly urls: readonly PageUrl[];
}

/**
 * Reads a list of pages: an address a line, where empty lines and comments after `#` are skipped; or a sitemap or feed.
 * It may be gzipped or in UTF-16. Where the site is given, addresses may be relative to it.
 * @throws CrawlError `wrong_usage` for a file that cannot be read, or with the number of a line that is no page of the
 * site
 */
export async function readUrlList({ file, site, subdomains }: AskedList, signal: AbortSignal): Promise<UrlList> {
  const urls = new Set<PageUrl>();
  let url = site;
  let own: Site | undefined;
  for (const { place, address } of await linesOf(file, signal)) {
    const page = /\s/.test(address) ? undefined : tryPageUrl(address, site);
    const refuse = (why: string) =>
      new CrawlError("wrong_usage", { detail: `--urls ${file}, ${place}: ${address.slice(0, 200)} ${why}` });
    if (page === undefined) throw refuse("is not an http:// or https:// address");
    url ??= new URL("/", page).href;
    const home = pageUrl(url);
    own ??= new Site(home, home, subdomains ? await subDomainsOf(home) : undefined);
    if (own.own(page) === undefined) throw refuse(`is not of the site ${url}`);
    urls.add(page);
  }
  if (url === undefined || urls.size === 0)
    throw new CrawlError("wrong_usage", { detail: `--urls ${file}: there is no address in it` });
  return { url, urls: [...urls] };
}

async function linesOf(
  file: string,
  signal: AbortSignal,
): Promise<readonly { readonly place: string; readonly address: string }[]> {
  const refuse = (why: string) => new CrawlError("wrong_usage", { detail: `--urls ${file}: ${why}` });
  const bytes = await readLocalBytes(file, signal);
  const text = await textOfSitemap(bytes);
  if (text === undefined || text.includes("\0")) throw refuse("it is no text, gzipped or not");
  if (!text.trimStart().startsWith("<"))
    return text.split(/\r\n?|\n/).flatMap((line, index) => {
      const [address = ""] = line.split(/(?:^|\s)#/, 1).map((before) => before.trim());
      return address === "" ? [] : [{ place: `line ${index + 1}`, address }];
    });
  const sitemap = await readSitemap(bytes, signal);
  if (sitemap === undefined) throw refuse("it is neither a list of addresses nor a sitemap");
  if (sitemap.of === "sitemaps") throw refuse("it is a list of sitemaps: name each of those with --sitemap");
  return sitemap.entries.map(({ url }, index) => ({ place: `entry ${index + 1}`, address: url }));
}
