import { isMarkdownFile } from "@llmstxt-service/page/address/files";
import { isSaidToBeApi, MAX_API_BYTES } from "@llmstxt-service/page/api-source";
import { CrawlError } from "@llmstxt-service/page/errors";
import { isSaidToBePdf, MAX_PDF_BYTES } from "@llmstxt-service/page/pdf-source";
import type { ResponseHead } from "./http/http.ts";

/** Types that a page may be served as; no type counts as HTML. */
const PAGE_TYPES = ["", "text/html", "application/xhtml+xml", "text/plain", "text/markdown"];

/** Type that servers give to files of unknown kind, such as Markdown. */
const UNKNOWN_TYPE = "application/octet-stream";

/**
 * Bytes that the body of a page may have, where that is more than of others.
 * @throws CrawlError `unsupported_type` for a good answer that is no page, before its body is read
 */
export function admitPage({ status, headers }: ResponseHead, url?: string): number | undefined {
  if (status < 200 || status >= 300) return undefined;
  if (isSaidToBePdf(url ?? "", headers)) return MAX_PDF_BYTES;
  if (isSaidToBeApi(url ?? "", headers)) return MAX_API_BYTES;
  const type = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const isMarkdown = url !== undefined && type === UNKNOWN_TYPE && isMarkdownFile(url);
  if (!PAGE_TYPES.includes(type) && !isMarkdown)
    throw new CrawlError("unsupported_type", { detail: type.slice(0, 80) });
  if (/^\s*attachment/i.test(headers["content-disposition"] ?? "")) {
    throw new CrawlError("unsupported_type", { detail: "sent as a download" });
  }
  return undefined;
}
