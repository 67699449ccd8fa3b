import { type PageUrl, tryPageUrl } from "@llmstxt-service/page/address/page-url";
import type { Site } from "@llmstxt-service/page/address/site";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { Fetch, Fetched, FetchRequest } from "../fetch/fetch.ts";

/** The protocol's own limit, kept by ordinary redirects of a moved sitemap. */
const MAX_REDIRECTS = 3;

/** A sitemap that cannot be had is ordinary: most sites have none where one is looked for. */
export type FetchedFile = Fetched | "failed" | "too large";

export async function tryFetch(
  url: PageUrl,
  { site, fetch, maxBytes }: { readonly site: Site; readonly fetch: Fetch; readonly maxBytes: number },
  signal: AbortSignal,
): Promise<FetchedFile> {
  try {
    return await fetch(requestFor(url, site, maxBytes), signal);
  } catch (thrown) {
    return thrown instanceof CrawlError && thrown.code === "too_large" ? "too large" : "failed";
  }
}

/** A file on the host of a sitemap that was named. */
export function besideGiven(link: string, given: readonly string[] = []): PageUrl | undefined {
  const url = tryPageUrl(link);
  const isBeside = given.some((one) => URL.parse(one)?.origin === URL.parse(link)?.origin);
  return isBeside ? url : undefined;
}

export function requestFor(url: PageUrl, site: Site, maxBytes: number): FetchRequest {
  const { origin } = new URL(url);
  const mayFollow = (target: string) => site.own(target) !== undefined || new URL(target).origin === origin;
  const accept = "application/xml, text/xml, */*;q=0.5";
  return { url, accept, mayFollow, maxBytes, maxRedirects: MAX_REDIRECTS, isShared: true };
}
