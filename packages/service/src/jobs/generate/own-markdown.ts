import type { CrawledPage } from "@llmstxt-service/crawler";
import type { Fetch, Fetched } from "@llmstxt-service/crawler/fetch";
import { forEachAtOnce } from "@llmstxt-service/crawler/waiting/at-once";
import { isWhereReadersLook } from "@llmstxt-service/document/bundle/own-version";
import { type CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import { isOurPageFile } from "@llmstxt-service/page/our-files";

/** Markdown that the site itself publishes, as a bundle needs it. */
export interface OwnMarkdown {
  /** Address of the homepage's Markdown, if the site declares it and it exists. */
  readonly homeMarkdown?: string;
  /** Texts by their page's address, for Markdown at addresses that no reader would guess. */
  readonly ownMarkdown: ReadonlyMap<string, string>;
}

/** Texts requested at once; the limit of the host applies besides. */
const CONCURRENCY = 8;

/** Most bytes of one text; a page's Markdown is seldom a megabyte. */
const MAX_BYTES = 4 * 2 ** 20;

/**
 * Reads the site's own Markdown for a bundle. A text that cannot be read is reported: its page has no file in the
 * bundle, and the index links to the site's own address.
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

/** The text of an answer if it is Markdown that this program did not make; else undefined. */
function markdownOf({ status, headers, body }: Fetched): string | undefined {
  if (status !== 200 || !/^text\/(?:plain|(?:x-)?markdown)\b/i.test(headers["content-type"] ?? "")) return undefined;
  const text = Buffer.from(body)
    .toString("utf8")
    .replace(/^\ufeff/, "");
  return /^\s*<(?:!doctype|html|head|body)\b/i.test(text) || isOurPageFile(text) ? undefined : text;
}
