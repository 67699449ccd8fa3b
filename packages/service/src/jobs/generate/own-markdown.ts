import type { CrawledPage } from "@llmstxt-service/crawler";
import type { Fetch, Fetched } from "@llmstxt-service/crawler/fetch";
import { forEachAtOnce } from "@llmstxt-service/crawler/waiting/at-once";
import { isWhereReadersLook } from "@llmstxt-service/document/bundle/own-version";
import { type CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import { isOurPageFile } from "@llmstxt-service/page/our-files";

/** The site's own Markdown as a bundle needs it. */
export interface OwnMarkdown {
  /** Address of the homepage's, where the site declares it and it is there. */
  readonly homeMarkdown?: string;
  /** Texts by the page's address, of versions that lie where no reader looks for them. */
  readonly ownMarkdown: ReadonlyMap<string, string>;
}

/** Texts asked for at once; the host's own limit holds besides. */
const CONCURRENCY = 8;

/** A Markdown text of a page is seldom a megabyte. */
const MAX_BYTES = 4 * 2 ** 20;

/**
 * Reads what a bundle needs of the site's own Markdown. A text that cannot be had is told of: its page then has no file in the
 * bundle, and the index leads to the site's own all the same.
 * @throws the signal's reason when it fires
 */
export async function readOwnMarkdown(
  pages: readonly CrawledPage[],
  { fetch, onFailed }: { readonly fetch: Fetch; readonly onFailed: (url: string, error: CrawlError) => void },
  signal: AbortSignal,
): Promise<OwnMarkdown> {
  const [home] = pages;
  const ownMarkdown = new Map<string, string>();
  const read = async (url: string): Promise<string | undefined> => {
    try {
      return markdownOf(await fetch({ url, accept: "text/markdown, text/plain;q=0.5", maxBytes: MAX_BYTES }, signal));
    } catch (thrown) {
      signal.throwIfAborted();
      onFailed(url, toCrawlError(thrown));
      return undefined;
    }
  };
  const hidden = pages.filter(({ url, markdownUrl }) => markdownUrl && !isWhereReadersLook(markdownUrl, url));
  await forEachAtOnce(hidden, CONCURRENCY, async ({ url, markdownUrl = url }) => {
    const text = await read(markdownUrl);
    if (text !== undefined) ownMarkdown.set(url, text);
  });
  const declared = home?.markdownUrl ?? home?.page.alternates.markdown;
  const isThere =
    declared !== undefined &&
    URL.parse(declared)?.origin === new URL(home?.url ?? "").origin &&
    (await read(declared)) !== undefined;
  return { ownMarkdown, ...(isThere ? { homeMarkdown: declared } : {}) };
}

/** The text of an answer that is Markdown of the site's own; undefined for any other. */
function markdownOf({ status, headers, body }: Fetched): string | undefined {
  if (status !== 200 || !/^text\/(?:plain|(?:x-)?markdown)\b/i.test(headers["content-type"] ?? "")) return undefined;
  const text = Buffer.from(body)
    .toString("utf8")
    .replace(/^\ufeff/, "");
  return /^\s*<(?:!doctype|html|head|body)\b/i.test(text) || isOurPageFile(text) ? undefined : text;
}
