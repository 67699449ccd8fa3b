import type { Fetch } from "@llmstxt-service/crawler/fetch";
import { CrawlError } from "@llmstxt-service/page/errors";

/**
 * Text of a document at an address. A byte order mark is kept, since it is a finding.
 * @throws CrawlError `http_status`, or that of `fetch`
 */
export async function textAt(
  { url, maxBytes }: { readonly url: string; readonly maxBytes: number },
  fetch: Fetch,
  signal: AbortSignal,
): Promise<string> {
  const request = { url, accept: "text/plain, text/markdown, */*;q=0.5", maxBytes };
  const { status, body } = await fetch(request, signal);
  if (status !== 200) throw new CrawlError("http_status", { status });
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
}
