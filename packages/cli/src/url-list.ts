import { readSitemap } from "@llmstxt-service/crawler/sitemap";
import { type PageUrl, pageUrl, tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { Site } from "@llmstxt-service/page/address/site";
import { CrawlError } from "@llmstxt-service/page/errors";
import { readBytes } from "./files.ts";

interface UrlList {
  /** URL of the site: the given one, else the origin of the first address. */
  readonly url: string;
  /** Pages without repetition, in the order of the list. */
  readonly urls: readonly PageUrl[];
}

/**
 * Reads a list of pages: an address a line, where empty lines and what follows `#` are skipped; or a sitemap. Where the
 * site is given, addresses may be relative to it.
 * @throws CrawlError `wrong_usage` for a file that cannot be read, or with the number of a line that is no page of the site
 */
export async function readUrlList(file: string, site: string | undefined, signal: AbortSignal): Promise<UrlList> {
  const urls = new Set<PageUrl>();
  let url = site;
  let own: Site | undefined;
  for (const { place, address } of await linesOf(file, await readBytes(file, signal))) {
    const refuse = (why: string) =>
      new CrawlError("wrong_usage", { detail: `--urls ${file}, ${place}: ${address.slice(0, 200)} ${why}` });
    const page = /\s/.test(address) ? undefined : tryPageUrl(address, site);
    if (page === undefined) throw refuse("is not an http:// or https:// address");
    url ??= new URL("/", page).href;
    own ??= new Site(pageUrl(url), pageUrl(url));
    if (own.own(page) === undefined) throw refuse(`is not of the site ${url}`);
    urls.add(page);
  }
  if (url === undefined || urls.size === 0)
    throw new CrawlError("wrong_usage", { detail: `--urls ${file}: there is no address in it` });
  return { url, urls: [...urls] };
}

interface Line {
  readonly place: string;
  readonly address: string;
}

async function linesOf(file: string, bytes: Uint8Array): Promise<readonly Line[]> {
  const text = new TextDecoder().decode(bytes);
  const refuse = (why: string) => new CrawlError("wrong_usage", { detail: `--urls ${file}: ${why}` });
  if (text.includes("\0")) throw refuse("it is no text");
  if (!text.trimStart().startsWith("<"))
    return text.split(/\r\n?|\n/).flatMap((line, index) => {
      const [address = ""] = line.split(/(?:^|\s)#/, 1).map((before) => before.trim());
      return address === "" ? [] : [{ place: `line ${index + 1}`, address }];
    });
  const sitemap = await readSitemap(bytes);
  if (sitemap === undefined) throw refuse("it is neither a list of addresses nor a sitemap");
  if (sitemap.of === "sitemaps") throw refuse("it is a list of sitemaps: name each of those with --sitemap");
  return sitemap.entries.map(({ url }, index) => ({ place: `entry ${index + 1}`, address: url }));
}
