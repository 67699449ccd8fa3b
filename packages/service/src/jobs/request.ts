import type { SiteCredentials } from "@llmstxt-service/crawler/fetch/credentials";
import { DOCUMENT_OPTIONS, type DocumentOptions, documentOptionsOf } from "@llmstxt-service/document/document-options";
import { DESC_LENGTH } from "@llmstxt-service/document/limits";
import type { Overlay } from "@llmstxt-service/document/overlay";
import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { FAILURES } from "@llmstxt-service/page/failures";
import { SITE_REQUEST_DEFAULTS, type SiteChoices, type SiteRequest } from "../sites/site.ts";

/** Defaults of a crawl request, the same for command line, socket, REST interface and library. */
export const REQUEST_DEFAULTS = {
  maxPages: 50,
  descLength: DOCUMENT_OPTIONS.descLength.default,
  scope: SITE_REQUEST_DEFAULTS.scope,
  recrawlIntervalMinutes: 10_080,
} as const;

/** Inclusive ranges. The setting MAX_PAGES_LIMIT lowers or raises the end of `maxPages`. */
export const REQUEST_LIMITS = {
  maxPages: { min: 1, max: 1000 },
  descLength: DESC_LENGTH,
  recrawlIntervalMinutes: { min: 1, max: 525_600 },
} as const;

export type RangedField = keyof typeof REQUEST_LIMITS;

export const rangeRefusal = (field: RangedField, { min, max }: { readonly min: number; readonly max: number }) =>
  FAILURES.out_of_range.message({ field, min, max });

/** A crawl request with every default filled in, from any interface, or for a site of the queue. */
export interface CrawlRequest extends SiteRequest {
  /** True if llms-full.txt is written, too. */
  readonly full: boolean;
  readonly llmEnhance: boolean;
  /** Credentials for the site. They are stored only sealed, in the row of an enrolled site. */
  readonly credentials?: SiteCredentials;
  /** Secret that opens the stored documents of a crawl with credentials. */
  readonly capability?: string;
  /** Enrol the site, to be recrawled this often. */
  readonly enrol?: { readonly recrawlIntervalMinutes: number };
  /** The owner's changes to the document; kept beside an enrolled site. */
  readonly overlay?: Overlay;
}

/** Fields of a request that decide what its documents contain. */
export interface DocumentRequest extends DocumentOptions, Pick<CrawlRequest, "url" | "overlay"> {}

/** The fields that every later crawl of the site uses. */
export function siteRequestOf(request: SiteRequest): SiteRequest {
  const { url, maxPages, scope, include, exclude, language, useProxy, publish, publishPrivate } = request;
  const { sitemaps = [], urls = [] } = request;
  const chosen = {
    ...(publish === true && { publish }),
    ...(publishPrivate === true && { publishPrivate }),
    ...(language !== undefined && { language }),
    ...(sitemaps.length > 0 && { sitemaps }),
    ...(urls.length > 0 && { urls }),
  };
  return { url, maxPages, scope, include, exclude, useProxy, ...chosen, ...documentOptionsOf(request) };
}

export function withChoices(
  { language: before, ...request }: SiteRequest,
  { language = before, ...choices }: SiteChoices,
): SiteRequest {
  const chosen = Object.fromEntries(Object.entries(choices).filter(([, choice]) => choice !== undefined));
  return { ...request, ...chosen, ...(language && { language }) };
}

/**
 * True if the document is given to its requester alone: one read with credentials is published only if that was
 * confirmed.
 */
export const isWithheld = ({ credentials, publish, publishPrivate }: Withholding): boolean =>
  credentials !== undefined && !(publish === true && publishPrivate === true);

/** True if the site's bundle is put into the public store. */
export const isPublished = (request: Withholding): boolean => request.publish === true && !isWithheld(request);

export type Withholding = Pick<CrawlRequest, "credentials" | "publish" | "publishPrivate">;

/** Pages of a list that a request names, and the homepage; undefined without one. */
export function pagesListed({ url = "", urls = [] }: PageList): number | undefined {
  return urls.length === 0 ? undefined : new Set([...urls, url].map((one) => tryPageUrl(one))).size;
}

/** Without `url` the homepage counts as one more. */
type PageList = { readonly url?: string } & Pick<SiteChoices, "urls">;

export function plainSiteRequest(url: string, defaults: Pick<SiteRequest, "useProxy"> & { maxPagesLimit: number }) {
  const { descLength } = REQUEST_DEFAULTS;
  const maxPages = Math.min(REQUEST_DEFAULTS.maxPages, defaults.maxPagesLimit);
  const { useProxy } = defaults;
  return { ...SITE_REQUEST_DEFAULTS, url, maxPages, descLength, useProxy } satisfies SiteRequest;
}
