import { subDomainsOf } from "@llmstxt-service/crawler/crawl/sub-domains";
import { type PageUrl, pageUrl, tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { Site } from "@llmstxt-service/page/address/site";
import { CrawlError } from "@llmstxt-service/page/errors";
import { readLocal } from "../read-source.ts";

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
  readonly only: readonly PageUrl[];
}

/**
 * Reads a list of pages: an address a line; empty lines and those that begin with `#` are skipped.
 * @throws CrawlError `wrong_usage` for a file that cannot be read, or with the number of a line that is no page of the
 * site
 */
export async function readUrlList({ file, site, subdomains }: AskedList, signal: AbortSignal): Promise<UrlList> {
  const only = new Set<PageUrl>();
  let url = site;
  let own: Site | undefined;
  for (const [index, line] of (await readLocal(file, signal))
    .replace(/^\uFEFF/, "")
    .split(/\r\n?|\n/)
    .entries()) {
    const address = line.trim();
    if (address === "" || address.startsWith("#")) continue;
    const page = tryPageUrl(address);
    const refuse = (why: string) =>
      new CrawlError("wrong_usage", { detail: `--urls ${file}, line ${index + 1}: ${address.slice(0, 200)} ${why}` });
    if (page === undefined) throw refuse("is not an http:// or https:// address");
    url ??= new URL("/", page).href;
    const home = pageUrl(url);
    own ??= new Site(home, home, subdomains ? await subDomainsOf(home) : undefined);
    if (own.own(page) === undefined) throw refuse(`is not of the site ${url}`);
    only.add(page);
  }
  if (url === undefined || only.size === 0)
    throw new CrawlError("wrong_usage", { detail: `--urls ${file}: there is no address in it` });
  return { url, only: [...only] };
}
