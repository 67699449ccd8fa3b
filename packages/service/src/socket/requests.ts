import { headersProblem } from "@llmstxt-service/crawler/fetch/credentials";
import { MAX_URL_LENGTH } from "@llmstxt-service/crawler/fetch/limits";
import { overlaySchema, withoutNulls } from "@llmstxt-service/document/overlay-file";
import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { CrawlError } from "@llmstxt-service/page/errors";
import { FAILURES } from "@llmstxt-service/page/failures";
import * as z from "zod";
import { type CrawlRequest, pagesListed, REQUEST_DEFAULTS, REQUEST_LIMITS } from "../jobs/request.ts";
import { documentFields, flag, outOfRange, within } from "../protocol/protocol.ts";
import type { Config } from "../settings/config.ts";
import { globs, language, pageList, scope, sitemaps } from "../site-choices.ts";

const headers = z
  .record(z.string(), z.string({ error: "must be an object of texts" }), { error: "must be an object of texts" })
  .superRefine((given, context) => {
    const problem = headersProblem(given);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });

/** Schema of a crawl request: ranges, defaults and messages for socket, REST interface and OpenAPI. */
export function crawlRequestSchema(config: Config) {
  const { maxPages, recrawlIntervalMinutes } = REQUEST_LIMITS;
  const pages = { min: maxPages.min, max: config.maxPagesLimit };
  return z.object({
    url: z
      .string({ error: ({ input }) => (input === undefined ? "is required" : "must be a string") })
      .refine(isBaseUrl, FAILURES.invalid_url.message({}))
      .describe("Base URL of the site; http:// or https://, a path and a port may follow"),
    maxPages: within("maxPages", pages).default(Math.min(REQUEST_DEFAULTS.maxPages, pages.max)),
    ...documentFields,
    descLength: documentFields.descLength.default(REQUEST_DEFAULTS.descLength),
    enableAutoUpdate: flag.default(false).describe("Enrol the site for scheduled recrawls"),
    recrawlIntervalMinutes: within("recrawlIntervalMinutes", recrawlIntervalMinutes)
      .default(REQUEST_DEFAULTS.recrawlIntervalMinutes)
      .describe("Looked at only when enableAutoUpdate is true"),
    llmEnhance: flag.default(false).describe("Let a language model improve the text, where one is set up"),
    useProxy: flag
      .default(config.proxyBrowserEnabled)
      .describe("Let the scraping-proxy browser read what nothing else can"),
    include: globs.default([]).describe("Only pages whose path matches one of these"),
    exclude: globs.default([]).describe("No pages whose path matches one of these"),
    scope: scope.default(REQUEST_DEFAULTS.scope).describe("path: only pages under the base URL's path"),
    language: language.exactOptional().describe("Language of the pages, such as en; left out: the homepage's"),
    sitemaps: sitemaps.exactOptional().describe("Sitemaps to be read in place of the usual ones; on any host"),
    urls: pageList(pages.max)
      .exactOptional()
      .describe("Exactly these pages of the site, in this order: then `maxPages` is their number where it is left out"),
    overlay: overlaySchema.exactOptional(),
    full: flag.default(false).describe("Also write llms-full.txt"),
    publish: flag.default(false).describe("Also store what the site publishes for agents, served under /mirror/"),
    publishPrivate: flag
      .exactOptional()
      .describe("Confirms `publish` of a site that is read with `headers`: its documents become public"),
    headers: headers
      .default({})
      .describe("Header fields for a site behind a door; they go to the origin of `url` and to no other"),
  });
}

export type CrawlRequestSchema = ReturnType<typeof crawlRequestSchema>;

/** @throws CrawlError `invalid_url` or `invalid_request`, with the message for the client */
export function parseCrawlMessage(schema: CrawlRequestSchema, text: string): CrawlRequest {
  return toCrawlRequest(schema, parseJson(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CrawlError("invalid_json", {}, { cause });
  }
}

/** Refusal of `publish` for a site with credentials: published texts are public, so it must be confirmed. */
export const UNCONFIRMED =
  "a site that is read with header fields is published only with publishPrivate: true beside it";

/**
 * The request in a message or body.
 * @throws CrawlError `invalid_url`, `out_of_range` or `invalid_request`
 */
export function toCrawlRequest(schema: CrawlRequestSchema, value: unknown): CrawlRequest {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new CrawlError("invalid_request", { field: "message", detail: "must be a JSON object" });
  const given = withoutOmitted(value);
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw refusal(parsed.error);
  const { enableAutoUpdate, recrawlIntervalMinutes, url, headers, ...rest } = parsed.data;
  const isPrivate = Object.keys(headers).length > 0;
  if (isPrivate && rest.publish && rest.publishPrivate !== true)
    throw new CrawlError("invalid_request", { field: "publish", detail: UNCONFIRMED });
  const listed = given.maxPages === undefined ? pagesListed(parsed.data) : undefined;
  return {
    ...rest,
    url: withoutFragment(url),
    ...(listed !== undefined && { maxPages: listed }),
    ...(enableAutoUpdate && { enrol: { recrawlIntervalMinutes } }),
    ...(isPrivate && { credentials: { headers, cookies: [] } }),
  };
}

/** Removes fields that are `null`, and an interval without enableAutoUpdate. Only own properties are read. */
function withoutOmitted(value: object): Record<string, unknown> {
  const given = Object.entries(value).filter(([, field]: [string, unknown]) => field !== null);
  const fields: Record<string, unknown> = Object.fromEntries(given);
  if (fields.overlay !== undefined) fields.overlay = withoutNulls(fields.overlay);
  if (fields.enableAutoUpdate !== true) delete fields.recrawlIntervalMinutes;
  return fields;
}

/** The first fault, in the words of docs/reference/http.md. */
function refusal({ issues: [issue] }: z.ZodError): CrawlError {
  const range = outOfRange.safeParse(issue?.code === "custom" ? issue.params : undefined);
  if (range.success) return new CrawlError("out_of_range", range.data);
  // The name of a header field is not repeated: it may be a secret without its colon.
  const field = issue?.path[0] === "headers" ? "headers" : (issue?.path.join(".") ?? "");
  if (issue?.code === "custom" && field === "url") return new CrawlError("invalid_url", {});
  return new CrawlError("invalid_request", { field, detail: issue?.message ?? "" });
}

/** True for an http(s) address without backslashes and control characters, which programs read in different ways. */
const isBaseUrl = (text: string): boolean => {
  if (text.length > MAX_URL_LENGTH || !/^\s*https?:\/\/[^\\\x00-\x1f\x7f]+$/i.test(text)) return false;
  return tryPageUrl(text.trim()) !== undefined;
};

function withoutFragment(text: string): string {
  const url = new URL(text);
  url.hash = "";
  return url.href;
}
