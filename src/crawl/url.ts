import { CrawlError } from "../errors.ts";

/**
 * An absolute http(s) URL in the one spelling this program uses. Two addresses are one page exactly when their
 * PageUrls are the same string, so a Set is the whole of deduplication by address.
 */
export type PageUrl = string & { readonly __brand: "PageUrl" };

/** @throws CrawlError `invalid_url` */
export function pageUrl(text: string, base?: string): PageUrl {
  const url = tryPageUrl(text, base);
  if (url === undefined) throw new CrawlError("invalid_url", `Not an http(s) URL: ${text.slice(0, 200)}`);
  return url;
}

/** The same for links found in pages, where a bad one is ordinary and not an error. */
export function tryPageUrl(text: string, base?: string): PageUrl | undefined {
  const url = URL.parse(text, base);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  if (url.username !== "" || url.password !== "") return undefined;
  url.hash = "";
  return url.href as PageUrl;
}
